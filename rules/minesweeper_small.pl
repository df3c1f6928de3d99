% Small minesweeper
%
% Chance lays mines under some squares of a board.  The sweeper opens one square after another,
% and is told how many of the squares around it have mines.  He wins when all squares without a
% mine are open, and loses when he opens one with a mine.  No square is opened by itself, and the
% first one may have a mine.
% Roles: sweeper, random, who lays the mines.  Moves: open(Column, Row), lay(Column, Row).
% Goals: 1 win, 0 loss; chance has none. With 3 x 2 squares and one mine the best play wins one
% game of two (a second program, tests/games/test_minesweeper_small.py).
% perft 3x2: 6, 36, 150, 480, 1080, 1440

title('Small minesweeper').
source('after R. Donner and C. Johnson, Minesweeper, 1990').
about('Open all squares without a mine, told how many mines are near.').
parameter(columns, 3).  % columns of the board; 1 or more
parameter(rows, 2).  % rows of the board; 1 or more
parameter(mines, 1).  % how many mines there are; 1 or more

role(sweeper).
role(random).

init(to_lay(N)) :- parameter(mines, N).

legal(random, lay(C, R)) :- true(to_lay(_)), square(C, R), \+ true(mine(C, R)).
legal(sweeper, open(C, R)) :- \+ true(to_lay(_)), square(C, R), \+ true(opened(C, R, _)).

next(to_lay(N)) :- true(to_lay(M)), M > 1, N is M - 1.
next(mine(C, R)) :- does(random, lay(C, R)).
next(mine(C, R)) :- true(mine(C, R)).
next(opened(C, R, N)) :- does(sweeper, open(C, R)), near(C, R, N).
next(opened(C, R, N)) :- true(opened(C, R, N)).

sees(sweeper, near(N)) :- does(sweeper, open(C, R)), near(C, R, N).

terminal :- hit.
terminal :- \+ true(to_lay(_)), \+ safe_left.

goal(sweeper, 1) :- \+ hit.
goal(sweeper, 0) :- hit.

hit :- true(mine(C, R)), true(opened(C, R, _)).
safe_left :- square(C, R), \+ true(mine(C, R)), \+ true(opened(C, R, _)).

% near(C, R, N): N of the squares around C-R have mines.
near(C, R, N) :-
    square(C, R), between(0, 8, N),
    count(C1 - R1, ( around(C, R, C1, R1), true(mine(C1, R1)) ), N).
around(C, R, C1, R1) :- square(C, R), square(C1, R1), max(abs(C - C1), abs(R - R1)) =:= 1.
square(C, R) :-
    parameter(columns, Columns), parameter(rows, Rows), between(1, Rows, R), between(1, Columns, C).

no_position('expected fewer mines than squares') :-
    parameter(mines, N), parameter(columns, Columns), parameter(rows, Rows), N >= Columns * Rows.
no_position('expected 1 mine or more') :- parameter(mines, N), N < 1.

draw(C, R, N) :- true(opened(C, R, N)), \+ true(mine(C, R)).
draw(C, R, '#') :- true(mine(C, R)), true(opened(C, R, _)).
draw(C, R, '*') :- true(mine(C, R)), \+ true(opened(C, R, _)).
draw(C, R, '.') :- square(C, R), \+ true(mine(C, R)), \+ true(opened(C, R, _)).
symbol('*', '●').
symbol('#', '█').
draw_colour('#', red).
draw_colour(1, blue).   draw_colour(2, green).   draw_colour(3, red).   draw_colour(4, purple).
