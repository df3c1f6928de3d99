% Small 2048
%
% Tiles with powers of two lie on a square board.  A move slides all tiles as far as they go to one
% side.  Two tiles of one number that come together become one of twice the number, those nearer the
% side first, and each tile at most once in a move.  After each move, and twice at the start, chance
% puts a 2 on a free square, or one time in ten a 4.  A move must change something.  The player wins
% with a tile of the target, and loses when no move is left.
% Roles: player, random.  Moves: slide(left), slide(right), slide(up), slide(down);
% put(Column, Row, Number).  Goals: 1 win, 0 loss.
% perft: 8, 48, 128, 576

title('Small 2048').
source('after G. Cirulli, 2048, 2014').
about('Slide tiles, double them, and reach the target.').
parameter(size, 2).  % columns and rows of the board; 2 or more
parameter(target, 16).  % the number of the tile that wins; 8, 16, 32, ..., 2048

role(player).
role(random).

init(still(2)).  % how many tiles chance is to put before the player moves

legal(random, put(C, R, N)) :- true(still(_)), free(C, R), new(N, _).
legal(player, slide(D)) :- \+ true(still(_)), changes(D).
weight(random, put(C, R, N), W) :- square(C, R), new(N, W).
new(2, 9).
new(4, 1).

next(tile(C, R, N)) :- true(tile(C, R, N)), does(random, put(_, _, _)).
next(tile(C, R, N)) :- does(random, put(C, R, N)).
next(tile(C, R, N)) :- does(player, slide(D)), slid(D, C, R, N).
next(still(M)) :- does(random, put(_, _, _)), true(still(N)), M is N - 1, M > 0.
next(still(1)) :- does(player, slide(_)).

terminal :- reached.
terminal :- \+ true(still(_)), \+ changes(_).

goal(player, 1) :- reached.
goal(player, 0) :- \+ reached.

reached :- parameter(target, N), true(tile(_, _, N)).
free(C, R) :- square(C, R), \+ true(tile(C, R, _)).
changes(D) :- slid(D, C, R, N), \+ true(tile(C, R, N)).

% slid(D, C, R, N): after a slide to the side D a tile with N lies on C-R.
slid(D, C, R, N) :- line(D, I), numbers(D, I, 1, Ns), joined(Ns, Ms), nth(K, Ms, N), place(D, I, K, C, R).

% numbers(D, I, K, Ns): on line I, from its K-th square on, counted from the side D, lie tiles with Ns.
numbers(_, I, K, []) :- edge(I), beyond(K).
numbers(D, I, K, Ns) :- place(D, I, K, C, R), free(C, R), L is K + 1, numbers(D, I, L, Ns).
numbers(D, I, K, [N|Ns]) :- place(D, I, K, C, R), true(tile(C, R, N)), L is K + 1, numbers(D, I, L, Ns).

% joined(Ns, Ms): tiles with Ns, the first at the side, become tiles with Ms.
joined([], []).
joined([N], [N]).
joined([N, N|Ns], [M|Ms]) :- M is 2 * N, parameter(target, T), M =< T, joined(Ns, Ms).
joined([N, M|Ns], [N|Ms]) :- N =\= M, joined([M|Ns], Ms).
nth(1, [N|_], N).
nth(K, [_|Ns], N) :- K > 1, J is K - 1, nth(J, Ns, N).

edge(I) :- parameter(size, N), between(1, N, I).
beyond(K) :- parameter(size, N), K is N + 1.
square(C, R) :- edge(R), edge(C).
line(D, I) :- side(D), edge(I).
side(left).
side(right).
side(up).
side(down).

% place(D, I, K, C, R): the K-th square of line I, counted from the side D, is C-R.
place(left, R, C, C, R) :- square(C, R).
place(right, R, K, C, R) :- square(C, R), parameter(size, N), K is N + 1 - C.
place(up, C, R, C, R) :- square(C, R).
place(down, C, K, C, R) :- square(C, R), parameter(size, N), K is N + 1 - R.

no_position('expected a size of 2 or more') :- parameter(size, N), N < 2.
no_position('expected a target of 8, 16, 32, 64, ..., at most 2048') :-
    parameter(target, N), \+ among(N, [8, 16, 32, 64, 128, 256, 512, 1024, 2048]).
among(N, [N|_]).
among(N, [_|Ns]) :- among(N, Ns).

% Free squares, and the number of the greatest tile.
feature(player, free, C - R) :- free(C, R).
feature_value(player, greatest, N) :- max(M, true(tile(_, _, M)), N).
weight(free, 1).
weight(greatest, 1).

draw(C, R, N) :- true(tile(C, R, N)).
draw(C, R, '.') :- free(C, R).
