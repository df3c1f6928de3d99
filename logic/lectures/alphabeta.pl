% Alpha-beta, fail-soft (SP.268; CS4480; after Bratko, Prolog
% Programming for Artificial Intelligence, chapter 22).
%
% value(S, R, D, V): as in minimax.  A branch is cut off once it cannot
% change the value: alpha, A, is the value that R can already force by
% an earlier move, and beta, B, the value to which the other role can
% already hold R.

value(S, R, D, V) :- value(S, R, D, -inf, inf, V).

value(S, R, _, _, _, V) :- terminal(S), goal(S, R, V).
value(S, R, 0, _, _, V) :- \+ terminal(S), estimate(S, R, V).
value(S, R, D, A, B, V) :- D > 0, best(S, R, D, A, B, _, V).

% best(S, R, D, A, B, M, V): M, the first such move, has the value V.

best(S, R, D, M, V) :- best(S, R, D, -inf, inf, M, V).

best(S, R, D, A, B, M, V) :-
    to_move(S, P),
    ( P = R -> Side = max ; Side = min ),
    D1 is D - 1,
    findall(M1-S1, ( legal(S, P, M1), successor(S, M1, S1) ), Choices),
    bounded(Choices, Side, R, D1, A, B, Tried),
    ( Side = max -> highest(Tried, V, M) ; lowest(Tried, V, M) ).

% bounded(Choices, Side, R, D, A, B, Tried): of the choices, each a move
% and its state, those up to the first that is good enough for Side have
% been tried; Tried has V-M for the value V of the move M.

bounded([], _, _, _, _, _, []).
bounded([M-S|Choices], Side, R, D, A, B, [V-M|Tried]) :-
    value(S, R, D, A, B, V),
    (   good_enough(Side, V, A, B) -> Tried = []
    ;   new_bounds(Side, V, A, B, A1, B1),
        bounded(Choices, Side, R, D, A1, B1, Tried)
    ).

% good_enough(Side, V, A, B): the role that moved before has a better
% move than the one to this state, so the other choices are cut off.

good_enough(max, V, _, B) :- V >= B.
good_enough(min, V, A, _) :- V =< A.

new_bounds(max, V, A, B, A1, B) :- A1 is max(A, V).
new_bounds(min, V, A, B, A, B1) :- B1 is min(B, V).

% highest(Choices, V, M), lowest(Choices, V, M): of the pairs V-M in
% Choices, one with the highest or the lowest value; by the cut, the
% first.

highest(Choices, V, M) :-
    member(V-M, Choices), \+ ( member(V1-_, Choices), V1 > V ), !.

lowest(Choices, V, M) :-
    member(V-M, Choices), \+ ( member(V1-_, Choices), V1 < V ), !.
