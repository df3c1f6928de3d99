role(white).
role(black).
init(control(white)).
init(left(3)).
night.
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
next(control(white)) :- true(control(black)).
next(control(white)) :- true(control(black)).
next(night) :- true(night).
next(left(N)) :- true(left(N)), N is N - 1.
terminal :- true(left(0)).
terminal :- true(night).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
