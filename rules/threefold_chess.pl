% Chess with threefold repetition
%
% Chess in which play is drawn as soon as a position occurs for the third time.  In FIDE's laws a
% player may then claim the draw, and the fifth time play is drawn without a claim: occurrences=5.
% Positions are the same if the same pieces stand on the same squares, the same side is to move,
% and it has the same rights to castle and to capture en passant.  A pawn that has just gone two
% squares counts only if it can be captured so.  All else is chess.
% Roles: white, black.  Moves: move(Column, Row, Column, Row), promote(Column, Row, Column,
% Row, Kind), castle(king_side), castle(queen_side).  Goals: 100 win, 0 draw, -100 loss.
% perft: 20, 400, 8902, 197281

title('Chess with threefold repetition').
source('FIDE, Laws of Chess, 2023, articles 9.2 and 9.6').
about('Chess in which a position that occurs for the third time is a draw.').
include(chess).

parameter(occurrences, 3).  % how often a position must occur for a draw; 2 or more

terminal :- \+ can_move ; true(quiet_plies(100)) ; \+ enough ; repeated.
repeated :- parameter(occurrences, N), occurred(N).

position_part(cell(C, R, P, K)) :- true(cell(C, R, P, K)).
position_part(control(P)) :- true(control(P)).
position_part(castles(P, Side)) :- true(castles(P, Side)).
position_part(en_passant(C)) :- en_passant(_, _, _, C, _).
