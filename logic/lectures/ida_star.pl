% IDA* (Korf 1985).
%
% path(S, Path): depth-first search within a bound on the sum of cost
% and estimate h.  The first bound is the estimate of S; the next is the
% least sum that was beyond the bound.  If h never exceeds the true
% cost, no path is cheaper than the one found.

path(S, Path) :- h(S, H), deeper(H, S, Path).

deeper(Bound, S, Path) :-
    h(S, H),
    search([H-path(0, [S])], Bound, inf, Found),
    (   Found = found(Back) -> reverse(Back, Path)
    ;   Found = beyond(Least), Least < inf, deeper(Least, S, Path)
    ).

% search(Frontier, Bound, Least, Found): the frontier is as in a_star,
% but the path that was found last comes first.  Found is found(Path)
% or, if there is no path within Bound to a goal, beyond(Least): the
% least sum beyond Bound.  After the cut come the clauses for paths
% within it.

search([], _, Least, beyond(Least)).
search([F-_|Frontier], Bound, Least, Found) :-
    F > Bound, !,
    Least1 is min(Least, F),
    search(Frontier, Bound, Least1, Found).
search([_-path(_, [S|Path])|_], _, _, found([S|Path])) :- goal(S).
search([_-path(C, [S|Path])|Frontier], Bound, Least, Found) :-
    \+ goal(S),
    findall(F1-path(C1, [S1, S|Path]),
            ( cost(S, _, S1, Step), \+ member(S1, [S|Path]), h(S1, H),
              C1 is C + Step, F1 is C1 + H ),
            Longer),
    append(Longer, Frontier, Frontier1),
    search(Frontier1, Bound, Least, Found).
