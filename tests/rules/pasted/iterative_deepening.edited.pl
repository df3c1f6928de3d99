path(S, Path) :- deepen(S, Path).
s(S, T) :- successor(S, _, T).

% iterative deepening over s/2
deepen(Node, Path) :- between(0, 50, Max), depth_limited(Node, Max, Path), !.

depth_limited(Node, _, [Node]) :- goal(Node).
depth_limited(Node, Max, [Node|Path]) :-
    Max > 0,
    s(Node, Child),
    Max1 is Max - 1,
    depth_limited(Child, Max1, Path).
