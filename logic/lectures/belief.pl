% What a role knows (Thielscher 2010), and how likely each state is by
% it.
%
% belief(R, B): B has S-P for each state S that R thinks possible by its
% view.  P is its probability, if the other roles make each of their
% moves equally often.  The view has step(M, Ps, Over) for each step of
% the game: R made the move M and perceived Ps, and the game was over
% or not.

belief(R, B) :- view(R, Steps), initial(S), updated(Steps, R, [S-1], B).

updated([], _, B, B).
updated([Step|Steps], R, B0, B) :-
    findall(S1-P1,
            ( member(S-P0, B0), followed(S, R, Step, S1, P),
              P1 is P0 * P ),
            Pairs),
    normal(Pairs, B1),
    updated(Steps, R, B1, B).

% followed(S, R, Step, S1, P): with the move of Step, S1 follows S with
% probability P, and R perceives what Step says.

followed(S, R, step(M, Ps, Over), S1, P) :-
    findall(Q, to_move(S, Q), Qs),
    ( member(R, Qs) -> true ; M = noop ),
    made(Qs, S, R, M, Ms, P),
    ( Ms = [Move] -> true ; Move = Ms ),
    successor(S, Move, S1),
    percepts(S1, R, Ps),
    ( terminal(S1) -> Over = true ; Over = false ).

% made(Qs, S, R, M, Ms, P): Ms are moves of the roles Qs, and that of R
% is M; the others make these with probability P.

made([], _, _, _, [], 1).
made([R|Qs], S, R, M, [M|Ms], P) :-
    legal(S, R, M),
    made(Qs, S, R, M, Ms, P).
made([Q|Qs], S, R, M, [M1|Ms], P) :-
    Q \= R,
    findall(M2, legal(S, Q, M2), All),
    length(All, N),
    member(M1, All),
    made(Qs, S, R, M, Ms, P1),
    P is P1 rdiv N.

% normal(Pairs, B): B has each state of Pairs once, with its share.

normal(Pairs, B) :-
    pairs_values(Pairs, Ps),
    sum_list(Ps, Sum),
    pairs_keys(Pairs, Ss0),
    sort(Ss0, Ss),
    findall(S-P, ( member(S, Ss), share(S, Pairs, Sum, P) ), B).

share(S, Pairs, Sum, P) :-
    findall(P1, member(S-P1, Pairs), Ps),
    sum_list(Ps, P0),
    P is P0 rdiv Sum.
