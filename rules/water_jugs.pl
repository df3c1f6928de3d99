% Water jugs
%
% Two jugs of `large` and `small` litres, without marks, and a tap.  Fill a jug, empty
% it, or pour one into the other until that is full or this is empty; the wanted number
% of litres is to be in one of them.
% A state space: a node is jugs(Large, Small), an arc one filling, emptying or pouring.

title('Water jugs').
source('S. D. Poisson; E. Lucas, Récréations mathématiques, 1882').
about('Measure four litres with jugs of five and three.').
parameter(large, 5).  % litres of the larger jug; 1 or more
parameter(small, 3).  % litres of the smaller jug; 1 or more
parameter(wanted, 4).  % how many litres are wanted; 1 or more

start(jugs(0, 0)).

is_goal(jugs(W, _)) :- parameter(wanted, W).
is_goal(jugs(_, W)) :- parameter(wanted, W).

arc(jugs(A, B), jugs(L, B)) :- parameter(large, L), A < L.
arc(jugs(A, B), jugs(A, S)) :- parameter(small, S), B < S.
arc(jugs(A, B), jugs(0, B)) :- A > 0.
arc(jugs(A, B), jugs(A, 0)) :- B > 0.
arc(jugs(A, B), jugs(A1, B1)) :-
    parameter(small, S), P is min(A, S - B), P > 0, A1 is A - P, B1 is B + P.
arc(jugs(A, B), jugs(A1, B1)) :-
    parameter(large, L), P is min(B, L - A), P > 0, A1 is A + P, B1 is B - P.
