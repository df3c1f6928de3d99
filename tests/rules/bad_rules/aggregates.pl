% Mistakes in sum/4, max/3, min/3 and list/4.
role(a).
init(p(1, 2)).
init(p(2, 3)).
next(p(X, Y)) :- true(p(X, Y)).
legal(a, unbound) :- sum(W, X, true(p(X, _)), 3).
legal(a, name_added) :- sum(red, X, true(p(X, _)), S), S > 2.
legal(a, arguments) :- sum(X, true(p(X, _)), S), S > 2.
legal(a, name_as_sum) :- sum(X, X, true(p(X, _)), red).
legal(a, circular) :- q(_).
q(S) :- sum(X, X, q(X), S).
legal(a, no_goal(M)) :- max(X, X, M).
legal(a, expression(M)) :- max(X + 1, true(p(X, _)), M).
legal(a, too_many(M)) :- min(X, X, true(p(X, _)), M).
legal(a, key(L)) :- list(X, K, true(p(X, _)), L).
legal(a, negative) :- sum(Y, X, true(p(X, Y)), -3).
terminal :- true(p(2, 2)).
goal(a, 0).
