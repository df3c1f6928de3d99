start(state(1, 1)).
is_goal(state(3, 1)).
arc(state(X, Y), state(X1, Y1)) :- go(X, Y, X1, Y1).

% A robot vacuum on 3 x 3 tiles. Two of them are under the sofa.
tile(1). tile(2). tile(3).
sofa(2, 1).
sofa(2, 2).
free(X, Y) :- tile(X), tile(Y), \+ sofa(X, Y).

go(X, Y, X1, Y) :- X1 is X + 1, free(X1, Y).
go(X, Y, X1, Y) :- X1 is X - 1, free(X1, Y).
go(X, Y, X, Y1) :- Y1 is Y + 1, free(X, Y1).
go(X, Y, X, Y1) :- Y1 is Y - 1, free(X, Y1).
