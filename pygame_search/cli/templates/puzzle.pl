% TITLE
%
% A row of lamps that are on. A press on one switches it and its neighbours.
% All lamps are to be off.
% One role.  Moves: press(Lamp).  The goal is an end that is worth 100.

title('TITLE').
about('Switch a lamp and its neighbours; all lamps are to be off.').

% A parameter and its default; "NAME.pl(lamps=4)" plays with another value.
parameter(lamps, 5).

% A puzzle has one role.
role(solver).

% What holds at the start: facts about the position, called fluents.
init(on(L)) :- lamp(L).

% legal(P, M): in the position, role P may make move M.
legal(solver, press(L)) :- lamp(L).

% next(F): fluent F holds after the move, which `does` asks about; all others are gone.
next(on(L)) :- true(on(L)), \+ switched(L).
next(on(L)) :- switched(L), \+ true(on(L)).

% The end, and what it is worth; `path` looks for an end of the highest value.
terminal :- \+ light.
goal(solver, 100) :- terminal.
goal(solver, 0) :- \+ terminal.

% Relations of our own, for the clauses above.
light :- true(on(_)).
switched(L) :- does(solver, press(L)).
switched(L) :- does(solver, press(M)), near(L, M).
near(L, M) :- lamp(L), lamp(M), M is L + 1.
near(L, M) :- lamp(L), lamp(M), M is L - 1.
lamp(L) :- parameter(lamps, N), between(1, N, L).

% draw(Column, Row, Text): the board.
draw(L, 1, '*') :- true(on(L)).
draw(L, 1, '.') :- lamp(L), \+ true(on(L)).
