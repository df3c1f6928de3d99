% Many faults in one file.
:- use_module(library(lists)).
title('Mess).
role(white).
role(Black).
init(control(white))
legal(P, go) :- true(control(P)), !.
legal(P, jump(X + 1)) :- true(control(P)), between(1, 9, X).
next(control(Q)) :- does(P, go), oponent(P, Q).
terminl :- \+ role(_).
goal(P, 0.5) :- role(P), \+ goal(P, 1).
goal(P, win) :- true(control(P)), P == white.
parameter(size, f(3)).
weight(pawn, heavy).
