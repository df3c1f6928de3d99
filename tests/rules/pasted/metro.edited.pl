arc(Node, Next) :- s(Node, Next, _).
start(airport).

/* Underground: stations, minutes. Depth first, as in the lecture. */
s(airport, fair, 6).
s(fair, centre, 5).
s(fair, harbour, 3).
s(harbour, centre, 9).
s(centre, museum, 2).
s(harbour, museum, 4).
is_goal(museum).
