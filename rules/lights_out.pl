% Lights out
%
% Lights stand in columns and rows.  Who presses one changes it and the lights beside it, above
% it and below it: what was on goes off, and what was off goes on.  The last light must go out.
% One role.  Moves: press(Column, Row).  A state space: the goal is to end with 100.
% The order of presses does not matter, and two presses of one light undo each other, so linear
% algebra modulo 2 finds the presses.  On 5 x 5 one start in four can be solved, by at most 15
% presses.
% perft: 9, 81, 729, 6561

title('Lights out').
source('M. Anderson and T. Feil, Turning lights out with linear algebra, 1998').
about('Press lights, which changes their neighbours too, until all are out.').
parameter(columns, 3).  % columns of lights; 1 or more
parameter(rows, 3).  % rows of lights; 1 or more
parameter(lights, []).  % the lights row by row, 1 is on and 0 is off, at most 100; [] for all on

role(solver).

init(on(C, R)) :- light(I, C, R), starts(I, 1).

legal(solver, press(C, R)) :- light(_, C, R).

next(on(C, R)) :- true(on(C, R)), \+ changes(C, R).
next(on(C, R)) :- changes(C, R), \+ true(on(C, R)).

changes(C, R) :- does(solver, press(C1, R1)), reaches(C1, R1, C, R).

terminal :- \+ lit.
goal(solver, 100) :- \+ lit.
goal(solver, 0) :- lit.
lit :- true(on(_, _)).

% A press changes at most five lights.
h(N) :- count(C - R, true(on(C, R)), M), N is (M + 4) // 5.

% light(I, C, R): the light number I, row by row, is in column C of row R.
light(I, C, R) :-
    parameter(columns, X), parameter(rows, Y), between(1, Y, R), between(1, X, C),
    I is X * (R - 1) + C.
reaches(C, R, C1, R1) :- light(_, C, R), light(_, C1, R1), abs(C - C1) + abs(R - R1) =< 1.

starts(I, 1) :- light(I, _, _), parameter(lights, []).
starts(I, L) :- lights_from(I, [L|_]).
lights_from(1, Lights) :- parameter(lights, Lights).
lights_from(J, Lights) :- lights_from(I, [_|Lights]), between(2, 100, J), I is J - 1.

no_position('expected 0 or 1 for each light') :- light(I, _, _), \+ starts(I, 0), \+ starts(I, 1).
no_position('expected as many numbers as lights') :- starts(I, _), \+ light(I, _, _).

draw(C, R, '*') :- true(on(C, R)).
draw(C, R, '.') :- light(_, C, R), \+ true(on(C, R)).
symbol(*, '●').
