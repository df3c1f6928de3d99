% An expression where a number must stand.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
column(C) :- parameter(columns, N), between(1, N - 1, C).
parameter(columns, 3).
name(C) :- between(a, c, C).
two(P) :- role(P), count(C, column(C), 1 + 1).
pair(X) :- between(1, 9, N), X + 1 is N.
