% Small battleships
%
% Ann and Bob each hide a ship, two squares side by side, in a sea of their own, both at once.
% Then they shoot by turns, ann first, at the squares of the other's sea.  Both see whether a shot
% is a hit.  Whoever has hit both squares of the other's ship wins.
% Roles: ann, bob.  Moves: hide(Column, Row, Column, Row), shoot(Column, Row).
% Goals: 1 win, -1 loss.
% In seas of 2 x 2 squares the game is worth 3/8 to ann, who shoots first (a second program,
% tests/games/test_battleships_small.py).
% perft 2x2: 16, 64, 256, 768, 1920, 3200, 3840, 2304

title('Small battleships').
source('after Battleship, M. Bradley, 1967').
about('Hide a ship, and find the other one by shooting.').
parameter(columns, 2).  % columns of a sea; 2 or more
parameter(rows, 2).  % rows of a sea; 1 or more

role(ann).
role(bob).

init(hiding).

legal(P, hide(C, R, C1, R1)) :- true(hiding), role(P), ship(C, R, C1, R1).
legal(P, shoot(C, R)) :- true(control(P)), square(C, R), \+ true(shot(P, C, R)).

next(ship(P, C, R)) :- does(P, hide(C, R, _, _)).
next(ship(P, C, R)) :- does(P, hide(_, _, C, R)).
next(ship(P, C, R)) :- true(ship(P, C, R)).
next(shot(P, C, R)) :- does(P, shoot(C, R)).
next(shot(P, C, R)) :- true(shot(P, C, R)).
next(control(ann)) :- true(hiding).
next(control(Q)) :- true(control(P)), opponent(P, Q).

sees(S, hit(C, R)) :- role(S), does(P, shoot(C, R)), on_target(P, C, R).
sees(S, miss(C, R)) :- role(S), does(P, shoot(C, R)), \+ on_target(P, C, R).
on_target(P, C, R) :- opponent(P, Q), true(ship(Q, C, R)).

terminal :- sunk(_).
wins(P) :- opponent(P, Q), sunk(Q).
sunk(Q) :- opponent(_, Q), count(C - R, hit(Q, C, R), 2).
hit(Q, C, R) :- opponent(P, Q), true(ship(Q, C, R)), true(shot(P, C, R)).

opponent(ann, bob).
opponent(bob, ann).

% ship(C, R, C1, R1): a ship may lie on C-R and the square to the right of it or below.
ship(C, R, C1, R) :- square(C, R), C1 is C + 1, square(C1, R).
ship(C, R, C, R1) :- square(C, R), R1 is R + 1, square(C, R1).
square(C, R) :- column(C), row(R).
column(C) :- parameter(columns, N), between(1, N, C).
row(R) :- parameter(rows, N), between(1, N, R).

% The sea of ann lies above that of bob: a ship, a hit, a miss.
draw(C, Y, s) :- place(P, R, Y), true(ship(P, C, R)), \+ hit(P, C, R).
draw(C, Y, x) :- place(P, R, Y), hit(P, C, R).
draw(C, Y, o) :- place(Q, R, Y), opponent(P, Q), true(shot(P, C, R)), \+ hit(Q, C, R).
draw(C, Y, '.') :-
    place(Q, R, Y), opponent(P, Q), column(C), \+ true(ship(Q, C, R)), \+ true(shot(P, C, R)).
draw_row(Y, [P, ' ', R]) :- place(P, R, Y).
draw_row(Y, ' ') :- parameter(rows, N), Y is N + 1.
symbol(s, '■').
symbol(x, '█').
symbol(o, '•').
draw_colour(x, red).
place(ann, R, R) :- row(R).
place(bob, R, Y) :- row(R), parameter(rows, N), Y is R + N + 1.
