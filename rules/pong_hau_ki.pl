% Pong hau k'i
%
% A game of China and Korea on five points: the corners of a square and its centre.  Lines join
% the centre to each corner, and the corners along three sides; the side at the top is missing.
% Black has two men at the top, white two at the bottom, and the centre is free.  By turns a
% player moves one of his men along a line to the free point.  Whoever cannot move loses; play
% that repeats itself is a draw.
% Roles: black, white.  Moves: move(Column, Row), the man that goes to the free point.
% Goals: 1 win, -1 loss.  With first=white white begins.
% perft: 2, 2, 2, 4, 6, 10

title('Pong hau k\'i').
source('P. Straffin, Position graphs for Pong Hau K\'i and Mu Torere, 1995').
about('Two men on each side of five points: shut the other side in.').
parameter(first, black).  % who begins; black or white

repetition(draw).

role(black).
role(white).

init(man(C, 1, black)) :- corner(C, 1).
init(man(C, 3, white)) :- corner(C, 3).
init(control(P)) :- role(P), parameter(first, P).

legal(P, move(C, R)) :- true(control(P)), true(man(C, R, P)), joined(C, R, C1, R1), free(C1, R1).

next(man(C, R, P)) :- does(P, move(_, _)), free(C, R).
next(man(C, R, P)) :- true(man(C, R, P)), \+ does(P, move(C, R)).
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- \+ can_move.
loses(P) :- true(control(P)), \+ can_move.
can_move :- legal(_, _).
free(C, R) :- point(C, R), \+ true(man(C, R, _)).

opponent(black, white).
opponent(white, black).
corner(C, R) :- (C = 1 ; C = 3), (R = 1 ; R = 3).
point(C, R) :- corner(C, R).
point(2, 2).

% joined(C, R, C1, R1): a line leads from C-R to C1-R1.
joined(2, 2, C, R) :- corner(C, R).
joined(C, R, 2, 2) :- corner(C, R).
joined(C, 1, C, 3) :- corner(C, 1).
joined(C, 3, C, 1) :- corner(C, 1).
joined(1, 3, 3, 3).
joined(3, 3, 1, 3).
no_position('expected first=black or first=white') :- parameter(first, P), \+ role(P).

% The points to which a side can go.
feature(P, way, C - R) :- true(man(C, R, P)), joined(C, R, C1, R1), free(C1, R1).
weight(way, 1).

draw(C, R, b) :- true(man(C, R, black)).
draw(C, R, w) :- true(man(C, R, white)).
draw(C, R, '.') :- free(C, R).
draw_line(C, R, C1, R1) :- joined(C, R, C1, R1).
symbol(b, ●).
symbol(w, ○).
