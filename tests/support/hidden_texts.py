"""Rule texts of small games whose beliefs and values are known."""

from __future__ import annotations

#: S. Selvin, A problem in probability, 1975. To switch wins with probability 2/3.
MONTY_HALL = r"""
role(candidate). role(random).
init(step(1)).
legal(random, hide(D)) :- true(step(1)), door(D).
legal(candidate, choose(D)) :- true(step(2)), door(D).
legal(random, open(D)) :-
    true(step(3)), door(D), \+ true(car(D)), \+ true(chosen(D)).
legal(candidate, M) :- true(step(4)), answer(M).
answer(keep). answer(switch).
next(car(D)) :- does(random, hide(D)).
next(car(D)) :- true(car(D)).
next(chosen(D)) :- does(candidate, choose(D)).
next(chosen(D)) :- true(chosen(D)), \+ does(candidate, switch).
next(chosen(D)) :-
    does(candidate, switch), door(D), \+ true(chosen(D)), \+ true(opened(D)).
next(opened(D)) :- does(random, open(D)).
next(opened(D)) :- true(opened(D)).
next(step(M)) :- true(step(N)), M is N + 1, M =< 5.
sees(candidate, opened(D)) :- does(random, open(D)).
terminal :- true(step(5)).
goal(candidate, 1) :- true(chosen(D)), true(car(D)).
goal(candidate, 0) :- true(chosen(D)), \+ true(car(D)).
door(D) :- between(1, 3, D).
"""

#: The same as a rule sheet, without the last choice.
MONTY_HALL_SHEET = """
(role candidate) (role random) (init (step 1))
(door 1) (door 2) (door 3) (after 1 2) (after 2 3) (after 3 4)
(<= (legal random (hide ?d)) (true (step 1)) (door ?d))
(<= (legal random noop) (true (step 2)))
(<= (legal random (open ?d)) (true (step 3)) (door ?d)
    (not (true (car ?d))) (not (true (chosen ?d))))
(<= (legal candidate noop) (true (step 1)))
(<= (legal candidate (choose ?d)) (true (step 2)) (door ?d))
(<= (legal candidate noop) (true (step 3)))
(<= (next (car ?d)) (does random (hide ?d)))
(<= (next (car ?d)) (true (car ?d)))
(<= (next (chosen ?d)) (does candidate (choose ?d)))
(<= (next (chosen ?d)) (true (chosen ?d)))
(<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
(<= (sees candidate (does random (open ?d))) (does random (open ?d)))
(<= terminal (true (step 4)))
(<= (goal candidate 100) (true (chosen ?d)) (true (car ?d)))
(<= (goal candidate 0) (true (chosen ?d)) (not (true (car ?d))))
"""

#: H. W. Kuhn, A simplified two-person poker, 1950. The value is -1/18 to ann.
KUHN_POKER = r"""
role(ann). role(bob). role(random).
init(to_move(random)).
legal(random, deal(A, B)) :- true(to_move(random)), card(A), card(B), A \== B.
legal(P, check) :- true(to_move(P)), \+ true(bet(_)), P \== random.
legal(P, bet)   :- true(to_move(P)), \+ true(bet(_)), P \== random.
legal(P, fold)  :- true(to_move(P)), true(bet(_)).
legal(P, call)  :- true(to_move(P)), true(bet(_)).
next(holds(ann, A)) :- does(random, deal(A, _)).
next(holds(bob, B)) :- does(random, deal(_, B)).
next(holds(P, C)) :- true(holds(P, C)).
next(bet(P)) :- does(P, bet).
next(bet(P)) :- true(bet(P)).
next(called) :- does(_, call).
next(folded(P)) :- does(P, fold).
next(checked(P)) :- does(P, check).
next(to_move(ann)) :- true(to_move(random)).
next(to_move(Q)) :- true(to_move(P)), opponent(P, Q).
sees(ann, card(A)) :- does(random, deal(A, _)).
sees(bob, card(B)) :- does(random, deal(_, B)).
sees(R, did(P, M)) :- player(R), player(P), does(P, M), M \== noop.
terminal :- true(called).
terminal :- true(folded(_)).
terminal :- true(checked(bob)), \+ true(bet(_)).
goal(P, V) :- opponent(P, Q), gain(P, Q, V).
gain(P, Q, 1) :- opponent(P, Q), true(folded(Q)).
gain(P, Q, -1) :- opponent(P, Q), true(folded(P)).
gain(P, Q, V) :-
    opponent(P, Q), \+ true(folded(_)), stake(S), higher(P, Q, Sign), V is S * Sign.
stake(2) :- true(called).
stake(1) :- \+ true(called).
higher(P, Q, 1) :- true(holds(P, A)), true(holds(Q, B)), A > B.
higher(P, Q, -1) :- true(holds(P, A)), true(holds(Q, B)), A < B.
constant_sum(0).
card(C) :- between(1, 3, C).
player(ann). player(bob).
opponent(ann, bob). opponent(bob, ann).
"""

#: Whatever is said is right in half of all games.
COIN = r"""
role(guesser). role(random).
init(step(1)).
legal(random, toss(C)) :- true(step(1)), side(C).
legal(guesser, say(C)) :- true(step(2)), side(C).
next(coin(C)) :- does(random, toss(C)).
next(coin(C)) :- true(coin(C)).
next(said(C)) :- does(guesser, say(C)).
next(step(M)) :- true(step(N)), M is N + 1, M =< 3.
sees(guesser, coin(C)) :- does(guesser, say(_)), true(coin(C)).
terminal :- true(step(3)).
goal(guesser, 100) :- true(said(C)), true(coin(C)).
goal(guesser, 0) :- true(said(C)), true(coin(D)), C \== D.
side(heads). side(tails).
"""

#: Ann sees the coin; only at heads she may stop, for 2. Who goes on is guessed: the
#: right guess costs ann 5 at heads and 1 at tails, the wrong one gives her 1. The value
#: is 1/2 to ann: she stops at heads, and bob says tails.
STOP_OR_GO = r"""
role(ann). role(bob). role(random).
init(step(1)).
legal(random, toss(C)) :- true(step(1)), side(C).
legal(ann, stop) :- true(step(2)), true(coin(heads)).
legal(ann, go) :- true(step(2)).
legal(bob, say(C)) :- true(step(3)), side(C).
next(coin(C)) :- does(random, toss(C)).
next(coin(C)) :- true(coin(C)).
next(stopped) :- does(ann, stop).
next(said(C)) :- does(bob, say(C)).
next(step(M)) :- true(step(N)), M is N + 1, M =< 4.
sees(ann, coin(C)) :- does(random, toss(C)).
sees(bob, M) :- does(ann, M), M \== noop.
terminal :- true(stopped).
terminal :- true(step(4)).
goal(ann, 2) :- true(stopped).
goal(ann, -5) :- true(said(heads)), true(coin(heads)).
goal(ann, -1) :- true(said(tails)), true(coin(tails)).
goal(ann, 1) :- true(said(C)), true(coin(D)), C \== D.
goal(bob, V) :- goal(ann, W), V is 0 - W.
constant_sum(0).
side(heads). side(tails).
"""

#: Both choose at once, and nothing is hidden; the value is 0.
ROCK_PAPER_SCISSORS = """
role(ann). role(bob).
init(choosing).
legal(R, M) :- role(R), true(choosing), beats(M, _).
next(won(R)) :- does(R, M), does(Q, N), R \\== Q, beats(M, N).
next(over).
terminal :- true(over).
goal(R, 1) :- role(R), true(won(R)).
goal(R, -1) :- role(R), true(won(Q)), Q \\== R.
goal(R, 0) :- role(R), \\+ true(won(_)).
constant_sum(0).
beats(rock, scissors). beats(scissors, paper). beats(paper, rock).
"""

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
