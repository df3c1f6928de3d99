% One message for each mistake.
role(x).
role(o).
init(control(x)).
init(step(1)).
legal(P, go) :- true(control(P)), forall(role(R), known(R, Q)).
next(control(P)) :- role(P), \+ true(control(P)).
next(step(N)) :- true(step(M)), N = M + 1.
terminal :- findall(X, true(step(X)), Xs), length(Xs, 9).
goal(P, 1) :- next(control(P)).
goal(P, 0) :- role(P), \+ next(control(P)).
known(P, Q) :- role(P), role(Q).
