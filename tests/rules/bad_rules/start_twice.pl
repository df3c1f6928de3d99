% Two starts.
start(a).
start(b).
is_goal(c).
arc(a, c).
arc(b, c).
