% Tic-tac-toe
%
% Two players put marks on a board of columns x rows by turns; whoever has
% in_a_row of his marks in a line, across, down or aslant, wins.
% Roles: x, o.  Moves: mark(Column, Row).  Goals: 1 win, 0 draw, -1 loss.
% The advice is the rule-based player of SP.268 (MIT 2009).
% Column 1 is on the left, row 1 at the top.
% perft 3x3: 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872

title('Tic-tac-toe').
source('SP.268, AI Techniques for Solving Games, MIT 2009').
about('Three marks in a line win.').
parameter(columns, 3).  % columns of the board; 1 or more
parameter(rows, 3).  % rows of the board; 1 or more
parameter(in_a_row, 3).  % how many marks in a line win; 1 or more

role(x).   role(o).

init(cell(C, R, b)) :- square(C, R).
init(control(x)).

legal(P, mark(C, R)) :- true(control(P)), true(cell(C, R, b)).

next(cell(C, R, P)) :- does(P, mark(C, R)).
next(cell(C, R, P)) :- true(cell(C, R, P)), \+ marked(C, R).
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- line(_).
terminal :- \+ open.

goal(P, 1) :- line(P).
goal(P, -1) :- opponent(P, Q), line(Q).
goal(P, 0) :- role(P), \+ line(x), \+ line(o).

marked(C, R) :- does(_, mark(C, R)).
open :- true(cell(_, _, b)).
opponent(x, o).   opponent(o, x).

square(C, R) :-
    parameter(columns, Columns), parameter(rows, Rows),
    between(1, Columns, C), between(1, Rows, R).

direction(1, 0).   direction(0, 1).   direction(1, 1).   direction(1, -1).

line(P) :-
    role(P), square(C, R), direction(DC, DR), parameter(in_a_row, N),
    count(I, (before(N, I), C1 is C + I * DC, R1 is R + I * DR, true(cell(C1, R1, P))), N).

before(N, I) :- parameter(in_a_row, N), M is N - 1, between(0, M, I).

% The five rules of SP.268, in order of importance.
advice(1, P, mark(C, R)) :- wins_at(P, C, R).
advice(2, P, mark(C, R)) :- opponent(P, Q), wins_at(Q, C, R).
advice(3, P, mark(C, R)) :- legal(P, mark(C, R)), \+ edge(C, R).
advice(4, P, mark(C, R)) :- legal(P, mark(C, R)), corner(C, R).
advice(5, P, mark(C, R)) :- legal(P, mark(C, R)).

% wins_at(P, C, R): a mark of P there makes a line.
wins_at(P, C, R) :- role(P), true(cell(C, R, b)), after(P, mark(C, R), line(P)).

edge(C, R) :- square(C, R), (C =:= 1 ; parameter(columns, C) ; R =:= 1 ; parameter(rows, R)).
corner(C, R) :- square(C, R), (C =:= 1 ; parameter(columns, C)), (R =:= 1 ; parameter(rows, R)).

draw(C, R, '.') :- true(cell(C, R, b)).
draw(C, R, P) :- true(cell(C, R, P)), P \== b.

% Explanations in words.
reason(terminal, 'the game is over').
reason(\+ terminal, 'the game goes on').
reason(line(P), [P, ' has a line']).
reason(\+ line(P), [P, ' has no line']).
reason(\+ open, 'no square is empty').
reason(wins_at(P, C, R), [P, ' makes a line at ', C, ', ', R]).
reason(\+ wins_at(P, C, R), [P, ' makes no line at ', C, ', ', R]).
