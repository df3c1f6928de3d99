% Parameters of the wrong type.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
parameter(size, wide(3)).
parameter(heaps, [1, pile(2)]).
parameter(open, _).
parameter(fine, [3, [4, five]]).
