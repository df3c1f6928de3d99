% A puzzle under names of its own, with a search of its own.
start(s(3)).
goal(s(0)).
move(s(N), s(M)) :- N > 0, M is N - 1.
path(S, [S]) :- goal(S).
path(S, [S|P]) :- move(S, T), path(T, P).
