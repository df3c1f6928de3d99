% Numbers that are not whole, deep inside.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
weight(pawn, 1.5).
list([1, [2.5, 3]]).
half(1r2).
big(1e10).
all(inf, 1.0Inf).
