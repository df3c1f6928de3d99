% master.kif as a rule file.
role(guesser).
role(random).
init(step(1)).
legal(random, hide(A, B)) :- true(step(1)), colour(A), colour(B).
legal(guesser, guess(A, B)) :- true(step(N)), N > 1, colour(A), colour(B).
next(code(A, B)) :- does(random, hide(A, B)).
next(code(A, B)) :- true(code(A, B)).
next(found) :- does(guesser, guess(A, B)), true(code(A, B)).
next(step(M)) :- true(step(N)), M is N + 1, M =< 4.
sees(guesser, right(N)) :-
    does(guesser, guess(A, B)), true(code(C, D)), count(P, same(P, A, B, C, D), N).
terminal :- true(found).
terminal :- true(step(4)).
goal(guesser, 100) :- true(found).
goal(guesser, 0) :- \+ true(found).
same(1, A, B, A, D) :- colour(A), colour(B), colour(D).
same(2, A, B, C, B) :- colour(A), colour(B), colour(C).
colour(red).
colour(green).
colour(blue).
