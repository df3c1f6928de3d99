% Skirmish
%
% Pieces step to a square beside theirs, across or up and down, and take what stands
% there of the other side; one may also wait.  Whoever takes the last piece of the other
% side wins; after the last ply it is a draw.
% Roles: white, black.  Moves: move(C1, R1, C2, R2), wait.  Goals: 1 win, 0 draw, -1 loss.
% A general is worth nine soldiers, but takes and is taken like one.
%
% A search to depth 1 sees white's general take a soldier, and not that another one takes
% it back: the horizon effect.  quiet/0 tells such a position from one to be trusted:
% "alphabeta(depth=1, quiescence=4)" looks on until nothing can be taken.  perft: 4, 26, 86, 572

title('Skirmish').
source('horizon effect: H. Berliner, Some necessary conditions for a master chess program, 1973').
about('Take all pieces of the other side; a guarded one costs yours.').
parameter(columns, 3).  % columns of the board; 2 or more
parameter(rows, 4).  % rows of the board; 3 or more
parameter(plies, 30).  % how many plies a game has at most; 1 or more

role(white).
role(black).

init(on(2, R, white, general)) :- parameter(rows, R).
init(on(2, R, black, soldier)) :- parameter(rows, N), R is N - 1.
init(on(2, R, black, soldier)) :- parameter(rows, N), R is N - 2.
init(control(white)).
init(ply(0)).

legal(P, move(C1, R1, C2, R2)) :-
    true(control(P)), true(on(C1, R1, P, _)), beside(C1, R1, C2, R2), \+ holds(C2, R2, P).
legal(P, wait) :- true(control(P)).

next(on(C2, R2, P, K)) :- does(P, move(C1, R1, C2, R2)), true(on(C1, R1, P, K)).
next(on(C, R, P, K)) :- true(on(C, R, P, K)), \+ touched(C, R).
next(control(Q)) :- true(control(P)), opponent(P, Q).
next(ply(N)) :- true(ply(M)), parameter(plies, Last), M < Last, N is M + 1.

touched(C, R) :- does(_, move(C, R, _, _)).
touched(C, R) :- does(_, move(_, _, C, R)).

terminal :- loses(_).
terminal :- true(ply(N)), parameter(plies, N).
loses(P) :- role(P), \+ alive(P).

quiet :- \+ threat.
threat :-
    true(control(P)), opponent(P, Q),
    true(on(C1, R1, P, _)), beside(C1, R1, C2, R2), holds(C2, R2, Q).

alive(P) :- true(on(_, _, P, _)).
holds(C, R, P) :- true(on(C, R, P, _)).

opponent(white, black).
opponent(black, white).

square(C, R) :-
    parameter(columns, Columns), parameter(rows, Rows),
    between(1, Columns, C), between(1, Rows, R).
beside(C, R1, C, R2) :- square(C, R1), (R2 is R1 - 1 ; R2 is R1 + 1), square(C, R2).
beside(C1, R, C2, R) :- square(C1, R), (C2 is C1 - 1 ; C2 is C1 + 1), square(C2, R).

feature(P, K, C - R) :- true(on(C, R, P, K)).
weight(general, 9).
weight(soldier, 1).

draw(C, R, '.') :- square(C, R), \+ holds(C, R, white), \+ holds(C, R, black).
draw(C, R, 'G') :- true(on(C, R, white, general)).
draw(C, R, 's') :- true(on(C, R, black, soldier)).
symbol(s, '♟').
symbol('G', '♔').
