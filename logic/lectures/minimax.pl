% Minimax (CPSC 322, lecture 18; CZ3005; SP.268; CS4480).
%
% value(S, R, D, V): looking D moves ahead, the state S is worth V to
% the role R: the goal value at the end of the game, an estimate at the
% depth limit, and else the best of the values after each move, if R is
% to move, or the worst, if another role is.

value(S, R, _, V) :- terminal(S), goal(S, R, V).
value(S, R, 0, V) :- \+ terminal(S), estimate(S, R, V).
value(S, R, D, V) :- D > 0, best(S, R, D, _, V).

% best(S, R, D, M, V): M, the first such move, leads to the value V.

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
