% Goofspiel
%
% Both players hold cards from 1 up, and bid for prizes of the same values, the highest
% first: both show a card at once, the higher one wins the prize, equal ones lose it.
% Roles: ann, bob.  Moves: bid(Card).  Goals: the points that one is ahead.
% Searches read moves made at once pessimistically: the others know my bid.  So both
% expect to lose 2 points with their best bid, 4, though neither side is the better one.
% perft: 16, 144, 576, 576

title('Goofspiel').
source('S. M. Ross, Goofspiel: the game of pure strategy, 1971').
about('Both bid a card at once for the next prize.').
parameter(cards, 4).  % how many cards each player has; 1 or more

role(ann).
role(bob).

init(hand(P, C)) :- role(P), card(C).
init(points(P, 0)) :- role(P).
init(prize(N)) :- parameter(cards, N).

legal(P, bid(C)) :- true(hand(P, C)), \+ over.

next(hand(P, C)) :- true(hand(P, C)), \+ does(P, bid(C)).
next(points(P, N)) :- true(points(P, M)), wins(P), true(prize(V)), N is M + V, all(T), N =< T.
next(points(P, N)) :- true(points(P, N)), \+ wins(P).
next(prize(V)) :- true(prize(W)), V is W - 1, V >= 0.

wins(P) :- opponent(P, Q), does(P, bid(C)), does(Q, bid(D)), C > D.

terminal :- over.
over :- true(prize(0)).

goal(P, V) :- opponent(P, Q), true(points(P, M)), true(points(Q, N)), V is M - N.

opponent(ann, bob).
opponent(bob, ann).
all(T) :- parameter(cards, N), T is N * (N + 1) // 2.
card(C) :- parameter(cards, N), between(1, N, C).

% Points count until the end is in sight.
feature_value(P, point, N) :- true(points(P, N)).
weight(point, 1).

draw(1, 1, 'prize  ').
draw(2, 1, V) :- true(prize(V)).
draw(1, Y, [P, '    ']) :- line(P, Y).
draw(2, Y, N) :- line(P, Y), true(points(P, N)).
draw(X, Y, C) :- line(P, Y), true(hand(P, C)), X is C + 2.
draw(X, Y, '.') :- line(P, Y), card(C), \+ true(hand(P, C)), X is C + 2.

line(ann, 2).
line(bob, 3).
