"""Small games with hidden information whose values can be found by hand."""

from __future__ import annotations

#: Two cards of three, and one bet that may be called.
CARDS = """\
role(ann). role(bob). role(random).
init(to_move(random)).
card(1). card(2). card(3).
legal(random, deal(A, B)) :- true(to_move(random)), card(A), card(B), A \\== B.
legal(ann, bet) :- true(to_move(ann)).
legal(ann, pass) :- true(to_move(ann)).
legal(bob, call) :- true(to_move(bob)).
legal(bob, fold) :- true(to_move(bob)).
next(to_move(ann)) :- true(to_move(random)).
next(to_move(bob)) :- true(to_move(ann)).
next(holds(ann, A)) :- does(random, deal(A, _)).
next(holds(bob, B)) :- does(random, deal(_, B)).
next(holds(P, C)) :- true(holds(P, C)).
next(bet) :- does(ann, bet).
next(bet) :- true(bet).
next(over) :- true(to_move(bob)).
sees(ann, card(A)) :- does(random, deal(A, _)).
sees(bob, card(B)) :- does(random, deal(_, B)).
sees(bob, M) :- does(ann, M), M \\== noop.
sees(ann, M) :- does(bob, M), M \\== noop.
terminal :- true(over).
goal(ann, 1) :- true(holds(ann, A)), true(holds(bob, B)), A > B.
goal(ann, -1) :- true(holds(ann, A)), true(holds(bob, B)), A < B.
goal(bob, V) :- goal(ann, W), V is 0 - W.
"""

#: The coin is hidden: 60 for sure, or 100 for a right guess, which is worth 50. With
#: all cards face up the guess is worth 100.
SURE_COIN = """\
role(guesser). role(random).
init(start).
legal(random, toss(heads)) :- true(start).
legal(random, toss(tails)) :- true(start).
legal(guesser, take) :- true(offered).
legal(guesser, play) :- true(offered).
legal(guesser, say(heads)) :- true(playing).
legal(guesser, say(tails)) :- true(playing).
next(offered) :- true(start).
next(coin(X)) :- does(random, toss(X)).
next(coin(X)) :- true(coin(X)).
next(playing) :- does(guesser, play).
next(taken) :- does(guesser, take).
next(said(X)) :- does(guesser, say(X)).
sees(guesser, nothing) :- does(guesser, play), true(start).
terminal :- true(taken).
terminal :- true(said(_)).
goal(guesser, 60) :- true(taken).
goal(guesser, 100) :- true(said(X)), true(coin(X)).
goal(guesser, 0) :- true(said(X)), true(coin(Y)), X \\== Y.
"""

#: Ann sees the coin. At heads she may stop, for 2; if she goes on, bob guesses. Right
#: about heads costs her 5, right about tails 1; wrong gives her 1. A good ann always
#: stops at heads, so bob says tails: 1/2 * 2 - 1/2 * 1 = 1/2.
STOP_OR_GO = """\
role(ann). role(bob). role(random).
init(start).
legal(random, toss(heads)) :- true(start).
legal(random, toss(tails)) :- true(start).
legal(ann, stop) :- true(choosing), true(coin(heads)).
legal(ann, go) :- true(choosing).
legal(bob, say(heads)) :- true(guessing).
legal(bob, say(tails)) :- true(guessing).
next(choosing) :- true(start).
next(coin(X)) :- does(random, toss(X)).
next(coin(X)) :- true(coin(X)).
next(guessing) :- does(ann, go).
next(stopped) :- does(ann, stop).
next(said(X)) :- does(bob, say(X)).
sees(ann, coin(X)) :- does(random, toss(X)).
sees(bob, M) :- does(ann, M), M \\== noop.
terminal :- true(stopped).
terminal :- true(said(_)).
goal(ann, 2) :- true(stopped).
goal(ann, -5) :- true(said(heads)), true(coin(heads)).
goal(ann, -1) :- true(said(tails)), true(coin(tails)).
goal(ann, 1) :- true(said(X)), true(coin(Y)), X \\== Y.
goal(bob, V) :- goal(ann, W), V is 0 - W.
"""
