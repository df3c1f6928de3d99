% Nim
%
% Heaps of stones; by turns each player takes one stone or more from one heap.  Whoever
% takes the last stone wins.
% Roles: first, second.  Moves: take(Heap, Stones).  Goals: 1, -1.
% The first player wins unless the exclusive or of the heaps is 0.  perft: 12, 113, 810, 4338

title('Nim').
source('C. L. Bouton, Nim, a game with a complete mathematical theory, 1901').
about('Take stones from heaps; whoever takes the last one wins.').
parameter(heaps, [3, 4, 5]).  % how many stones each heap has; at most 20 heaps

role(first).
role(second).

init(heap(I, N)) :- given(I, N).
init(control(first)).

legal(P, take(I, K)) :- true(control(P)), true(heap(I, N)), between(1, N, K).

next(heap(I, M)) :- does(_, take(I, K)), true(heap(I, N)), M is N - K.
next(heap(I, N)) :- true(heap(I, N)), \+ touched(I).
next(control(Q)) :- true(control(P)), opponent(P, Q).

touched(I) :- does(_, take(I, _)).

terminal :- \+ stones.
stones :- true(heap(_, N)), N > 0.

goal(P, 1) :- true(control(Q)), opponent(P, Q).
goal(P, -1) :- true(control(P)).

opponent(first, second).
opponent(second, first).

% given(I, N): heap number I has N stones at the start.
given(I, N) :- heaps_from(I, [N|_]).

heaps_from(1, Heaps) :- parameter(heaps, Heaps).
heaps_from(I, Heaps) :- between(2, 20, I), J is I - 1, heaps_from(J, [_|Heaps]).

draw(1, I, [I, ': ']) :- given(I, _).
draw(2, I, N) :- true(heap(I, N)).
draw_row(I, '') :- given(I, _).

% Explanations in words.
reason(terminal, 'the game is over').
reason(\+ terminal, 'the game goes on').
reason(stones, 'stones are left').
reason(\+ stones, 'no stone is left').
