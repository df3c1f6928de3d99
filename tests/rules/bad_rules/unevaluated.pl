% Arithmetic where nothing is worked out.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
init(step(1)).
next(step(N + 1)) :- true(step(N)), N < 4.
double(N) :- between(1, 9, N), true(step(2 * N)).
