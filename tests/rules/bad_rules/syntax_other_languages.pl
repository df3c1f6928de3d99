% What other languages write.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
differ(X, Y) :- role(X), role(Y), X != Y.
differ2(X, Y) :- role(X), role(Y), X <> Y.
few(N) :- between(1, 9, N), N <= 3.
idle(X) :- role(X), not true(control(X)).
both(X) :- role(X) and true(control(X)).
either(X) <- role(X).
either2(X) if role(X).
quoted(`x`).
curly(‘x’).
both_or(X) :- role(X) || true(control(X)).
