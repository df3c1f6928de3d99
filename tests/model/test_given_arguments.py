"""Relations that need arguments given, in games, in every tier and beside others."""

from __future__ import annotations

import pytest
from oracle_check import Counted, differences, each_way, generated, term
from plain_prolog import plain_answers

import pygame_search as ps
from pygame_search.game import State
from pygame_search.model.rules import gdl
from pygame_search.oracle.interpreter import Oracle
from pygame_search.search.perft import perft
from pygame_search.support.errors import RulesError

TURNS = """
role(a).  role(b).
rival(a, b).  rival(b, a).
init(control(a)).
next(control(Q)) :- true(control(P)), rival(P, Q).
"""

RACE = f"""{TURNS}
init(at(a, 1)).  init(at(b, 1)).
legal(R, move(X, Y)) :- true(control(R)), true(at(R, X)), step(X, Y).
step(X, Y) :- Y is X + 1, Y =< 4.
step(X, Y) :- Y is X + 2, Y =< 4.
next(at(R, Y)) :- does(R, move(_, Y)).
next(at(R, Y)) :- true(at(R, Y)), \\+ does(R, move(_, _)).
terminal :- true(at(_, 4)).
goal(R, V) :- true(at(R, X)), worth(X, V).
worth(X, V) :- V is 10 * X.
"""

#: Through several relations, some of which depend on the state or on the moves; inside
#: negations and counts; and with patterns in the heads.
BOARD = f"""{TURNS}
init(at(a, p(1, 1))).  init(at(b, p(4, 4))).
init(score(a, 0)).  init(score(b, 0)).
legal(R, move(D, To)) :-
    true(control(R)), true(at(R, From)), land(R, From, D, To).
land(R, From, D, To) :- shift(From, D, To), \\+ taken(To), inside(To), rival(R, _).
shift(p(X, Y), D, p(X1, Y1)) :- delta(D, DX, DY), X1 is X + DX, Y1 is Y + DY.
delta(n, 0, 1).  delta(s, 0, -1).  delta(e, 1, 0).  delta(w, -1, 0).
inside(p(X, Y)) :- within(X), within(Y).
within(N) :- N >= 1, N =< 4.
taken(P) :- true(at(_, P)).
taken(P) :- blocked(P).
blocked(p(X, X)) :- X =\\= 1, X =\\= 4.
next(at(R, P)) :- does(R, move(_, P)).
next(at(R, P)) :- true(at(R, P)), \\+ moved(R).
moved(R) :- does(R, move(_, _)).
next(score(R, V)) :- true(score(R, U)), gained(R, U, V).
gained(R, U, V) :- does(R, move(D, _)), worth(D, W), V is min(U + W, 3).
gained(R, U, U) :- role(R), \\+ moved(R).
worth(n, 1).  worth(e, 1).  worth(s, 0).  worth(w, 0).
terminal :- true(score(_, 3)).
terminal :- true(at(a, P)), count(D, free(P, D), 0).
free(P, D) :- shift(P, D, Q), inside(Q), \\+ taken(Q).
goal(R, V) :- true(score(R, S)), rival(R, Q), true(score(Q, T)), points(S, T, V).
points(S, T, 100) :- S > T.
points(S, T, 0) :- S < T.
points(S, S, 50).
"""

#: A helper stands before what binds its arguments.
HEAP = f"""{TURNS}
init(heap(7)).
legal(R, take(N)) :- minus(H, N, _), upto(2, N), true(control(R)), true(heap(H)).
upto(K, N) :- between(1, K, N).
minus(A, B, C) :- C is A - B, C >= 0.
next(heap(M)) :- minus(H, N, M), true(heap(H)), does(_, take(N)).
terminal :- true(heap(0)).
goal(R, V) :- role(R), ( true(control(R)), worth(0, V) ; last(R), worth(2, V) ).
last(R) :- \\+ true(control(R)).
worth(X, V) :- V is X * 50.
"""

GAMES = {"race": RACE, "board": BOARD, "heap": HEAP}


@pytest.mark.parametrize("name", GAMES)
def test_every_tier_says_what_the_oracle_says(name: str) -> None:
    tiers = each_way(GAMES[name])
    assert {tier.partition(",")[0] for tier in tiers} == {
        "meaning", "lists", "slots", "kernels", "reference", "words", "changes",
    }  # fmt: skip
    counted = Counted()
    found = differences(
        Oracle(GAMES[name]), tiers, 1, plies=5, steps=2, counted=counted
    )
    assert found == {}
    assert counted.states > 3


def some_states(rules: str) -> list[State]:
    """Return the states of a few plies."""
    states = [ps.load_text(rules).initial]
    for state in states:
        if len(states) < 12 and not state.terminal:
            states += [state.play(move) for move in state.legal_moves[:2]]
    return states[:12]


@pytest.mark.parametrize("name", ["race", "board"])
def test_plain_prolog_says_the_same(name: str) -> None:
    rules = GAMES[name].replace("count(D, free(P, D), 0)", "\\+ free(P, _)")
    states = some_states(GAMES[name])
    asked = [([f"true({f})" for f in s.position.facts], "legal(_, _)") for s in states]
    for state, found in zip(states, plain_answers(rules, asked), strict=True):
        if not state.terminal:
            pairs = zip(state.game.roles, state.position.legal, strict=True)
            ours = {
                term(f"legal({role}, {move})", "prolog")
                for role, moves in pairs for move in moves if move != "noop"
            }  # fmt: skip
            assert ours == found


@pytest.mark.parametrize("seed", [4, 6, 12, 17, 30])
def test_random_rules_mean_the_same(seed: int) -> None:
    counted = Counted()
    assert [*generated([seed], 1, 4, counted, given=True)] == []
    assert counted.tiers["lists"] == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_sheet_of_gdl_is_the_same_game(name: str) -> None:
    game = ps.load_text(GAMES[name])
    sheet = ps.load_text(gdl(game), syntax="kif")
    counts = [perft(one.initial, 3) for one in (game, sheet)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            "legal(R, go(Y)) :- step(X, Y), true(control(R)).",
            "X must have a value before step/2 is asked, and nothing binds it",
        ),
        (
            "legal(R, go(Y)) :- true(control(R)), far(R, Y).\nfar(R, Y) :- "
            "role(R), step(_, Y).",
            "this variable must have a value before step/2 is asked",
        ),
        ("legal(R, go) :- rank(R, _).\nrank(a, V).", "nothing binds the variable V"),
        ("legal(R, go(X)) :- true(control(R)), X > 1.", "nothing binds the variable X"),
    ],
)
def test_what_nobody_binds_is_refused_in_a_sentence(rule: str, words: str) -> None:
    rules = RACE + rule + "\n"
    with pytest.raises(RulesError) as raised:
        ps.load_text(rules)
    text = " ".join(str(raised.value).split())
    assert words in text
    assert text.count(" error: ") == 1


def test_a_question_may_bind_the_arguments_behind() -> None:
    game = ps.load_text(RACE)
    answers = ps.ask(game.initial, "step(X, Y), true(at(a, X))").answers
    assert answers == ({"X": "1", "Y": "2"}, {"X": "1", "Y": "3"})


def test_gdl_allows_no_such_relation() -> None:
    sheet = """
    (role a) (init (at 1)) (<= (legal a (go ?x)) (true (at ?x)) (fine ?x)) (fine ?x)
    (<= (next (at ?x)) (true (at ?x))) (<= terminal (true (at 2))) (goal a 100)
    """
    with pytest.raises(RulesError, match="nothing binds the variable x"):
        ps.load_text(sheet, syntax="kif")
