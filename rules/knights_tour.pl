% Knight's tour
%
% A knight visits every square of a board once, beginning on a given square.
% One role.  Moves: to(Column, Row).  A state space: the goal is to end with 100; a knight that
% is stuck before the end has 0.
% From a corner of 5 x 5 there are 304 tours, and 16 in all on 3 x 4.
% perft: 2, 10, 26, 80, 256, 648, 1784

title('Knight\'s tour').
source('H. C. von Warnsdorff, Des Roesselsprunges einfachste und allgemeinste Loesung, 1823').
about('Visit every square of a board once with a knight.').
parameter(columns, 5).  % columns of the board; 1 or more
parameter(rows, 5).  % rows of the board; 1 or more
parameter(first, [1, 1]).  % the column and the row of the first square

role(rider).

init(knight(C, R)) :- parameter(first, [C, R]), square(C, R).
init(visited(C, R)) :- parameter(first, [C, R]), square(C, R).

legal(rider, to(C, R)) :- onward(C, R).
onward(C, R) :- leap(C1, R1, C, R), true(knight(C1, R1)), \+ true(visited(C, R)).

next(knight(C, R)) :- does(rider, to(C, R)).
next(visited(C, R)) :- does(rider, to(C, R)).
next(visited(C, R)) :- true(visited(C, R)).

terminal :- \+ onward(_, _).
goal(rider, 100) :- \+ left(_, _).
goal(rider, 0) :- left(_, _).
left(C, R) :- square(C, R), \+ true(visited(C, R)).

% Each square that is left costs a move.  Warnsdorff's rule tells the squares of one move
% apart: the fewer ways go on from a square, the better.  All tours have the same cost, so it
% does no harm that this estimate is greater than the cost.
h(N) :- count(C - R, left(C, R), M), count(X - Y, onward(X, Y), W), N is 9 * M + W.

% The player `advice` follows Warnsdorff's rule and never goes back.
advice(W, rider, M) :- legal(rider, M), count(N, after(M, legal(rider, N)), W).

no_position('expected the column and the row of a square as first') :- \+ true(knight(_, _)).

square(C, R) :- parameter(columns, X), parameter(rows, Y), between(1, Y, R), between(1, X, C).
leap(C, R, C1, R1) :- square(C, R), step(X, Y), C1 is C + X, R1 is R + Y, square(C1, R1).
step(-1, -2).   step(1, -2).   step(-2, -1).   step(2, -1).
step(-2, 1).    step(2, 1).    step(-1, 2).    step(1, 2).

draw(C, R, n) :- true(knight(C, R)).
draw(C, R, x) :- true(visited(C, R)), \+ true(knight(C, R)).
draw(C, R, '.') :- left(C, R).
chequered.
symbol(n, '♞').
symbol(x, '×').
