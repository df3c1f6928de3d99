% Fluents that no rule makes true.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
idle(P) :- role(P), \+ true(contrl(P)).
busy(P) :- true(control(P, now)).
lost(P) :- role(P), true(beaten(P)).
