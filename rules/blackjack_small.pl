% Small blackjack
%
% The player gets two cards, and the dealer two, one of them face down.  A card counts its number,
% a picture 10, and an ace 11, or 1 where 11 would be too much.  The player takes cards until he
% sticks, and loses if he has more than 21.  Then the dealer takes cards until he has 17 or more,
% and loses if that is more than 21; else whoever has more wins.  The deck never gets smaller:
% each time a ten, which a picture is too, is four times as likely as another number.
% These are the rules of R. Sutton and A. Barto (example 5.1), but an ace and a ten at once, a
% natural, are 21 like others.
% Roles: player, random, who deals.  Moves: hit, stick; deal(player, Card, Card), the smaller card
% first, deal(dealer, Up, Down), card(Card).  Goals: 1 win, 0 draw, -1 loss; chance has none.
% The best play loses 0.0466 a game on average (a second program,
% tests/games/test_blackjack_small.py).
% perft: 55, 5500

title('Small blackjack').
source('R. Sutton and A. Barto, Reinforcement Learning: An Introduction, 2018').
about('Take cards, to 21 and no more, against a card face down.').

role(player).
role(random).

init(turn(first)).  % the first two cards are for the player, the second two for the dealer

legal(random, deal(player, A, B)) :- true(turn(first)), card(A), card(B), A =< B.
legal(random, deal(dealer, A, B)) :- true(turn(second)), card(A), card(B).
legal(random, card(C)) :- takes(_), card(C).
legal(player, hit) :- true(turn(player)).
legal(player, stick) :- true(turn(player)).

weight(random, deal(player, A, A), W) :- many(A, M), W is M * M.
weight(random, deal(player, A, B), W) :- many(A, M), many(B, N), A < B, W is 2 * M * N.
weight(random, deal(dealer, A, B), W) :- many(A, M), many(B, N), W is M * N.
weight(random, card(C), W) :- many(C, W).

next(total(P, N)) :- does(random, deal(P, A, B)), N is A + B.
next(total(P, N)) :- true(total(P, M)), takes(P), does(random, card(C)), N is M + C, amount(N).
next(total(P, N)) :- true(total(P, N)), \+ takes(P).
next(ace(P)) :- does(random, deal(P, 1, _)).
next(ace(P)) :- does(random, deal(P, _, 1)).
next(ace(P)) :- takes(P), does(random, card(1)).
next(ace(P)) :- true(ace(P)).
next(up(A)) :- does(random, deal(dealer, A, _)).
next(up(A)) :- true(up(A)).
next(turn(second)) :- true(turn(first)).
next(turn(player)) :- true(turn(second)).
next(turn(card)) :- does(player, hit).
next(turn(player)) :- true(turn(card)).
next(turn(dealer)) :- does(player, stick).
next(turn(dealer)) :- true(turn(dealer)).

% takes(P): the next card is for P.
takes(player) :- true(turn(card)).
takes(dealer) :- true(turn(dealer)).

sees(player, hand(A, B)) :- does(random, deal(player, A, B)).
sees(player, up(A)) :- does(random, deal(dealer, A, _)).
sees(player, card(C)) :- takes(player), does(random, card(C)).

terminal :- worth(player, N), N > 21.
terminal :- true(turn(dealer)), worth(dealer, N), N >= 17.

goal(player, V) :- points(player, N), points(dealer, M), V is sign(N - M).

% points(P, N): what P has at the end; who has too much has nothing.
points(P, N) :- worth(P, N), N =< 21.
points(P, 0) :- worth(P, N), N > 21.
worth(P, N) :- true(total(P, N)), \+ soft(P).
worth(P, N) :- true(total(P, M)), soft(P), N is M + 10.
soft(P) :- true(ace(P)), true(total(P, N)), N =< 11.  % an ace counts 11

amount(N) :- between(2, 31, N).
card(C) :- between(1, 10, C).
many(C, 1) :- between(1, 9, C).
many(10, 4).

% What each has, whether an ace of his counts 11, and the card that the dealer shows.
draw(1, R, N) :- line(P, R), worth(P, N).
draw(1, R, '.') :- line(P, R), \+ true(total(P, _)).
draw(2, R, 11) :- line(P, R), soft(P).
draw(2, R, '.') :- line(P, R), \+ soft(P).
draw(3, 2, A) :- true(up(A)).
draw(3, 2, '.') :- \+ true(up(_)).
draw_column(1, has).
draw_column(2, ace).
draw_column(3, shows).
draw_row(R, P) :- line(P, R).
line(player, 1).
line(dealer, 2).
