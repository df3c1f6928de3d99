% Mu torere
%
% A game of the Maori on a star: eight points in a ring, each joined to its two neighbours and
% to the centre.  Each player has four men, side by side on the ring, and the centre is free.
% By turns a player moves one of his men along a line to the free point.  To the centre a man
% may go only if a man of the other side stands on a point of the ring next to his.  With
% guard=start that holds in the first two turns of each player, and not later.  Whoever cannot
% move loses; play that repeats itself is a draw.  With guard=never black wins by a first move
% to the centre.
% Roles: black, white.  Moves: move(Column, Row), the man that goes to the free point.
% Goals: 1 win, -1 loss.  The ring is drawn as a square.
% perft: 2, 2, 2, 6, 8, 12

title('Mu torere').
source('M. Ascher, Mu Torere: An analysis of a Maori game, 1987').
about('Move men around a star until the other side is shut in.').
parameter(guard, always).  % when men need a neighbour to go to the centre; always, start or never

repetition(draw).

role(black).
role(white).

init(man(C, R, P)) :- ring(I, C, R), starts(P, I).
init(control(black)).
init(turns(4)) :- parameter(guard, start).

legal(P, move(C, R)) :-
    true(control(P)), true(man(C, R, P)), joined(C, R, C1, R1), free(C1, R1), \+ barred(C, R).

% barred(C, R): the man on C-R may not go to the centre.
barred(C, R) :- true(man(C, R, P)), free(2, 2), guarding, \+ faces(P, C, R).
guarding :- parameter(guard, always) ; true(turns(_)).
faces(P, C, R) :-
    opponent(P, Q), ring(I, C, R), ring(J, C1, R1), next_to(I, J), true(man(C1, R1, Q)).

next(man(C, R, P)) :- does(P, move(_, _)), free(C, R).
next(man(C, R, P)) :- true(man(C, R, P)), \+ does(P, move(C, R)).
next(control(Q)) :- true(control(P)), opponent(P, Q).
next(turns(N)) :- true(turns(M)), between(2, 4, M), N is M - 1.

terminal :- \+ can_move.
loses(P) :- true(control(P)), \+ can_move.
can_move :- legal(_, _).
free(C, R) :- point(C, R), \+ true(man(C, R, _)).

opponent(black, white).
opponent(white, black).
point(C, R) :- between(1, 3, R), between(1, 3, C).
joined(C, R, C1, R1) :- point(C, R), point(C1, R1), abs(C - C1) + abs(R - R1) =:= 1.
joined(C, R, 2, 2) :- ring(_, C, R).
joined(2, 2, C, R) :- ring(_, C, R).

% The points of the ring, clockwise.
ring(1, 1, 1).    ring(2, 2, 1).    ring(3, 3, 1).    ring(4, 3, 2).
ring(5, 3, 3).    ring(6, 2, 3).    ring(7, 1, 3).    ring(8, 1, 2).
next_to(I, J) :- ring(I, _, _), J is I mod 8 + 1.
next_to(J, I) :- ring(I, _, _), J is I mod 8 + 1.
starts(black, I) :- between(1, 4, I).
starts(white, I) :- between(5, 8, I).
no_position('expected guard=always, guard=start or guard=never') :-
    parameter(guard, G), G \== always, G \== start, G \== never.

% The centre, from which a man can go anywhere.
feature(P, centre, man) :- true(man(2, 2, P)).
weight(centre, 1).

draw(C, R, b) :- true(man(C, R, black)).
draw(C, R, w) :- true(man(C, R, white)).
draw(C, R, '.') :- free(C, R).
draw_line(C, R, C1, R1) :- joined(C, R, C1, R1).
symbol(b, ●).
symbol(w, ○).
