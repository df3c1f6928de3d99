% list exercises
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).

elem(X, [X|_]).
elem(X, [_|T]) :- elem(X, T).

rev([], []).
rev([H|T], R) :- rev(T, S), app(S, [H], R).
