% Iterative deepening for paths (Korf 1985).
%
% path(S, Path): depth-first search to 0 steps, then 1, and so on, until a goal is found.

path(S, Path) :- deeper(0, S, Path).

deeper(D, S, Path) :- within(D, S, [S], Path), !.
deeper(D, S, Path) :- cut_off(D, S, [S]), D1 is D + 1, deeper(D1, S, Path).

% within(D, S, Seen, Path): Path leads from S to a goal in D steps, and meets no state of
% Seen.

within(0, S, _, [S]) :- goal(S).
within(D, S, Seen, [S|Path]) :-
    D > 0,
    \+ goal(S),
    D1 is D - 1,
    successor(S, _, S1),
    \+ member(S1, Seen),
    within(D1, S1, [S1|Seen], Path).

% cut_off(D, S, Seen): some path is longer than D steps.

cut_off(0, S, Seen) :- successor(S, _, S1), \+ member(S1, Seen), !.
cut_off(D, S, Seen) :-
    D > 0,
    D1 is D - 1,
    successor(S, _, S1), \+ member(S1, Seen), cut_off(D1, S1, [S1|Seen]), !.
