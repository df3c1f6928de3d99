% A maze as a state space, with a heuristic
start(at(1, 1)).
is_goal(at(3, 3)).
arc(at(X, Y), at(X1, Y1)) :- beside(X, Y, X1, Y1), inside(X1, Y1), \+ wall(X1, Y1).
beside(X, Y, X1, Y) :- X1 is X + 1.
beside(X, Y, X1, Y) :- X1 is X - 1.
beside(X, Y, X, Y1) :- Y1 is Y + 1.
beside(X, Y, X, Y1) :- Y1 is Y - 1.
inside(X, Y) :- X >= 1, X =< 3, Y >= 1, Y =< 3.
wall(2, 1).
wall(2, 2).
h(at(X, Y), H) :- H is 3 - X + 3 - Y.
