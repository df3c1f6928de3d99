% Kayles
%
% Pins stand in rows.  By turns each player knocks down one pin, or two pins that stand side by
% side.  Whoever knocks down the last pin wins.
% Roles: first, second.  Moves: knock(Row, Pin), knock(Row, Pin, Pin).  Goals: 1, -1.
% A row of 1, 2, 3, ... pins has the Grundy value 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4: the first
% player wins unless the exclusive or of the values of the rows is 0.
% Dudeney's thirteen pins stand in one row, the second of which is down: rows=[1, 11].
% perft: 14, 150, 1176, 6432

title('Kayles').
source('R. Guy and C. Smith, The G-values of various games, 1956').
about('Knock down one pin or two side by side; whoever takes the last one wins.').
parameter(rows, [3, 5]).  % how many pins each row has, 0 or more; at most 20 rows

role(first).
role(second).

init(pin(R, I)) :- place(R, I).
init(control(first)).

legal(P, knock(R, I)) :- true(control(P)), true(pin(R, I)).
legal(P, knock(R, I, J)) :- true(control(P)), true(pin(R, I)), true(pin(R, J)), J =:= I + 1.

next(pin(R, I)) :- true(pin(R, I)), \+ falls(R, I).
next(control(Q)) :- true(control(P)), opponent(P, Q).

falls(R, I) :- does(_, knock(R, I)) ; does(_, knock(R, I, _)) ; does(_, knock(R, _, I)).

terminal :- \+ standing.
standing :- true(pin(_, _)).

constant_sum(0).
goal(P, 1) :- true(control(Q)), opponent(P, Q).
goal(P, -1) :- true(control(P)).

opponent(first, second).
opponent(second, first).

% place(R, I): row R has a pin number I at the start.
place(R, I) :- row(R, N), between(1, N, I).
row(R, N) :- rows_from(R, [N|_]).

rows_from(1, Rows) :- parameter(rows, Rows).
rows_from(R, Rows) :- between(2, 20, R), Q is R - 1, rows_from(Q, [_|Rows]).

no_position('expected 0 pins or more in each row') :- row(_, N), \+ N >= 0.

draw(I, R, 'I') :- true(pin(R, I)).
draw(I, R, '.') :- place(R, I), \+ true(pin(R, I)).
symbol('I', '▮').
