% TITLE
%
% Places on a grid, and roads between them with their lengths. The shortest way from
% the harbour to the castle is wanted.
% A state space: nodes and arcs; it has no roles and no moves.

title('TITLE').
about('The shortest way from the harbour to the castle.').

% The node to start from, and the nodes to reach.
start(harbour).
is_goal(castle).

% arc(A, B, Cost): a step leads from A to B. All roads lead both ways.
arc(A, B, Cost) :- road(A, B, Cost).
arc(A, B, Cost) :- road(B, A, Cost).

road(harbour, market, 3).
road(harbour, mill, 2).
road(mill, church, 4).
road(market, church, 2).
road(market, bridge, 6).
road(church, bridge, 3).
road(church, castle, 7).
road(bridge, castle, 2).

% h(Node, Estimate): an estimate of the rest of the way, for `path --method a_star`:
% here the distance in steps across and up. If it is never more than the rest costs,
% the path that is found is a cheapest one.
h(Node, Estimate) :-
    place(Node, X, Y), is_goal(Goal), place(Goal, X1, Y1),
    Estimate is abs(X - X1) + abs(Y - Y1).

% place(Node, X, Y): where it is on the grid.
place(harbour, 0, 0).
place(mill, 2, 0).
place(market, 1, 2).
place(church, 2, 3).
place(bridge, 4, 4).
place(castle, 5, 5).
