% Kuhn poker
%
% Each of two players puts 1 into the pot and gets one of three cards; the third one stays hidden.
% Ann checks or bets 1 more.  If she checks, bob checks, too, or bets.  After a bet the other one
% folds and loses, or calls and pays 1, too.  If nobody folds, the higher card takes the pot.
% Roles: ann, bob, random, who deals.
% Moves: check, bet, fold, call; deal(Card of ann, Card of bob).
% Goals: what one wins of the other; chance has none.
% If both play well, ann loses 1/18 on average (Kuhn 1950).  For each a from 0 to 1/3 it is best for
% her to bet with card 1 with probability a, with card 3 with 3 a, and never with card 2; and
% to call with card 2 with probability a + 1/3, always with card 3, and never with card 1.
% It is best for bob to bet with card 1 and to call with card 2 with probability 1/3 each, always
% to bet and to call with card 3, and else to check or fold.
% perft: 6, 12, 24, 12

title('Kuhn poker').
source('H. W. Kuhn, A simplified two-person poker, 1950').
about('Three cards, one each: check or bet, fold or call.').
parameter(cards, 3).  % how many cards there are, from 1 up; 2 or more

role(ann).
role(bob).
role(random).

init(control(random)).

legal(random, deal(A, B)) :- true(control(random)), card(A), card(B), A \== B.
legal(P, M) :- opponent(P, _), true(control(P)), choice(M).

choice(check) :- \+ true(did(_, bet)).
choice(bet) :- \+ true(did(_, bet)).
choice(fold) :- true(did(_, bet)).
choice(call) :- true(did(_, bet)).

next(holds(ann, A)) :- does(random, deal(A, _)).
next(holds(bob, B)) :- does(random, deal(_, B)).
next(holds(P, C)) :- true(holds(P, C)).
next(did(P, M)) :- does(P, M), true(control(P)), P \== random.
next(did(P, M)) :- true(did(P, M)), \+ true(control(P)).
next(control(ann)) :- true(control(random)).
next(control(Q)) :- true(control(P)), opponent(P, Q).

sees(ann, card(A)) :- does(random, deal(A, _)).
sees(bob, card(B)) :- does(random, deal(_, B)).
sees(Q, M) :- opponent(P, Q), does(P, M), true(control(P)).

terminal :- true(did(_, fold)).
terminal :- true(did(_, call)).
terminal :- true(did(ann, check)), true(did(bob, check)).

constant_sum(0).
goal(P, N) :- beats(P, _), stake(N).
goal(Q, V) :- beats(_, Q), stake(N), V is 0 - N.

stake(2) :- true(did(_, call)).
stake(1) :- \+ true(did(_, call)).
beats(P, Q) :- opponent(P, Q), true(did(Q, fold)).
beats(P, Q) :- \+ true(did(_, fold)), true(holds(P, C)), true(holds(Q, D)), C > D.

opponent(ann, bob).
opponent(bob, ann).
card(C) :- parameter(cards, N), between(1, N, C).

no_position('expected 2 cards or more') :- parameter(cards, N), N < 2.

draw(1, Y, [P, '  ']) :- line(P, Y).
draw(2, Y, C) :- line(P, Y), true(holds(P, C)).
draw(2, Y, '-') :- line(P, Y), \+ true(holds(P, _)).
draw(3, Y, ['  ', M]) :- line(P, Y), true(did(P, M)).
draw(3, Y, '  ') :- line(P, Y), \+ true(did(P, _)).
line(ann, 1).
line(bob, 2).
