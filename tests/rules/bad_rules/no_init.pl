% Nothing holds at the start.

role(ann).
legal(P, go) :- true(control(P)).
next(control(P)) :- true(control(P)).
terminal :- \+ true(control(ann)).
goal(P, 1) :- role(P).
