% International draughts
%
% Men go one square ahead diagonally, and jump forwards and backwards; kings go and jump over any
% distance.  A player who can jump must, and jumps over as many pieces as the position allows: of
% the ways to jump those with the most pieces count, and among these one may choose.  A man
% that comes to the last row and jumps on stays a man.  Pieces jumped over leave the board when the
% turn ends, and none may be jumped over twice.  Whoever cannot move loses.  After 25 moves of each
% side in which only kings moved and nothing was taken, the game is a draw.
% A king's ways over the same pieces to the same square are one move on paper, and several here.
% With size=8 and rows_of_men=3 it is Brazilian draughts.
% Roles: white, black.  Moves: move(Column, Row, Column, Row).  Goals: 1 win, 0 draw, -1 loss.
% White moves first, from the rows at the bottom.  Each jump is a step of its turn.
% perft: 9, 81, 658, 4265, 27117, 167140, 1049442

title('International draughts').
source('World Draughts Federation (FMJD), Official rules for international draughts').
about('Draughts with 10 x 10 squares and flying kings, in which the longest jump counts.').
include(draughts).

parameter(size, 10).  % columns and rows of the board; 4 or more
parameter(rows_of_men, 4).  % rows of men of each side; 1 or more, less than half of size
parameter(first, white).  % who moves first, from the rows at the bottom; black or white
parameter(backwards, yes).  % whether men jump back, too; yes or no
parameter(flying, yes).  % whether kings go and jump over any distance; yes or no
parameter(calm_plies, 50).  % plies without a man's move or a jump that make a draw; 1 or more

role(white).
role(black).

legal(P, move(C, R, C1, R1)) :- longest(P, N), jump(P, C - R, C1 - R1, N).
legal(P, move(C, R, C1, R1)) :- true(control(P)), steps(P, C, R, C1, R1), \+ longest(P, _).

longest(P, N) :- true(control(P)), max(M, jump(P, _, _, M), N).

% jump(P, S, S1, N): with N jumps in all, the first from S to S1, a piece of P takes N pieces.
jump(P, C - R, S1, N) :-
    true(cell(C, R, P, K)), begins(C, R), leaps(P, K, C - R, C - R, X, S1),
    parameter(size, L), B is L * L, more(B, piece(P, K, C - R, S1, [X]), M), N is M + 1.
begins(C, R) :- true(jumping(C, R)).
begins(C, R) :- dark(C, R), \+ true(jumping(_, _)).

% more(B, piece(P, K, O, S, Xs), N): N jumps more from S, for a piece that stood on O and has
% jumped over Xs.  There are at most B.
more(_, _, 0).
more(B, piece(P, K, O, S, Xs), N) :-
    B > 0, A is B - 1, leaps(P, K, O, S, X, S1), \+ among(X, Xs),
    more(A, piece(P, K, O, S1, [X|Xs]), M), N is M + 1.
among(X, [X|_]).
among(X, [_|Xs]) :- among(X, Xs).

% leaps(P, K, O, S, X, S1): a jump of a piece of kind K over X, with the square O free.
leaps(P, K, O, C - R, C1 - R1, C2 - R2) :-
    strikes(P, K, D, I, J), ray(D, I, C, R, C1, R1), prey(P, C1, R1), ray(D, J, C1, R1, C2, R2),
    \+ full(O, C2, R2), \+ barred(O, D, I, C, R), \+ barred(O, D, J, C1, R1).
barred(O, D, I, C, R) :- ray(D, J, C, R, C1, R1), J < I, full(O, C1, R1).
full(O, C, R) :- occupied(C, R), distinct(O, C - R).
