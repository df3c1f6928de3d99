% Tron
%
% Two cars start in opposite corners of a walled field.  At each step both drive on by one square,
% at the same time, and leave a wall on every square they have been on.  Who drives into a wall or
% off the field, has crashed, and so have both if they meet on one square.  Who crashes alone
% loses; if both crash, it is a draw.
% Roles: ann, bob.  Moves: up, down, left, right.  Goals: 1 win, 0 draw, -1 loss.
% Searches read moves made at once pessimistically, unless the method is matrix.
% perft: 16, 64, 160, 96

title('Tron').
source('the film Tron, Walt Disney Productions, 1982').
about('Both drive on at once and leave walls; do not crash into one.').
parameter(columns, 3).  % columns of the field; 2 or more
parameter(rows, 3).  % rows of the field; 2 or more

role(ann).
role(bob).

init(at(ann, 1, 1)).
init(at(bob, C, R)) :- parameter(columns, C), parameter(rows, R).

legal(P, M) :- role(P), way(M, _, _).

next(at(P, C, R)) :- reaches(P, C, R), open(C, R).
next(wall(C, R)) :- true(wall(C, R)).
next(wall(C, R)) :- true(at(_, C, R)).

% reaches(P, C, R): P drives to C-R, which may be off the field.
reaches(P, C, R) :- does(P, M), true(at(P, C0, R0)), way(M, X, Y), C is C0 + X, R is R0 + Y.
open(C, R) :- square(C, R), \+ true(wall(C, R)), \+ true(at(_, C, R)), \+ meet(C, R).
meet(C, R) :- reaches(ann, C, R), reaches(bob, C, R).

terminal :- crashed(_).
wins(P) :- opponent(P, Q), crashed(Q), \+ crashed(P).
crashed(P) :- role(P), \+ true(at(P, _, _)).

opponent(ann, bob).
opponent(bob, ann).
way(up, 0, -1).   way(down, 0, 1).   way(left, -1, 0).   way(right, 1, 0).
square(C, R) :- parameter(columns, X), parameter(rows, Y), between(1, Y, R), between(1, X, C).

% The free squares beside the car.
feature(P, way, M) :- true(at(P, C0, R0)), way(M, X, Y), C is C0 + X, R is R0 + Y, free(C, R).
weight(way, 1).
free(C, R) :- square(C, R), \+ true(wall(C, R)), \+ true(at(_, C, R)).

draw(C, R, a) :- true(at(ann, C, R)).
draw(C, R, b) :- true(at(bob, C, R)).
draw(C, R, '#') :- true(wall(C, R)).
draw(C, R, '.') :- free(C, R).
symbol(#, '█').
