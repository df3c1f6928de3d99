"""Why the rule file advises a move."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.explanation.reasons import why_advised
from pygame_search.model.rules import convert_book
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.errors import InputError

RULES = """role(r). init(n(2)).
legal(r, left) :- true(n(_)). legal(r, right) :- true(n(_)).
next(n(1)) :- does(r, _). terminal :- true(n(1)). goal(r, 1).
advice(3, r, right) :- true(n(_)).
advice(3, r, left) :- true(n(_)).
advice(1, r, up) :- true(n(2)).
advice(2, r, left) :- true(n(9)).
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(command, ["best", *words, "--method", "advice", "--why"])


@pytest.mark.parametrize(
    ("after", "rank", "move"),
    [
        ("mark(1, 1); mark(3, 3); mark(3, 1); mark(1, 3)", 1, "mark(2, 1)"),
        ("mark(1, 1); mark(3, 3); mark(2, 1)", 2, "mark(3, 1)"),
        ("mark(1, 1)", 3, "mark(2, 2)"),
        ("mark(2, 2)", 4, "mark(1, 1)"),
        ("mark(1, 1); mark(2, 2); mark(3, 3); mark(1, 3); mark(3, 1)", 2, "mark(2, 1)"),
    ],
)
def test_the_rule_that_fires_is_named(after: str, rank: int, move: str) -> None:
    state = loaded("tic_tac_toe").after(after)
    found = why_advised(state)
    assert (found.rank, found.move) == (rank, move)
    assert found.move == state.best(method="advice").move
    assert found.why.holds
    assert found.why.tree.clause is not None
    assert found.why.tree.clause.text.startswith(f"advice({rank}, ")
    assert [one for one, _ in found.before] == list(range(1, rank))
    assert not any(why.holds for _, why in found.before)
    assert f"the rule of rank {rank} [tic_tac_toe.pl:" in found.text()


@pytest.mark.parametrize("syntax", ["prolog", "kif", "cilog"])
def test_every_syntax_and_advice_that_is_not_legal(syntax: str) -> None:
    book = Rulebook("rules", "rules.pl", RULES)
    text = RULES if syntax == "prolog" else convert_book(book, syntax)
    found = why_advised(ps.load_text(text, syntax=syntax).initial)
    assert (found.rank, found.move, found.others) == (3, "left", ("right",))
    assert [(rank, why.holds) for rank, why in found.before] == [(1, True), (2, False)]
    text = found.text()
    assert "Rank 1 advises no legal move: its moves are not legal here." in text
    assert "It also advises right; the first legal move is taken." in text


def test_the_command_says_it() -> None:
    words = "tic_tac_toe", "--after", "mark(1, 1); mark(3, 3); mark(2, 1)"
    data = json.loads(run(*words, "--json").stdout)
    assert (data["role"], data["move"], data["rank"]) == ("o", "mark(3, 1)", 2)
    assert data["why"]["holds"] is True
    assert "o plays mark(3, 1): the rule of rank 2" in run(*words).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hexapawn"], "gives no advice to white here"),
        (["tic_tac_toe", "--depth", "3"], "advice has no parameters, found 'depth'"),
    ],
)
def test_what_has_no_reason_is_refused(words: list[str], said: str) -> None:
    done = run(*words)
    assert done.exit_code != 0
    assert said in done.stderr


def test_an_end_has_no_advice() -> None:
    over = ps.load("nim(heaps=[1])").after("take(1, 1)")
    with pytest.raises(InputError, match="the game is over"):
        why_advised(over)
