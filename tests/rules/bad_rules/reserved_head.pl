% Words of the language as heads.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
true(control(white)).
does(white, go) :- role(white).
distinct(a, b).
X = X :- role(X).
one(X) ; two(X) :- role(X).
between(1, 2, 3).
