% What is not integer arithmetic.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
half(X, Y) :- between(1, 9, X), Y is X / 2.
square(X, Y) :- between(1, 9, X), Y is X ** 2 + x.
more(X) :- between(1, 9, X), X > max(3, five(4)).
root(X, Y) :- between(1, 9, X), Y is sqrt(X).
