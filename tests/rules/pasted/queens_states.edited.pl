
% Eight queens, well, six: a state is qs(Queens in columns 1 to 6), 0 for an empty column.
start(qs(0, 0, 0, 0, 0, 0)).
is_goal(qs(_, _, _, _, _, F)) :- F > 0.

row(1). row(2). row(3). row(4). row(5). row(6).

arc(qs(0, 0, 0, 0, 0, 0), qs(A, 0, 0, 0, 0, 0)) :- row(A).
arc(qs(A, 0, 0, 0, 0, 0), qs(A, B, 0, 0, 0, 0)) :- A > 0, row(B), ok(A, B, 1).
arc(qs(A, B, 0, 0, 0, 0), qs(A, B, C, 0, 0, 0)) :- B > 0, row(C), ok(A, C, 2), ok(B, C, 1).
arc(qs(A, B, C, 0, 0, 0), qs(A, B, C, D, 0, 0)) :-
    C > 0, row(D), ok(A, D, 3), ok(B, D, 2), ok(C, D, 1).
arc(qs(A, B, C, D, 0, 0), qs(A, B, C, D, E, 0)) :-
    D > 0, row(E), ok(A, E, 4), ok(B, E, 3), ok(C, E, 2), ok(D, E, 1).
arc(qs(A, B, C, D, E, 0), qs(A, B, C, D, E, F)) :-
    E > 0, row(F), ok(A, F, 5), ok(B, F, 4), ok(C, F, 3), ok(D, F, 2), ok(E, F, 1).

ok(P, Q, Distance) :- P =\= Q, Q - P =\= Distance, P - Q =\= Distance.
