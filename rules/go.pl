% Go
%
% By turns the players put a stone on a free point, or pass; black begins.  Stones of one colour
% that are joined along lines are a chain, and the free points beside a chain are its liberties.
% A stone that takes the last liberty of chains of the other colour captures them: they leave the
% board.  A stone may not leave its own chain without a liberty (no suicide), and no stone may bring
% about a board that has been there before (positional superko).  After two passes in a row each
% player has his stones and the free points from which lines over free points lead to his stones
% alone (area scoring); white has the komi, too.
% Roles: black, white.  Moves: place(Column, Row), pass.
% Goals: one's own area less the other's; black's less the komi.
% perft 3x3: 10, 91, 738

title('Go').
source('J. Tromp and G. Farnebäck, Combinatorics of Go, 2007').
about('Surround more of the board than your opponent.').
parameter(size, 5).  % rows and columns of the board; 2 to 9
parameter(komi, 0).  % what white gets for moving second; a whole number

role(black).
role(white).

init(control(black)).

legal(P, place(C, R)) :-
    true(control(P)), free(C - R), lives(P, C - R), after(P, place(C, R), occurred(1)).
legal(P, pass) :- true(control(P)).

next(cell(C, R, P)) :- does(P, place(C, R)).
next(cell(C, R, P)) :- true(cell(C, R, P)), \+ captured(C - R).
next(control(Q)) :- true(control(P)), opponent(P, Q).
next(passed) :- does(_, pass), \+ true(passed).
next(over) :- does(_, pass), true(passed).

terminal :- true(over).
goal(black, V) :- area(black, B), area(white, W), parameter(komi, K), V is B - W - K.
goal(white, V) :- goal(black, B), V is -B.
constant_sum(0).

position_part(cell(C, R, P)) :- true(cell(C, R, P)).

% breathes(A, X): the chain of the stone on A has a liberty other than the point X.
breathes(A, X) :- stone(A, _), beside(A, L), free(L), point(X), L \== X.
breathes(A, X) :- stone(A, P), beside(A, B), stone(B, P), breathes(B, X).

captured(A) :- does(P, place(C, R)), opponent(P, Q), stone(A, Q), \+ breathes(A, C - R).

% lives(P, X): a stone of P on X has a liberty, joins a chain that keeps one, or captures.
lives(_, X) :- beside(X, L), free(L).
lives(P, X) :- beside(X, A), stone(A, P), breathes(A, X).
lives(P, X) :- beside(X, A), stone(A, Q), opponent(P, Q), \+ breathes(A, X).

area(P, N) :- role(P), count(X, owns(P, X), N).
owns(P, X) :- stone(X, P).
owns(P, X) :- free(X), reaches(X, P), opponent(P, Q), \+ reaches(X, Q).
reaches(X, P) :- free(X), beside(X, A), stone(A, P).
reaches(X, P) :- free(X), beside(X, Y), reaches(Y, P).

stone(C - R, P) :- true(cell(C, R, P)).
free(C - R) :- point(C - R), \+ true(cell(C, R, _)).

opponent(black, white).
opponent(white, black).
line(N) :- parameter(size, S), S >= 2, S =< 9, between(1, S, N).
point(C - R) :- line(R), line(C).
beside(C - R, D - R) :- point(C - R), line(D), abs(C - D) =:= 1.
beside(C - R, C - S) :- point(C - R), line(S), abs(R - S) =:= 1.

% What is on the board.
feature(P, stone, X) :- stone(X, P).
weight(stone, 1).

draw(C, R, x) :- true(cell(C, R, black)).
draw(C, R, o) :- true(cell(C, R, white)).
draw(C, R, '.') :- point(C - R), free(C - R).
draw_line(1, R, S, R) :- line(R), parameter(size, S).
draw_line(C, 1, C, S) :- line(C), parameter(size, S).
symbol(x, '●').
symbol(o, '○').
