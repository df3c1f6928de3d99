% Expectimax (Michie 1966): minimax with chance, which makes each move
% equally often.
%
% value(S, R, D, V): as in minimax; if the role `random` moves, V is the
% mean of the values after its moves.

value(S, R, _, V) :- terminal(S), goal(S, R, V).
value(S, R, 0, V) :- \+ terminal(S), estimate(S, R, V).
value(S, R, D, V) :- D > 0, best(S, R, D, _, V).

best(S, R, D, M, V) :-
    to_move(S, P),
    D1 is D - 1,
    findall(V1-M1,
            ( legal(S, P, M1), successor(S, M1, S1),
              value(S1, R, D1, V1) ),
            Choices),
    backed_up(P, R, Choices, M, V).

% backed_up(P, R, Choices, M, V): if P moves, the pairs V1-M1 in Choices
% have the value V for R: the highest value if P is R, the mean for
% chance, else the lowest; by the cuts, M is the first such move, and
% the last clause is for the other roles.

backed_up(R, R, Choices, M, V) :-
    member(V-M, Choices), \+ ( member(V1-_, Choices), V1 > V ), !.
backed_up(random, _, Choices, chance, V) :- !,
    pairs_keys(Choices, Vs),
    sum_list(Vs, Sum),
    length(Vs, N),
    V is Sum rdiv N.
backed_up(_, _, Choices, M, V) :-
    member(V-M, Choices), \+ ( member(V1-_, Choices), V1 < V ), !.
