arc(state(X, Y), state(X1, Y1)) :- drive(X, Y, _, X1, Y1).
start(state(1, 1)).
is_goal(state(4, 1)).

% A rover on 4 x 3 fields, with rocks. The place is two arguments, and a move has a name.
rock(2, 1).
rock(2, 2).
rock(4, 2).

drive(X, Y, east, X1, Y) :- X < 4, X1 is X + 1, \+ rock(X1, Y).
drive(X, Y, west, X1, Y) :- X > 1, X1 is X - 1, \+ rock(X1, Y).
drive(X, Y, north, X, Y1) :- Y < 3, Y1 is Y + 1, \+ rock(X, Y1).
drive(X, Y, south, X, Y1) :- Y > 1, Y1 is Y - 1, \+ rock(X, Y1).
