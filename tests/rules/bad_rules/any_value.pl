% Moves onto squares that may be occupied.
role(x).
role(o).
init(cell(C, b)) :- square(C).
init(control(x)).
legal(P, mark(C)) :- true(control(P)), true(cell(C, _)).
next(cell(C, P)) :- does(P, mark(C)).
next(cell(C, P)) :- true(cell(C, P)), \+ does(_, mark(C)).
next(control(P)) :- role(P), \+ true(control(P)).
terminal :- \+ true(cell(_, b)).
goal(P, 1) :- true(cell(1, P)).
goal(P, 0) :- role(P), \+ true(cell(1, P)).
parameter(size, 3).
parameter(width, 3).
square(C) :- parameter(width, N), between(1, N, C).
