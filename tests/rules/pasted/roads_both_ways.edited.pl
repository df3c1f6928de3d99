start(a).
is_goal(f).

road(a, b). road(b, c). road(c, d). road(a, e). road(e, d). road(d, f).

arc(X, Y) :- road(X, Y).
arc(X, Y) :- road(Y, X).

% ?- path(a, f, P).
