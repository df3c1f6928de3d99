title('Two cars').
role(right).
role(up).
opponent(right, up).
opponent(up, right).
init(car(right, 1, 2)).
init(car(up, 2, 3)).
init(control(right)).
square(C, R) :- between(1, 3, C), between(1, 3, R).
dir(right, 1, 0).
dir(right, 0, 1).
dir(right, 0, -1).
dir(up, 0, -1).
dir(up, 1, 0).
dir(up, -1, 0).
legal(P, move(C, R, C1, R1)) :-
    true(control(P)), true(car(P, C, R)), dir(P, DC, DR),
    C1 is C + DC, R1 is R + DR,
    square(C1, R1), \+ occupied(C1, R1).
legal(P, leave(C, R)) :- true(control(P)), true(car(P, C, R)), at_edge(P, C, R).
at_edge(right, 3, R) :- between(1, 3, R).
at_edge(up, C, 1) :- between(1, 3, C).
occupied(C, R) :- true(car(_, C, R)).
next(car(P, C, R)) :- does(P, move(_, _, C, R)).
next(car(P, C, R)) :- true(car(P, C, R)), \+ moved(C, R).
next(control(Q)) :- true(control(P)), opponent(P, Q).
moved(C, R) :- does(_, move(C, R, _, _)).
moved(C, R) :- does(_, leave(C, R)).
terminal :- wins(_).
wins(P) :- role(P), \+ true(car(P, _, _)).
wins(P) :- true(control(P)), \+ legal(P, _).
goal(P, 1) :- wins(P).
goal(P, -1) :- wins(Q), opponent(P, Q).
repetition(draw).
draw(C, R, '.') :- square(C, R), \+ occupied(C, R).
draw(C, R, '>') :- true(car(right, C, R)).
draw(C, R, '^') :- true(car(up, C, R)).
