% Names that differ in capitals, and rules that nobody needs.
role(white).
role(black).
init(control(white)).
init('Control'(black)).
init(spare(white)).
legal(P, go(Square)) :- true(control(P)), nextSquare(here, Square).
nextSquare(here, there).
nextsquare(there, here).
next(control(black)) :- true(control(white)), nextsquare(there, here).
next(role(P)) :- does(P, go(there)).
next('Control'(P)) :- true('Control'(P)).
terminal :- true(control(black)).
goal(P, 1) :- role(P), true(role(P)).
