% Costs that are no numbers.
start(a).
is_goal(d).
arc(a, b, five).
arc(b, c, '5').
arc(c, d, -1).
arc(X, Y, cost(Z)) :- road(X, Y, Z).
road(a, d, 3).
