% The position cannot depend on how often it has occurred.
role(white).
init(control(white)).
position_part(control(P)) :- true(control(P)), known.
known :- occurred(1).
legal(P, go) :- true(control(P)).
next(control(P)) :- true(control(P)).
terminal :- occurred(N), N >= 3.
goal(P, 1) :- true(control(P)).
