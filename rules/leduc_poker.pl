% Leduc poker
%
% The pack has two cards of each rank.  Each of two players puts 1 into the pot and gets a card.
% They bet, a card is turned up, which is both players', and they bet again.  Ann begins both times.
% By turns one folds, if he has paid less than the other, and loses what he has paid; or calls, and
% has then paid as much as the other; or raises, and has then paid 2 more than the other, 4 in the
% second round.  A call ends the round, unless it is the first move of it.  In the end a pair
% with the card that was turned up wins the pot, else the higher card does; equal cards share it.
% Roles: ann, bob, random, who deals.
% Moves: fold, call, raise; deal(Rank of ann, Rank of bob), turn(Rank).
% Goals: what one wins of the other; chance has none.
% Cards of a rank are alike, so deals and turns have weights.
% If both play well, ann loses 0.0856 on average: another program finds it by a linear program
% (tests/games/test_leduc_poker.py).
% perft: 9, 18, 45, 93, 162, 360, 528, 456, 216, 48

title('Leduc poker').
source('F. Southey and others, Bayes\' bluff: opponent modelling in poker, 2005').
about('Two rounds of bets on a card of your own and one for both.').
parameter(ranks, 3).  % how many ranks there are, of two cards each; 2 or more
parameter(raises, 2).  % how many raises there may be in a round; 0 or more

role(ann).
role(bob).
role(random).

init(round(1)).
init(control(random)).
init(paid(P, 1)) :- opponent(P, _).
init(raises(0)).

legal(random, deal(A, B)) :- true(control(random)), true(round(1)), rank(A), rank(B).
legal(random, turn(C)) :- true(control(random)), true(round(2)), left(C, _).
legal(P, fold) :- true(control(P)), behind(P).
legal(P, call) :- opponent(P, _), true(control(P)).
legal(P, raise) :- opponent(P, _), true(control(P)), true(raises(N)), parameter(raises, M), N < M.

weight(random, deal(A, A), 1) :- rank(A).
weight(random, deal(A, B), 2) :- rank(A), rank(B), A \== B.
weight(random, turn(C), N) :- left(C, N).

next(holds(ann, A)) :- does(random, deal(A, _)).
next(holds(bob, B)) :- does(random, deal(_, B)).
next(holds(P, C)) :- true(holds(P, C)).
next(table(C)) :- does(random, turn(C)).
next(table(C)) :- true(table(C)).

next(paid(P, N)) :- does(P, call), opponent(P, Q), true(paid(Q, N)).
next(paid(P, N)) :-
    does(P, raise), opponent(P, Q), true(paid(Q, M)), true(round(R)), N is M + 2 * R, amount(N).
next(paid(P, N)) :- true(paid(P, N)), \+ does(P, call), \+ does(P, raise).
next(raises(N)) :- does(_, raise), true(raises(M)), N is M + 1, parameter(raises, R), N =< R.
next(raises(N)) :- true(raises(N)), \+ does(_, raise), \+ closes.
next(raises(0)) :- closes.
next(called) :- does(_, call), \+ closes.
next(folded(P)) :- does(P, fold).

next(round(R)) :- true(round(R)), \+ closes.
next(round(2)) :- true(round(1)), closes.
next(round(3)) :- true(round(2)), closes.
next(control(ann)) :- true(control(random)).
next(control(random)) :- closes.
next(control(Q)) :- true(control(P)), opponent(P, Q), \+ closes.

% A call ends the round if there was a call or a raise before it.
closes :- does(P, call), true(called) ; does(P, call), behind(P).
behind(P) :- opponent(P, Q), true(paid(P, M)), true(paid(Q, N)), M < N.

sees(ann, card(A)) :- does(random, deal(A, _)).
sees(bob, card(B)) :- does(random, deal(_, B)).
sees(P, table(C)) :- opponent(P, _), does(random, turn(C)).
sees(Q, M) :- opponent(P, Q), does(P, M), true(control(P)).

terminal :- true(folded(_)).
terminal :- true(round(3)).

constant_sum(0).
goal(P, N) :- beats(P, Q), true(paid(Q, N)).
goal(Q, V) :- beats(_, Q), true(paid(Q, N)), V is 0 - N.
goal(P, 0) :- opponent(P, Q), \+ beats(P, Q), \+ beats(Q, P).

beats(P, Q) :- opponent(P, Q), true(folded(Q)).
beats(P, Q) :- opponent(P, Q), \+ true(folded(_)), worth(P, M), worth(Q, N), M > N.
% worth(P, N): a pair is worth more than any card.
worth(P, C) :- true(holds(P, C)), \+ true(table(C)).
worth(P, N) :- true(holds(P, C)), true(table(C)), parameter(ranks, M), N is M + C.

opponent(ann, bob).
opponent(bob, ann).
rank(C) :- parameter(ranks, N), between(1, N, C).
left(C, N) :- rank(C), count(P, true(holds(P, C)), M), M < 2, N is 2 - M.
amount(N) :- parameter(raises, R), T is 1 + 6 * R, between(1, T, N).

no_position('expected 2 ranks or more') :- parameter(ranks, N), N < 2.
no_position('expected 0 raises or more') :- parameter(raises, N), N < 0.

draw(1, Y, [P, '  ']) :- line(P, Y).
draw(2, Y, C) :- line(P, Y), true(holds(P, C)).
draw(2, Y, '-') :- line(P, Y), \+ true(holds(P, _)).
draw(3, Y, ['  paid ', N]) :- line(P, Y), true(paid(P, N)).
draw(1, 3, 'table  ').
draw(2, 3, C) :- true(table(C)).
draw(2, 3, '-') :- \+ true(table(_)).
draw(3, 3, '  round 1') :- true(round(1)).
draw(3, 3, '  round 2') :- true(round(2)).
draw(3, 3, '  the end') :- true(round(3)).
line(ann, 1).
line(bob, 2).
