% A* (Hart, Nilsson and Raphael 1968; Poole, Mackworth and Goebel,
% chapter 4).
%
% path(S, Path): as in best_first; next comes the path with the least
% sum of its cost and the estimate h from its end.  If h never exceeds
% the true cost, no path is cheaper than the one found.

path(S, Path) :-
    h(S, H),
    search([H-path(0, [S])], Found),
    reverse(Found, Path).

search([_-path(_, [S|Path])|_], [S|Path]) :- goal(S).
search([_-path(C, [S|Path])|Frontier], Found) :-
    \+ goal(S),
    findall(F1-path(C1, [S1, S|Path]),
            ( cost(S, _, S1, Step), \+ member(S1, [S|Path]), h(S1, H),
              C1 is C + Step, F1 is C1 + H ),
            Longer),
    append(Frontier, Longer, Frontier1),
    keysort(Frontier1, Frontier2),
    search(Frontier2, Found).
