% Oware (awari)
%
% A player lifts the seeds of one of his houses and sows them, one by one and counterclockwise, into
% the houses that follow.  Twelve seeds or more come round to the house that they came from, and
% pass over it.  If the last seed makes two or three in a house of the other side, the player takes
% these, and goes on backwards, house by house, as long as there are two or three in a house of the
% other side.  If the other side has no seeds, a move must give it some.  A move that would take all
% seeds of the other side, a grand slam, takes nothing; with grand_slam=taken it takes them.  With
% grand_slam=illegal, as in awari, it is legal only if every move is one; it then takes them.  The
% game is over when a player has more than half of the seeds, when both have half, or when who is to
% move cannot; then each takes the seeds on his side.  Whoever has more seeds wins.  Play that
% repeats itself is a draw.
% Roles: south, north.  Moves: sow(House), counted from the player's left.
% Goals: 1 win, 0 draw, -1 loss.
% Awari, with six houses and four seeds, is a draw (J. Romein and H. Bal 2003).
% perft 6x4: 6, 36, 190, 1014

title('Oware').
source('J. Romein and H. Bal, Solving Awari with parallel retrograde analysis, 2003').
about('Sow seeds around the board and take twos and threes of the other side.').
parameter(houses, 6).  % houses of each player; 1 or more
parameter(seeds, 4).  % seeds in each house at the start; 1 or more
parameter(grand_slam, nothing).  % what a grand slam does: nothing, taken or illegal

constant_sum(0).
repetition(draw).

role(south).
role(north).

init(house(P, I, N)) :- role(P), house(I), parameter(seeds, N).
init(store(P, 0)) :- role(P).
init(control(south)).

legal(P, M) :- sows(P, M), (\+ parameter(grand_slam, illegal) ; spares(P, M) ; \+ spares(P, _)).
sows(P, sow(I)) :- true(control(P)), true(house(P, I, N)), N > 0, opponent(P, Q), feeds(Q, I, N).
spares(P, M) :- sows(P, M), opponent(P, Q), after(P, M, holds(Q)).
feeds(Q, I, N) :- house(I), amount(N), holds(Q).
feeds(Q, I, N) :- role(Q), house(I), amount(N), parameter(houses, H), I + N > H.
holds(P) :- true(house(P, _, N)), N > 0.

next(house(P, I, 0)) :- takes(P, I).
next(house(P, I, N)) :- sown(P, I, N), \+ takes(P, I).
next(store(P, N)) :- true(store(P, M)), does(P, sow(_)), taken(K), N is M + K, amount(N).
next(store(P, N)) :- true(store(P, N)), \+ does(P, sow(_)).
next(control(Q)) :- true(control(P)), opponent(P, Q).

% sown(P, I, N): after sowing, and before a capture, house I of P holds N seeds.
sown(P, I, 0) :- does(P, sow(I)).
sown(P, I, N) :-
    true(house(P, I, M)), lifted(Q, J, K), way(Q, J, P, I, D), share(K, D, G),
    N is M + G, amount(N).
lifted(P, I, K) :- does(P, sow(I)), true(house(P, I, K)).

% takes(P, I): the seeds in house I of P are taken.
takes(P, I) :- ripe(P, I), (spared(P) ; \+ parameter(grand_slam, nothing)).
spared(P) :- sown(P, I, N), N > 0, \+ ripe(P, I).
ripe(P, I) :- ends(P, E), house(I), I =< E, \+ unripe(P, I, E).
unripe(P, I, E) :- ends(P, E), house(I), house(J), I =< J, J =< E, \+ two_or_three(P, J).
two_or_three(P, I) :- sown(P, I, N), (N =:= 2 ; N =:= 3).
ends(Q, I) :- lifted(P, J, K), opponent(P, Q), way(P, J, Q, I, D), last(K, D).
taken(K) :- count(P - I - S, seed_taken(P, I, S), K).
seed_taken(P, I, S) :- takes(P, I), sown(P, I, N), between(1, N, S).

terminal :- true(store(_, N)), total(T), 2 * N > T.
terminal :- true(store(south, N)), true(store(north, N)), total(T), 2 * N =:= T.
terminal :- \+ sows(_, _).

wins(P) :- opponent(P, Q), has(P, N), has(Q, M), N > M.
has(P, N) :- true(store(P, M)), count(I - S, on_side(P, I, S), K), N is M + K.
on_side(P, I, S) :- true(house(P, I, N)), between(1, N, S).

opponent(south, north).
opponent(north, south).
house(I) :- parameter(houses, N), between(1, N, I).
opposite(I, J) :- parameter(houses, N), house(I), J is N + 1 - I.
total(T) :- parameter(houses, H), parameter(seeds, S), T is 2 * H * S.
amount(N) :- total(T), between(0, T, N).

% way(Q, J, P, I, D): from house J of Q, house I of P is the D-th to be sown by Q.  A round goes
% through all houses but J.
way(P, J, P, I, D) :-
    role(P), house(J), house(I), I =\= J, parameter(houses, H), D is (I - J) mod (2 * H).
way(Q, J, P, I, D) :- opponent(Q, P), house(J), house(I), parameter(houses, H), D is H - J + I.
round(L) :- parameter(houses, H), L is 2 * H - 1.
step(D) :- round(L), between(1, L, D).
share(K, D, G) :- amount(K), step(D), round(L), G is (K - D + L) // L.
last(K, D) :- amount(K), step(D), round(L), K > 0, K mod L =:= D mod L.

no_position('expected grand_slam=nothing, grand_slam=taken or grand_slam=illegal') :-
    parameter(grand_slam, G), G \== nothing, G \== taken, G \== illegal.

% Seeds in the stores.
feature(P, seed, I) :- true(store(P, N)), amount(I), I > 0, I =< N.
weight(seed, 1).

notation(sow(I), I).

draw(C, 1, N) :- true(house(north, J, N)), opposite(I, J), C is I + 1.
draw(C, 2, N) :- true(house(south, I, N)), C is I + 1.
draw(1, 1, N) :- true(store(north, N)).
draw(C, 2, N) :- true(store(south, N)), parameter(houses, H), C is H + 2.

% Above the board stand the numbers of north's house and of south's.
draw_column(C, [J, '/', I]) :- house(I), opposite(I, J), C is I + 1.
draw_row(1, north).
draw_row(2, south).
