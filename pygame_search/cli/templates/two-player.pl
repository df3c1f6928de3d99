% TITLE
%
% A row of empty squares. By turns each player fills two neighbouring empty squares.
% A player who cannot move loses.
% Roles: first, second.  Moves: fill(Square), and the one after it.  Goals: 1, -1.

title('TITLE').
about('Fill two neighbouring squares by turns; a player who cannot move loses.').

% A parameter and its default; "NAME.pl(squares=8)" plays with another value.
parameter(squares, 6).

% The roles, in the order of their names in every list.
role(first).
role(second).

% What holds at the start: facts about the position, called fluents.
init(empty(S)) :- square(S).
init(control(first)).

% legal(P, M): in the position, which `true` asks about, role P may make move M.
legal(P, fill(S)) :- true(control(P)), pair(S, _).

% next(F): fluent F holds after the move, which `does` asks about; all others are gone.
next(empty(S)) :- true(empty(S)), \+ filled(S).
next(control(Q)) :- true(control(P)), opponent(P, Q).

% The end, and what each role gets then.
terminal :- \+ open.
goal(P, -1) :- true(control(P)).
goal(Q, 1) :- true(control(P)), opponent(P, Q).

% Relations of our own, for the clauses above.
pair(S, T) :- true(empty(S)), T is S + 1, true(empty(T)).
open :- pair(_, _).
filled(S) :- does(_, fill(S)).
filled(T) :- does(_, fill(S)), T is S + 1.
opponent(first, second).
opponent(second, first).
square(S) :- parameter(squares, N), between(1, N, S).

% draw(Column, Row, Text): the board.
draw(S, 1, '.') :- true(empty(S)).
draw(S, 1, '#') :- square(S), \+ true(empty(S)).
