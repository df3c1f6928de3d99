% Flat Monte Carlo (Bruegmann 1993): the value of a move is the mean of
% random games after it.
%
% best(S, R, N, M, V): R is to move in S.  Of N random games after each
% of its moves, those after M have the best mean, V; by the cut, M is
% the first such move.

best(S, R, N, M, V) :-
    findall(M1-V1,
            ( between(1, N, _), legal(S, R, M1),
              successor(S, M1, S1), game(S1, R, V1) ),
            Games),
    findall(V1-M1, ( legal(S, R, M1), mean(M1, Games, V1) ), Choices),
    member(V-M, Choices), \+ ( member(V1-_, Choices), V1 > V ), !.

mean(M, Games, V) :-
    findall(V1, member(M-V1, Games), Vs),
    sum_list(Vs, Sum),
    length(Vs, N),
    V is Sum rdiv N.

% game(S, R, V): a random game from S ends with the goal value V for R.

game(S, R, V) :- terminal(S), goal(S, R, V).
game(S, R, V) :-
    to_move(S, P),
    findall(S1, ( legal(S, P, M), successor(S, M, S1) ), Ss),
    random_member(S1, Ss),
    game(S1, R, V).
