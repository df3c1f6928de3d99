% Chinese checkers for three
%
% On a star of six points, three players bring their pegs from one point to the opposite one.
% By turns each moves a peg to a free hole beside it, or jumps with it over a peg beside it,
% anybody's, into the free hole behind.  After a jump the same peg may jump again, but in one turn
% not into a hole where it has been.  Whoever has the opposite point full, with a peg of his own
% in it at least, wins.  After a number of rounds the game is drawn.
% A hole has three coordinates, X, Y and Z = -X - Y; size=4 is the usual board of 121 holes.
% Roles: red, green, blue.  Moves: step(X, Y, X1, Y1), jump(X, Y, X1, Y1), stop, after jumps.  A
% turn has a step of its own for each jump, and one for stop.
% Goals: 2 for the winner, -1 for the others; 0 for a draw.
% perft: 6, 26, 116, 772

title('Chinese checkers').
source('Stern-Halma, Ravensburg, 1892').
about('Three players bring their pegs across a star, by steps and jumps.').
parameter(size, 2).  % length of a point of the star; 1 or more, 4 is the usual board
parameter(rounds, 20).  % how many turns each player has before the game is drawn; 1 or more

role(red).
role(green).
role(blue).

init(peg(P, X, Y)) :- starts(P, X, Y).
init(control(red)).
init(turn(1)).

legal(P, step(X, Y, X1, Y1)) :-
    beside(X, Y, X1, Y1), true(control(P)), true(peg(P, X, Y)), free(X1, Y1), \+ jumps.
legal(P, jump(X, Y, X1, Y1)) :- leap(X, Y, X1, Y1), true(control(P)), true(peg(P, X, Y)), \+ jumps.
legal(P, jump(X, Y, X1, Y1)) :-
    leap(X, Y, X1, Y1), true(control(P)), true(jumping(X, Y)), \+ true(been(X1, Y1)).
legal(P, stop) :- true(control(P)), jumps.
jumps :- true(jumping(_, _)).

free(X, Y) :- hole(X, Y), \+ taken(X, Y).
taken(X, Y) :- true(peg(_, X, Y)).
leap(X, Y, X2, Y2) :- over(X, Y, X1, Y1, X2, Y2), taken(X1, Y1), free(X2, Y2).

next(peg(P, X, Y)) :- true(control(P)), enters(X, Y).
next(peg(P, X, Y)) :- true(peg(P, X, Y)), \+ leaves(X, Y).
enters(X, Y) :- does(_, step(_, _, X, Y)).
enters(X, Y) :- does(_, jump(_, _, X, Y)).
leaves(X, Y) :- does(_, step(X, Y, _, _)).
leaves(X, Y) :- does(_, jump(X, Y, _, _)).
next(jumping(X, Y)) :- does(_, jump(_, _, X, Y)).
next(been(X, Y)) :- does(_, jump(X, Y, _, _)).
next(been(X, Y)) :- true(been(X, Y)), goes_on.
goes_on :- does(_, jump(_, _, _, _)).
next(control(P)) :- true(control(P)), goes_on.
next(control(Q)) :- true(control(P)), follows(P, Q), \+ goes_on.
next(turn(T)) :- true(turn(T)), goes_on.
next(turn(T)) :- true(turn(S)), \+ goes_on, T is S + 1, turn(T).

terminal :- wins(_).
terminal :- true(turn(T)), parameter(rounds, N), T > 3 * N.
wins(P) :- target(P, X, Y), true(peg(P, X, Y)), \+ lacks(P).
lacks(P) :- target(P, X, Y), free(X, Y).
goal(P, 2) :- wins(P).
goal(P, -1) :- role(P), \+ wins(P), wins(_).
goal(P, 0) :- role(P), \+ wins(_).

follows(red, green).
follows(green, blue).
follows(blue, red).
turn(T) :- parameter(rounds, N), L is 3 * N + 1, between(1, L, T).

% coordinate(P, X, Y, K): K is the coordinate of the hole that falls from the point where P
% begins to the opposite one.
coordinate(red, X, Y, X) :- hole(X, Y).
coordinate(green, X, Y, Y) :- hole(X, Y).
coordinate(blue, X, Y, Z) :- hole(X, Y), Z is -X - Y.
starts(P, X, Y) :- coordinate(P, X, Y, K), parameter(size, N), K > N.
target(P, X, Y) :- coordinate(P, X, Y, K), parameter(size, N), K < -N.

% The star is two triangles, one upside down on the other.
hole(X, Y) :- line(X), line(Y), parameter(size, N), X >= -N, Y >= -N, X + Y =< N.
hole(X, Y) :- line(X), line(Y), parameter(size, N), X =< N, Y =< N, X + Y >= -N.
line(I) :- parameter(size, N), M is 2 * N, L is -M, between(L, M, I).
beside(X, Y, X1, Y1) :- hole(X, Y), way(A, B), X1 is X + A, Y1 is Y + B, hole(X1, Y1).
over(X, Y, X1, Y1, X2, Y2) :-
    beside(X, Y, X1, Y1), X2 is 2 * X1 - X, Y2 is 2 * Y1 - Y, hole(X2, Y2).
way(1, 0).   way(0, 1).   way(-1, 1).
way(-1, 0).  way(0, -1).  way(1, -1).

% How far the pegs have come.
feature(P, line, X - Y - I) :-
    true(peg(P, X, Y)), coordinate(P, X, Y, K), parameter(size, N), M is 2 * N - K,
    between(1, M, I).
weight(line, 1).

rows(from_below).
draw(C, Y, L) :- true(peg(P, X, Y)), shifted(X, Y, C), letter(P, L).
draw(C, Y, '.') :- free(X, Y), shifted(X, Y, C).
draw_name(C, Y, X) :- shifted(X, Y, C).
hexagonal.
shifted(X, Y, C) :- hole(X, Y), parameter(size, N), C is 2 * X + Y + 3 * N + 1.
letter(red, r).
letter(green, g).
letter(blue, b).
draw_colour(L, P) :- letter(P, L).
