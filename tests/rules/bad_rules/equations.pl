% Equations that compute nothing, never hold, or bind nothing.
role(x).
role(o).
init(control(x)).
init(step(1)).
legal(P, go) :- true(control(P)), f(P) = g(P).
legal(P, stay) :- true(control(P)), \+ a = b.
next(control(P)) :- role(P), \+ true(control(P)).
next(step(N)) :- true(step(M)), 1 + M = N.
terminal :- true(step(N)), N - 1 == 3 * 1.
goal(P, V) :- role(P), ( true(control(P)), V = 1 ; V = step(W), true(step(W)) ).
goal(P, 0) :- X = Y, role(P).
