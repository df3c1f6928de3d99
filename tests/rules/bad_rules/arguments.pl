% Constants that no fluent and no move has, in a board of two squares.
role(x).
role(o).
init(cell(C, blank)) :- square(C).
init(control(x)).
legal(P, mark(C, once)) :- true(control(P)), true(cell(C, b)).
next(cell(C, P)) :- does(P, mark(C, _)).
next(cell(C, P)) :- true(cell(C, P)), \+ does(_, mark(C, _)).
next(cell(3, M)) :- does(x, mark(M, twice)).
next(control(P)) :- role(P), \+ true(control(P)).
terminal :- \+ true(cell(_, blamk)).
goal(P, 1) :- true(cell(5, P)).
goal(P, 0) :- role(P), \+ true(cell(1, P)).
square(1).
square(2).
