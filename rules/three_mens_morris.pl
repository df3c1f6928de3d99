% Three men's morris
%
% The board has three rows of three points.  By turns each player puts a man on a free point
% until all are placed; then a turn moves one of his men along a line to the next point, which
% must be free.  Whoever gets three men in a row, across, down or aslant, wins.  A player who
% cannot move loses.  Play that repeats itself is a draw, as in nine men's morris (R. Gasser,
% Solving Nine Men's Morris, 1996).
% Roles: white, black.  Moves: place(Column, Row), move(Column, Row, Column, Row).
% Goals: 1 win, -1 loss.  With aslant=no men move across and down only.
% perft: 9, 72, 504, 3024, 15120

title('Three men\'s morris').
about('Place three men, move them, and get three in a row.').
parameter(aslant, yes).  % whether men move aslant, too; yes or no

repetition(draw).

role(white).
role(black).

init(hand(P, 3)) :- role(P).
init(control(white)).

legal(P, place(C, R)) :- point(C, R), true(control(P)), placing(P), \+ true(cell(C, R, _)).
legal(P, move(C, R, C1, R1)) :-
    joined(C, R, C1, R1), true(control(P)), \+ placing(P),
    true(cell(C, R, P)), \+ true(cell(C1, R1, _)).
placing(P) :- true(hand(P, N)), N > 0.

next(cell(C, R, P)) :- does(P, place(C, R)).
next(cell(C, R, P)) :- does(P, move(_, _, C, R)).
next(cell(C, R, P)) :- true(cell(C, R, P)), \+ does(_, move(C, R, _, _)).
next(hand(P, N)) :- does(P, place(_, _)), true(hand(P, M)), between(1, 3, M), N is M - 1.
next(hand(P, N)) :- true(hand(P, N)), \+ does(P, place(_, _)).
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- loses(_).
loses(Q) :- opponent(P, Q), row(P).
loses(P) :- true(control(P)), \+ row(_), \+ can_move.
can_move :- legal(_, _).
row(P) :- row(A, B, C), on(A, P), on(B, P), on(C, P).
on(C - R, P) :- true(cell(C, R, P)).

opponent(white, black).
opponent(black, white).
point(C, R) :- between(1, 3, R), between(1, 3, C).
row(1 - R, 2 - R, 3 - R) :- point(_, R).
row(C - 1, C - 2, C - 3) :- point(C, _).
row(1 - 1, 2 - 2, 3 - 3).
row(1 - 3, 2 - 2, 3 - 1).

% joined(C, R, C1, R1): a line leads from the point C-R to C1-R1; diagonals meet in the centre.
joined(C, R, C1, R1) :- point(C, R), point(C1, R1), abs(C - C1) + abs(R - R1) =:= 1.
joined(2, 2, C, R) :- corner(C, R), parameter(aslant, yes).
joined(C, R, 2, 2) :- corner(C, R), parameter(aslant, yes).
corner(C, R) :- point(C, R), C =\= 2, R =\= 2.

% The centre, where four rows meet.
feature(P, centre, man) :- true(cell(2, 2, P)).
weight(centre, 1).

draw(C, R, w) :- true(cell(C, R, white)).
draw(C, R, b) :- true(cell(C, R, black)).
draw(C, R, '.') :- point(C, R), \+ true(cell(C, R, _)).
draw_line(C, R, C1, R1) :- joined(C, R, C1, R1).
symbol(w, '○').
symbol(b, '●').
