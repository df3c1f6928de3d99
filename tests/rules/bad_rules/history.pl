% Histories: no cycle through next, and only occurred/1 after a move.
role(white).
role(black).
init(control(white)).
position_part(control(white)).
legal(P, go) :- true(control(P)), \+ after(P, go, occurred(2)).
legal(P, stay) :- true(control(P)), after(P, stay, terminal).
legal(P, M) :- true(control(P)), \+ after(P, M, occurred(2)).
next(control(black)) :- true(control(white)).
next(control(P)) :- does(P, stay), fresh(P).
fresh(P) :- role(P), after(P, stay, occurred(1)).
terminal :- occurred(3).
terminal :- after(go, occurred(2)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
