% Lowest-cost-first search (Poole, Mackworth and Goebel, Computational
% Intelligence, chapter 4).
%
% path(S, Path): as in breadth_first; next comes the path that costs
% least.

path(S, Path) :- search([0-[S]], Found), reverse(Found, Path).

search([_-[S|Path]|_], [S|Path]) :- goal(S).
search([C-[S|Path]|Frontier], Found) :-
    \+ goal(S),
    findall(C1-[S1, S|Path],
            ( cost(S, _, S1, Step), \+ member(S1, [S|Path]),
              C1 is C + Step ),
            Longer),
    append(Frontier, Longer, Frontier1),
    keysort(Frontier1, Frontier2),
    search(Frontier2, Found).
