% Many faults in one rule.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
mess(A, B) :- !, X = Y, foo(1.5, $x), Z is A / 2, \+ nobody(W), lists:last(Q), ( role(A) -> true ; halt ).
