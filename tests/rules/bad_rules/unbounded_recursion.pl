% Recursion that makes new terms for ever.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
count_up(0).
count_up(N) :- count_up(M), N is M + 1.
tower(floor).
tower(on(T)) :- tower(T).
even(0).
even(N) :- odd(M), N is M + 1.
odd(N) :- even(M), N is M + 1.
branch(0).
branch(N) :- branch(M), ( N is M + 1 ; N is M * 2 ).
hidden(0).
hidden(N) :- ( hidden(M), N is M + 1 ; role(N) ).
fine(0).
fine(N) :- fine(M), between(0, 10, N), N =:= M + 1.
