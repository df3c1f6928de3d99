% krieg.kif as a rule file.
role(x).
role(o).
init(turn(x)).
legal(P, mark(A, B)) :- true(turn(P)), index(A), index(B), \+ true(tried(P, A, B)).
next(cell(A, B, P)) :- does(P, mark(A, B)), \+ true(cell(A, B, _)).
next(cell(A, B, P)) :- true(cell(A, B, P)).
next(tried(P, A, B)) :- does(P, mark(A, B)).
next(tried(P, A, B)) :- true(tried(P, A, B)).
next(turn(Q)) :- true(turn(P)), other(P, Q).
sees(P, taken) :- does(P, mark(A, B)), true(cell(A, B, _)).
sees(P, placed) :- does(P, mark(A, B)), \+ true(cell(A, B, _)).
terminal :- line(_).
terminal :- count(A-B, true(cell(A, B, _)), 4).
goal(P, 100) :- line(P).
goal(Q, 0) :- line(P), other(P, Q).
goal(P, 50) :- role(P), \+ line(_).
line(P) :- true(cell(A, 1, P)), true(cell(A, 2, P)).
line(P) :- true(cell(1, B, P)), true(cell(2, B, P)).
index(I) :- between(1, 2, I).
other(x, o).
other(o, x).
