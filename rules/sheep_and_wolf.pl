% Sheep and wolf (fox and hounds)
%
% On the dark squares of a board, sheep stand on the row at the bottom and one wolf on the row
% at the top.  The wolf goes first; by turns a piece goes one square diagonally onto a free
% square, a sheep only ahead, the wolf also back.  Nothing is captured.  The wolf wins when it
% comes to the row from which the sheep began, or when no sheep can move; the sheep win when
% the wolf cannot move.
% Roles: wolf, sheep.  Moves: move(Column, Row, Column, Row).  Goals: 1 win, -1 loss.
% perft 8: 2, 14, 56, 344, 1032, 6264

title('Sheep and wolf').
source('E. Berlekamp, J. Conway and R. Guy, Winning Ways for your Mathematical Plays, 1982').
about('The sheep, who never go back, shut the wolf in.').
parameter(size, 8).  % columns and rows of the board; an even number, 4 or more
parameter(start, 4).  % the column of the wolf at the start; an even number up to size

role(wolf).
role(sheep).

init(at(sheep, C, 1)) :- dark(C, 1).
init(at(wolf, C, R)) :- parameter(start, C), parameter(size, R), dark(C, R).
init(control(wolf)).

legal(P, move(C, R, C1, R1)) :-
    true(control(P)), true(at(P, C, R)), step(P, C, R, C1, R1), \+ true(at(_, C1, R1)).

next(at(P, C, R)) :- does(P, move(_, _, C, R)).
next(at(P, C, R)) :- true(at(P, C, R)), \+ does(P, move(C, R, _, _)).
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- loses(_).
loses(sheep) :- true(at(wolf, _, 1)).
loses(P) :- true(control(P)), \+ true(at(wolf, _, 1)), \+ can_move.
can_move :- legal(_, _).

opponent(wolf, sheep).
opponent(sheep, wolf).
line(I) :- parameter(size, N), between(1, N, I).
dark(C, R) :- line(C), line(R), (C + R) mod 2 =:= 0.
step(wolf, C, R, C1, R1) :- touch(C, R, C1, R1).
step(sheep, C, R, C1, R1) :- touch(C, R, C1, R1), R1 > R.
touch(C, R, C1, R1) :- dark(C, R), dark(C1, R1), abs(C - C1) =:= 1, abs(R - R1) =:= 1.
no_position('expected an even size of 4 or more') :- parameter(size, N), (N < 4 ; N mod 2 =:= 1).
no_position('expected an even start, from 2 to size') :- parameter(start, C), \+ at_top(C).
at_top(C) :- parameter(size, N), dark(C, N).

% How far the wolf has come, and the squares where it can go.
feature(wolf, row_behind, R1) :- true(at(wolf, _, R)), line(R1), R1 > R.
feature(wolf, way, C1 - R1) :- true(at(wolf, C, R)), touch(C, R, C1, R1), \+ true(at(_, C1, R1)).
weight(row_behind, 1).
weight(way, 1).

rows(from_below).
draw(C, R, w) :- true(at(wolf, C, R)).
draw(C, R, s) :- true(at(sheep, C, R)).
draw(C, R, '.') :- line(C), line(R), \+ true(at(_, C, R)).
chequered.
symbol(w, '⛂').
symbol(s, '⛀').
