% What is named, and nothing gives.

role(ann).
role(bob).

parameter(limit, 6).

init(sum(0)).
init(control(ann)).
init(fresh).

legal(carl, add(1)) :- true(control(ann)), true(fresh).
legal(P, add(K)) :- true(control(P)), true(sum(N)), between(1, 2, K), N + K =< 6.

next(control(bob)) :- does(dora, add(1)).
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- parameter(limt, L), true(sum(L)).
terminal :- parameter(most, L), true(sum(L)).

goal(an, 1) :- terminal.
goal(bob, 0).

feature(P, move, P) :- true(control(P)).
feature(P, patience, 1) :- role(P).
weight(mvoe, 1).
weight(centre, 1).

opponent(ann, bob).
opponent(bob, ann).
