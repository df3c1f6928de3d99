% Constants that are nearly others, and a role that rules give.
player(north).
player(south).
role(P) :- player(P), \+ referee(P).
referee(nobody).
init(cell(1, empty)).
init(cell(2, empty)).
init(cell(3, empy)).
init(control(nroth)).
legal(P, mark(N)) :- true(control(P)), true(cell(N, empty)).
legal(sauth, pass) :- true(control(south)).
next(cell(N, P)) :- does(P, mark(N)).
next(cell(N, X)) :- true(cell(N, X)), taken(X).
next(cell(N, empty)) :- true(cell(N, empty)), does(_, mark(M)), distinct(N, M).
next(control(south)) :- true(control(north)).
next(control(north)) :- true(control(south)).
taken(P) :- role(P).
open :- true(cell(_, empty)).
terminal :- \+ open.
goal(nobody, 0).
goal(P, 50) :- role(P).
