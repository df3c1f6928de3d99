% Tic-tac-toe in space
%
% Two players put marks on the free cells of a cube of size x size x size cells by turns.
% Whoever has a whole line of the cube, straight or aslant, within a layer or through all of
% them, wins; a full cube is a draw.  The cube of size 4 is known as Qubic: the first player
% wins (O. Patashnik, Qubic: 4x4x4 tic-tac-toe, 1980).
% Roles: x, o.  Moves: mark(Column, Row, Layer).  Goals: 1 win, 0 draw, -1 loss.
% The layers are drawn side by side.
% perft 3: 27, 702, 17550, 421200

title('Tic-tac-toe in space').
source('O. Patashnik, Qubic: 4x4x4 tic-tac-toe, 1980').
about('A whole line of a cube wins.').
parameter(size, 3).  % columns, rows and layers of the cube; 1 or more

role(x).
role(o).

init(control(x)).

legal(P, mark(C, R, L)) :- true(control(P)), cell(C, R, L), \+ true(marked(C, R, L, _)).

next(marked(C, R, L, P)) :- does(P, mark(C, R, L)).
next(marked(C, R, L, P)) :- true(marked(C, R, L, P)).
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- wins(_).
terminal :- \+ open.

open :- cell(C, R, L), \+ true(marked(C, R, L, _)).
wins(P) :- marks(P, _, N), parameter(size, N).

% marks(P, I, N): P has N marks in line I.
marks(P, I, N) :-
    role(P), line(I), count(C - R - L, (in_line(I, C, R, L), true(marked(C, R, L, P))), N).

opponent(x, o).
opponent(o, x).
index(I) :- parameter(size, N), between(1, N, I).
cell(C, R, L) :- index(C), index(R), index(L).

% A line is given by how it goes on in each direction: up from 1, down to 1, or not at all.
line(A - B - C) :- way(A), way(B), way(C), goes(A, B, C).
goes(up, B, C) :- way(B), way(C).
goes(I, up, C) :- index(I), way(C).
goes(I, J, up) :- index(I), index(J).
way(up).
way(down).
way(I) :- index(I).
in_line(A - B - C, X, Y, Z) :- line(A - B - C), index(I), at(A, I, X), at(B, I, Y), at(C, I, Z).
at(up, I, I) :- index(I).
at(down, I, J) :- parameter(size, N), index(I), J is N + 1 - I.
at(J, I, J) :- index(I), index(J).

% Marks in the lines where the other side has none.
feature(P, mark_in_open_line, I - J) :-
    opponent(P, Q), marks(Q, I, 0), marks(P, I, N), index(J), J =< N.
weight(mark_in_open_line, 1).

draw(X, R, P) :- true(marked(C, R, L, P)), drawn(C, L, X).
draw(X, R, '.') :- cell(C, R, L), \+ true(marked(C, R, L, _)), drawn(C, L, X).
draw_column(X, [C, '/', L]) :- drawn(C, L, X).  % the column and the layer
drawn(C, L, X) :- index(C), index(L), parameter(size, N), X is (N + 1) * (L - 1) + C.
