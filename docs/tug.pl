% Tug: two push a counter to their own end. It can go on for ever.

title('Tug').

role(left). role(right).
init(at(0)). init(control(left)).
legal(P, go(D)) :- true(control(P)), step(D).
next(at(M)) :- true(at(N)), does(_, go(D)), M is N + D.
next(control(Q)) :- true(control(P)), opponent(P, Q).
terminal :- true(at(2)).
terminal :- true(at(-2)).
goal(left, 1) :- true(at(2)).
goal(left, -1) :- true(at(-2)).
goal(right, 1) :- true(at(-2)).
goal(right, -1) :- true(at(2)).
step(1). step(-1).
opponent(left, right). opponent(right, left).
