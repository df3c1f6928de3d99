% If-then-else, with faults inside.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
other(P, Q) :- role(P), ( P == white -> Q = black ; Q = white ).
soft(P) :- ( role(P) *-> nobody(P), ! ; true ).
