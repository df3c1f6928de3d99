% Short whist
%
% The pack has two suits.  Each of two players gets two cards, and the rest is put aside unseen.
% Ann leads a card, and bob must play one of the same suit if he has any.  The higher card of the
% suit that was led takes the trick, and who took it leads to the other trick.
% With open=yes both hands lie open on the table, as in a double-dummy problem of bridge.
% Roles: ann, bob, random, who deals.
% Moves: play(Card); deal(Card, Card, Card, Card), two to ann and two to bob.
% A card is Suit-Rank: h-3 is the 3 of hearts, s-1 the 1 of spades; moves may be typed as h3 and
% h1h3 h2s1.
% Goals: the tricks that one is ahead; chance has none.
% If both play well, ann is 26/45 of a trick ahead on average, and 2/3 with open hands:
% another program finds it by a linear program and by minimax (tests/games/test_short_whist.py).
% perft: 90, 180, 252, 252, 252

title('Short whist').
about('Follow suit and take tricks, with hidden or with open hands.').
parameter(ranks, 3).  % cards of each suit; 2 or more
parameter(open, no).  % whether the hands lie open on the table; yes or no

role(ann).
role(bob).
role(random).

init(control(random)).
init(tricks(P, 0)) :- opponent(P, _).

legal(random, deal(A, B, C, D)) :-
    true(control(random)), pair(A, B), pair(C, D), \+ common(A, B, C, D).
legal(P, play(C)) :- true(control(P)), true(hand(P, C)), \+ revokes(P, C).

% revokes(P, C): C is not of the suit that was led, though P has a card that is.
revokes(P, C) :-
    true(led(L)), true(hand(P, C)), \+ same_suit(C, L), true(hand(P, D)), same_suit(D, L).

next(hand(ann, X)) :- does(random, deal(A, B, _, _)), among(X, A, B).
next(hand(bob, X)) :- does(random, deal(_, _, C, D)), among(X, C, D).
next(hand(P, C)) :- true(hand(P, C)), \+ does(P, play(C)).
next(led(C)) :- leads(_, C).
next(tricks(P, N)) :- true(tricks(P, M)), takes(P), N is M + 1, N =< 2.
next(tricks(P, N)) :- true(tricks(P, N)), \+ takes(P).
next(control(ann)) :- true(control(random)).
next(control(Q)) :- leads(P, _), opponent(P, Q).
next(control(P)) :- takes(P).

% leads(P, C): P plays C, the first card of a trick.  takes(P): P takes the trick.
leads(P, C) :- does(P, play(C)), \+ true(led(_)).
takes(P) :- does(P, play(C)), true(led(L)), beats(C, L).
takes(Q) :- does(P, play(C)), opponent(P, Q), true(led(L)), \+ beats(C, L).

sees(ann, hand(A, B)) :- does(random, deal(A, B, _, _)).
sees(bob, hand(C, D)) :- does(random, deal(_, _, C, D)).
sees(Q, M) :- opponent(P, Q), does(P, M), true(control(P)).
sees(P, hands(A, B, C, D)) :- parameter(open, yes), opponent(P, _), does(random, deal(A, B, C, D)).

terminal :- true(tricks(ann, M)), true(tricks(bob, N)), M + N =:= 2.

constant_sum(0).
goal(P, V) :- opponent(P, Q), true(tricks(P, M)), true(tricks(Q, N)), V is M - N.

opponent(ann, bob).
opponent(bob, ann).
suit(h).
suit(s).
card(S-R) :- suit(S), parameter(ranks, N), between(1, N, R).
same_suit(S-Q, S-R) :- card(S-Q), card(S-R).
beats(S-Q, S-R) :- card(S-Q), card(S-R), Q > R.

% pair(C, D): two cards in the order of the pack.
pair(C, D) :- beats(D, C).
pair(h-Q, s-R) :- card(h-Q), card(s-R).
among(A, A, B) :- pair(A, B).
among(B, A, B) :- pair(A, B).
common(A, B, C, D) :- among(X, A, B), among(X, C, D).

no_position('expected 2 ranks or more') :- parameter(ranks, N), N < 2.
no_position('expected open=yes or open=no') :- parameter(open, Y), Y \== yes, Y \== no.

notation(P, play(S-R), [S, R]) :- opponent(P, _).
notation(random, deal(A-I, B-J, C-K, D-L), [A, I, B, J, ' ', C, K, D, L]).

% A column for each card; behind them stand the tricks.
draw(1, Y, [L, '  ']) :- line(L, Y).
draw(X, Y, [S, R]) :- line(P, Y), true(hand(P, S-R)), column(S-R, X).
draw(X, Y, '.') :- line(P, Y), opponent(P, _), column(C, X), \+ true(hand(P, C)).
draw(X, 3, [S, R]) :- true(led(S-R)), column(S-R, X).
draw(X, 3, '.') :- column(C, X), \+ true(led(C)).
draw(X, Y, N) :- line(P, Y), true(tricks(P, N)), tricks_column(X).
draw(X, 3, '.') :- tricks_column(X).
draw_column(X, '') :- column(_, X).
draw_column(X, tricks) :- tricks_column(X).
draw_column(1, '').
column(h-R, X) :- card(h-R), X is R + 1.
column(s-R, X) :- card(s-R), parameter(ranks, N), X is N + R + 1.
tricks_column(X) :- parameter(ranks, N), X is 2 * N + 2.
line(ann, 1).
line(bob, 2).
line(led, 3).
