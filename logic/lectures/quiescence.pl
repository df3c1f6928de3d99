% Minimax with variable depth (CZ3005; CS4480; general game playing): a
% state that is not quiet, such as one in the middle of an exchange, is
% searched beyond the depth limit.
%
% value(S, R, D, V): as in minimax; below 0, D counts the moves beyond
% the limit.

further(2).  % the most moves beyond the limit

value(S, R, _, V) :- terminal(S), goal(S, R, V).
value(S, R, D, V) :- \+ terminal(S), leaf(S, D), estimate(S, R, V).
value(S, R, D, V) :- \+ terminal(S), \+ leaf(S, D), best(S, R, D, _, V).

leaf(S, D) :- D =< 0, quiet(S).
leaf(S, D) :- further(Most), D =< -Most, \+ quiet(S).

best(S, R, D, M, V) :-
    to_move(S, P),
    D1 is D - 1,
    findall(V1-M1,
            ( legal(S, P, M1), successor(S, M1, S1),
              value(S1, R, D1, V1) ),
            Choices),
    ( P = R -> highest(Choices, V, M) ; lowest(Choices, V, M) ).

% highest(Choices, V, M), lowest(Choices, V, M): of the pairs V-M in
% Choices, one with the highest or the lowest value; by the cut, the
% first.

highest(Choices, V, M) :-
    member(V-M, Choices), \+ ( member(V1-_, Choices), V1 > V ), !.

lowest(Choices, V, M) :-
    member(V-M, Choices), \+ ( member(V1-_, Choices), V1 < V ), !.
