% Best-first search (Poole, Mackworth and Goebel, Computational
% Intelligence, chapter 4).
%
% path(S, Path): as in breadth_first; next comes the path whose end
% seems nearest to a goal, by the estimate h.

path(S, Path) :- h(S, H), search([H-[S]], Found), reverse(Found, Path).

search([_-[S|Path]|_], [S|Path]) :- goal(S).
search([_-[S|Path]|Frontier], Found) :-
    \+ goal(S),
    findall(H-[S1, S|Path],
            ( successor(S, _, S1), \+ member(S1, [S|Path]), h(S1, H) ),
            Longer),
    append(Frontier, Longer, Frontier1),
    keysort(Frontier1, Frontier2),
    search(Frontier2, Found).
