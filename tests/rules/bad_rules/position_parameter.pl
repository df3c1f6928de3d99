% Parameters that describe no position.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
parameter(level, 5).
position_parameter(level).
position_parameter(f(x)).
position_parameter(level) :- role(white).
