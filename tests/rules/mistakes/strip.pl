title('Two in a row').
role(x).
role(o).
init(cell(C, b)) :- column(C).
init(control(x)).
legal(P, mark(C)) :- true(control(P)), true(cell(C, b)).
next(cell(C, P)) :- does(P, mark(C)).
next(cell(C, V)) :- true(cell(C, V)), \+ does(_, mark(C)).
next(control(Q)) :- true(control(P)), other(P, Q).
terminal :- line(_).
terminal :- \+ open.
open :- true(cell(_, b)).
goal(P, 1) :- line(P).
goal(P, -1) :- other(P, Q), line(Q).
goal(P, 0) :- role(P), \+ line(x), \+ line(o).
line(P) :- role(P), true(cell(C, P)), true(cell(D, P)), D is C + 1.
column(1). column(2). column(3). column(4).
other(x, o). other(o, x).
draw(C, 1, V) :- true(cell(C, V)).
