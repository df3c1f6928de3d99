% Chomp
%
% A bar of chocolate, columns x rows pieces, whose corner piece in column 1 and row 1 is
% poisoned.  By turns each player eats a piece and all that is left to the right of it
% and below it.  Whoever has to eat the corner loses.
% Roles: first, second.  Moves: eat(Column, Row).  Goals: 1, -1.
% The first player wins on every bar but 1x1: if eating the last corner alone does not
% win, some answer to it does, which the first player could have made at once.
% perft 2x2: 4, 7, 6, 2

title('Chomp').
source('D. Gale, A curious Nim-type game, 1974').
about('Eat chocolate from a bar; its corner is poisoned.').
parameter(columns, 4).  % columns of the bar; 1 or more
parameter(rows, 3).  % rows of the bar; 1 or more

role(first).
role(second).

init(piece(C, R)) :- column(C), row(R).
init(control(first)).

legal(P, eat(C, R)) :- true(control(P)), true(piece(C, R)).

next(piece(C, R)) :- true(piece(C, R)), does(_, eat(D, _)), C < D.
next(piece(C, R)) :- true(piece(C, R)), does(_, eat(_, S)), R < S.
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- \+ true(piece(1, 1)).

% Who is to move has not eaten the corner.
goal(P, 1) :- true(control(P)).
goal(P, -1) :- true(control(Q)), opponent(P, Q).

opponent(first, second).
opponent(second, first).

column(C) :- parameter(columns, N), between(1, N, C).
row(R) :- parameter(rows, N), between(1, N, R).

draw(1, 1, 'X') :- true(piece(1, 1)).
draw(C, R, '#') :- true(piece(C, R)), C + R > 2.
draw(C, R, '.') :- column(C), row(R), \+ true(piece(C, R)).
symbol(#, '■').
symbol('X', '☠').
