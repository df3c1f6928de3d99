% Draughts (checkers), the English game
%
% Men go one square ahead diagonally, kings also back.  A player who can jump over a piece of
% the other side must, and jumps on with the same piece as long as it can.  A man whose turn ends
% on the last row becomes a king.  Whoever cannot move loses.  After 80 plies in a row in which
% only kings moved and nothing was taken, the game is a draw.
% With backwards=yes men jump back, too: one that comes to the last row and can jump on does, and
% stays a man.  With flying=yes a king goes any number of free squares, and jumps over a piece any
% number of free squares away to any free square behind it; the pieces jumped over leave the board
% when the turn ends, and until then no piece may pass them again.  Both together are pool checkers.
% Roles: black, white.  Moves: move(Column, Row, Column, Row).  Goals: 1 win, 0 draw, -1 loss.
% Black moves first, from the rows at the bottom.  Each jump is a step of its turn.
% perft: 7, 49, 302, 1469, 7361, 36768

title('Draughts').
source('A. Samuel, Some studies in machine learning using the game of checkers, 1959').
about('English draughts, or checkers: jump over men and kings.').
parameter(size, 8).  % columns and rows of the board; 4 or more
parameter(rows_of_men, 3).  % rows of men of each side; 1 or more, less than half of size
parameter(first, black).  % who moves first, from the rows at the bottom; black or white
parameter(backwards, no).  % whether men jump back, too; yes or no
parameter(flying, no).  % whether kings go and jump over any distance; yes or no
parameter(calm_plies, 80).  % plies without a man's move or a jump that make a draw; 1 or more

role(black).
role(white).

init(cell(C, R, P, man)) :- home(P, R), dark(C, R).
init(control(P)) :- parameter(first, P).
init(calm(0)).

% A jump that must go on does not end the turn.
mid_turn :- true(jumping(_, _)).

legal(P, move(C, R, C1, R1)) :- true(jumping(C, R)), true(control(P)), jumps(P, C, R, C1, R1).
legal(P, move(C, R, C1, R1)) :- \+ true(jumping(_, _)), true(control(P)), jumps(P, C, R, C1, R1).
legal(P, move(C, R, C1, R1)) :- true(control(P)), steps(P, C, R, C1, R1), \+ jumps(P, _, _, _, _).

steps(P, C, R, C1, R1) :-
    goer(P, C, R, D, I), ray(D, I, C, R, C1, R1), \+ occupied(C1, R1), \+ shut(D, I, C, R).
goer(P, C, R, D, I) :- true(cell(C, R, P, K)), goes(P, K, D), reaches(K, I).

% jumps(P, C, R, C2, R2): a piece of P on C-R can jump over C1-R1, the I-th square in a direction,
% to C2-R2, the J-th behind that.
jumps(P, C, R, C2, R2) :-
    jumper(P, C, R, D, I, J), ray(D, I, C, R, C1, R1), ray(D, J, C1, R1, C2, R2),
    prey(P, C1, R1), \+ occupied(C2, R2), \+ shut(D, I, C, R), \+ shut(D, J, C1, R1).
jumper(P, C, R, D, I, J) :- true(cell(C, R, P, K)), strikes(P, K, D, I, J).

% shut(D, I, C, R): a piece stands before the I-th square from C-R in the direction D.
shut(D, I, C, R) :- ray(D, I, C, R, _, _), ray(D, J, C, R, C1, R1), J < I, occupied(C1, R1).
prey(P, C, R) :- opponent(P, Q), true(cell(C, R, Q, _)), \+ true(captured(C, R)).
occupied(C, R) :- true(cell(C, R, _, _)).

next(cell(C, R, P, king)) :- does(P, move(C1, R1, C, R)), true(cell(C1, R1, P, king)).
next(cell(C, R, P, man)) :- does(P, move(C1, R1, C, R)), true(cell(C1, R1, P, man)), keeps(P, C, R).
next(cell(C, R, P, king)) :- crowned(P, C, R).
next(cell(C, R, P, K)) :- true(cell(C, R, P, K)), \+ does(_, move(C, R, _, _)), \+ leaves(C, R).
next(captured(C, R)) :- parameter(flying, yes), gone(C, R), goes_on(_, _).
next(jumping(C, R)) :- goes_on(C, R).
next(control(P)) :- true(control(P)), goes_on(_, _).
next(control(Q)) :- true(control(P)), opponent(P, Q), \+ goes_on(_, _).
next(calm(0)) :- lasting.
next(calm(M)) :- true(calm(N)), one_more(N, M), \+ lasting.

crowned(P, C, R) :- does(P, move(_, _, C, R)), last(P, R), \+ hurries(C, R).
keeps(P, C, R) :- role(P), dark(C, R), \+ last(P, R).
keeps(P, C, R) :- last(P, R), hurries(C, R).
hurries(C, R) :- parameter(backwards, yes), goes_on(C, R).
lasting :- taken(_, _).
lasting :- does(P, move(C, R, _, _)), true(cell(C, R, P, man)).
taken(C, R) :- does(_, move(C1, R1, C2, R2)), over(C1, R1, C, R, C2, R2), filled(C, R).

% filled(C, R): of the squares passed by, the one with a piece; without flying it is the only one.
filled(C, R) :- parameter(flying, no), dark(C, R).
filled(C, R) :- parameter(flying, yes), occupied(C, R).

gone(C, R) :- taken(C, R) ; true(captured(C, R)).
leaves(C, R) :- parameter(flying, no), taken(C, R).
leaves(C, R) :- parameter(flying, yes), gone(C, R), \+ goes_on(_, _).

% goes_on(C, R): the piece that jumps to C-R can jump again.  Behind it is only what it has just
% jumped over, which it may not pass again.
goes_on(C, R) :-
    does(P, move(C0, R0, C, R)), true(cell(C0, R0, P, K)),
    over(C0, R0, C1, R1, C, R), filled(C1, R1),
    strikes(P, K, D, I, J), ray(D, I, C, R, C2, R2), ray(D, J, C2, R2, C3, R3),
    distinct(C2 - R2, C1 - R1), prey(P, C2, R2), \+ occupied(C3, R3),
    \+ shut(D, I, C, R), \+ shut(D, J, C2, R2).

terminal :- \+ can_move.
terminal :- parameter(calm_plies, N), true(calm(N)).
loses(P) :- true(control(P)), \+ can_move.
can_move :- legal(_, _).

opponent(black, white).
opponent(white, black).
line(I) :- parameter(size, N), between(1, N, I).
dark(C, R) :- line(C), line(R), (C + R) mod 2 =:= 0.
ahead(P, 1) :- parameter(first, P).
ahead(P, -1) :- opponent(P, Q), parameter(first, Q).
home(P, R) :- ahead(P, 1), line(R), parameter(rows_of_men, N), R =< N.
home(P, R) :- ahead(P, -1), line(R), parameter(rows_of_men, N), parameter(size, S), R > S - N.
last(P, N) :- ahead(P, 1), parameter(size, N).
last(P, 1) :- ahead(P, -1).
way(D) :- between(-1, 1, D), D =\= 0.
goes(P, man, DC - DR) :- ahead(P, DR), way(DC).
goes(P, king, DC - DR) :- role(P), way(DC), way(DR).
strikes(P, K, D, I, J) :- goes(P, K, D), reaches(K, I), reaches(K, J).
strikes(P, man, D, 1, 1) :- parameter(backwards, yes), goes(P, king, D).

% ray(D, I, C, R, C1, R1): C1-R1 is the I-th square from C-R in the direction D.
ray(DC - DR, I, C, R, C1, R1) :-
    dark(C, R), way(DC), way(DR), distance(I),
    C1 is C + I * DC, R1 is R + I * DR, line(C1), line(R1).
reaches(man, 1).
reaches(king, I) :- distance(I).
distance(1).
distance(I) :- parameter(flying, yes), line(I).
over(C, R, C1, R1, C2, R2) :- ray(D, _, C, R, C1, R1), ray(D, _, C1, R1, C2, R2).
one_more(N, M) :- parameter(calm_plies, Most), between(1, Most, M), N is M - 1.

no_position('expected first=black or first=white') :- parameter(first, P), \+ role(P).
no_position('expected backwards=yes or backwards=no') :- parameter(backwards, B), \+ yes_or_no(B).
no_position('expected flying=yes or flying=no') :- parameter(flying, F), \+ yes_or_no(F).
no_position('expected calm_plies of 1 or more') :- parameter(calm_plies, N), N < 1.
yes_or_no(yes).
yes_or_no(no).

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
