% Tabs, wide and combining characters, a long line: the caret stays below its word.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
	same(X,	Y) :- role(X),	role(Y),	X	==	Y.
日本(X) :- role(X), 東京(X).
été (X) :- role(X).
long(X) :- role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), nobody(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X), role(X).
