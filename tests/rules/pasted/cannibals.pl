% Missionaries and cannibals; the state is three arguments: both counts on the left, the boat.
safe(M, C) :- ( M =:= 0 ; M >= C ), M2 is 3 - M, C2 is 3 - C, ( M2 =:= 0 ; M2 >= C2 ).

boat(1, 0). boat(2, 0). boat(0, 1). boat(0, 2). boat(1, 1).

row(M, C, left, M1, C1, right) :-
    boat(A, B), M >= A, C >= B, M1 is M - A, C1 is C - B, safe(M1, C1).
row(M, C, right, M1, C1, left) :-
    boat(A, B), M1 is M + A, C1 is C + B, M1 =< 3, C1 =< 3, safe(M1, C1).

ferry(0, 0, right, _, []).
ferry(M, C, B, Seen, [M1-C1-B1|Way]) :-
    row(M, C, B, M1, C1, B1),
    \+ memberchk(M1-C1-B1, Seen),
    ferry(M1, C1, B1, [M1-C1-B1|Seen], Way).

all(Way) :- ferry(3, 3, left, [3-3-left], Way).
