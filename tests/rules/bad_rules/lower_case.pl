% Names where variables were meant.
role(x).
role(o).
init(control(x)).
legal(P, go) :- true(control(p)).
next(control(P)) :- role(P), \+ true(control(P)).
terminal :- does(p, stop).
goal(p, 1) :- true(control(p)).
goal(P, 0) :- role(P), \+ true(control(P)).
