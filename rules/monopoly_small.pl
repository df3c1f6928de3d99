% Small Monopoly
%
% Two players walk around a ring of eight squares, as far as a die says.  Whoever comes to a
% street that nobody owns may buy it; whoever comes to the other's pays him rent, twice as much if
% he owns both streets of that colour.  Passing the start, or stopping there, brings a salary.
% The tax goes to nobody.  A player who cannot pay gives what he has, and has lost; after a few
% rounds, whoever is richer wins: money counts, and streets count at their prices.
%     1 start    2 brown   3 brown   4 tax
%     8 station  7 park    6 green   5 green
% Roles: ann, bob, random, who throws the die.  Moves: buy, decline, die(Points).
% Goals: 100, 0, -100; chance has none.
% perft: 3, 7, 19, 49, 125, 325

title('Small Monopoly').
source('after E. Magie, The landlord\'s game, 1904').
about('Buy streets, pay rent, and be the richer one at the end.').
parameter(money, 6).  % what each player has at the start; 1 or more
parameter(rounds, 4).  % how many turns each player has; 1 or more
parameter(sides, 3).  % sides of the die; 1 or more

role(ann).
role(bob).
role(random).

init(on(P, 1)) :- opponent(P, _).
init(money(P, N)) :- opponent(P, _), parameter(money, N).
init(control(ann)).
init(turn(1)).

% street(Square, Colour, Price, Rent).
street(2, brown, 2, 1).
street(3, brown, 2, 1).
street(5, green, 4, 2).
street(6, green, 4, 2).
street(8, station, 3, 1).
tax(4, 1).
salary(2).

legal(random, die(D)) :- parameter(sides, N), between(1, N, D), \+ true(offer).
legal(P, buy) :- true(control(P)), true(offer).
legal(P, decline) :- true(control(P)), true(offer).

% lands(P, J, G): the throw brings P to square J, and a salary of G.
lands(P, J, G) :- does(random, die(D)), true(control(P)), true(on(P, I)), way(I, D, J, G).
way(I, D, J, 0) :- J is I + D, square(J).
way(I, D, J, G) :- J is I + D - 8, square(J), salary(G).

next(on(P, J)) :- lands(P, J, _).
next(on(P, I)) :- true(on(P, I)), \+ lands(P, _, _).
next(owns(P, J)) :- does(P, buy), true(on(P, J)).
next(owns(P, J)) :- true(owns(P, J)).
next(offer) :- offers.
offers :- lands(P, J, G), street(J, _, C, _), \+ true(owns(_, J)), true(money(P, M)), M + G >= C.

% P owes N, has D to pay with, and pays the smaller one.
owes(P, N) :- lands(P, J, _), tax(J, N).
owes(P, N) :- lands(P, J, _), opponent(P, Q), rent(Q, J, N).
rent(Q, J, N) :- true(owns(Q, J)), street(J, _, _, N), \+ both(Q, J).
rent(Q, J, N) :- both(Q, J), street(J, _, _, R), N is 2 * R.
both(Q, J) :- street(J, K, _, _), street(I, K, _, _), I =\= J, true(owns(Q, J)), true(owns(Q, I)).
has(P, D) :- lands(P, _, G), true(money(P, M)), D is M + G, amount(D).
pays(P, N) :- owes(P, N), has(P, D), D >= N.
pays(P, D) :- owes(P, N), has(P, D), D < N.
next(broke(P)) :- owes(P, N), has(P, D), D < N.

next(money(P, N)) :- has(P, N), \+ owes(P, _).
next(money(P, N)) :- has(P, D), pays(P, K), N is D - K, amount(N).
next(money(Q, N)) :- true(money(Q, M)), earns(Q, K), N is M + K, amount(N).
next(money(P, N)) :-
    does(P, buy), true(on(P, J)), street(J, _, C, _), true(money(P, M)), N is M - C, amount(N).
next(money(P, N)) :- true(money(P, N)), \+ lands(P, _, _), \+ earns(P, _), \+ does(P, buy).
earns(Q, N) :- opponent(P, Q), lands(P, J, _), true(owns(Q, J)), pays(P, N).

next(turn(T)) :- true(turn(T)), offers.
next(turn(T)) :- true(turn(S)), \+ offers, T is S + 1, turn(T).
next(control(P)) :- true(control(P)), offers.
next(control(Q)) :- true(control(P)), opponent(P, Q), \+ offers.

terminal :- true(broke(_)).
terminal :- true(turn(T)), parameter(rounds, N), T > 2 * N.
constant_sum(0).
goal(P, 100) :- wins(P).
goal(P, -100) :- opponent(P, Q), wins(Q).
goal(P, 0) :- opponent(P, Q), \+ wins(P), \+ wins(Q).
wins(P) :- opponent(P, Q), true(broke(Q)).
wins(P) :- opponent(P, Q), \+ true(broke(_)), wealth(P, M), wealth(Q, N), M > N.
wealth(P, N) :- opponent(P, _), true(money(P, M)), streets(P, V), N is M + V.
streets(P, V) :- opponent(P, _), sum(C, J, (true(owns(P, J)), street(J, _, C, _)), V).

opponent(ann, bob).
opponent(bob, ann).
square(I) :- between(1, 8, I).
turn(T) :- parameter(rounds, N), L is 2 * N + 1, between(1, L, T).
amount(N) :-
    parameter(money, M), parameter(rounds, R), salary(G), T is 2 * M + 2 * G * R, between(0, T, N).

% Money, the prices of streets, and the rent that may be had.
feature_value(P, coin, N) :- true(money(P, N)).
feature_value(P, price, V) :- streets(P, V).
feature_value(P, rent, V) :- opponent(P, _), sum(N, J, rent(P, J, N), V).
weight(coin, 1).
weight(price, 1).
weight(rent, 2).

draw(C, R, [A, B]) :- at(I, C, R), piece(ann, I, A), piece(bob, I, B).
draw(C, R, Text) :- at(I, C, K), R is K + 1, label(I, Text).
draw(5, R, [P, ' ', N]) :- line(P, R), true(money(P, N)).
piece(P, I, T) :- true(on(P, I)), letter(P, T).
piece(P, I, ' ') :- opponent(P, _), square(I), \+ true(on(P, I)).
label(I, [K, ' ', C]) :- street(I, K, C, _), \+ true(owns(_, I)).
label(I, [K, ' ', T]) :- street(I, K, _, _), true(owns(P, I)), letter(P, T).
label(1, start).   label(4, tax).   label(7, park).
letter(ann, 'A').  letter(bob, 'B').
line(ann, 1).      line(bob, 2).
at(I, I, 1) :- between(1, 4, I).
at(I, C, 3) :- between(5, 8, I), C is 9 - I.
