% Sliding puzzle
%
% Numbered tiles lie on a board on which one square is free, and a tile beside it slides into
% it.  The tiles are to stand in order, row by row, with the free square last.
% One role.  Moves: slide(Tile).  A state space: the goal is to end with 100.
% The board is the list of its tiles, row by row, 0 for the free square.  If it is empty, the
% free square comes first and the tiles follow in order; where columns and rows are both even,
% tiles 1 and 2 change places, because otherwise there is no solution.  Half of all boards have
% none.  The hardest boards of 3 x 3, such as [8, 6, 7, 2, 5, 4, 3, 0, 1], take 31 moves; those
% of 4 x 4 take 80.  perft 3x3: 2, 6, 16, 48, 128, 384

title('Sliding puzzle').
source('A. Reinefeld, Complete solution of the eight-puzzle, 1993; A. Brungger et al., 1999').
about('Slide numbered tiles until they stand in order, on a board of any size.').
parameter(columns, 3).  % columns of the board; 2 or more
parameter(rows, 3).  % rows of the board; 2 or more
parameter(board, []).  % the tiles row by row, 0 for the free square; [] for a usual start

role(solver).

init(tile(C, R, T)) :- place(I, C, R), starts(I, T).

legal(solver, slide(T)) :- beside(C, R, C1, R1), true(tile(C, R, 0)), true(tile(C1, R1, T)).

next(tile(C, R, 0)) :- does(solver, slide(T)), true(tile(C, R, T)).
next(tile(C, R, T)) :- does(solver, slide(T)), true(tile(C, R, 0)).
next(tile(C, R, T)) :- true(tile(C, R, T)), T \== 0, \+ does(solver, slide(T)).

terminal :- \+ misplaced.
goal(solver, 100) :- \+ misplaced.
goal(solver, 0) :- misplaced.
misplaced :- true(tile(C, R, T)), away(C, R, T, _).

% The Manhattan distance: for each tile, the columns and rows it is away from its place.
h(N) :- sum(D, T, (true(tile(C, R, T)), away(C, R, T, D)), N).
away(C, R, T, D) :- place(T, C1, R1), size(N), T < N, D is abs(C - C1) + abs(R - R1), D > 0.

size(N) :- parameter(columns, X), parameter(rows, Y), N is X * Y.
place(I, C, R) :-
    parameter(columns, X), parameter(rows, Y), between(1, Y, R), between(1, X, C),
    I is X * (R - 1) + C.
beside(C, R, C1, R1) :- place(_, C, R), side(X, Y), C1 is C + X, R1 is R + Y, place(_, C1, R1).
side(0, -1).   side(-1, 0).   side(1, 0).   side(0, 1).

% starts(I, T): T is number I of the board.
starts(I, T) :- tiles_from(I, [T|_]).
starts(I, T) :- parameter(board, []), place(I, _, _), J is I - 1, exchanged(J, T).
exchanged(T, T) :- number(T), \+ even.
exchanged(T, T) :- number(T), even, (T < 1 ; T > 2).
exchanged(1, 2) :- even.
exchanged(2, 1) :- even.
even :- parameter(columns, X), parameter(rows, Y), X mod 2 =:= 0, Y mod 2 =:= 0.
number(T) :- size(N), M is N - 1, between(0, M, T).
tiles_from(1, Tiles) :- parameter(board, Tiles).
tiles_from(J, Tiles) :- tiles_from(I, [_|Tiles]), between(2, 100, J), I is J - 1.

no_position('expected each number from 0 to that of the tiles once') :-
    number(T), count(I, (place(I, _, _), starts(I, T)), N), N =\= 1.
no_position('expected as many numbers as squares') :- starts(I, _), size(N), I > N.

draw(C, R, T) :- true(tile(C, R, T)), T \== 0.
draw(C, R, '.') :- true(tile(C, R, 0)).
