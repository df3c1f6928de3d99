% UCT (Kocsis and Szepesvari 2006): random games grow a tree, and in the tree each role moves
% by an upper confidence bound on the value for itself.
%
% best(S, R, N, M, V): R is to move in S.  Of N random games most begin with M; V is their mean.
%
% A tree is `new`, or a list of arm(M, S, N, Sum, Tree): N games went through the move M to
% the state S; Sum is their total value for the role that moved, and Tree is the tree below S.

best(S, R, N, M, V) :-
    arms(S, Arms0),
    grown(N, S, Arms0, Arms),
    to_move(S, R),
    member(arm(M, _, Most, Sum, _), Arms),
    \+ ( member(arm(_, _, N1, _, _), Arms), N1 > Most ), !,
    V is Sum rdiv Most.

grown(0, _, Tree, Tree).
grown(N, S, Tree0, Tree) :-
    N > 0,
    simulated(Tree0, S, Tree1, _),
    N1 is N - 1,
    grown(N1, S, Tree1, Tree).

arms(S, Arms) :-
    to_move(S, P),
    findall(arm(M, S1, 0, 0, new), ( legal(S, P, M), successor(S, M, S1) ), Arms).

% simulated(Tree0, S, Tree, Vs): one more game from S; Vs has R-V for the value V of each role R.

simulated(new, S, new, Vs) :- terminal(S), !, game(S, Vs).
simulated(new, S, Arms, Vs) :- !, arms(S, Arms), game(S, Vs).
simulated(Arms0, S, Arms, Vs) :-
    to_move(S, P),
    chosen(P, Arms0, arm(M, S1, N0, Sum0, Tree0)),
    simulated(Tree0, S1, Tree, Vs),
    member(P-V, Vs),
    N is N0 + 1,
    Sum is Sum0 + V,
    append(Before, [arm(M, _, _, _, _)|After], Arms0),
    append(Before, [arm(M, S1, N, Sum, Tree)|After], Arms), !.

chosen(random, Arms, Arm) :- !, random_member(Arm, Arms).
chosen(_, Arms, Arm) :-
    findall(arm(M, S, 0, 0, T), member(arm(M, S, 0, 0, T), Arms), New),
    New = [_|_], !,
    random_member(Arm, New).
chosen(P, Arms, Arm) :-
    findall(N, member(arm(_, _, N, _, _), Arms), Ns),
    sum_list(Ns, All),
    findall(B-A, ( member(A, Arms), bound(P, All, A, B) ), Bounds),
    findall(A, ( member(B-A, Bounds), \+ ( member(B1-_, Bounds), B1 > B ) ), Highest),
    random_member(Arm, Highest).

bound(P, All, arm(_, _, N, Sum, _), B) :-
    range(P, Low, High),
    B is (Sum / N - Low) / (High - Low) + 7 / 10 * sqrt(log(All) / N).

% game(S, Vs): a random game from S ends with the values Vs.

game(S, Vs) :- terminal(S), !, findall(R-V, ( role(R), value(S, R, V) ), Vs).
game(S, Vs) :-
    to_move(S, P),
    findall(S1, ( legal(S, P, M), successor(S, M, S1) ), Ss),
    random_member(S1, Ss),
    game(S1, Vs).

value(_, random, 0) :- !.
value(S, R, V) :- goal(S, R, V).
