% Proof-number search (Allis 1994; SP.268): is the state S worth V or more to the role R?
%
% A tree is tree(Kind, S, P, D, Trees): Kind is `or` if R chooses and `and` if the others do;
% P and D, the proof and the disproof number, say how many leaves must still be proved to
% prove S, or disproved to disprove it; 1000000 stands for infinity.

proved(S, R, V) :- leaf(S, R, V, Tree), grown(Tree, R, V, tree(_, _, 0, _, _)).

grown(tree(K, S, P, D, Ts), _, _, tree(K, S, P, D, Ts)) :- ( P =:= 0 ; D =:= 0 ), !.
grown(Tree0, R, V, Tree) :- expanded(Tree0, R, V, Tree1), grown(Tree1, R, V, Tree).

leaf(S, R, V, tree(or, S, P, D, [])) :-
    terminal(S),
    goal(S, R, V1),
    ( V1 >= V -> P = 0, D = 1000000 ; P = 1000000, D = 0 ).
leaf(S, R, _, tree(K, S, 1, 1, [])) :-
    \+ terminal(S),
    ( to_move(S, R) -> K = or ; K = and ).

% expanded(Tree0, R, V, Tree): the most-proving leaf of Tree0 has its successors in Tree.

expanded(tree(K, S, _, _, []), R, V, Tree) :-
    findall(T, ( to_move(S, P), legal(S, P, M), successor(S, M, S1), leaf(S1, R, V, T) ), Ts),
    numbered(K, S, Ts, Tree).
expanded(tree(K, S, P, D, [T|Ts]), R, V, Tree) :-
    append(Before, [Next|After], [T|Ts]),
    next(K, P, D, Next), !,
    expanded(Next, R, V, Next1),
    append(Before, [Next1|After], Ts1),
    numbered(K, S, Ts1, Tree).

% next(Kind, P, D, Tree): Tree, where the search descends, has the number of its parent.

next(or, P, _, tree(_, _, P1, _, _)) :- P1 =:= P.
next(and, _, D, tree(_, _, _, D1, _)) :- D1 =:= D.

numbered(K, S, Ts, tree(K, S, P, D, Ts)) :-
    findall(P1, member(tree(_, _, P1, _, _), Ts), Ps),
    findall(D1, member(tree(_, _, _, D1, _), Ts), Ds),
    ( K = or -> min_list(Ps, P), sum(Ds, D) ; sum(Ps, P), min_list(Ds, D) ).

sum(Ns, N) :- sum_list(Ns, N0), N is min(N0, 1000000).
