/* Underground: stations, minutes. Depth first, as in the lecture. */
s(airport, fair, 6).
s(fair, centre, 5).
s(fair, harbour, 3).
s(harbour, centre, 9).
s(centre, museum, 2).
s(harbour, museum, 4).
goal(museum).

depthfirst(Path, Node, [Node|Path]) :-
    goal(Node).
depthfirst(Path, Node, Solution) :-
    s(Node, Next, _),
    \+ member(Next, Path),
    depthfirst([Node|Path], Next, Solution).

solve(Node, Solution) :- depthfirst([], Node, Solution).

:- solve(airport, Solution), write(Solution), nl.
