% Kriegspiel tic-tac-toe
%
% Tic-tac-toe in which neither player sees the marks of the other.  Who tries a square that is taken
% is told so by an umpire, and tries another one.  Both hear it, but the other player is not told
% which square it was.  All else is tic-tac-toe.
% It is also called phantom tic-tac-toe.  In other versions only the one who tries hears the umpire.
% Roles: x, o.  Moves: mark(Column, Row), which fails on a taken square.
% Goals: 1 win, 0 draw, -1 loss.
% perft 3x3: 9, 81, 648, 5112, 36288

title('Kriegspiel tic-tac-toe').
source('M. Lanctot, Monte Carlo sampling and regret minimization, 2013').
about('Tic-tac-toe in which you do not see the marks of the other.').
include(tic_tac_toe).

legal(P, mark(C, R)) :- true(control(P)), square(C, R), \+ true(tried(P, C, R)).

next(cell(C, R, P)) :- does(P, mark(C, R)), true(cell(C, R, b)).
next(cell(C, R, P)) :- true(cell(C, R, P)), ( P \== b ; \+ marked(C, R) ).
next(tried(P, C, R)) :- does(P, mark(C, R)).
next(tried(P, C, R)) :- true(tried(P, C, R)).
next(control(P)) :- true(control(P)), taken.
next(control(Q)) :- true(control(P)), opponent(P, Q), \+ taken.

% Both hear it, so each knows whose turn it is.
sees(P, taken) :- role(P), taken.
taken :- does(_, mark(C, R)), true(cell(C, R, P)), P \== b.

% Who does not see the other's marks can prefer the middle and the corners all the same.
advice(1, P, mark(C, R)) :- legal(P, mark(C, R)), \+ edge(C, R).
advice(2, P, mark(C, R)) :- legal(P, mark(C, R)), corner(C, R).
advice(3, P, mark(C, R)) :- legal(P, mark(C, R)).
