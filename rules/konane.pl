% Konane (Hawaiian checkers)
%
% Black and white stones fill a board in turn, like the squares of a chessboard.  Black begins
% and takes away one of his stones, in the middle of the board or at a corner; white takes away
% a stone beside the gap.  Then by turns a player jumps with one of his stones, across or down,
% over a stone of the other side next to it to the free square behind, and takes it.  The stone
% may jump on in the same direction.  Whoever cannot jump loses.
% Roles: black, white.  Moves: remove(Column, Row), jump(Column, Row, Column, Row).
% Goals: 1 win, -1 loss.
% perft 6: 4, 12, 28, 156, 668

title('Konane').
source('M. Ernst, Playing Konane mathematically, 1995').
about('Jump over stones in a straight line as long as you can.').
parameter(size, 6).  % columns and rows of the board; 1 or more

role(black).
role(white).

init(stone(C, R, P)) :- colour(C, R, P).
init(control(black)).
init(opening(black)).

legal(black, remove(C, R)) :- true(opening(black)), colour(C, R, black), opens(C, R).
legal(white, remove(C, R)) :- true(opening(white)), free(C1, R1), away(C1, R1, _, 1, C, R).
legal(P, jump(C, R, C1, R1)) :- true(control(P)), \+ true(opening(_)), jumps(P, C, R, C1, R1).

% jumps(P, C, R, C1, R1): N jumps in one direction bring the stone of P on C-R to C1-R1.
jumps(P, C, R, C1, R1) :-
    opponent(P, Q), true(stone(C, R, P)), lands(C, R, D, N, C1, R1),
    count(I, (over(C, R, D, I, C2, R2), I =< N, true(stone(C2, R2, Q)),
              lands(C, R, D, I, C3, R3), free(C3, R3)), N).

next(stone(C, R, P)) :- does(P, jump(_, _, C, R)).
next(stone(C, R, P)) :- true(stone(C, R, P)), \+ leaves(C, R).
next(control(Q)) :- true(control(P)), opponent(P, Q).
next(opening(white)) :- true(opening(black)).

leaves(C, R) :- does(_, remove(C, R)).
leaves(C, R) :- does(_, jump(C1, R1, C2, R2)), within(C1, C2, C), within(R1, R2, R).

terminal :- \+ can_move.
loses(P) :- true(control(P)), \+ can_move.
can_move :- legal(_, _).
free(C, R) :- square(C, R), \+ true(stone(C, R, _)).

opponent(black, white).
opponent(white, black).
line(I) :- parameter(size, N), between(1, N, I).
square(C, R) :- line(R), line(C).
colour(C, R, black) :- square(C, R), (C + R) mod 2 =:= 0.
colour(C, R, white) :- square(C, R), (C + R) mod 2 =:= 1.
opens(C, R) :- middle(C), middle(R) ; end(C), end(R).
middle(I) :- parameter(size, N), (I is (N + 1) // 2 ; I is N // 2 + 1).
end(I) :- I = 1 ; parameter(size, I).
within(A, B, I) :- line(A), line(B), line(I), min(A, B) =< I, I =< max(A, B).

% The I-th jump from C-R in direction D goes over one square and lands on the next.
way(1 - 0).    way(-1 - 0).    way(0 - 1).    way(0 - -1).
over(C, R, D, I, C1, R1) :- line(I), K is 2 * I - 1, away(C, R, D, K, C1, R1).
lands(C, R, D, I, C1, R1) :- line(I), K is 2 * I, away(C, R, D, K, C1, R1).
away(C, R, DC - DR, K, C1, R1) :-
    square(C, R), way(DC - DR), line(K), C1 is C + K * DC, R1 is R + K * DR, square(C1, R1).

% Jumps that a side could make.
feature(P, jump, j(C, R, C1, R1)) :- jumps(P, C, R, C1, R1).
weight(jump, 1).

draw(C, R, b) :- true(stone(C, R, black)).
draw(C, R, w) :- true(stone(C, R, white)).
draw(C, R, '.') :- free(C, R).
symbol(b, ●).
symbol(w, ○).
