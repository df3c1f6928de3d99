arc(S, T) :- step(S, T), legal(T).

% Missionaries and cannibals, iterative deepening.
% state(MissionariesLeft, CannibalsLeft, Boat)
start(state(3, 3, left)).
is_goal(state(0, 0, right)).

boat(2, 0).
boat(0, 2).
boat(1, 1).
boat(1, 0).
boat(0, 1).

step(state(M, C, left), state(M1, C1, right)) :-
    boat(DM, DC), M >= DM, C >= DC,
    M1 is M - DM, C1 is C - DC.
step(state(M, C, right), state(M1, C1, left)) :-
    boat(DM, DC),
    M1 is M + DM, C1 is C + DC,
    M1 =< 3, C1 =< 3.

legal(state(M, C, _)) :-
    ok(M, C),
    M2 is 3 - M, C2 is 3 - C,
    ok(M2, C2).
ok(0, C) :- between(0, 3, C).
ok(M, C) :- between(1, 3, M), between(0, 3, C), M >= C.
