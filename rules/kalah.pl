% Kalah
%
% A player lifts the seeds of one of his houses and sows them, one by one and counterclockwise,
% into the houses that follow and into his own store, never into the other store.  If the last
% seed falls into his store, he moves again.  If it falls into an empty house of his own, that
% seed and those in the opposite house go to his store; with empty_capture=no only if there are
% any opposite.  When all houses of one side are empty, the other side keeps what is in its
% houses.  Whoever has more seeds wins.
% With m houses and n seeds it is Kalah(m, n) of G. Irving, J. Donkers and J. Uiterwijk (2000), who
% solve boards of up to six houses and five seeds.  That a seed is taken opposite an empty house
% too, empty_capture=yes, is the variant called empty capture (Wikipedia, Kalah).
% Roles: south, north.  Moves: sow(House), counted from the player's left.
% Goals: seeds of one's own less the other's.
% perft 6x4: 6, 35, 185, 942, 4690

title('Kalah').
source('G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, 2000').
about('Sow seeds around the board and collect them in your store.').
parameter(houses, 6).  % houses of each player; 1 or more
parameter(seeds, 4).  % seeds in each house at the start; 1 or more
parameter(empty_capture, no).  % whether a seed is taken opposite an empty house; yes or no

role(south).
role(north).

init(house(P, I, N)) :- role(P), house(I), parameter(seeds, N).
init(store(P, 0)) :- role(P).
init(control(south)).

legal(P, sow(I)) :- house(I), true(control(P)), true(house(P, I, N)), N > 0.

next(house(P, I, 0)) :- takes(P, I).
next(house(P, I, N)) :- sown_to(P, I, N), \+ takes(P, I).
next(store(P, N)) :- true(store(P, M)), earns(P, G), N is M + G, amount(N).
next(store(P, N)) :- true(store(P, N)), \+ does(P, sow(_)).
next(control(P)) :- true(control(P)), again.
next(control(Q)) :- true(control(P)), opponent(P, Q), \+ again.

% sown_to(P, I, N): after sowing, and before a capture, house I of P holds N seeds.
sown_to(P, I, N) :- left(P, I, M), gets(P, I, G), N is M + G, amount(N).
left(P, I, 0) :- does(P, sow(I)).
left(P, I, N) :- true(house(P, I, N)), \+ does(P, sow(I)).
gets(P, I, G) :- lifted(Q, J, K), way(Q, J, P, I, D), share(K, D, G).
lifted(P, I, K) :- does(P, sow(I)), true(house(P, I, K)).

% ends(P, I): the last seed falls into house I of P, the player who moves.
ends(P, I) :- lifted(P, J, K), way(P, J, P, I, D), last(K, D).
again :- lifted(_, J, K), to_store(J, D), last(K, D).

% captures(P, I, N): the last seed falls into the empty house I, opposite N seeds.
captures(P, I, N) :-
    ends(P, I), sown_to(P, I, 1), opponent(P, Q), opposite(I, J), sown_to(Q, J, N), enough(N).
takes(P, I) :- captures(P, I, _).
takes(Q, J) :- captures(P, I, _), opponent(P, Q), opposite(I, J).

earns(P, G) :- sown(P, G), \+ captures(P, _, _).
earns(P, G) :- sown(P, S), captures(P, _, N), G is S + N + 1, amount(G).
sown(P, G) :- lifted(P, I, K), to_store(I, D), share(K, D, G).

terminal :- cleared(_).
cleared(P) :- role(P), \+ holds(P).
holds(P) :- true(house(P, _, N)), N > 0.

% What is not in the store of a side that has no seeds left belongs to the other side.
constant_sum(0).
goal(P, V) :- cleared(P), true(store(P, N)), total(T), V is 2 * N - T.
goal(P, V) :-
    opponent(P, Q), \+ cleared(P), cleared(Q), true(store(Q, N)), total(T), V is T - 2 * N.
goal(P, V) :- opponent(P, Q), \+ cleared(_), true(store(P, N)), true(store(Q, M)), V is N - M.

opponent(south, north).
opponent(north, south).
house(I) :- parameter(houses, N), between(1, N, I).
total(T) :- parameter(houses, H), parameter(seeds, S), T is 2 * H * S.
amount(N) :- total(T), between(0, T, N).
opposite(I, J) :- parameter(houses, N), house(I), J is N + 1 - I.
enough(N) :- amount(N), N > 0.
enough(0) :- parameter(empty_capture, yes).

% way(Q, J, P, I, D): from house J of Q, house I of P is the D-th to be sown by Q; a round has
% one step for each house and one for the store of Q.
round(L) :- parameter(houses, N), L is 2 * N + 1.
way(P, J, P, I, D) :- role(P), house(J), house(I), round(L), D is (I - J - 1) mod L + 1.
way(Q, J, P, I, D) :- opponent(Q, P), house(J), house(I), parameter(houses, N), D is N + 1 + I - J.
to_store(J, D) :- house(J), parameter(houses, N), D is N + 1 - J.
share(K, D, G) :- round(L), G is (K - D + L) // L.
last(K, D) :- round(L), K > 0, K mod L =:= D mod L.

% Seeds in the stores.
feature_value(P, seed, N) :- true(store(P, N)).
weight(seed, 1).

notation(sow(I), I).

draw(C, 1, N) :- true(house(north, I, N)), opposite(I, J), C is J + 1.
draw(C, 2, N) :- true(house(south, I, N)), C is I + 1.
draw(1, 1, N) :- true(store(north, N)).
draw(C, 2, N) :- true(store(south, N)), parameter(houses, H), C is H + 2.

% Above the board stand the numbers of north's house and of south's.
draw_column(C, [J, '/', I]) :- opposite(I, J), C is I + 1.
draw_row(1, north).
draw_row(2, south).
