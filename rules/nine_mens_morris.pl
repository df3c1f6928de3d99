% Nine men's morris
%
% The board has three squares, one within the other; men stand on their corners and on the middles
% of their sides.  Lines join the points beside each other on a square, and the middles of the sides
% of neighbouring squares.  By turns each player puts a man on a free point until all are placed;
% then a turn moves one of his men along a line to the next point, which must be free.  A player
% with three men left may move one of them to any free point (flying).  Whoever gets three men in a
% row along a line, a mill, takes a man of the other side, none from a mill unless all are in mills.
% A player who has fewer than three men left, or who cannot move, loses.  Play that repeats itself
% is a draw.
% Roles: white, black.  Moves: place(Column, Row), move(Column, Row, Column, Row), and, as a step
% of its own, take(Column, Row).  Goals: 1 win, 0 draw, -1 loss.
% With nine men it is a draw (R. Gasser 1996).  Two squares and six men are six men's morris; one
% square and three men, with its eight points, is the smallest game of the family.
% perft: 24, 552, 12144, 255024

title('Nine men\'s morris').
source('R. Gasser, Solving Nine Men\'s Morris, 1996').
about('Place men, move them, and take a man with every three in a row.').
parameter(squares, 3).  % squares, one within the other; 1 to 3
parameter(men, 9).  % men of each player; from 3 to four for each square
parameter(flying, yes).  % whether a player with three men moves to any free point; yes or no

repetition(draw).

role(white).
role(black).

init(hand(P, N)) :- role(P), parameter(men, N).
init(control(white)).

% Who has closed a mill is still to take a man.
mid_turn :- true(taking).

legal(P, place(C, R)) :-
    true(control(P)), \+ true(taking), placing(P), point(C, R), \+ occupied(C, R).
legal(P, move(C, R, C1, R1)) :-
    true(control(P)), \+ true(taking), \+ placing(P),
    true(cell(C, R, P)), way(P, C, R, C1, R1), \+ occupied(C1, R1).
legal(P, take(C, R)) :-
    true(control(P)), true(taking), opponent(P, Q), true(cell(C, R, Q)), \+ guarded(Q, C, R).

placing(P) :- true(hand(P, N)), N > 0.
way(P, C, R, C1, R1) :- role(P), joined(C - R, C1 - R1).
way(P, C, R, C1, R1) :- parameter(flying, yes), men(P, 3), point(C, R), point(C1, R1).

% guarded(P, C, R): the man of P on C-R is in a mill, and another one is in none.
guarded(P, C, R) :- in_mill(P, C, R), true(cell(C1, R1, P)), \+ in_mill(P, C1, R1).
in_mill(P, C, R) :- mill(C - R, A, B), true(cell(C, R, P)), on(A, P), on(B, P).
on(C - R, P) :- true(cell(C, R, P)).

next(cell(C, R, P)) :- arrives(P, C, R).
next(cell(C, R, P)) :- true(cell(C, R, P)), \+ does(_, take(C, R)), \+ does(_, move(C, R, _, _)).
next(hand(P, N)) :- does(P, place(_, _)), true(hand(P, M)), one_less(M, N).
next(hand(P, N)) :- true(hand(P, N)), \+ does(P, place(_, _)).
next(taking) :- closes.
next(control(P)) :- true(control(P)), closes.
next(control(Q)) :- true(control(P)), opponent(P, Q), \+ closes.

arrives(P, C, R) :- does(P, place(C, R)).
arrives(P, C, R) :- does(P, move(_, _, C, R)).

% closes: the man that is placed or moved completes a mill.
closes :- arrives(P, C, R), mill(C - R, A, B), stays(A, P), stays(B, P).
stays(C - R, P) :- true(cell(C, R, P)), \+ does(P, move(C, R, _, _)).

terminal :- loses(_).
loses(P) :- few(P).
loses(P) :- true(control(P)), \+ few(_), \+ can_move.
few(P) :- true(hand(P, N)), men(P, M), N + M < 3.
men(P, N) :- role(P), count(C - R, true(cell(C, R, P)), N).
can_move :- legal(_, _).
occupied(C, R) :- true(cell(C, R, _)).

opponent(white, black).
opponent(black, white).
one_less(M, N) :- parameter(men, Most), between(1, Most, M), N is M - 1.

% Square K, counted from the outside, lies between column and row K and column and row L.
square(K, L) :- parameter(squares, N), between(1, N, K), L is 2 * N + 2 - K.
side(K, I) :- square(K, L), (I = K ; I = L).
middle(M) :- parameter(squares, N), M is N + 1.
point(C, R) :- side(K, C), side(K, R).
point(M, R) :- middle(M), side(_, R).
point(C, M) :- middle(M), side(_, C).

% edge(A, B, C): a side of a square; spoke(A, B): a line from square to square.
edge(K - R, M - R, L - R) :- square(K, L), side(K, R), middle(M).
edge(C - K, C - M, C - L) :- square(K, L), side(K, C), middle(M).
spoke(M - R, M - R1) :- middle(M), side(_, R), side(_, R1), R1 =:= R + 1.
spoke(C - M, C1 - M) :- middle(M), side(_, C), side(_, C1), C1 =:= C + 1.
joined(A, B) :- pair(A, B) ; pair(B, A).
pair(A, B) :- edge(A, B, _) ; edge(_, A, B) ; spoke(A, B).

% mill(A, B, C): men on these three points are a mill.
mill(A, B, C) :- row(A, B, C) ; row(B, A, C) ; row(B, C, A).
row(A, B, C) :- edge(A, B, C).
row(A, B, C) :- spoke(A, B), spoke(B, C).

no_position('expected 1 to 3 squares') :- parameter(squares, N), \+ between(1, 3, N).
no_position('expected 3 men or more, at most four for each square') :-
    parameter(squares, S), parameter(men, N), Most is 4 * S, \+ between(3, Most, N).

% Men, and men in mills.
feature(P, man, C - R) :- true(cell(C, R, P)).
feature(P, in_mill, C - R) :- in_mill(P, C, R).
weight(man, 3).
weight(in_mill, 1).

draw(C, R, w) :- true(cell(C, R, white)).
draw(C, R, b) :- true(cell(C, R, black)).
draw(C, R, '.') :- point(C, R), \+ occupied(C, R).
draw_line(C, R, C1, R1) :- pair(C - R, C1 - R1).

symbol(w, '○').
symbol(b, '●').
