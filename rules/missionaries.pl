% Missionaries and cannibals
%
% Three missionaries and three cannibals cross a river by a boat for two.  On neither bank may
% cannibals outnumber the missionaries there, if there are any.
% One role.  Moves: cross(Missionaries, Cannibals).  The goal is to end with 100.
% perft: 3, 5, 15, 27, 79, 145, 417, 771, 2193, 4071

title('Missionaries and cannibals').
source('S. Amarel, On representations of problems of reasoning about actions, 1968').
about('Cross a river; cannibals may nowhere outnumber missionaries.').
parameter(couples, 3).  % how many missionaries, and how many cannibals; 1 or more
parameter(boat, 2).  % how many the boat carries; 1 or more

role(ferryman).

init(left(N, N, left)) :- parameter(couples, N).

legal(ferryman, cross(M, C)) :- true(left(M0, C0, B)), crossing(M0, C0, B, M, C, _, _).

next(left(M1, C1, B1)) :-
    true(left(M0, C0, B)), does(ferryman, cross(M, C)), crossing(M0, C0, B, M, C, M1, C1),
    opposite(B, B1).

% crossing(M0, C0, B, M, C, M1, C1): from M0 and C0 on the left bank to M1 and C1.
crossing(M0, C0, B, M, C, M1, C1) :-
    load(M, C), way(B, S), M1 is M0 + S * M, C1 is C0 + S * C, safe(M1, C1).

safe(M, C) :-
    number(M), number(C), parameter(couples, N), (M >= C ; M =:= 0), (N - M >= N - C ; M =:= N).
load(M, C) :- parameter(boat, N), between(0, N, M), between(0, N, C), between(1, N, K), K =:= M + C.
way(left, -1).
way(right, 1).
opposite(left, right).
opposite(right, left).

terminal :- true(left(0, 0, _)).
goal(ferryman, 100) :- terminal.
goal(ferryman, 0) :- \+ terminal.
number(I) :- parameter(couples, N), between(0, N, I).

% Each crossing takes at most a boatful from the left bank.
h(H) :- true(left(M, C, _)), parameter(boat, N), H is (M + C + N - 1) // N.

draw(1, 1, [M, ' M  ', C, ' C']) :- true(left(M, C, _)).
draw(2, 1, '<') :- true(left(_, _, left)).
draw(2, 1, '>') :- true(left(_, _, right)).
draw(3, 1, [M1, ' M  ', C1, ' C']) :-
    true(left(M, C, _)), parameter(couples, N), M1 is N - M, C1 is N - C.
