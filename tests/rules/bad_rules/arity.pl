% The wrong number of arguments.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
legal(go) :- role(white).
terminal(now) :- role(white).
idle(P) :- true(P, idle), does(P).
ten :- count(X, role(X)).
two :- between(1, 2).
