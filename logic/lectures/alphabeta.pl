% Alpha-beta, fail-soft (SP.268; CS4480).
%
% value(S, R, D, V): as in minimax.  A branch is cut off once it cannot change the value:
% alpha, A, is the value that R can already force by an earlier move, and beta, B, the value
% to which the other role can already hold R.

value(S, R, D, V) :- value(S, R, D, -1000000000, 1000000000, V).

best(S, R, D, M, V) :- best(S, R, D, -1000000000, 1000000000, M, V).

value(S, R, _, _, _, V) :- terminal(S), goal(S, R, V).
value(S, R, 0, _, _, V) :- \+ terminal(S), estimate(S, R, V).
value(S, R, D, A, B, V) :- D > 0, best(S, R, D, A, B, _, V).

% best(S, R, D, A, B, M, V): the moves are tried one by one, the first choice first.

best(S, R, D, A, B, M, V) :-
    to_move(S, P),
    D1 is D - 1,
    findall(M1-S1, ( legal(S, P, M1), successor(S, M1, S1) ), [Choice|Choices]),
    ( P = R -> Side = max ; Side = min ),
    after(Choice, R, D1, A, B, V1, M1),
    rest(Choices, Side, R, D1, A, B, V1, M1, V, M).

after(M-S, R, D, A, B, V, M) :- value(S, R, D, A, B, V).

% rest(Choices, Side, R, D, A, B, V0, M0, V, M): M0 is the best move so far, with the value V0;
% Side is max if R moves, else min.  The choices are cut off once V0 is at least beta for max,
% or at most alpha for min.

rest([], _, _, _, _, _, V, M, V, M).
rest([_|_], max, _, _, _, B, V, M, V, M) :- V >= B, !.
rest([_|_], min, _, _, A, _, V, M, V, M) :- V =< A, !.
rest([Choice|Choices], Side, R, D, A0, B0, V0, M0, V, M) :-
    ( Side = max -> A is max(A0, V0), B = B0 ; A = A0, B is min(B0, V0) ),
    after(Choice, R, D, A, B, V1, M1),
    ( better(Side, V1, V0) -> rest(Choices, Side, R, D, A, B, V1, M1, V, M)
    ; rest(Choices, Side, R, D, A, B, V0, M0, V, M)
    ).

better(max, V1, V0) :- V1 > V0.
better(min, V1, V0) :- V1 < V0.
