start(state(1, open)).
is_goal(state(3, open)).
arc(state(S1, S2), state(T1, T2)) :- action(S1, S2, T1, T2).

action(F, open, F, closed).
action(F, closed, F, open).
action(F, closed, G, closed) :- F < 4, G is F + 1.
