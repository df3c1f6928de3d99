% Draughts (checkers), the English game
%
% Men go one square ahead diagonally, kings also back.  A player who can jump over a piece of
% the other side must, and jumps on with the same piece as long as it can.  A man that comes to
% the last row becomes a king, and its turn ends.  Whoever cannot move loses.  After 80 plies
% in a row in which only kings moved and nothing was taken, the game is a draw.
% Roles: black, white.  Moves: move(Column, Row, Column, Row).  Goals: 1 win, 0 draw, -1 loss.
% Black moves first, from the rows at the bottom.  Each jump is a step of its turn.
% perft: 7, 49, 302, 1469, 7361, 36768

title('Draughts').
source('A. Samuel, Some studies in machine learning using the game of checkers, 1959').
about('English draughts, or checkers: jump over men and kings.').
parameter(size, 8).  % columns and rows of the board; 4 or more
parameter(rows_of_men, 3).  % rows of men of each side; 1 or more, less than half of size

role(black).
role(white).

init(cell(C, R, black, man)) :- dark(C, R), parameter(rows_of_men, N), R =< N.
init(cell(C, R, white, man)) :- dark(C, R), parameter(rows_of_men, N), parameter(size, S), R > S - N.
init(control(black)).
init(calm(0)).

% A jump that must go on does not end the turn.
mid_turn :- true(jumping(_, _)).

legal(P, move(C, R, C1, R1)) :- true(jumping(C, R)), true(control(P)), jumps(P, C, R, _, _, C1, R1).
legal(P, move(C, R, C1, R1)) :- \+ true(jumping(_, _)), true(control(P)), jumps(P, C, R, _, _, C1, R1).
legal(P, move(C, R, C1, R1)) :- true(control(P)), steps(P, C, R, C1, R1), \+ jumps(P, _, _, _, _, _, _).

steps(P, C, R, C1, R1) :- piece(P, C, R, D), step(D, C, R, C1, R1), \+ occupied(C1, R1).

% jumps(P, C, R, C1, R1, C2, R2): a piece of P on C-R can jump over C1-R1 to C2-R2.
jumps(P, C, R, C1, R1, C2, R2) :-
    piece(P, C, R, D), step(D, C, R, C1, R1), step(D, C1, R1, C2, R2), enemy(P, C1, R1), \+ occupied(C2, R2).

piece(P, C, R, D) :- true(cell(C, R, P, K)), goes(P, K, D).
enemy(P, C, R) :- opponent(P, Q), true(cell(C, R, Q, _)).
occupied(C, R) :- true(cell(C, R, _, _)).

next(cell(C, R, P, king)) :- does(P, move(C1, R1, C, R)), true(cell(C1, R1, P, king)).
next(cell(C, R, P, man)) :- does(P, move(C1, R1, C, R)), true(cell(C1, R1, P, man)), \+ last(P, R).
next(cell(C, R, P, king)) :- does(P, move(_, _, C, R)), last(P, R).
next(cell(C, R, P, K)) :- true(cell(C, R, P, K)), \+ does(_, move(C, R, _, _)), \+ taken(C, R).
next(jumping(C, R)) :- goes_on(C, R).
next(control(P)) :- true(control(P)), goes_on(_, _).
next(control(Q)) :- true(control(P)), opponent(P, Q), \+ goes_on(_, _).
next(calm(0)) :- lasting.
next(calm(M)) :- true(calm(N)), one_more(N, M), \+ lasting.

taken(C, R) :- does(_, move(C1, R1, C2, R2)), over(C1, R1, C, R, C2, R2).
lasting :- taken(_, _).
lasting :- does(P, move(C, R, _, _)), true(cell(C, R, P, man)).

% goes_on(C, R): the piece that jumps to C-R can jump again.  What it has taken is gone, and
% the square that it left is free.
goes_on(C, R) :-
    does(P, move(C0, R0, C, R)), over(C0, R0, C1, R1, C, R), true(cell(C0, R0, P, K)), \+ crowned(P, K, R),
    goes(P, K, D), step(D, C, R, C2, R2), step(D, C2, R2, C3, R3),
    enemy(P, C2, R2), distinct(C2 - R2, C1 - R1), free_after(C0, R0, C3, R3).
crowned(P, man, R) :- last(P, R).
free_after(C, R, C1, R1) :- dark(C, R), dark(C1, R1), \+ occupied(C1, R1).
free_after(C, R, C, R) :- dark(C, R).

terminal :- \+ can_move ; true(calm(80)).
loses(P) :- true(control(P)), \+ can_move.
can_move :- legal(_, _).

opponent(black, white).
opponent(white, black).
line(I) :- parameter(size, N), between(1, N, I).
dark(C, R) :- line(C), line(R), (C + R) mod 2 =:= 0.
last(black, N) :- parameter(size, N).
last(white, 1).
way(D) :- between(-1, 1, D), D =\= 0.
goes(P, king, DC - DR) :- role(P), way(DC), way(DR).
goes(black, man, DC - 1) :- way(DC).
goes(white, man, DC - -1) :- way(DC).
step(DC - DR, C, R, C1, R1) :- dark(C, R), way(DC), way(DR), C1 is C + DC, R1 is R + DR, line(C1), line(R1).
over(C, R, C1, R1, C2, R2) :- step(D, C, R, C1, R1), step(D, C1, R1, C2, R2).
one_more(N, M) :- between(1, 80, M), N is M - 1.

feature(P, man, C - R) :- true(cell(C, R, P, man)).
feature(P, king, C - R) :- true(cell(C, R, P, king)).
weight(man, 2).
weight(king, 3).

rows(from_below).
draw(C, R, Text) :- true(cell(C, R, P, K)), letter(P, K, Text).
draw(C, R, '.') :- line(C), line(R), \+ occupied(C, R).
chequered.
symbol(b, '⛂').    symbol('B', '⛃').
symbol(w, '⛀').    symbol('W', '⛁').
letter(black, man, b).    letter(black, king, 'B').
letter(white, man, w).    letter(white, king, 'W').
