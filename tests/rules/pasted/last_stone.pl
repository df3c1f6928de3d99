% Two heaps of stones: take some from one heap; whoever takes the last stone wins.
:- table wins/1.

wins(Heaps) :- take(Heaps, Rest), loses(Rest).
loses(Heaps) :- \+ wins(Heaps).

some(1). some(2). some(3). some(4).

take(heaps(A, B), heaps(C, B)) :- some(N), N =< A, C is A - N.
take(heaps(A, B), heaps(A, C)) :- some(N), N =< B, C is B - N.

?- wins(heaps(3, 4)).
