% Gomoku
%
% Black and white put stones on the free points of a board by turns; black begins.  Whoever has
% in_a_row of his stones in a row, across, down or aslant, wins; a full board is a draw.  In
% freestyle gomoku, overlines=yes, a longer row wins, too; in standard gomoku, overlines=no, it
% does not count.
% Roles: black, white.  Moves: place(Column, Row).  Goals: 1 win, 0 draw, -1 loss.
% Row 1 is at the bottom; moves are written as e5.  The game of tournaments has size=15.
% perft 9x9: 81, 6480, 511920

title('Gomoku').
source('V. Allis, J. van den Herik and M. Huntjens, Go-Moku solved by new search techniques, 1996').
about('Five stones in a row win.').
parameter(size, 9).  % columns and rows of the board; 1 or more
parameter(in_a_row, 5).  % how many stones in a row win; 1 or more
parameter(overlines, yes).  % whether longer rows win, too; yes or no

role(black).
role(white).

init(control(black)).

legal(P, place(C, R)) :- true(control(P)), point(C, R), \+ true(stone(C, R, _)).

next(stone(C, R, P)) :- does(P, place(C, R)).
next(stone(C, R, P)) :- true(stone(C, R, P)).
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- wins(_).
terminal :- \+ open.
open :- point(C, R), \+ true(stone(C, R, _)).
wins(P) :- role(P), fits(C, R, DC, DR), full(P, C, R, DC, DR), \+ overline(P, C, R, DC, DR).

% fits(C, R, DC, DR): a row has place from C-R in the direction DC-DR.
fits(C, R, DC, DR) :-
    point(C, R), direction(DC, DR), parameter(in_a_row, N),
    C1 is C + (N - 1) * DC, R1 is R + (N - 1) * DR, point(C1, R1).
full(P, C, R, DC, DR) :-
    role(P), fits(C, R, DC, DR), parameter(in_a_row, N),
    count(C1 - R1, (in_row(C, R, DC, DR, C1, R1), true(stone(C1, R1, P))), N).
overline(P, C, R, DC, DR) :-
    parameter(overlines, no), fits(C, R, DC, DR), beyond(C, R, DC, DR, C1, R1),
    true(stone(C1, R1, P)).

in_row(C, R, DC, DR, C1, R1) :-
    fits(C, R, DC, DR), parameter(in_a_row, N), M is N - 1, between(0, M, I),
    C1 is C + I * DC, R1 is R + I * DR.
beyond(C, R, DC, DR, C1, R1) :- fits(C, R, DC, DR), C1 is C - DC, R1 is R - DR.
beyond(C, R, DC, DR, C1, R1) :-
    fits(C, R, DC, DR), parameter(in_a_row, N), C1 is C + N * DC, R1 is R + N * DR.

opponent(black, white).
opponent(white, black).
point(C, R) :- parameter(size, N), between(1, N, C), between(1, N, R).
direction(1, 0).
direction(0, 1).
direction(1, 1).
direction(1, -1).

% Stones in the rows where the other side has none.
feature(P, stone_in_open_row, s(C, R, DC, DR, C1, R1)) :-
    open_row(P, C, R, DC, DR), in_row(C, R, DC, DR, C1, R1), true(stone(C1, R1, P)).
weight(stone_in_open_row, 1).
open_row(P, C, R, DC, DR) :-
    opponent(P, Q), fits(C, R, DC, DR), \+ (in_row(C, R, DC, DR, C1, R1), true(stone(C1, R1, Q))).

notation(P, place(C, R), [L, R]) :- role(P), letter(C, L), point(C, R).

rows(from_below).
draw(C, R, 'X') :- true(stone(C, R, black)).
draw(C, R, 'O') :- true(stone(C, R, white)).
draw(C, R, '.') :- point(C, R), \+ true(stone(C, R, _)).
draw_line(1, R, N, R) :- point(1, R), parameter(size, N).
draw_line(C, 1, C, N) :- point(C, 1), parameter(size, N).
draw_column(C, L) :- letter(C, L), point(C, 1).
symbol('X', ●).
symbol('O', ○).
letter(C, L) :- letters(1, C, L, "abcdefghijklmnopqrstuvwxyz").
letters(C, C, L, [L|_]).
letters(I, C, L, [_|T]) :- J is I + 1, letters(J, C, L, T).

% Explanations in words.
reason(terminal, 'the game is over').
reason(\+ terminal, 'the game goes on').
reason(wins(P), [P, ' has ', N, ' in a row']) :- parameter(in_a_row, N).
reason(\+ wins(P), [P, ' has no row']).
