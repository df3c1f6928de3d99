% Iterative deepening for paths (CPSC 322; Korf 1985).
%
% path(S, Path): depth-first search to 0 steps, then 1, and so on, until
% a goal is found, or no path was longer.

path(S, Path) :- deeper(0, S, Path).

deeper(D, S, Path) :-
    search([D-[S]], none, Found),
    (   Found = found(Back) -> reverse(Back, Path)
    ;   Found = cut_off, D1 is D + 1, deeper(D1, S, Path)
    ).

% search(Frontier, Cut, Found): the frontier is as in depth_first, with
% D-Path for a path that may take D more steps.  Found is found(Path)
% or, if there is no such path to a goal, Cut: it becomes cut_off once a
% path was too long.  After the cut come the clauses for other paths.

search([], Cut, Cut).
search([D-_|Frontier], _, Found) :-
    D < 0, !, search(Frontier, cut_off, Found).
search([_-[S|Path]|_], _, found([S|Path])) :- goal(S).
search([D-[S|Path]|Frontier], Cut, Found) :-
    \+ goal(S),
    D1 is D - 1,
    findall(D1-[S1, S|Path],
            ( successor(S, _, S1), \+ member(S1, [S|Path]) ),
            Longer),
    append(Longer, Frontier, Frontier1),
    search(Frontier1, Cut, Found).
