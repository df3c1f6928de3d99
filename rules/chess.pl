% Chess
%
% All rules of FIDE except one: a position that occurs for the third time is not a draw here.
% The game is drawn after 50 moves of each side without a capture or a pawn's move, and when
% neither side has enough pieces left to mate.
% Roles: white, black.  Moves: move(Column, Row, Column, Row), promote(Column, Row, Column,
% Row, Kind), castle(king_side), castle(queen_side).  Goals: 100 win, 0 draw, -100 loss.
% Column 1 is the a-file; row 1 is white's, at the bottom.
% --state reads Forsyth-Edwards notation; the number of the move is not kept, nor are more than 100
% plies without a capture.  Moves are written in standard algebraic notation, as Nbd2 or exd8=Q+,
% and read so.
% perft: 20, 400, 8902, 197281

title('Chess').
source('C. Shannon, Programming a computer for playing chess, 1950; SP.268; CS4480').
about('All rules of chess but repetition, with Shannon\'s evaluation.').
constant_sum(0).

% A position in Forsyth-Edwards notation, which --state reads and `show` writes.
parameter(position, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").  % how play begins
position_parameter(position).

role(white).   role(black).

init(cell(C, R, P, K)) :- square([L|_], C, R), piece(P, K, L, _).
init(control(P)) :- field(2, [L|_]), side_letter(P, L).
init(castles(P, Side)) :- field(3, [L|_]), castling_letter(P, Side, L).
init(passed(C)) :- field(4, [F|_]), file(C, F).
init(quiet_plies(N)) :- clock(Text, N), ends(Text) ; N = 0, \+ field(5, _).

legal(P, move(C, R, C1, R1)) :-
    true(control(P)), goes(P, C, R, C1, R1), \+ exposes(P, C1, R1), \+ promotes(P, C, R).
legal(P, promote(C, R, C1, R1, K)) :-
    true(control(P)), goes(P, C, R, C1, R1), \+ exposes(P, C1, R1), promotes(P, C, R), promotion(K).
legal(P, move(C, R, C1, R1)) :- true(control(P)), king_goes(P, C, R, C1, R1).
legal(P, move(C, R, C1, R1)) :- true(control(P)), en_passant(P, C, R, C1, R1).
legal(P, castle(Side)) :-
    true(control(P)), true(castles(P, Side)), back(P, R), opponent(P, Q),
    \+ (castling(Side, rook, A, _), line(C), (C - A) * (C - 5) < 0, occupied(C, R)),
    \+ (castling(Side, king, A, B), line(C), (C - A) * (C - B) =< 0, attacks(Q, C, R, _)).

promotion(queen).   promotion(rook).   promotion(bishop).   promotion(knight).
promotes(P, C, R) :- pawn(P, C, R), opponent(P, Q), doubles(Q, R, _, _).

% goes(P, C, R, C1, R1): a piece of P other than the king can go from C-R to C1-R1.
goes(P, C, R, C1, R1) :-
    aims(P, C, R, D, C1, R1), \+ true(cell(C1, R1, P, _)), \+ pinned(P, C, R, D).

% aims(P, C, R, D, C1, R1): so it would go in direction D, if nothing of its own stood there.
aims(P, C, R, D, C1, R1) :- looks(P, C, R, D), reach(C, R, D, C1, R1).
aims(P, C, R, D, C1, R1) :- strikes(P, C, R, D, C1, R1), occupied(C1, R1).
aims(P, C, R, D, C, R1) :-
    pawn(P, C, R), (ahead(P, R, R1) ; doubles(P, R, _, R1)), reach(C, R, D, C, R1), free(C, R1).

king_goes(P, C, R, C1, R1) :-
    true(cell(C, R, P, king)), beside(C, R, D, C1, R1), opponent(P, Q),
    \+ true(cell(C1, R1, P, _)), \+ attacks(Q, C1, R1, _), opposite(D, D1), \+ hit(Q, C, R, D1).

en_passant(P, C, R, C1, R1) :-
    passes(Q, C1, _, R1, R), opponent(P, Q), strikes(P, C, R, D, C1, R1), \+ pinned(P, C, R, D),
    \+ pinned(P, C1, R, n), \+ bare(P, C, C1, R), \+ bare(P, C1, C, R),
    \+ (checked(P, D1), \+ shields(P, D1, C1, R1), \+ shields(P, D1, C1, R)).

% passes(Q, C, R, R1, R2): in the last move a pawn of Q went from C-R over C-R1 to C-R2.
passes(Q, C, R, R1, R2) :- true(passed(C)), true(control(P)), opponent(P, Q), doubles(Q, R, R1, R2).

% bare(P, C, C1, R): on row R stand the king of P, pawns on C and C1 and a rook or queen of
% the other side, in this order and with nothing between.
bare(P, C, C1, R) :- shields(P, D, C, R), ray(C, R, D, 1, C1, R), opponent(P, Q), hit(Q, C1, R, D).

% ---- what pieces see -------------------------------------------------------------------

% open(C, R, D, I): the squares before the I-th one from C-R in direction D are free.
open(C, R, D, 1) :- ray(C, R, D, 1, _, _).
open(C, R, D, I) :- follows(J, I), open(C, R, D, J), ray(C, R, D, J, C1, R1), free(C1, R1).

% reach(C, R, D, C1, R1): C1-R1 lies in direction D from C-R, and the squares between are free.
reach(C, R, D, C1, R1) :- ray(C, R, D, I, C1, R1), open(C, R, D, I).

looks(P, C, R, D) :- true(cell(C, R, P, K)), direction(K, D).

% hit(P, C, R, D): from C-R, the first piece in direction D belongs to P and attacks C-R.
hit(P, C, R, D) :- reach(C, R, D, C1, R1), opposite(D, D1), looks(P, C1, R1, D1).

% attacks(P, C, R, D): a piece of P attacks C-R, from direction D.
attacks(P, C, R, D) :- hit(P, C, R, D) ; strikes(P, _, _, D1, C, R), opposite(D, D1).
attacks(P, C, R, D) :- beside(C, R, D, C1, R1), true(cell(C1, R1, P, king)).

checked(P, D) :- true(cell(C, R, P, king)), opponent(P, Q), attacks(Q, C, R, D).
check(P) :- checked(P, _).

% shields(P, D, C, R): the king of P sees the square C-R in direction D.
shields(P, D, C, R) :- true(cell(C1, R1, P, king)), reach(C1, R1, D, C, R).

% exposes(P, C, R): after a move to C-R a check is left.
exposes(P, C, R) :- checked(P, D), line(C), line(R), \+ shields(P, D, C, R).

% pinned(P, C, R, D): a piece on C-R would leave its king in check by a move along D.
pinned(P, C, R, D) :- held(P, C, R, D1), direction(_, D), distinct(D, D1), \+ opposite(D, D1).
held(P, C, R, D) :- shields(P, D, C, R), \+ direction(knight, D), opponent(P, Q), hit(Q, C, R, D).

pawn(P, C, R) :- true(cell(C, R, P, pawn)).
occupied(C, R) :- true(cell(C, R, _, _)).

% ---- what follows ----------------------------------------------------------------------

next(cell(C, R, P, K)) :- true(cell(C, R, P, K)), \+ left(C, R), \+ entered(C, R).
next(cell(C, R, P, K)) :- entered(C, R), true(control(P)), moves(K).
next(cell(C, R, P, K)) :- does(P, castle(Side)), back(P, R), castling(Side, K, _, C).
next(castles(P, Side)) :-
    true(castles(P, Side)), back(P, R), \+ (castling(Side, _, C, _), (left(C, R) ; entered(C, R))).
next(passed(C)) :- does(P, move(C, R, C, R2)), doubles(P, R, _, R2), pawn(P, C, R).
next(control(Q)) :- true(control(P)), opponent(P, Q).
next(quiet_plies(0)) :- lasting.
next(quiet_plies(M)) :- true(quiet_plies(N)), follows(N, M), \+ lasting.

entered(C, R) :- does(_, move(_, _, C, R)) ; does(_, promote(_, _, C, R, _)).
left(C, R) :- does(_, move(C, R, _, _)) ; does(_, promote(C, R, _, _, _)).
left(C, R) :- does(P, castle(Side)), back(P, R), castling(Side, _, C, _).
left(C, R) :- does(P, move(C1, R, C, R1)), en_passant(P, C1, R, C, R1).

moves(K) :- does(P, move(C, R, _, _)), true(cell(C, R, P, K)) ; does(_, promote(_, _, _, _, K)).

% A capture or a move of a pawn: the position cannot come again.
lasting :- left(C, R), pawn(_, C, R) ; entered(C, R), occupied(C, R).

% ---- the end ---------------------------------------------------------------------------

terminal :- \+ can_move ; true(quiet_plies(100)) ; \+ enough.

goal(P, 100) :- opponent(P, Q), mated(Q).
goal(P, -100) :- mated(P).
goal(P, 0) :- role(P), \+ mated(_).

mated(P) :- true(control(P)), check(P), \+ can_move.
can_move :- legal(_, _).

% Enough to mate: a pawn, rook or queen, a knight and another piece, or bishops of both colours.
enough :- there(pawn, _) ; there(rook, _) ; there(queen, _) ; there(knight, _), there(bishop, _).
enough :- there(bishop, 0), there(bishop, 1) ; count(C - R, true(cell(C, R, _, knight)), N), N > 1.
there(K, Colour) :- true(cell(C, R, _, K)), Colour is (C + R) mod 2.

% ---- the board -------------------------------------------------------------------------

opponent(white, black).   opponent(black, white).   back(white, 1).      back(black, 8).
doubles(white, 2, 3, 4).  doubles(black, 7, 6, 5).  forward(white, 1).   forward(black, -1).
line(I) :- between(1, 8, I).
follows(N, M) :- between(1, 100, M), N is M - 1.
ahead(P, R, R1) :- forward(P, Y), line(R), line(R1), R1 =:= R + Y.

% pair(D, D1, X, Y): direction D is X columns and Y rows; D1 is the opposite one.
pair(n, s, 0, 1).       pair(e, w, 1, 0).       pair(ne, sw, 1, 1).      pair(se, nw, 1, -1).
pair(nne, ssw, 1, 2).   pair(ene, wsw, 2, 1).   pair(ese, wnw, 2, -1).   pair(sse, nnw, 1, -2).
opposite(D, D1) :- pair(D, D1, _, _) ; pair(D1, D, _, _).
way(D, X, Y) :- pair(D, _, X, Y) ; pair(_, D, X1, Y1), X is -X1, Y is -Y1.
% direction(K, D): a piece of the kind K goes in direction D; length(K, N): so far, squared.
direction(K, D) :- length(K, N), way(D, X, Y), X * X + Y * Y =:= N.
length(rook, 1).   length(bishop, 2).   length(queen, 1).   length(queen, 2).   length(knight, 5).
% ray(C, R, D, I, C1, R1): C1-R1 is I steps in direction D from C-R; a knight jumps once.
ray(C, R, D, I, C1, R1) :-
    way(D, X, Y), line(C), line(R), line(I), (I =:= 1 ; abs(X * Y) < 2),
    C1 is C + I * X, R1 is R + I * Y, line(C1), line(R1).
beside(C, R, D, C1, R1) :- direction(queen, D), ray(C, R, D, 1, C1, R1).
% strikes(P, C, R, D, C1, R1): a pawn of P on C-R attacks C1-R1, in direction D.
strikes(P, C, R, D, C1, R1) :-
    pawn(P, C, R), ahead(P, R, R1), direction(bishop, D), ray(C, R, D, 1, C1, R1).

% castling(Side, Kind, From, To): which columns a king and a rook leave and enter.
castling(king_side, king, 5, 7).    castling(king_side, rook, 8, 6).
castling(queen_side, king, 5, 3).   castling(queen_side, rook, 1, 4).

% ---- Shannon's evaluation, in tenths of a pawn -----------------------------------------

feature(P, K, C - R) :- true(cell(C, R, P, K)), distinct(K, king).
feature(P, mobility, m(C, R, C1, R1)) :- goes(P, C, R, C1, R1) ; king_goes(P, C, R, C1, R1).
feature(P, doubled, C) :- pawn(P, C, R), pawn(P, C, R1), R < R1.
feature(P, isolated, C - R) :- pawn(P, C, R), \+ (pawn(P, C1, _), abs(C - C1) =:= 1).
feature(P, backward, C - R) :-
    pawn(P, C, R), ahead(P, R, R1), opponent(P, Q), strikes(Q, _, _, _, C, R1), forward(P, Y),
    \+ (pawn(P, C1, R2), abs(C - C1) =:= 1, (R - R2) * Y >= 0).
weight(queen, 90). weight(rook, 50). weight(bishop, 30). weight(knight, 30). weight(pawn, 10).
weight(mobility, 1). weight(doubled, -5). weight(isolated, -5). weight(backward, -5).

% What quiescence looks at: captures and promotions.
noisy(P, move(C, R, C1, R1)) :- occupied(C1, R1) ; en_passant(P, C, R, C1, R1).
noisy(_, promote(_, _, _, _, _)).

rows(from_below).   chequered.
draw(C, R, Text) :- true(cell(C, R, P, K)), piece(P, K, Text, _).
draw(C, R, '.') :- free(C, R).
draw_column(C, F) :- file(C, F).
symbol(L, S) :- piece(_, _, L, S).
piece(white, king, 'K', '♔').   piece(white, queen, 'Q', '♕').    piece(white, rook, 'R', '♖').
piece(white, pawn, 'P', '♙').   piece(white, bishop, 'B', '♗').   piece(white, knight, 'N', '♘').
piece(black, king, k, '♚').     piece(black, queen, q, '♛').      piece(black, rook, r, '♜').
piece(black, pawn, p, '♟').     piece(black, bishop, b, '♝').     piece(black, knight, n, '♞').
free(C, R) :- line(C), line(R), \+ occupied(C, R).

% Standard algebraic notation: what is needed to tell pieces apart comes first; more is read, too.
notation(_, move(C, R, C1, R1), [L, T, X, F, R1]) :-
    tells(K, C, R, C1, R1, T), piece(white, K, L, _), list(x, x, occupied(C1, R1), X), file(C1, F).
notation(P, move(C, R, C1, R1), [T, F, R1]) :- pawn(P, C, R), pawn_from(C, C1, T), file(C1, F).
notation(_, promote(C, _, C1, R1, K), [T, F, R1, Equals, L]) :-
    pawn_from(C, C1, T), file(C1, F), piece(white, K, L, _), (Equals = '=' ; Equals = '').
pawn_from(C, C1, T) :- list([F, x], F, (file(C, F), distinct(C, C1)), T).
notation_suffix('#') :- mated(_).   notation_suffix(+) :- check(_), can_move.

% tells(K, C, R, C1, R1, T): T tells the piece on C-R from others that can go to C1-R1.
tells(K, C, R, C1, R1, T) :-
    reaches(K, C, R, C1, R1), names(T, C, R),
    \+ (reaches(K, C2, R2, C1, R1), distinct(C2 - R2, C - R), names(T, C2, R2)).
tells(K, C, R, C1, R1, T) :- reaches(K, C, R, C1, R1), names(T, C, R).
reaches(K, C, R, C1, R1) :- legal(P, move(C, R, C1, R1)), true(cell(C, R, P, K)), K \== pawn.
names(T, C, R) :- file(C, F), (T = '' ; T = F ; T = R ; T = [F, R]).

% Squares alone, whatever the position; castling is written so.
notation(move(C, R, C1, R1), [F, R, F1, R1]) :- file(C, F), file(C1, F1).
notation(promote(C, R, X, Y, K), [T, L]) :- notation(move(C, R, X, Y), T), piece(black, K, L, _).
notation(_, castle(Side), T) :- notation(castle(Side), T).
notation(castle(king_side), 'O-O').      notation(castle(king_side), '0-0').
notation(castle(queen_side), 'O-O-O').   notation(castle(queen_side), '0-0-0').
file(1, a). file(2, b). file(3, c). file(4, d). file(5, e). file(6, f). file(7, g). file(8, h).

% ---- Forsyth-Edwards notation ----------------------------------------------------------

% field(N, Text): Text is the rest of the position, from a place in its field N; spaces end a field.
field(1, Text) :- parameter(position, Text).
field(N, [L|Text]) :- field(N, [K, L|Text]), (K \== ' ' ; L == ' ').
field(N, [L|Text]) :- field(M, [' ', L|Text]), L \== ' ', follows(M, N).
ends([]).   ends([' '|_]).

% square(Text, C, R): Text, the rest of the position, is about the square C-R and those after it.
square(Text, 1, 8) :- parameter(position, Text).
square(Text, C1, R) :- square([L|Text], C, R), width(L, N), between(2, 9, C1), C is C1 - N.
square(Text, 1, R1) :- square(['/'|Text], 9, R), follows(R1, R).
width(L, N) :- piece(_, _, L, _), N = 1 ; digit(L, N).

% clock(Text, N): the digits of the fifth field before Text are N, or 100 if they are more.
clock(Text, N) :- field(4, [' ', L|Text]), digit(L, N).
clock(Text, N) :- clock([L|Text], M), digit(L, D), between(0, 100, N), N =:= min(100, 10 * M + D).
digit('0', 0).   digit('1', 1).   digit('2', 2).   digit('3', 3).   digit('4', 4).
digit('5', 5).   digit('6', 6).   digit('7', 7).   digit('8', 8).   digit('9', 9).
castling_letter(P, Side, L) :- wing(Side, K), piece(P, K, L, _).
wing(king_side, king).   wing(queen_side, queen).   side_letter(white, w).   side_letter(black, b).

no_position('expected eight rows of eight squares') :- \+ (square(Text, 9, 1), ends(Text)).
no_position('expected w or b after the board') :- \+ true(control(_)).
no_position('expected the letters K, Q, k and q, or -, for castling') :-
    field(3, [L|_]), L \== ' ', L \== '-', \+ castling_letter(_, _, L).
no_position('expected how many plies there were without a capture or a pawn\'s move') :-
    \+ true(quiet_plies(_)).
no_position(['expected one king of ', P]) :- role(P), \+ count(C - R, true(cell(C, R, P, king)), 1).
no_position(['it is the turn of the other side, and the king of ', Q, ' is attacked']) :-
    true(control(P)), opponent(P, Q), check(Q).
no_position('expected no pawn on the first and the last row') :- back(_, R), pawn(_, _, R).
no_position('expected the king and the rook at home where castling is allowed') :-
    true(castles(P, Side)), back(P, R), castling(Side, K, C, _), \+ true(cell(C, R, P, K)).
no_position('expected a pawn that has just gone two squares') :-
    passes(Q, C, R, R1, R2), \+ (pawn(Q, C, R2), free(C, R), free(C, R1)).

position_text([Board, ' ', Side, ' ', Rights, ' ', Passed, ' ', N, ' 1']) :-
    list(T, S - C, (board_text(C, R, T), S is 8 - R), Board), list(L, L, right(L), Rights),
    true(control(P)), side_letter(P, Side), passed_text(Passed), true(quiet_plies(N)).
board_text(C, R, L) :- true(cell(C, R, P, K)), piece(P, K, L, _).
board_text(9, R, '/') :- between(2, 8, R).
board_text(C, R, N) :-
    free(C, R), C1 is C + 1, \+ free(C1, R), min(I, (line(I), B is C - I, \+ free(B, R)), N).
right(L) :- true(castles(P, Side)), castling_letter(P, Side, L) ; L = '-', \+ true(castles(_, _)).
passed_text(T) :- passes(_, C, _, R, _), file(C, F), T = [F, R] ; T = '-', \+ true(passed(_)).

% Explanations in words.
reason(check(P), [P, ' is in check']).
reason(\+ check(P), [P, ' is not in check']).
reason(occupied(C, R), [F, R, ' is occupied']) :- file(C, F).
reason(\+ occupied(C, R), [F, R, ' is empty']) :- file(C, F).
reason(true(cell(C, R, P, K)), ['a ', P, ' ', K, ' stands on ', F, R]) :- file(C, F).
reason(\+ true(cell(C, R, P, K)), ['no ', P, ' ', K, ' stands on ', F, R]) :- file(C, F).
