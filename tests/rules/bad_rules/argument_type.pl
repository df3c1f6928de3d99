% Arguments of another kind than their relations have.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
title(nim(3)).
source([a, book(1)]).
about(f(P)) :- role(P).
expand(a).
expand(-1) :- true(control(white)).
advice(first, P, go) :- true(control(P)).
repetition(none).
repetition(P, half) :- role(P).
