% Hexapawn
%
% Pawns of two sides face each other over a board of columns x rows.  A pawn goes one
% square ahead onto an empty square, or captures one square aslant.  Whoever gets a
% pawn across, captures all pawns of the other, or leaves the other without a move,
% wins.  Row 1 is white's, at the top, as the lecture draws it.
% Roles: white, black.  Moves: move(Column, Row, Column, Row).  Goals: 10, -10.
% perft 3x3: 3, 10, 28, 56, 70, 64, 20

title('Hexapawn').
source('CPSC 322, lecture 18, UBC 2004').
about('Pawns race across a small board; the lecture\'s example of minimax.').
parameter(columns, 3).  % columns of the board; 1 or more
parameter(rows, 3).  % rows of the board; 2 or more

role(white).
role(black).

init(cell(C, 1, white)) :- column(C).
init(cell(C, R, black)) :- column(C), parameter(rows, R).
init(control(white)).

legal(P, move(C, R, C1, R1)) :-
    true(control(P)), true(cell(C, R, P)), ahead(P, R, R1), to(P, C, R1, C1).
% to(P, C, R, C1): a pawn of P in column C may go to column C1 of the row ahead, R.
to(P, C, R, C1) :- beside(C, -1, C1), opponent(P, Q), true(cell(C1, R, Q)).
to(P, C, R, C) :- role(P), column(C), row(R), \+ occupied(C, R).
to(P, C, R, C1) :- beside(C, 1, C1), opponent(P, Q), true(cell(C1, R, Q)).

next(cell(C, R, P)) :- does(P, move(_, _, C, R)).
next(cell(C, R, P)) :- true(cell(C, R, P)), \+ left_or_taken(C, R).
next(control(Q)) :- true(control(P)), opponent(P, Q).

left_or_taken(C, R) :- does(_, move(C, R, _, _)) ; does(_, move(_, _, C, R)).

terminal :- wins(_).

goal(P, 10) :- wins(P).
goal(P, -10) :- opponent(P, Q), wins(Q).

% Who has lost all pawns has no move, either.
wins(P) :- true(cell(_, R, P)), far(P, R).
wins(P) :- true(control(Q)), opponent(P, Q), \+ can_move(Q).

can_move(P) :- legal(P, _).
occupied(C, R) :- true(cell(C, R, _)).
opponent(white, black).
opponent(black, white).

column(C) :- parameter(columns, N), between(1, N, C).
row(R) :- parameter(rows, N), between(1, N, R).
far(white, R) :- parameter(rows, R).
far(black, 1).
ahead(white, R, R1) :- row(R), row(R1), R1 =:= R + 1.
ahead(black, R, R1) :- row(R), row(R1), R1 =:= R - 1.
beside(C, D, C1) :- column(C), between(-1, 1, D), C1 is C + D, column(C1).

% The lecture's evaluation: pawns, and pawns with nothing ahead on their file.
feature(P, pawn, C-R) :- true(cell(C, R, P)).
feature(P, clear_path, C-R) :- true(cell(C, R, P)), \+ blocked(P, C, R).
weight(pawn, 1).
weight(clear_path, 1).

blocked(white, C, R) :- row(R), true(cell(C, R1, _)), R1 > R.
blocked(black, C, R) :- row(R), true(cell(C, R1, _)), R1 < R.

draw(C, R, 'W') :- true(cell(C, R, white)).
draw(C, R, 'B') :- true(cell(C, R, black)).
draw(C, R, '-') :- column(C), row(R), \+ occupied(C, R).
chequered.
symbol('W', '♙').
symbol('B', '♟').

% Explanations in words.
reason(terminal, 'the game is over').
reason(\+ terminal, 'the game goes on').
reason(wins(P), [P, ' has won']).
reason(can_move(P), [P, ' can move']).
reason(\+ can_move(P), [P, ' cannot move']).
