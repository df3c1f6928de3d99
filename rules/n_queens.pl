% N queens
%
% A queen for each column, from the left to the right, none of which attacks another.
% One role.  Moves: place(Row), in the next column.  The goal is to end with 100.
% perft 4: 4, 6, 4, 2

title('N queens').
source('M. Bezzel, Schachzeitung, 1848').
about('Put queens on a board so that none attacks another.').
parameter(size, 8).  % columns and rows of the board; 1 or more

role(solver).

init(column(1)).

legal(solver, place(R)) :- true(column(C)), square(C, R), \+ attacked(C, R).

attacked(C, R) :- true(queen(C1, R1)), square(C, R), (R =:= R1 ; abs(C - C1) =:= abs(R - R1)).

next(queen(C, R)) :- true(queen(C, R)).
next(queen(C, R)) :- true(column(C)), does(solver, place(R)).
next(column(C1)) :- true(column(C)), line(C), C1 is C + 1.

terminal :- done.
terminal :- \+ legal(solver, _).
goal(solver, 100) :- done.
goal(solver, 0) :- \+ done.

done :- true(column(C)), parameter(size, N), C > N.
line(I) :- parameter(size, N), between(1, N, I).
square(C, R) :- line(C), line(R).

draw(C, R, 'Q') :- true(queen(C, R)).
draw(C, R, '.') :- square(C, R), \+ true(queen(C, R)).
chequered.
symbol('Q', '♛').
