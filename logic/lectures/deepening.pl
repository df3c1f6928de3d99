% Iterative deepening (CS4480; Slate and Atkin, Chess 4.5, 1977; Korf
% 1985).
%
% best(S, R, D, M, V): minimax to depth 1, then 2, and so on up to D; M
% is the best move of the deepest search, V its value.  With a clock,
% the search stops when the time is over.

best(S, R, D, M, V) :- deepen(1, S, R, D, M, V).

deepen(D, S, R, D, M, V) :- searched(S, R, D, M, V).
deepen(D0, S, R, D, M, V) :-
    D0 < D,
    searched(S, R, D0, _, _),
    D1 is D0 + 1,
    deepen(D1, S, R, D, M, V).

% searched(S, R, D, M, V) and value(S, R, D, V): as best and value in
% minimax.

value(S, R, _, V) :- terminal(S), goal(S, R, V).
value(S, R, 0, V) :- \+ terminal(S), estimate(S, R, V).
value(S, R, D, V) :- D > 0, searched(S, R, D, _, V).

searched(S, R, D, M, V) :-
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
