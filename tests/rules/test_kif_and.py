"""In KIF `and` joins literals, unless the rule sheet defines it."""

from __future__ import annotations

import pytest
from tiers import compared

import pygame_search as ps
from pygame_search.model.rules import convert_book

SHEET = """\
(role p) (role q) (init (at 1)) (init (on a)) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal p (go ?n)) {go})
(<= (legal p stay) {stay})
(legal q wait)
(<= (next (at ?n)) (does p (go ?n)))
(<= (next (at ?n)) (true (at ?n)) (does p stay))
(<= (next (on a)) (does p (go ?n)))
(<= terminal (true (at 4)))
(<= (goal p 100) (true (at 4)))
(<= (goal p 0) (not (true (at 4))))
(goal q 50)
"""

#: Conditions with `and`, and the same without it.
TWINS = [
    (
        ("(and (true (at ?m)) (succ ?m ?n))", "(true (on a))"),
        ("(true (at ?m)) (succ ?m ?n)", "(true (on a))"),
    ),
    (
        (
            "(true (at ?m)) (AND (succ ?m ?n) (or (and (true (on a)) (true (at 1))) "
            "(not (true (at 1)))))",
            "(or (and (true (on a)) (and)) (true (at 2)) (and (true (at 1))))",
        ),
        (
            "(true (at ?m)) (succ ?m ?n) (or (true (on a)) (not (true (at 1))))",
            "(or (true (on a)) (true (at 2)) (true (at 1)))",
        ),
    ),
    (
        (
            "(true (at ?m)) (succ ?m ?n) (not (and (true (at 1)) (true (on b))))",
            "(not (and (true (at 2)) (not (true (on a)))))",
        ),
        (
            "(true (at ?m)) (succ ?m ?n)",
            "(or (not (true (at 2))) (true (on a)))",
        ),
    ),
]


@pytest.mark.parametrize(("joined", "apart"), TWINS)
def test_it_joins_literals(joined: tuple[str, str], apart: tuple[str, str]) -> None:
    one, other = (
        ps.load_text(SHEET.format(go=go, stay=stay), syntax="kif")
        for go, stay in (joined, apart)
    )
    assert one.warnings == ()
    assert [s.legal for s in seen(one)] == [s.legal for s in seen(other)]


def seen(game: ps.Game) -> list[ps.State]:
    """Return the states of a walk that takes each move of the first role in turn."""
    states = [game.initial]
    while not states[-1].terminal and len(states) < 12:
        legal = states[-1].legal["p"]
        states.append(states[-1].play(legal[len(states) % len(legal)]))
    return states


@pytest.mark.parametrize(("joined", "_"), TWINS)
def test_all_tiers_and_the_oracle_agree(joined: tuple[str, str], _: object) -> None:
    text = SHEET.format(go=joined[0], stay=joined[1])
    outcome = compared(lambda: ps.load_text(text, syntax="kif"), 100, 1, 2.0)
    assert not outcome.skipped
    assert outcome.differ == []
    assert outcome.oracle > 1


def test_a_sheet_may_define_it() -> None:
    text = SHEET.format(go="(true (at ?m)) (and ?m ?n)", stay="(and 1 2)")
    game = ps.load_text(f"{text}(<= (and ?a ?b) (succ ?a ?b))", syntax="kif")
    assert game.initial.legal["p"] == ("(go 2)", "stay")
    prolog = convert_book(game.book, "prolog")
    assert "and(A, B) :-" in prolog
    assert convert_book(ps.load_text(prolog).book, "kif").count("(and ") == 3
