% Neighbours that are no list.
start(a).
is_goal(c).
neighbours(a, b).
neighbours(b, [c]).
neighbours(c, []).
neighbours(d, [a|b]).
