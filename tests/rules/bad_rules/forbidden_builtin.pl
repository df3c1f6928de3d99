% Builtins of Prolog.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
same(X, Y) :- role(X), Y = X.
same(X, Y) :- role(X), role(Y), X == Y.
other(X, Y) :- role(X), role(Y), X \= Y.
one(X) :- member(X, [a, b]).
all(Xs) :- findall(X, role(X), Xs).
say(X) :- role(X), format('~w~n', [X]).
stop :- halt.
ring :- shell('echo hello').
next_to(X, Y) :- between(1, 3, X), succ(X, Y).
never :- fail.
once_only(X) :- once(role(X)).
text(X) :- atom_concat(a, b, X).
luck(X) :- random_between(1, 6, X).
parts(X) :- role(X), X =.. [_].
