% Wythoff's game
%
% Two heaps of stones; by turns each player takes one stone or more from one heap, or the same
% number from both.  Whoever takes the last stone wins.
% Roles: first, second.  Moves: take(StonesOfTheFirstHeap, StonesOfTheSecondHeap).
% Goals: 1, -1.
% The first player loses if and only if the heaps are cold: n phi and n phi^2, rounded down, for
% some n, where phi is the golden ratio: 1 and 2, 3 and 5, 4 and 7, 6 and 10.
% perft: 14, 115, 604, 2109

title('Wythoff\'s game').
source('W. Wythoff, A modification of the game of Nim, 1907').
about('Take stones from one heap, or as many from both; whoever takes the last one wins.').
parameter(heaps, [4, 6]).  % how many stones the two heaps have; a list of two whole numbers

role(first).
role(second).

init(heaps(N, M)) :- parameter(heaps, [N, M]).
init(control(first)).

legal(P, take(K, 0)) :- true(control(P)), true(heaps(N, _)), between(1, N, K).
legal(P, take(0, K)) :- true(control(P)), true(heaps(_, M)), between(1, M, K).
legal(P, take(K, K)) :- true(control(P)), true(heaps(N, M)), between(1, N, K), K =< M.

next(heaps(N, M)) :- does(_, take(K, L)), true(heaps(I, J)), N is I - K, M is J - L.
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- true(heaps(0, 0)).

constant_sum(0).
goal(P, 1) :- true(control(Q)), opponent(P, Q).
goal(P, -1) :- true(control(P)).

opponent(first, second).
opponent(second, first).

no_position('expected two heaps of 0 stones or more') :- \+ two_heaps.
two_heaps :- parameter(heaps, [N, M]), N >= 0, M >= 0.

draw(1, I, [I, ': ']) :- between(1, 2, I).
draw(2, 1, N) :- true(heaps(N, _)).
draw(2, 2, M) :- true(heaps(_, M)).
