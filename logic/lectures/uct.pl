% UCT (Kocsis and Szepesvari 2006): random games grow a tree, and in the
% tree each role moves by an upper confidence bound on the value for
% itself.
%
% best(S, R, N, M, V): R is to move in S.  Of N random games most begin
% with M; V is their mean.  By the cut, M is the first such move.
%
% A tree is a list with an arm for each move, arm(M, S, N, Sum, Tree): N
% games went through the move M to the state S; Sum is their total value
% for the role that moved, and Tree is the tree below S, [] if it is
% new.

best(S, R, N, M, V) :-
    to_move(S, R),
    arms(S, Tree0),
    grown(N, S, Tree0, Tree),
    member(arm(M, _, Most, Sum, _), Tree),
    \+ ( member(arm(_, _, N1, _, _), Tree), N1 > Most ), !,
    V is Sum rdiv Most.

arms(S, Arms) :-
    findall(arm(M, S1, 0, 0, []),
            ( to_move(S, P), legal(S, P, M), successor(S, M, S1) ),
            Arms).

% grown(N, S, Tree0, Tree): N more games from S have made a tree of
% Tree0.  By the cut, no game is played again.

grown(0, _, Tree, Tree).
grown(N, S, Tree0, Tree) :-
    N > 0,
    simulated(Tree0, S, Tree1, _), !,
    N1 is N - 1,
    grown(N1, S, Tree1, Tree).

% simulated(Tree0, S, Tree, Vs): one more game from S; Vs has R-V for
% the value V of each role R.

simulated([], S, Arms, Vs) :- arms(S, Arms), game(S, Vs).
simulated([Arm|Arms], S, Tree, Vs) :-
    to_move(S, P),
    chosen(P, [Arm|Arms], M),
    select(arm(M, S1, N0, Sum0, Tree0), [Arm|Arms],
           arm(M, S1, N, Sum, Tree1), Tree),
    simulated(Tree0, S1, Tree1, Vs),
    member(P-V, Vs),
    N is N0 + 1,
    Sum is Sum0 + V.

% chosen(P, Arms, M): P chooses a move of the highest bound, chance any.

chosen(random, Arms, M) :- random_member(arm(M, _, _, _, _), Arms).
chosen(P, Arms, M) :-
    P \= random,
    findall(N, member(arm(_, _, N, _, _), Arms), Ns),
    sum_list(Ns, All),
    findall(B-M1,
            ( member(arm(M1, _, N, Sum, _), Arms),
              bound(P, All, N, Sum, B) ),
            Bounds),
    pairs_keys(Bounds, Bs),
    max_member(Highest, Bs),
    findall(M1, member(Highest-M1, Bounds), Best),
    random_member(M, Best).

% bound(P, All, N, Sum, B): the upper confidence bound of an arm, given
% the number of games through all arms.  (For max_member the atom inf is
% more than a number.)

bound(_, _, 0, _, inf).
bound(P, All, N, Sum, B) :-
    N > 0,
    range(P, Low, High),
    Mean is (Sum / N - Low) / (High - Low),
    B is Mean + 7 / 10 * sqrt(log(All) / N).

% game(S, Vs): a random game from S ends with the values Vs, 0 for
% chance.

game(S, [random-0|Vs]) :-
    terminal(S),
    findall(R-V, ( role(R), R \= random, goal(S, R, V) ), Vs).
game(S, Vs) :-
    to_move(S, P),
    findall(S1, ( legal(S, P, M), successor(S, M, S1) ), Ss),
    random_member(S1, Ss),
    game(S1, Vs).
