% A uniform tree
%
% An explicit game tree: max and min choose one of as many branches by turns, until the
% depth is reached; then max is paid the value of the leaf by min.
% Roles: max, min.  Moves: go(Branch).  Goals: the value of the leaf, and less it.
%
% The values of the leaves are mixed: all different while there are no more than 10,007,
% and in no order that can be seen; or they are such that in rule order the best branch
% comes first everywhere, or the worst (values=best_first, values=worst_first).
% With b branches and depth m alpha-beta visits b^ceil(m/2) + b^floor(m/2) - 1 leaves
% when the best comes first, and all b^m when the worst does.  perft: 3, 9, 27, 81

title('A uniform tree').
source('D. Knuth, R. Moore, An analysis of alpha-beta pruning, 1975').
about('Two players walk down a tree; max wants a high leaf, min a low one.').
parameter(branches, 3).  % how many branches each node has; 1 or more
parameter(depth, 4).  % how many plies the tree is deep; 1 or more
parameter(values, mixed).  % the order of the leaves; mixed, best_first or worst_first

role(max).
role(min).

% at(node(Depth, Node, Place)): the nodes of one depth are numbered from left to right,
% and by their place among them when the worst comes first; both from 0.
init(at(node(0, 0, 0))).
init(control(max)).

legal(P, go(K)) :- true(control(P)), parameter(branches, B), between(1, B, K).

next(at(node(D1, N1, W1))) :-
    does(P, go(K)), true(at(node(D, N, W))), place(P, K, I), parameter(branches, B),
    D1 is D + 1, N1 is N * B + K - 1, W1 is W * B + I.
next(control(Q)) :- true(control(P)), opponent(P, Q).

% place(P, K, I): to P, branch K is better than I others when the worst comes first.
place(max, K, I) :- parameter(branches, B), between(1, B, K), I is K - 1.
place(min, K, I) :- parameter(branches, B), between(1, B, K), I is B - K.

terminal :- true(at(node(D, _, _))), parameter(depth, D).

goal(max, V) :- worth(V).
goal(min, W) :- worth(V), W is -V.

worth(V) :- parameter(values, mixed), true(at(node(_, N, _))), V is (7919 * N + 4801) mod 10007.
worth(W) :- parameter(values, worst_first), true(at(node(_, _, W))).
worth(V) :- parameter(values, best_first), true(at(node(_, _, W))), V is -W.

opponent(max, min).
opponent(min, max).

draw(1, 1, ['node ', N, ' at depth ', D]) :- true(at(node(D, N, _))).
