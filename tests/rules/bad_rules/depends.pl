% What must be the same in all states, or in all steps.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
role(P) :- true(control(P)).
init(start(P)) :- chosen(P).
chosen(P) :- true(control(P)).
legal(P, stay) :- does(P, go).
weight(control, N) :- count(P, true(control(P)), N).
feature(P, control, here) :- true(control(P)).
