% Connect four
%
% A disc dropped into a column falls to the lowest empty square.  Whoever has in_a_row of
% his discs in a line, across, down or aslant, wins; a full board is a draw.
% Roles: x, o.  Moves: drop(Column).  Goals: 1 win, 0 draw, -1 loss.
% Row 1 is the top.  perft 7x6: 7, 49, 343, 2401, 16807, 117649, 823536, 5673234

title('Connect four').
source('V. Allis, A knowledge-based approach of connect-four, 1988').
about('Drop discs into columns; four of yours in a line win.').
parameter(columns, 7).  % columns of the board; 1 or more
parameter(rows, 6).  % rows of the board; 1 or more
parameter(in_a_row, 4).  % how many discs in a line win; 1 or more

role(x).
role(o).

init(cell(C, R, b)) :- square(C, R).
init(control(x)).

legal(P, drop(C)) :- true(control(P)), true(cell(C, 1, b)).

next(cell(C, R, P)) :- does(P, drop(C)), lands(C, R).
next(cell(C, R, P)) :- true(cell(C, R, P)), \+ filled(C, R).
next(control(Q)) :- true(control(P)), opponent(P, Q).

filled(C, R) :- does(_, drop(C)), lands(C, R).
lands(C, R) :- true(cell(C, R, b)), parameter(rows, R).
lands(C, R) :- true(cell(C, R, b)), R1 is R + 1, true(cell(C, R1, P)), P \== b.

terminal :- line(_).
terminal :- \+ open.
open :- true(cell(_, 1, b)).

goal(P, 1) :- line(P).
goal(P, -1) :- opponent(P, Q), line(Q).
goal(P, 0) :- role(P), \+ line(x), \+ line(o).

opponent(x, o).
opponent(o, x).

square(C, R) :-
    parameter(columns, Columns), parameter(rows, Rows),
    between(1, Columns, C), between(1, Rows, R).

direction(1, 0).
direction(0, 1).
direction(1, 1).
direction(1, -1).

line(P) :-
    role(P), square(C, R), direction(DC, DR), parameter(in_a_row, N),
    count(I, (before(N, I), C1 is C + I * DC, R1 is R + I * DR, true(cell(C1, R1, P))), N).

before(N, I) :- parameter(in_a_row, N), M is N - 1, between(0, M, I).

notation(drop(C), C).

draw(C, R, '.') :- true(cell(C, R, b)).
draw(C, R, P) :- true(cell(C, R, P)), P \== b.
symbol(x, '●').
symbol(o, '○').

% Explanations in words.
reason(terminal, 'the game is over').
reason(\+ terminal, 'the game goes on').
reason(line(P), [P, ' has ', N, ' in a row']) :- parameter(in_a_row, N).
reason(\+ line(P), [P, ' has no line']).
reason(open, 'a column has room').
reason(\+ open, 'the board is full').
