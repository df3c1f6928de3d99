% What holds after a move, asked in wrong ways.
role(white).
role(black).
init(control(white)).
init(step(1)).
legal(P, M) :- way(P, M), \+ after(M, threatened(P)).
legal(P, pass) :- legal(P, M), after(P, M, terminal).
way(P, go(N)) :- true(control(P)), between(1, 2, N).
threatened(P) :- true(control(Q)), Q \== P, legal(Q, go(2)).
next(control(black)) :- true(control(white)).
next(step(N)) :- true(step(M)), hastened(M, N).
hastened(M, N) :- does(_, go(K)), true(step(M)), N is M + K.
terminal :- after(go(1), true(step(3))).
terminal :- true(step(5)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
safe(P, M) :- \+ after(P, M, hastened(1, 2)).
noisy(P, M) :- safe(P, M), after(P, M, after(P, M, terminal)).
noisy(P, M) :- after(P, M, lost(P)).
noisy(P, _) :- way(P, go(_)), after(P, M, true(step(3))).
