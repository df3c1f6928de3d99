% Values in the place of what a feature counts.
role(x).
role(o).
init(control(x)).
init(cell(5, x)).
init(cell(9, o)).
legal(P, go) :- true(control(P)).
next(control(o)) :- true(control(x)).
next(cell(C, P)) :- true(cell(C, P)).
terminal :- true(control(o)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
feature(P, near, 30) :- role(P), true(control(P)).
feature(P, men, N) :- role(P), count(C, true(cell(C, P)), N).
feature(P, centre, 5) :- true(cell(5, P)).
feature(P, turn, 1) :- true(control(P)).
weight(near, 1).
weight(men, 1).
weight(centre, 1).
weight(turn, 1).
