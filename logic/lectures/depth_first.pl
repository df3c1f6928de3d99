% Depth-first search that collects paths (Poole, Mackworth and Goebel,
% Computational Intelligence, chapter 4).
%
% path(S, Path): as in breadth_first; the path that was found last is
% extended first.

path(S, Path) :- search([[S]], Found), reverse(Found, Path).

search([[S|Path]|_], [S|Path]) :- goal(S).
search([[S|Path]|Frontier], Found) :-
    \+ goal(S),
    findall([S1, S|Path],
            ( successor(S, _, S1), \+ member(S1, [S|Path]) ),
            Longer),
    append(Longer, Frontier, Frontier1),
    search(Frontier1, Found).
