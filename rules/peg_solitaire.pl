% Peg solitaire
%
% All holes of a board but one hold a peg.  A peg jumps over a peg beside it into the free hole
% behind, and the peg that it jumps over is taken.  One peg must be left at the end; with
% last=[Column, Row] it must be there.  On the square grid of the English board pegs jump across
% and down, on a triangle also along its third side.
% One role.  Moves: jump(Column, Row, Column, Row).  A state space: the goal is to end with 100;
% who cannot jump any more before has 0.
% On the English board, with 33 holes, 31 jumps lead from all but the centre to a peg in the
% centre.  If jumps of one peg in a row are one move, it takes 18 moves (E. Bergholt 1912).
% perft: 2, 8, 42, 222

title('Peg solitaire').
source('J. Beasley, The Ins and Outs of Peg Solitaire, 1985').
about('Jump over pegs and take them until one is left.').
parameter(board, triangle).  % triangle (15 holes), small_triangle (10), english (33) or french (37)
parameter(empty, [1, 1]).  % the column and the row of the hole that is free at the start
parameter(last, []).  % the column and the row of the last peg; [] for anywhere

role(solver).

init(peg(C, R)) :- hole(C, R), \+ parameter(empty, [C, R]).

legal(solver, jump(C, R, C2, R2)) :- jumps(C, R, _, _, C2, R2).

% jumps(C, R, C1, R1, C2, R2): the peg on C-R can jump over C1-R1 to C2-R2.
jumps(C, R, C1, R1, C2, R2) :-
    line(C, R, C1, R1, C2, R2), true(peg(C, R)), true(peg(C1, R1)), \+ true(peg(C2, R2)).

next(peg(C, R)) :- does(solver, jump(_, _, C, R)).
next(peg(C, R)) :- true(peg(C, R)), \+ leaves(C, R).
leaves(C, R) :- does(solver, jump(C, R, _, _)).
leaves(C, R) :- does(solver, jump(C0, R0, C1, R1)), line(C0, R0, C, R, C1, R1).

terminal :- \+ can_jump.
can_jump :- jumps(_, _, _, _, _, _).

goal(solver, 100) :- solved.
goal(solver, 0) :- \+ solved.
solved :- count(C - R, true(peg(C, R)), 1), ends.
ends :- true(peg(C, R)), last(C, R).
last(C, R) :- hole(C, R), parameter(last, []).
last(C, R) :- hole(C, R), parameter(last, [C, R]).

% Each jump takes a peg.
h(N) :- count(C - R, true(peg(C, R)), M), N is M - 1.

hole(C, R) :- parameter(board, B), row(B, R, First, Last), between(First, Last, C).

% row(B, R, First, Last): row R of the board B has holes from column First to column Last.
row(triangle, R, 1, R) :- between(1, 5, R).
row(small_triangle, R, 1, R) :- between(1, 4, R).
row(english, R, 3, 5) :- between(1, 7, R), abs(R - 4) > 1.
row(english, R, 1, 7) :- between(3, 5, R).
row(french, R, First, Last) :- between(1, 7, R), First is max(1, abs(R - 4)), Last is 8 - First.

% line(C, R, C1, R1, C2, R2): these three holes lie side by side.
line(C, R, C1, R1, C2, R2) :-
    hole(C, R), way(X, Y), C1 is C + X, R1 is R + Y, C2 is C + 2 * X, R2 is R + 2 * Y, hole(C2, R2).
way(0, -1).   way(-1, 0).   way(1, 0).   way(0, 1).
way(X, X) :- parameter(board, B), slanted(B), (X = -1 ; X = 1).
slanted(triangle).
slanted(small_triangle).

no_position('expected triangle, small_triangle, english or french as board') :- \+ hole(_, _).
no_position('expected the column and the row of a hole as empty') :- \+ free.
no_position('expected the column and the row of a hole as last, or []') :- \+ last(_, _).
free :- parameter(empty, [C, R]), hole(C, R).

draw(C, R, o) :- true(peg(C, R)).
draw(C, R, '.') :- hole(C, R), \+ true(peg(C, R)).

symbol(o, '●').
