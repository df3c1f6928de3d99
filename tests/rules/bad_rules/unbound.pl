% Variables that nothing binds.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
anyone(P).
near(C, D) :- between(1, 9, C), D > C.
sum(C, D, E) :- between(1, 9, C), E is C + D.
free(C) :- \+ true(cell(C, _)).
either(X, Y) :- role(X) ; role(Y).
range(C) :- between(1, N, C).
chain(A) :- A is B + 1, B is D + 1, between(1, D, A).
init(cell(1, x)).
counted(N) :- count(X, true(cell(Y, x)), N).
