% A quotation mark is not closed; the faults behind it are found all the same.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
title('Othello).
about('Othello's rules').
second(X) :- role(X), !.
