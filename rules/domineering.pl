% Domineering
%
% By turns two players lay a domino on two free squares of a board: vertical lays his upright,
% on two squares of a column, horizontal lays hers across, on two squares of a row.  Whoever
% has no place for a domino loses.
% Roles: vertical, horizontal.  Moves: place(Column, Row), the upper or the left square of the
% domino.  Goals: 1 win, -1 loss.
% perft 4x4: 12, 108, 756, 3628, 11904, 20736

title('Domineering').
source('D. Breuker, J. Uiterwijk and H. J. van den Herik, Solving 8x8 Domineering, 2000').
about('Lay dominoes, upright or across, until the other side has no room.').
parameter(columns, 4).  % columns of the board; 1 or more
parameter(rows, 4).  % rows of the board; 1 or more

role(vertical).
role(horizontal).

init(control(vertical)).

legal(P, place(C, R)) :- true(control(P)), fits(P, C, R).

next(covered(C, R)) :- does(P, place(C1, R1)), covers(P, C1, R1, C, R).
next(covered(C, R)) :- true(covered(C, R)).
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- loses(_).
loses(P) :- true(control(P)), \+ fits(P, _, _).

% fits(P, C, R): both squares of the domino of P on C-R are free.
fits(P, C, R) :- second(P, C, R, C1, R1), \+ true(covered(C, R)), \+ true(covered(C1, R1)).
covers(P, C, R, C, R) :- second(P, C, R, _, _).
covers(P, C, R, C1, R1) :- second(P, C, R, C1, R1).

opponent(vertical, horizontal).
opponent(horizontal, vertical).
square(C, R) :- parameter(columns, X), parameter(rows, Y), between(1, Y, R), between(1, X, C).
second(vertical, C, R, C, R1) :- square(C, R), R1 is R + 1, square(C, R1).
second(horizontal, C, R, C1, R) :- square(C, R), C1 is C + 1, square(C1, R).

% Places for a domino.
feature(P, place, C - R) :- fits(P, C, R).
weight(place, 1).

draw(C, R, '#') :- true(covered(C, R)).
draw(C, R, '.') :- square(C, R), \+ true(covered(C, R)).
symbol(#, '█').
