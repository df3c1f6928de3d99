start(state(6, 5)).
is_goal(state(0, _)).
arc(state(A, B), state(A1, B1)) :- turn(A, B, _, A1, B1).

turn(A, B, halve, A1, B1) :- 0 is A mod 2, 0 is B mod 2, A1 is A // 2, B1 is B // 2.
turn(A, B, take, A1, B1) :- A > 0, B > 0, A1 is A - 1, B1 is B - 1.
turn(A, B, double, A, B1) :- B < 4, B1 is B * 2.

?- play(6, 5, Moves).
