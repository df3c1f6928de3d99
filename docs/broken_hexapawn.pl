% Hexapawn, with mistakes.

role(white).
role(black).

init(cell(1, 1, white)).
init(cell(1, 3, black)).
init(control(white)).

legal(P, move(C, R, C, R1)) :- true(control(P)), true(cell(C, R, P)), ahaed(P, R, R1).

ahead(white, R, R1) :- R1 is R + 1.
ahead(black, R, R1) :- R1 is R - 1.

next(cell(C, R, P)) :- does(P, move(_, _, C, R)), !.
next(control(Q)) :- true(control(P)), Q \== P.

terminal :- \+ true(cell(_, _, white)).

goal(white, 0, now).
