title('Take one or two').
parameter(size, 5).
role(ann).
role(bob).
init(heap(N)) :- parameter(size, N).
init(control(ann)).
legal(P, take(K)) :- true(control(P)), true(heap(N)), between(1, 2, K), K =< N.
next(heap(M)) :- does(_, take(K)), true(heap(N)), M is N - K.
next(control(Q)) :- true(control(P)), other(P, Q).
terminal :- true(heap(0)).
goal(P, 0) :- true(control(P)).
goal(P, 1) :- true(control(Q)), other(P, Q).
other(ann, bob). other(bob, ann).
feature(P, left, N) :- role(P), true(heap(H)), between(1, H, N).
weight(left, 1).
