% Two piles of coins: halve both, or take one from each. Solved when nothing is left of one.
play(A, B, Moves) :- solve(A, B, [], Back), reverse(Back, Moves).

solve(0, _, Done, Done).
solve(A, B, Done, Moves) :-
    turn(A, B, Move, A1, B1),
    solve(A1, B1, [Move|Done], Moves).

turn(A, B, halve, A1, B1) :- 0 is A mod 2, 0 is B mod 2, A1 is A // 2, B1 is B // 2.
turn(A, B, take, A1, B1) :- A > 0, B > 0, A1 is A - 1, B1 is B - 1.
turn(A, B, double, A, B1) :- B < 4, B1 is B * 2.

?- play(6, 5, Moves).
