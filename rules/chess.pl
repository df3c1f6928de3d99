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
parameter(position, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").  % where play begins, in Forsyth-Edwards notation
position_parameter(position).

role(white).
role(black).

init(cell(C, R, P, K)) :- square(I, C, R), char(I, L), letter(P, K, L).
init(control(P)) :- field(I, 2), char(I, L), side_letter(P, L).
init(castles(P, Side)) :- field(I, 3), char(I, L), castling_letter(P, Side, L).
init(passed(C)) :- field(I, 4), char(I, L), file(C, L).
init(quiet_plies(0)) :- \+ field(_, 5).
init(quiet_plies(N)) :- quiet_in_text(N), N =< 100.
init(quiet_plies(100)) :- quiet_in_text(N), N > 100.

legal(P, move(C, R, C1, R1)) :- true(control(P)), goes(P, C, R, C1, R1), \+ exposes(P, C1, R1), \+ promotes(P, C, R).
legal(P, promote(C, R, C1, R1, K)) :-
    true(control(P)), goes(P, C, R, C1, R1), \+ exposes(P, C1, R1), promotes(P, C, R), promotion(K).
legal(P, move(C, R, C1, R1)) :- true(control(P)), king_goes(P, C, R, C1, R1).
legal(P, move(C, R, C1, R1)) :- true(control(P)), en_passant(P, C, R, C1, R1).
legal(P, castle(Side)) :- true(control(P)), can_castle(P, Side).

promotion(queen).   promotion(rook).   promotion(bishop).   promotion(knight).
promotes(P, C, R) :- back(Q, R1), opponent(P, Q), ahead(P, R, R1), true(cell(C, R, P, pawn)).

% goes(P, C, R, C1, R1): a piece of P other than the king can go from C-R to C1-R1, and is not
% pinned to another line.
goes(P, C, R, C1, R1) :-
    looks(P, C, R, D), ray(C, R, D, I, C1, R1), open(C, R, D, I), \+ true(cell(C1, R1, P, _)), \+ pinned(P, C, R, D).
goes(P, C, R, C1, R1) :-
    true(cell(C, R, P, knight)), jump(C, R, C1, R1), \+ true(cell(C1, R1, P, _)), \+ pinned(P, C, R, none).
goes(P, C, R, C1, R1) :- captures(P, C, R, D, C1, R1), true(cell(C, R, P, pawn)), taken(P, C1, R1), \+ pinned(P, C, R, D).
goes(P, C, R, C, R1) :- true(cell(C, R, P, pawn)), ahead(P, R, R1), \+ occupied(C, R1), \+ pinned(P, C, R, n).
goes(P, C, R, C, R2) :-
    true(cell(C, R, P, pawn)), doubles(P, R, R1, R2), \+ occupied(C, R1), \+ occupied(C, R2), \+ pinned(P, C, R, n).

king_goes(P, C, R, C1, R1) :-
    true(cell(C, R, P, king)), ray(C, R, D, 1, C1, R1), \+ true(cell(C1, R1, P, _)),
    opponent(P, Q), \+ attacked(Q, C1, R1), opposite(D, D1), \+ hit(Q, C, R, D1).

can_castle(P, Side) :-
    true(castles(P, Side)), back(P, R), opponent(P, Q),
    \+ (between_them(Side, C), occupied(C, R)), \+ (passes(Side, C1), attacked(Q, C1, R)).

en_passant(P, C, R, C1, R1) :-
    true(passed(C1)), doubles(Q, _, R1, R), opponent(P, Q), captures(P, C, R, D, C1, R1), true(cell(C, R, P, pawn)),
    \+ pinned(P, C, R, D), \+ pinned(P, C1, R, n), \+ bare(P, C, C1, R), \+ (hits(Q, D1), \+ shields(P, D1, C1, R1)),
    \+ (leaps(Q, C2, R2), distinct(C2 - R2, C1 - R)).

% bare(P, C, C1, R): the king of P stands on row R beside the pawns on columns C and C1, with
% a rook or queen on their other side and nothing else between.
bare(P, C, C1, R) :-
    beside(C, C1), opponent(P, Q), side(D, C, C1, Near, Far), opposite(D, D1), sees_king(P, Near, R, D), hit(Q, Far, R, D1).

side(w, C, C1, C, C1) :- beside(C, C1), C < C1.
side(w, C, C1, C1, C) :- beside(C, C1), C > C1.
side(e, C, C1, Near, Far) :- side(w, C, C1, Far, Near).

% ---- what pieces see -------------------------------------------------------------------

% open(C, R, D, I): the squares 1 to I - 1 from C-R in direction D are free.
open(C, R, D, 1) :- ray(C, R, D, 1, _, _).
open(C, R, D, I) :- ray(C, R, D, I, _, _), next_step(J, I), open(C, R, D, J), ray(C, R, D, J, C1, R1), \+ occupied(C1, R1).

looks(P, C, R, D) :- true(cell(C, R, P, K)), slides(K, D).

% hit(P, C, R, D): from C-R, the first piece in direction D belongs to P and attacks C-R.
hit(P, C, R, D) :- ray(C, R, D, I, C1, R1), open(C, R, D, I), opposite(D, D1), looks(P, C1, R1, D1).

attacked(P, C, R) :- hit(P, C, R, _) ; near(P, _, _, C, R) ; true(cell(C1, R1, P, king)), ray(C1, R1, _, 1, C, R).

% near(P, C, R, C1, R1): a knight or a pawn of P on C-R attacks C1-R1.
near(P, C, R, C1, R1) :- true(cell(C, R, P, knight)), jump(C, R, C1, R1).
near(P, C, R, C1, R1) :- true(cell(C, R, P, pawn)), captures(P, C, R, _, C1, R1).

% Who attacks the king of the other side: a piece in direction D from it, a knight or a pawn.
hits(P, D) :- opponent(P, Q), true(cell(C, R, Q, king)), hit(P, C, R, D).
leaps(P, C, R) :- opponent(P, Q), true(cell(C1, R1, Q, king)), near(P, C, R, C1, R1).
check(P) :- opponent(P, Q), (hits(Q, _) ; leaps(Q, _, _)).

% shields(P, D, C, R): a piece on C-R parries a check from direction D, or takes who gives it.
shields(P, D, C, R) :- true(cell(C1, R1, P, king)), ray(C1, R1, D, I, C, R), open(C1, R1, D, I).

% exposes(P, C, R): after a move to C-R a check is left.
exposes(P, C, R) :- opponent(P, Q), hits(Q, D), line(C), line(R), \+ shields(P, D, C, R).
exposes(P, C, R) :- opponent(P, Q), leaps(Q, C1, R1), line(C), line(R), distinct(C - R, C1 - R1).

sees_king(P, C, R, D) :- ray(C, R, D, I, C1, R1), open(C, R, D, I), true(cell(C1, R1, P, king)).

% pinned(P, C, R, D): a piece on C-R would leave its king in check by a move along D, or by any
% move if D is none.
pinned(P, C, R, D) :- held(P, C, R, D1), move_line(D), \+ same_line(D, D1).
held(P, C, R, D) :- sees_king(P, C, R, D), opposite(D, D1), opponent(P, Q), hit(Q, C, R, D1).

taken(P, C, R) :- opponent(P, Q), true(cell(C, R, Q, _)).
occupied(C, R) :- true(cell(C, R, _, _)).

% ---- what follows ----------------------------------------------------------------------

next(cell(C, R, P, K)) :- true(cell(C, R, P, K)), \+ left(C, R), \+ entered(C, R).
next(cell(C, R, P, K)) :- entered(C, R), true(control(P)), moves(K).
next(cell(C, R, P, king)) :- does(P, castle(Side)), back(P, R), king_goes(Side, C).
next(cell(C, R, P, rook)) :- does(P, castle(Side)), back(P, R), rook_goes(Side, _, C).
next(castles(P, Side)) :- true(castles(P, Side)), back(P, R), rook_goes(Side, C, _), \+ touched(5, R), \+ touched(C, R).
next(passed(C)) :- does(P, move(C, R, C, R2)), doubles(P, R, _, R2), true(cell(C, R, P, pawn)).
next(control(Q)) :- true(control(P)), opponent(P, Q).
next(quiet_plies(0)) :- lasting.
next(quiet_plies(M)) :- true(quiet_plies(N)), one_more(N, M), \+ lasting.

entered(C, R) :- does(_, move(_, _, C, R)) ; does(_, promote(_, _, C, R, _)).
left(C, R) :- does(_, move(C, R, _, _)) ; does(_, promote(C, R, _, _, _)).
left(C, R) :- does(P, castle(Side)), back(P, R), (C is 5 ; rook_goes(Side, C, _)).
left(C, R) :- does(P, move(C1, R, C, R1)), true(passed(C)), captures(P, C1, R, _, C, R1), doubles(_, _, R1, R), true(cell(C1, R, P, pawn)).
touched(C, R) :- left(C, R) ; entered(C, R).

moves(K) :- does(P, move(C, R, _, _)), true(cell(C, R, P, K)).
moves(K) :- does(_, promote(_, _, _, _, K)).

% A capture or a move of a pawn: the position cannot come again.
lasting :- moves(pawn) ; does(_, promote(_, _, _, _, _)) ; entered(C, R), occupied(C, R).

% ---- the end ---------------------------------------------------------------------------

terminal :- \+ can_move ; true(quiet_plies(100)) ; \+ enough.

goal(P, 100) :- opponent(P, Q), mated(Q).
goal(P, -100) :- mated(P).
goal(P, 0) :- role(P), \+ mated(_).

mated(P) :- true(control(P)), check(P), \+ can_move.
can_move :- legal(_, _).

% Enough to mate: a pawn, rook or queen, a knight and another piece, or bishops of both colours.
enough :- true(cell(_, _, _, K)), strong(K).
enough :- true(cell(C, R, _, knight)), true(cell(C1, R1, _, K)), minor(K), distinct(C - R, C1 - R1).
enough :- true(cell(C, R, _, bishop)), true(cell(C1, R1, _, bishop)), (C + R) mod 2 < (C1 + R1) mod 2.

strong(pawn).   strong(rook).   strong(queen).
minor(knight).  minor(bishop).

% ---- the board -------------------------------------------------------------------------

opponent(white, black).    opponent(black, white).
back(white, 1).            back(black, 8).
line(I) :- between(1, 8, I).
next_step(I, J) :- between(2, 8, J), I is J - 1.
one_more(N, M) :- between(1, 100, M), N is M - 1.
beside(C, C1) :- line(C), line(C1), abs(C - C1) =:= 1.
ahead(white, R, R1) :- line(R), line(R1), R1 =:= R + 1.
ahead(black, R, R1) :- line(R), line(R1), R1 =:= R - 1.
doubles(white, 2, 3, 4).   doubles(black, 7, 6, 5).

direction(n, 0, 1).     direction(s, 0, -1).    direction(e, 1, 0).     direction(w, -1, 0).
direction(ne, 1, 1).    direction(sw, -1, -1).  direction(nw, -1, 1).   direction(se, 1, -1).
opposite(D, D1) :- direction(D, C, R), direction(D1, C1, R1), C + C1 =:= 0, R + R1 =:= 0.
same_line(D, D1) :- direction(D, _, _), (direction(D1, _, _), \+ distinct(D, D1) ; opposite(D, D1)).
move_line(none).
move_line(D) :- direction(D, _, _).
slides(rook, D) :- direction(D, C, R), C * R =:= 0.
slides(bishop, D) :- direction(D, C, R), C * R =\= 0.
slides(queen, D) :- direction(D, _, _).
ray(C, R, D, I, C1, R1) :- line(C), line(R), direction(D, X, Y), line(I), C1 is C + I * X, R1 is R + I * Y, line(C1), line(R1).
jump(C, R, C1, R1) :- line(C), line(R), line(C1), line(R1), abs((C - C1) * (R - R1)) =:= 2.
captures(P, C, R, D, C1, R1) :- role(P), ray(C, R, D, 1, C1, R1), distinct(C, C1), ahead(P, R, R1).

% castle: where the king and the rook go, which squares are free, which not attacked.
king_goes(king_side, 7).
king_goes(queen_side, 3).
rook_goes(king_side, 8, 6).
rook_goes(queen_side, 1, 4).
between_them(king_side, C) :- between(6, 7, C).
between_them(queen_side, C) :- between(2, 4, C).
passes(king_side, C) :- between(5, 7, C).
passes(queen_side, C) :- between(3, 5, C).

% ---- Shannon's evaluation, in tenths of a pawn -----------------------------------------

feature(P, K, C - R) :- true(cell(C, R, P, K)), distinct(K, king).
feature(P, mobility, m(C, R, C1, R1)) :- goes(P, C, R, C1, R1) ; king_goes(P, C, R, C1, R1).
feature(P, doubled, C) :- true(cell(C, R, P, pawn)), true(cell(C, R1, P, pawn)), R < R1.
feature(P, isolated, C - R) :- true(cell(C, R, P, pawn)), \+ (beside(C, C1), true(cell(C1, _, P, pawn))).
feature(P, backward, C - R) :-
    true(cell(C, R, P, pawn)), ahead(P, R, R1), near(_, C2, R2, C, R1), opponent(P, Q), true(cell(C2, R2, Q, pawn)),
    \+ (beside(C, C1), behind(P, R, R3), true(cell(C1, R3, P, pawn))).
behind(white, R, R1) :- line(R), line(R1), R1 =< R.
behind(black, R, R1) :- line(R), line(R1), R1 >= R.
weight(queen, 90).
weight(rook, 50).
weight(bishop, 30).
weight(knight, 30).
weight(pawn, 10).
weight(mobility, 1).
weight(doubled, -5).
weight(isolated, -5).
weight(backward, -5).

% What quiescence looks at: captures, promotions, and every answer to a check.
noisy(_, move(_, _, C, R)) :- occupied(C, R).
noisy(P, move(C, R, C1, R1)) :- en_passant(P, C, R, C1, R1).
noisy(_, promote(_, _, _, _, _)).
noisy(P, _) :- opponent(P, Q), check(Q), true(control(P)).

rows(from_below).
draw(C, R, Text) :- true(cell(C, R, P, K)), letter(P, K, Text).
draw(C, R, '.') :- line(C), line(R), \+ occupied(C, R).
draw_column(C, F) :- file(C, F).
chequered.
letter(white, pawn, 'P').    letter(white, knight, 'N').  letter(white, bishop, 'B').
letter(white, rook, 'R').    letter(white, queen, 'Q').   letter(white, king, 'K').
letter(black, pawn, p).      letter(black, knight, n).    letter(black, bishop, b).
letter(black, rook, r).      letter(black, queen, q).     letter(black, king, k).
symbol('P', '♙').    symbol('N', '♘').    symbol('B', '♗').    symbol('R', '♖').    symbol('Q', '♕').    symbol('K', '♔').
symbol(p, '♟').      symbol(n, '♞').      symbol(b, '♝').      symbol(r, '♜').      symbol(q, '♛').      symbol(k, '♚').

% Standard algebraic notation; without what tells two pieces apart it is read, too.
notation(P, move(C, R, C1, R1), [L, From, X, F1, R1]) :-
    tells(P, K, C, R, C1, R1, From), letter(white, K, L), cross(P, C1, R1, X), file(C1, F1).
notation(P, move(C, R, C1, R1), [From, F1, R1]) :- true(cell(C, R, P, pawn)), pawn_from(C, C1, From), file(C1, F1).
notation(_, promote(C, _, C1, R1, K), [From, F1, R1, '=', L]) :- pawn_from(C, C1, From), file(C1, F1), letter(white, K, L).
% A capital letter alone, and more than is needed to tell pieces apart, is read, too.
notation(P, promote(C, _, C1, R1, K), [From, F1, R1, L]) :- role(P), pawn_from(C, C1, From), file(C1, F1), letter(white, K, L).
notation(_, castle(king_side), 'O-O').     notation(_, castle(king_side), '0-0').
notation(_, castle(queen_side), 'O-O-O').  notation(_, castle(queen_side), '0-0-0').
notation_suffix('#') :- mated(_).    notation_suffix(+) :- check(_), can_move.

% tells(P, K, C, R, C1, R1, From): From tells the piece on C-R from others that can go to C1-R1.
tells(P, K, C, R, C1, R1, F) :- other(P, K, C, R, C1, R1, _, _), file(C, F), \+ other(P, K, C, R, C1, R1, C, _).
tells(P, K, C, R, C1, R1, R) :- other(P, K, C, R, C1, R1, C, _), \+ other(P, K, C, R, C1, R1, _, R).
tells(P, K, C, R, C1, R1, [F, R]) :- other(P, K, C, R, C1, R1, C, _), other(P, K, C, R, C1, R1, _, R), file(C, F).
tells(P, K, C, R, C1, R1, '') :- reaches(P, K, C, R, C1, R1).
tells(P, K, C, R, C1, R1, F) :- reaches(P, K, C, R, C1, R1), file(C, F).
tells(P, K, C, R, C1, R1, R) :- reaches(P, K, C, R, C1, R1).
tells(P, K, C, R, C1, R1, [F, R]) :- reaches(P, K, C, R, C1, R1), file(C, F).
other(P, K, C, R, C1, R1, C2, R2) :- reaches(P, K, C, R, C1, R1), reaches(P, K, C2, R2, C1, R1), distinct(C - R, C2 - R2).
reaches(P, K, C, R, C1, R1) :- true(cell(C, R, P, K)), distinct(K, pawn), legal(P, move(C, R, C1, R1)).
cross(P, C, R, x) :- taken(P, C, R).
cross(P, C, R, '') :- role(P), line(C), line(R), \+ taken(P, C, R).
pawn_from(C, C, '') :- line(C).
pawn_from(C, C1, [F, x]) :- beside(C, C1), file(C, F).

% Squares alone, whatever the position; castling is written so.
notation(move(C, R, C1, R1), [F, R, F1, R1]) :- file(C, F), file(C1, F1).
notation(promote(C, R, C1, R1, K), [F, R, F1, R1, L]) :- file(C, F), file(C1, F1), letter(black, K, L).
notation(castle(king_side), 'O-O').    notation(castle(queen_side), 'O-O-O').
file(1, a).    file(2, b).    file(3, c).    file(4, d).
file(5, e).    file(6, f).    file(7, g).    file(8, h).

% ---- Forsyth-Edwards notation ----------------------------------------------------------

% Character I of the text is L; it stands in a field, a field ends with a space.
char(I, L) :- text_from(I, [L|_]).
text_from(1, Text) :- parameter(position, Text).
text_from(J, Text) :- next_char(I, J), text_from(I, [_|Text]).
next_char(I, J) :- between(2, 100, J), I is J - 1.
field(1, 1).
field(J, N) :- field(I, N), next_char(I, J), char(I, L), L \== ' '.
field(J, N) :- field(I, N), next_char(I, J), char(I, ' '), char(J, ' ').
field(J, M) :- field(I, N), next_char(I, J), char(I, ' '), char(J, L), L \== ' ', between(2, 6, M), N is M - 1.

% square(I, C, R): character I, of the first field, is about the square C-R and those after it.
square(1, 1, 8).
square(J, C1, R) :- square(I, C, R), next_char(I, J), char(I, L), letter(_, _, L), between(2, 9, C1), C is C1 - 1.
square(J, C1, R) :- square(I, C, R), next_char(I, J), char(I, L), digit(L, N), between(2, 9, C1), C is C1 - N.
square(J, 1, R1) :- square(I, 9, R), next_char(I, J), char(I, '/'), line(R1), R1 is R - 1.

% number_to(I, N): the digits from the beginning of the fifth field to character I are N.
number_to(J, N) :- field(I, 4), char(I, ' '), next_char(I, J), char(J, L), digit(L, N).
number_to(J, N) :- number_to(I, N1), next_char(I, J), char(J, L), digit(L, D), between(0, 1000, N), N =:= 10 * N1 + D.
quiet_in_text(N) :- number_to(I, N), next_char(I, J), \+ number_to(J, _).
digit('0', 0).   digit('1', 1).   digit('2', 2).   digit('3', 3).   digit('4', 4).
digit('5', 5).   digit('6', 6).   digit('7', 7).   digit('8', 8).   digit('9', 9).
side_letter(white, w).
side_letter(black, b).
castling_letter(white, king_side, 'K').    castling_letter(white, queen_side, 'Q').
castling_letter(black, king_side, k).      castling_letter(black, queen_side, q).

no_position('expected eight rows of eight squares') :- \+ (square(I, 9, 1), \+ (char(I, L), L \== ' ')).
no_position('expected w or b after the board') :- \+ true(control(_)).
no_position('expected the letters K, Q, k and q, or -, for castling') :-
    field(I, 3), char(I, L), L \== ' ', L \== '-', \+ castling_letter(_, _, L).
no_position('expected how many plies there were without a capture or a pawn\'s move') :- \+ true(quiet_plies(_)).
no_position(['expected one king of ', P]) :- count(C - R, true(cell(C, R, P, king)), N), role(P), N =\= 1.
no_position(['it is the turn of the other side, and the king of ', Q, ' is attacked']) :-
    true(control(P)), opponent(P, Q), check(Q).
no_position('expected no pawn on the first and the last row') :- back(_, R), true(cell(_, R, _, pawn)).
no_position('expected the king and the rook at home where castling is allowed') :-
    true(castles(P, Side)), back(P, R), rook_goes(Side, C, _),
    \+ (true(cell(5, R, P, king)), true(cell(C, R, P, rook))).
no_position('expected a pawn that has just gone two squares') :-
    true(passed(C)), true(control(P)), opponent(P, Q), doubles(Q, R, R1, R2),
    \+ (true(cell(C, R2, Q, pawn)), \+ occupied(C, R), \+ occupied(C, R1)).

position_text([R8, '/', R7, '/', R6, '/', R5, '/', R4, '/', R3, '/', R2, '/', R1, ' ', Side, ' ', Rights, ' ', Passed, ' ', N, ' 1']) :-
    row_text(8, R8), row_text(7, R7), row_text(6, R6), row_text(5, R5), row_text(4, R4), row_text(3, R3),
    row_text(2, R2), row_text(1, R1), true(control(P)), side_letter(P, Side), rights_text(Rights), passed_text(Passed),
    true(quiet_plies(N)).
row_text(R, [A, B, C, D, E, F, G, H]) :-
    square_text(1, R, A), square_text(2, R, B), square_text(3, R, C), square_text(4, R, D),
    square_text(5, R, E), square_text(6, R, F), square_text(7, R, G), square_text(8, R, H).
square_text(C, R, L) :- true(cell(C, R, P, K)), letter(P, K, L).
square_text(C, R, '') :- free(C, R, _), next_step(C, C1), free(C1, R, _).
square_text(C, R, N) :- free(C, R, N), \+ (next_step(C, C1), free(C1, R, _)).
% free(C, R, N): the squares C - N + 1 to C of row R are free, and the one before is not.
free(C, R, 1) :- line(C), line(R), \+ occupied(C, R), \+ (next_step(B, C), line(R), \+ occupied(B, R)).
free(C, R, N) :- next_step(B, C), free(B, R, M), next_step(M, N), \+ occupied(C, R).
rights_text([K, Q, K1, Q1]) :- right(white, king_side, K), right(white, queen_side, Q), right(black, king_side, K1), right(black, queen_side, Q1), true(castles(_, _)).
rights_text(-) :- \+ true(castles(_, _)).
right(P, Side, L) :- true(castles(P, Side)), castling_letter(P, Side, L).
right(P, Side, '') :- castling_letter(P, Side, _), \+ true(castles(P, Side)).
passed_text([F, R]) :- true(passed(C)), file(C, F), true(control(P)), opponent(P, Q), doubles(Q, _, R, _).
passed_text(-) :- \+ true(passed(_)).

% Explanations in words.
reason(check(P), [P, ' is in check']).
reason(\+ check(P), [P, ' is not in check']).
reason(occupied(C, R), [F, R, ' is occupied']) :- file(C, F).
reason(\+ occupied(C, R), [F, R, ' is empty']) :- file(C, F).
reason(true(cell(C, R, P, K)), ['a ', P, ' ', K, ' stands on ', F, R]) :- file(C, F).
reason(\+ true(cell(C, R, P, K)), ['no ', P, ' ', K, ' stands on ', F, R]) :- file(C, F).
