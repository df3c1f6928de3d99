% A search program that answers no question.
solve(S, P) :- depth(S, [S], P).
depth(S, _, [S]) :- goal(S).
depth(S, Seen, [S|P]) :-
    next_state(S, T), \+ member(T, Seen),
    depth(T, [T|Seen], P).
