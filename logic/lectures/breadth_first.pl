% Breadth-first search that collects paths (CPSC 322, lecture 18; Poole,
% Mackworth and Goebel, Computational Intelligence, chapter 4).
%
% path(S, Path): Path is a list of states from S to a goal, a shortest
% one first.  The frontier is a list of paths, each from its end back to
% S: the oldest comes first.

path(S, Path) :- search([[S]], Found), reverse(Found, Path).

search([[S|Path]|_], [S|Path]) :- goal(S).
search([[S|Path]|Frontier], Found) :-
    \+ goal(S),
    findall([S1, S|Path],
            ( successor(S, _, S1), \+ member(S1, [S|Path]) ),
            Longer),
    append(Frontier, Longer, Frontier1),
    search(Frontier1, Found).
