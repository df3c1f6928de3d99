% The goals add up to what is no whole number.
role(white).
role(black).
constant_sum(zero).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- does(white, go).
terminal :- true(control(black)).
goal(white, 1).
goal(black, -1).
