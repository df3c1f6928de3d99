% The eight puzzle
%
% Eight tiles on a board of 3 x 3; one square is free, and a tile beside it slides into
% it.  The tiles are to stand in order, the free square (0) last.  perft: 4, 12, 30, 90, 230, 690
% One role.  Moves: slide(Tile).  A state space: the goal is to end with 100.
% Half of all boards cannot be solved, as [1, 2, 3, 4, 5, 6, 8, 7, 0].

title('Eight puzzle').
source('D. Poole, A. Mackworth, R. Goebel, Computational Intelligence, 1998').
about('Slide tiles until they stand in order.').
parameter(board, [1, 2, 3, 4, 0, 6, 7, 5, 8]).  % the tiles row by row, 0 for the free square

role(solver).

init(tile(C, R, T)) :- parameter(board, Tiles), place(I, C, R), tile_at(I, Tiles, T).

legal(solver, slide(T)) :- true(tile(C, R, 0)), beside(C, R, C1, R1), true(tile(C1, R1, T)).

next(tile(C, R, 0)) :- does(solver, slide(T)), true(tile(C, R, T)).
next(tile(C, R, T)) :- does(solver, slide(T)), true(tile(C, R, 0)).
next(tile(C, R, T)) :- true(tile(C, R, T)), T \== 0, \+ does(solver, slide(T)).

terminal :- \+ misplaced.
goal(solver, 100) :- \+ misplaced.
goal(solver, 0) :- misplaced.

misplaced :- true(tile(C, R, T)), T \== 0, \+ home(T, C, R).
home(T, C, R) :- place(T, C, R).

% The distance of Manhattan: for each tile, the columns and rows it is away from home.
h(N) :- sum(D, T, away(T, D), N).
away(T, D) :- true(tile(C, R, T)), T \== 0, home(T, C1, R1), D is abs(C - C1) + abs(R - R1).

place(I, C, R) :- between(1, 3, R), between(1, 3, C), I is 3 * (R - 1) + C.
beside(C, R, C1, R1) :- place(_, C, R), place(_, C1, R1), abs(C - C1) + abs(R - R1) =:= 1.

% tile_at(I, Tiles, T): T is number I of Tiles.
tile_at(I, Tiles, T) :- parameter(board, Tiles), tiles_from(I, [T|_]).
tiles_from(1, Tiles) :- parameter(board, Tiles).
tiles_from(I, Tiles) :- between(2, 9, I), J is I - 1, tiles_from(J, [_|Tiles]).

draw(C, R, T) :- true(tile(C, R, T)), T \== 0.
draw(C, R, '.') :- true(tile(C, R, 0)).
