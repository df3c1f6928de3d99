% Breakthrough
%
% Two rows of pieces on each side.  A piece goes one square ahead, straight or diagonally,
% onto an empty square; diagonally it may also capture.  Whoever reaches the last row, or
% captures all pieces of the other side, wins.  There is always a move, and no draw.
% Roles: white, black.  Moves: move(Column, Row, Column, Row).  Goals: 1 win, -1 loss.
% Row 1 is white's, drawn at the bottom.
% perft 8x8: 22, 484, 11132, 256036

title('Breakthrough').
source('D. Troyka, 2000').
about('Get a piece across; straight ahead only onto an empty square.').
parameter(columns, 8).  % columns of the board; 2 or more
parameter(rows, 8).  % rows of the board; 4 or more

role(white).
role(black).

init(cell(C, R, P)) :- column(C), home(P, R).
init(control(white)).

legal(P, move(C, R, C1, R1)) :-
    true(control(P)), true(cell(C, R, P)), ahead(P, R, R1), near(C, C1),
    \+ true(cell(C1, R1, P)), \+ blocked(C, C1, R1).

% blocked(C, C1, R1): straight ahead only onto an empty square.
blocked(C, C, R1) :- true(cell(C, R1, _)).

next(cell(C, R, P)) :- does(P, move(_, _, C, R)).
next(cell(C, R, P)) :-
    true(cell(C, R, P)), \+ does(_, move(C, R, _, _)), \+ does(_, move(_, _, C, R)).
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- wins(_).
wins(P) :- opponent(P, Q), last(Q, R), true(cell(_, R, P)).
wins(P) :- opponent(P, Q), \+ true(cell(_, _, Q)).

opponent(white, black).
opponent(black, white).
column(C) :- parameter(columns, N), between(1, N, C).
row(R) :- parameter(rows, N), between(1, N, R).
near(C, C1) :- column(C), column(C1), abs(C - C1) =< 1.
ahead(white, R, R1) :- row(R), row(R1), R1 =:= R + 1.
ahead(black, R, R1) :- row(R), row(R1), R1 =:= R - 1.
last(white, 1).
last(black, R) :- parameter(rows, R).
home(P, R) :- last(P, R).
home(P, R1) :- last(P, R), ahead(P, R, R1).

% Pieces, and how far they have come.
feature(P, piece, C - R) :- true(cell(C, R, P)).
feature(P, advance, s(C, R, R1)) :- true(cell(C, R, P)), passed(P, R, R1).
passed(white, R, R1) :- row(R), row(R1), R1 < R.
passed(black, R, R1) :- row(R), row(R1), R1 > R.
weight(piece, 4).
weight(advance, 1).

rows(from_below).
draw(C, R, w) :- true(cell(C, R, white)).
draw(C, R, b) :- true(cell(C, R, black)).
draw(C, R, '.') :- column(C), row(R), \+ true(cell(C, R, _)).
chequered.
symbol(w, '♙').
symbol(b, '♟').
