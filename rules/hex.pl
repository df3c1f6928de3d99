% Hex
%
% By turns each player puts a stone on a free cell of a rhombus.  Red wins by joining the top
% row to the bottom row, blue by joining the left column to the right one.  There is no draw.
% With the swap rule, the second player may take over the first stone instead of placing one.
% Roles: red, blue.  Moves: place(Column, Row), swap.  Goals: 1 win, -1 loss.
% Cell C-R touches C-(R-1), (C+1)-(R-1), (C-1)-R, (C+1)-R, (C-1)-(R+1) and C-(R+1).
% perft 5x5: 25, 625, 14400

title('Hex').
source('P. Hein, 1942; J. Nash, 1949').
about('Join two sides of the board by a chain of stones.').
parameter(size, 5).  % columns and rows of the board; 1 or more
parameter(swap_rule, yes).  % whether the second player may take over the first stone; yes or no

role(red).
role(blue).

init(control(red)).
init(first).

legal(P, place(C, R)) :- true(control(P)), cell(C, R), \+ true(stone(C, R, _)).
legal(blue, swap) :- parameter(swap_rule, yes), true(control(blue)), true(second).

% The first stone, taken over, moves to the mirrored cell: blue joins the other two sides.
next(stone(C, R, P)) :- does(P, place(C, R)).
next(stone(C, R, P)) :- true(stone(C, R, P)), \+ does(_, swap).
next(stone(R, C, blue)) :- does(blue, swap), true(stone(C, R, red)).
next(control(Q)) :- true(control(P)), opponent(P, Q).
next(second) :- true(first).

terminal :- wins(_).
wins(red) :- parameter(size, N), joined(red, _, N).
wins(blue) :- parameter(size, N), joined(blue, N, _).

% joined(P, C, R): a chain of P leads from its first side to C-R.
joined(red, C, 1) :- true(stone(C, 1, red)).
joined(blue, 1, R) :- true(stone(1, R, blue)).
joined(P, C, R) :- joined(P, C1, R1), touch(C1, R1, C, R), true(stone(C, R, P)).

opponent(red, blue).
opponent(blue, red).
line(I) :- parameter(size, N), between(1, N, I).
cell(C, R) :- line(C), line(R).
touch(C, R, C1, R1) :- cell(C, R), cell(C1, R1), X is C1 - C, Y is R1 - R, side(X, Y).
side(0, 1).    side(1, 0).    side(1, -1).
side(0, -1).   side(-1, 0).   side(-1, 1).

draw(C1, R, r) :- true(stone(C, R, red)), shifted(C, R, C1).
draw(C1, R, b) :- true(stone(C, R, blue)), shifted(C, R, C1).
draw(C1, R, '.') :- cell(C, R), \+ true(stone(C, R, _)), shifted(C, R, C1).
draw_column(C1, C) :- shifted(C, 1, C1).  % of the slanting column that begins there
hexagonal.
symbol(r, '●').
symbol(b, '○').
draw_colour(r, red).
draw_colour(b, blue).
shifted(C, R, C1) :- cell(C, R), C1 is 2 * C + R - 2.
