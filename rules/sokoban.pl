% Sokoban
%
% A worker pushes boxes to their places in a warehouse.  One box is pushed at a time, and none
% can be pulled.
% One role.  Moves: up, down, left, right.  A state space: the goal is to end with 100.
% The level is a text in the usual form, its rows joined by |: # wall, $ box, . place, @ worker,
% * box on a place, + worker on a place.  perft: 2, 5, 12, 32, 80, 212, 540, 1429

title('Sokoban').
source('H. Imabayashi, 1982; J. Culberson, Sokoban is PSPACE-complete, 1997').
about('Push all boxes to their places.').
parameter(level, "######|#@$.##|# $ .#|#    #|######").  % the rows of the warehouse, joined by |

role(worker).

init(worker(C, R)) :- stands(C, R, L), worker_sign(L).
init(box(C, R)) :- stands(C, R, L), box_sign(L).

legal(worker, D) :- true(worker(C, R)), next_to(C, R, D, C1, R1), \+ true(box(C1, R1)).
legal(worker, D) :-
    true(worker(C, R)), next_to(C, R, D, C1, R1), true(box(C1, R1)),
    next_to(C1, R1, D, C2, R2), \+ true(box(C2, R2)).

next(worker(C, R)) :- goes_to(C, R, _).
next(box(C, R)) :- true(box(C, R)), \+ goes_to(C, R, _).
next(box(C, R)) :- goes_to(C1, R1, D), true(box(C1, R1)), next_to(C1, R1, D, C, R).
goes_to(C, R, D) :- does(worker, D), true(worker(C1, R1)), next_to(C1, R1, D, C, R).

terminal :- \+ misplaced(_).
goal(worker, 100) :- \+ misplaced(_).
goal(worker, 0) :- misplaced(_).

misplaced(C - R) :- place(C, R), \+ true(box(C, R)).
h(N) :- count(P, misplaced(P), N).

floor(C, R) :- stands(C, R, L), distinct(L, #), distinct(L, '|').
place(C, R) :- stands(C, R, L), place_sign(L).
next_to(C, R, D, C1, R1) :- direction(D, X, Y), C1 is C + X, R1 is R + Y, floor(C1, R1).
direction(up, 0, -1).
direction(down, 0, 1).
direction(left, -1, 0).
direction(right, 1, 0).
worker_sign(@).
worker_sign(+).
box_sign($).
box_sign(*).
place_sign('.').
place_sign(*).
place_sign(+).

% stands(C, R, L): the level has L in column C of row R.
stands(C, R, L) :- at(I, C, R), char(I, L).
at(1, 1, 1).
at(J, C1, R) :-
    at(I, C, R), next_char(I, J), char(I, L), distinct(L, '|'), between(2, 400, C1), C is C1 - 1.
at(J, 1, R1) :- at(I, _, R), next_char(I, J), char(I, '|'), between(2, 400, R1), R is R1 - 1.
char(I, L) :- text_from(I, [L|_]).
text_from(1, Text) :- parameter(level, Text).
text_from(J, Text) :- next_char(I, J), text_from(I, [_|Text]).
next_char(I, J) :- between(2, 400, J), I is J - 1.

no_position('expected one worker, @ or +') :- count(C - R, true(worker(C, R)), N), N =\= 1.
no_position('expected as many boxes as places, and one at least') :-
    count(C - R, true(box(C, R)), N), count(C1 - R1, place(C1, R1), M), (N =\= M ; N =:= 0).

draw(C, R, #) :- stands(C, R, #).
draw(C, R, @) :- true(worker(C, R)), \+ place(C, R).
draw(C, R, +) :- true(worker(C, R)), place(C, R).
draw(C, R, $) :- true(box(C, R)), \+ place(C, R).
draw(C, R, *) :- true(box(C, R)), place(C, R).
draw(C, R, '.') :- place(C, R), \+ true(box(C, R)), \+ true(worker(C, R)).
draw(C, R, ' ') :- floor(C, R), \+ place(C, R), \+ true(box(C, R)), \+ true(worker(C, R)).
symbol(#, '█').    symbol('.', '◦').
symbol(@, '☺').    symbol(+, '☻').
symbol($, '□').    symbol(*, '▣').
