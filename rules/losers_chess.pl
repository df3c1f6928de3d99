% Losing chess
%
% Chess in which one wants to lose: who has no pieces left, or cannot move, wins.  Who can capture
% must capture, and may choose how.  The king is a piece like others: it may be captured, there
% is no check and no castling, and a pawn may become a king.  Play is drawn after 50 moves of each
% side without a capture or a pawn's move.  All else is chess.
% This is antichess as on lichess.org and in python-chess, also called giveaway chess; who cannot
% move wins, however many pieces the others have.
% Roles: white, black.  Moves: move(Column, Row, Column, Row), promote(Column, Row, Column,
% Row, Kind).  Goals: 100 win, 0 draw, -100 loss.
% perft: 20, 400, 8067, 153299

title('Losing chess').
source('antichess, https://lichess.org/variant/antichess').
about('Chess in which captures are compulsory, and who has no pieces or no move wins.').
include(chess).

parameter(position, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").  % how play begins

legal(P, M) :- true(control(P)), takes(P, M).
legal(P, M) :- true(control(P)), steps(P, M), \+ takes(P, _).

takes(P, move(C, R, C1, R1)) :- goes(P, C, R, C1, R1), occupied(C1, R1), \+ promotes(P, C, R).
takes(P, promote(C, R, C1, R1, K)) :-
    goes(P, C, R, C1, R1), occupied(C1, R1), promotes(P, C, R), promotion(K).
takes(P, move(C, R, C1, R1)) :- en_passant(P, C, R, C1, R1).

steps(P, move(C, R, C1, R1)) :- goes(P, C, R, C1, R1), free(C1, R1), \+ promotes(P, C, R).
steps(P, promote(C, R, C1, R1, K)) :-
    goes(P, C, R, C1, R1), free(C1, R1), promotes(P, C, R), promotion(K).

promotion(queen).   promotion(rook).   promotion(bishop).   promotion(knight).   promotion(king).

% goes(P, C, R, C1, R1): a piece of P can go from C-R to C1-R1; nothing is pinned.
goes(P, C, R, C1, R1) :- aims(P, C, R, _, C1, R1), \+ true(cell(C1, R1, P, _)).
goes(P, C, R, C1, R1) :-
    true(cell(C, R, P, king)), beside(C, R, _, C1, R1), \+ true(cell(C1, R1, P, _)).

en_passant(P, C, R, C1, R1) :-
    passes(Q, C1, _, R1, R), opponent(P, Q), strikes(P, C, R, _, C1, R1).

terminal :- \+ can_move ; true(quiet_plies(100)).
goal(P, 100) :- done(P).
goal(P, -100) :- opponent(P, Q), done(Q).
goal(P, 0) :- role(P), \+ done(_).

% done(P): P has no pieces, or cannot move.
done(P) :- true(control(P)), \+ can_move.

% The fewer pieces the better; quiescence looks at captures.
feature(P, piece, C - R) :- true(cell(C, R, P, _)).
weight(piece, -1).
noisy(P, M) :- takes(P, M).

notation_suffix('#') :- done(_).

no_position('expected eight rows of eight squares') :- \+ (square(Text, 9, 1), ends(Text)).
no_position('expected w or b after the board') :- \+ true(control(_)).
no_position('expected - for castling, which there is not') :- true(castles(_, _)).
no_position('expected how many plies there were without a capture or a pawn\'s move') :-
    \+ true(quiet_plies(_)).
no_position('expected no pawn on the first and the last row') :- back(_, R), pawn(_, _, R).
