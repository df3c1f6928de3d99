% TITLE
%
% A search program: minimax, to change into a search of your own. It knows a game only
% by these relations, so it plays any game of two roles that move by turns.
%
%   initial(S)           play begins in the state S
%   role(R)              R is a role; range(R, L, H): its goal values lie from L to H
%   to_move(S, R)        the role R moves in S
%   legal(S, R, M)       R can make the move M in S
%   successor(S, M, S1)  M leads from S to S1
%   terminal(S)          the game is over in S
%   goal(S, R, V)        S has the goal value V for R
%   estimate(S, R, V)    by the features of the rule file, S is worth V to R
%   quiet(S)             S is quiet, by the rule file
%
% Besides them there are lists (append, member, length, max_list and others),
% arithmetic, findall, negation and ->. To see each step:
%   pygame-search ask hexapawn "position(S), value(S, R, 1, V)" \
%     --program NAME.pl --steps

% value(S, R, D, V): looking D moves ahead, the state S is worth V to the role R.
value(S, R, _, V) :- terminal(S), goal(S, R, V).
value(S, R, 0, V) :- \+ terminal(S), estimate(S, R, V).
value(S, R, D, V) :- D > 0, best(S, R, D, _, V).

% best(S, R, D, M, V): of the moves in S, M is best for the role that moves; it leads to
% a state that is worth V to R: the highest value if R moves, else the lowest.
best(S, R, D, M, V) :-
    to_move(S, P),
    D1 is D - 1,
    findall(V1-M1,
            ( legal(S, P, M1), successor(S, M1, S1), value(S1, R, D1, V1) ),
            Choices),
    keysort(Choices, Sorted),
    ( P = R -> last(Sorted, V-M) ; Sorted = [V-M|_] ).
