% Operators that lack a side, stray commas and full stops.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
after(X) :- role(X), .
before(X) :- , role(X).
within(X, , Y) :- role(X), role(Y).
next_row(N, M) :- between(1, 9, N), M is N +.
twice(X) :- role(X) :- true(control(X)).
.
two(a).two(b):-role(a).
