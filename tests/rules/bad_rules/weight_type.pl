% A weight that is no number.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
weight(pawn, heavy).
feature(P, pawn, P) :- true(control(P)).
weight(rook, 100000000000000000000000).
feature(P, rook, P) :- true(control(P)).
role(random).
weight(random, roll(1), 0).
weight(black, go, 2).
weight(random, roll(2), often).
