% The game of the amazons
%
% Each side has four amazons, which go and shoot as a queen of chess goes: in one of the eight
% directions, over free squares only.  By turns a player moves one of his amazons, and then it
% shoots an arrow.  The square on which the arrow falls is blocked until the end of the game.
% Nothing is taken, and nobody may pass: whoever cannot move loses.  Black's amazons stand opposite
% those of white.
% Roles: white, black.  Moves: move(Column, Row, Column, Row), and, as a step of its own,
% shoot(Column, Row), written as b1-b3 and xd3.  Goals: 1 win, -1 loss.
% Row 1 is at the bottom.  The game of tournaments has columns=10, rows=10.
% perft 4x4: 88, 4336
% perft 10x10: 2176, 4307152

title('The game of the amazons').
source('W. Zamkauskas, 1988').
about('Move a queen, and shoot an arrow that blocks a square.').
parameter(columns, 4).  % columns of the board; 1 or more
parameter(rows, 4).  % rows of the board; 2 or more
parameter(white, []).  % column and row of white's amazons, as [2, 1, 3, 1]; [] for the usual

role(white).
role(black).

init(amazon(C, R, P)) :- starts(P, C, R).
init(control(white)).

% Who has moved an amazon is still to shoot.
mid_turn :- true(shooting(_, _)).

legal(P, move(C, R, C1, R1)) :-
    true(control(P)), \+ true(shooting(_, _)), true(amazon(C, R, P)), reaches(C, R, C1, R1).
legal(P, shoot(C, R)) :- true(control(P)), true(shooting(C1, R1)), reaches(C1, R1, C, R).

% open(C, R, D, I): the first I squares from C-R in the direction D are free.
reaches(C, R, C1, R1) :- away(C, R, D, I, C1, R1), open(C, R, D, I).
open(C, R, D, 1) :- away(C, R, D, 1, C1, R1), free(C1, R1).
open(C, R, D, I) :- away(C, R, D, I, C1, R1), after_step(J, I), open(C, R, D, J), free(C1, R1).
free(C, R) :- square(C, R), \+ true(amazon(C, R, _)), \+ true(blocked(C, R)).

next(amazon(C, R, P)) :- does(P, move(_, _, C, R)).
next(amazon(C, R, P)) :- true(amazon(C, R, P)), \+ does(_, move(C, R, _, _)).
next(shooting(C, R)) :- does(_, move(_, _, C, R)).
next(blocked(C, R)) :- does(_, shoot(C, R)).
next(blocked(C, R)) :- true(blocked(C, R)).
next(control(P)) :- does(P, move(_, _, _, _)).
next(control(Q)) :- does(P, shoot(_, _)), opponent(P, Q).

terminal :- \+ can_move.
loses(P) :- true(control(P)), \+ can_move.
can_move :- legal(_, _).

opponent(white, black).
opponent(black, white).
column(C) :- parameter(columns, N), between(1, N, C).
row(R) :- parameter(rows, N), between(1, N, R).
square(C, R) :- row(R), column(C).
way(D) :- between(-1, 1, D).

% away(C, R, D, I, C1, R1): I squares from C-R in the direction D lies C1-R1.
away(C, R, DC - DR, I, C1, R1) :-
    square(C, R), way(DC), way(DR), DC - DR \== 0 - 0, steps(I),
    C1 is C + I * DC, R1 is R + I * DR, square(C1, R1).
steps(I) :- row(I) ; column(I).
after_step(J, I) :- steps(I), J is I - 1, J > 0.

% starts(P, C, R): an amazon of P stands on C-R at the start.  The usual ones of white stand a third
% of the board from its corners, two on the lower edge, and two on the edges beside it.
starts(white, C, R) :- parameter(white, Places), pair(Places, C, R).
starts(white, C, R) :- parameter(white, []), usual(C, R).
starts(black, C, R) :- starts(white, C, R1), parameter(rows, N), R is N + 1 - R1.
pair([C, R|_], C, R).
pair([_, _|Places], C, R) :- pair(Places, C, R).
usual(C, 1) :- third(columns, C).
usual(C, 1) :- third(columns, I), parameter(columns, N), C is N + 1 - I.
usual(1, R) :- third(rows, R).
usual(C, R) :- third(rows, R), parameter(columns, C).
third(Edge, I) :- parameter(Edge, N), N > 0, I is (N + 2) // 3.

no_position('expected 1 column or more, and 2 rows or more') :-
    parameter(columns, X), parameter(rows, Y), (X < 1 ; Y < 2).
no_position('expected the column and the row of each amazon as white') :-
    starts(white, C, R), \+ square(C, R) ; \+ starts(_, _, _).
no_position('expected each amazon on a square of its own, none in the middle row') :-
    starts(white, C, R), starts(black, C, R).

% Squares that the amazons of a side could go to.
feature(P, reach, way(C, R, C1, R1)) :- true(amazon(C, R, P)), reaches(C, R, C1, R1).
weight(reach, 1).

notation(P, move(C, R, C1, R1), [L, R, -, L1, R1]) :-
    role(P), letter(C, L), letter(C1, L1), square(C, R), square(C1, R1).
notation(P, shoot(C, R), [x, L, R]) :- role(P), letter(C, L), square(C, R).

rows(from_below).
draw(C, R, w) :- true(amazon(C, R, white)).
draw(C, R, b) :- true(amazon(C, R, black)).
draw(C, R, '#') :- true(blocked(C, R)).
draw(C, R, '.') :- free(C, R).
draw_column(C, L) :- column(C), letter(C, L).
chequered.
symbol(w, '♕').
symbol(b, '♛').
symbol(#, '█').

letter(C, L) :- letters(1, C, L, "abcdefghijklmnopqrstuvwxyz").
letters(C, C, L, [L|_]).
letters(I, C, L, [_|Ls]) :- J is I + 1, letters(J, C, L, Ls).
