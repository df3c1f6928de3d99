% A relation whose name starts with a capital; a space before the bracket.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
Idle(X) :- role(X), \+ true(control(X)).
idle (X) :- role(X), \+ true(control(X)).
