% A full stop is missing, or a comma stands for it.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
one(a)
two(b).
three(X) :- one(X)
four(X) :- two(X),
five(X) :- one(X), two(X).
