% Relations that no rule defines.
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
opponent(white, black).
opponent(black, white).
rival(P, Q) :- oponent(P, Q).
rival(P, Q) :- opponent(P), role(Q).
stuck(P) :- role(P), \+ can_move(P).
