road(a, b). road(b, c). road(c, d). road(a, e). road(e, d). road(d, f).

connected(X, Y) :- road(X, Y).
connected(X, Y) :- road(Y, X).

path(Start, Goal, Path) :- path(Start, Goal, [Start], Path).

path(Goal, Goal, Acc, Path) :- reverse(Acc, Path).
path(Node, Goal, Acc, Path) :-
    connected(Node, Next),
    \+ member(Next, Acc),
    path(Next, Goal, [Next|Acc], Path).

% ?- path(a, f, P).
