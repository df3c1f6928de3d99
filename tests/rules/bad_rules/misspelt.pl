% Relations whose names are misspelt.
role(white).
inti(control(white)).
leagl(P, go) :- true(control(P)).
nxt(control(black)) :- true(control(white)).
terminl :- true(control(black)).
goals(P, 1) :- true(control(P)).
featur(P, control, here) :- true(control(P)).
weight(control, 1, extra).
