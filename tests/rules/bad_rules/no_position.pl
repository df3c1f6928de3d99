% Nothing says what the position is.
role(white).
init(control(white)).
legal(P, go) :- true(control(P)), \+ after(P, go, occurred(2)).
next(control(P)) :- true(control(P)).
terminal :- occurred(N), N >= 3.
goal(P, 1) :- true(control(P)).
