% A goal value that is no number.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, win) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
