% Max^n (Luckhardt and Irani 1986): any number of roles, each for
% itself.
%
% values(S, D, Vs): looking D moves ahead, Vs has R-V for each role R:
% what the state S is worth to it.

values(S, _, Vs) :- terminal(S), findall(R-V, goal(S, R, V), Vs).
values(S, 0, Vs) :- \+ terminal(S), findall(R-V, estimate(S, R, V), Vs).
values(S, D, Vs) :- D > 0, chosen(S, D, _, Vs).

% chosen(S, D, M, Vs): M is a move that is best for the role to move; by
% the cut, the first.

chosen(S, D, M, Vs) :-
    to_move(S, P),
    D1 is D - 1,
    findall(M1-Vs1,
            ( legal(S, P, M1), successor(S, M1, S1),
              values(S1, D1, Vs1) ),
            Choices),
    member(M-Vs, Choices),
    member(P-V, Vs),
    \+ ( member(_-Vs2, Choices), member(P-V2, Vs2), V2 > V ), !.

value(S, R, D, V) :- values(S, D, Vs), member(R-V, Vs).

best(S, R, D, M, V) :- chosen(S, D, M, Vs), member(R-V, Vs).
