% Proof-number search (Allis 1994; SP.268): is the state S worth V or
% more to the role R?
%
% A tree is tree(Kind, S, P, D, Trees): Kind is `or` if R chooses and
% `and` if the others do; P and D, the proof and the disproof number,
% say how many leaves must still be proved to prove S, or disproved to
% disprove it.

proved(S, R, V) :-
    leaf(S, R, V, Tree),
    grown(Tree, R, V, tree(_, _, 0, _, _)).

% grown(Tree0, R, V, Tree): Tree0 has grown to Tree, which is solved.

grown(Tree, _, _, Tree) :- solved(Tree).
grown(Tree0, R, V, Tree) :-
    \+ solved(Tree0),
    expanded(Tree0, R, V, Tree1),
    grown(Tree1, R, V, Tree).

solved(tree(_, _, 0, _, _)).
solved(tree(_, _, _, 0, _)).

leaf(S, R, V, tree(or, S, P, D, [])) :-
    terminal(S),
    goal(S, R, V1),
    ( V1 >= V -> P = 0, D = inf ; P = inf, D = 0 ).
leaf(S, R, _, tree(K, S, 1, 1, [])) :-
    \+ terminal(S),
    ( to_move(S, R) -> K = or ; K = and ).

% expanded(Tree0, R, V, Tree): the most-proving leaf of Tree0 has its
% successors in Tree.  By the cut, the search descends to the first of
% several equal trees.

expanded(tree(K, S, _, _, []), R, V, Tree) :-
    findall(T, ( successor(S, _, S1), leaf(S1, R, V, T) ), Ts),
    numbered(K, S, Ts, Tree).
expanded(tree(K, S, P, D, [T|Ts]), R, V, Tree) :-
    append(Before, [Next|After], [T|Ts]),
    next_tree(K, P, D, Next), !,
    expanded(Next, R, V, Next1),
    append(Before, [Next1|After], Ts1),
    numbered(K, S, Ts1, Tree).

% next_tree(Kind, P, D, Tree): Tree, where the search descends, has the
% number of its parent.

next_tree(or, P, _, tree(_, _, P, _, _)).
next_tree(and, _, D, tree(_, _, _, D, _)).

numbered(K, S, Ts, tree(K, S, P, D, Ts)) :-
    findall(P1, member(tree(_, _, P1, _, _), Ts), Ps),
    findall(D1, member(tree(_, _, _, D1, _), Ts), Ds),
    (   K = or -> min_member(P, Ps), sum(Ds, D)
    ;   sum(Ps, P), min_member(D, Ds)
    ).

% sum(Ns, N): N is the sum of Ns, infinite if one of them is.  (For
% min_member a number is less than the atom inf.)

sum(Ns, N) :- ( memberchk(inf, Ns) -> N = inf ; sum_list(Ns, N) ).
