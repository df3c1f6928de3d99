% Negation and count in a circle.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
won(P) :- role(P), \+ lost(P).
lost(P) :- role(P), beaten(P).
beaten(P) :- role(P), ( P \== white ; won(P) ).
big(P) :- role(P), count(Q, big(Q), 1).
fine(P, 0) :- role(P), \+ fine(P, 1).
fine(P, 1) :- role(P), true(control(P)).
