% Fluents that are asked as if they were relations.

role(ann).
init(control(ann)).
init(ready).
legal(P, go) :- control(P), ready.
next(control(P)) :- true(control(P)).
terminal :- \+ control(ann).
goal(P, 1) :- role(P).
