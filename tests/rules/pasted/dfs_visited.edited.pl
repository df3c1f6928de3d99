path(S, Path) :- dfs(S, Path).
is_goal_state(S) :- goal(S).
link(S, T) :- successor(S, _, T).

% depth-first search with a list of visited nodes
dfs(Node, Path) :- dfs(Node, [Node], Path).

dfs(Node, _, [Node]) :- is_goal_state(Node).
dfs(Node, Visited, [Node|Path]) :-
    link(Node, Next),
    \+ memberchk(Next, Visited),
    dfs(Next, [Next|Visited], Path).
