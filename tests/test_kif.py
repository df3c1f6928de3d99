"""Rule sheets in KIF, and what differs from our own files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pygame_search as ps
from pygame_search.conform import compare, digest

SHARED = Path(__file__).parent.parent.parent / "shared" / "gdl"

#: Small rule sheets that between them use all of the language.
QUICK = (
    "games__conn4__conn4",
    "games__buttons__buttons",
    "games__chomp__chomp",
    "games__queens06ug__queens",
    "games__toetictac__toetictac",
    "ggpbase__test__ticTacToe",
    "ggpbase__test__test_case_5b",
    "ggpbase__test__test_case_5c",
)

COIN = """
; Two players, one coin each; CRLF, and words in any case.
(ROLE left) (role right)\r
(init (side heads)) (init (once))
(<= (legal ?p (Turn ?s)) (role ?p) (side ?s))
(side heads) (side tails)
(<= (next (side ?s)) (does left (Turn ?s)) (not (does right (Turn ?s))))
(<= (next (shown ?s)) (does right (Turn ?s)) (distinct ?s heads))
(<= terminal (or (true (shown tails)) (not (true (side heads)))))
(<= (goal ?p 100) (role ?p) (true (side heads)))
(<= (goal ?p 0) (role ?p) (not (goal ?p 100)))
"""


def test_a_sheet_in_kif_answers_in_kif() -> None:
    game = ps.load_text(COIN, syntax="kif")
    start = game.initial
    assert game.roles == ("left", "right")
    assert sorted(start.facts) == ["(once)", "(side heads)"]
    assert start.legal["left"] == ("(Turn heads)", "(Turn tails)")
    after = start.play("[(Turn heads) (Turn tails)]")
    assert sorted(after.facts) == ["(shown tails)", "(side heads)"]
    assert after.terminal
    assert after.goals == {"left": 100, "right": 100}


@pytest.mark.parametrize("form", ["meaning", "lists", "best"])
def test_forms_agree_on_a_sheet(form: str) -> None:
    start = ps.load_text(COIN, syntax="kif", form=form).initial
    ends = [
        start.play(f"[(Turn {a}) (Turn {b})]")
        for a in ("heads", "tails")
        for b in ("heads", "tails")
    ]
    assert [end.terminal for end in ends] == [True, True, True, True]
    assert [sorted(end.facts) for end in ends] == [
        [],
        ["(shown tails)", "(side heads)"],
        ["(side tails)"],
        ["(shown tails)"],
    ]


def test_no_move_is_a_fault_of_the_sheet_not_a_noop() -> None:
    game = ps.load_text(
        "(role r) (init a) (<= (legal r go) (true b)) (<= terminal (true c)) "
        "(goal r 0) (<= (next c) (does r go))",
        syntax="kif",
    )
    assert game.initial.legal == {"r": ()}


def test_an_undefined_relation_fails_with_a_warning() -> None:
    game = ps.load_text(
        "(role r) (init a) (<= (legal r go) (true a)) (legal r stay) "
        "(<= (next a) (nowhere ?x)) (<= terminal (not (true a))) (goal r 50)",
        syntax="kif",
    )
    assert [warning.code for warning in game.warnings] == ["unknown_predicate"]
    assert game.initial.play("go").facts == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(role r", "kif_open"),
        ("(role r))", "kif_close"),
        ("(<= (p) (not a b))", "kif_arity"),
        ("(role ())", "kif_empty"),
        ("(<= terminal ?x)", "variable_goal"),
        ("(true a)", "reserved_head"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, code: str) -> None:
    with pytest.raises(ps.RulesError) as caught:
        ps.load_text(text, syntax="kif")
    assert code in [d.code for d in caught.value.diagnostics]
    assert all("kif_" not in d.message for d in caught.value.diagnostics)


def test_digest_is_that_of_the_references() -> None:
    assert digest([]) == "e3b0c44298fc1c14"
    assert digest(["b", "a"]) == digest(["a", "b"])


@pytest.mark.skipif(not SHARED.exists(), reason="no reference sheets beside it")
@pytest.mark.parametrize("name", QUICK)
def test_conformance(name: str) -> None:
    reference = json.loads((SHARED / "reference" / f"{name}.json").read_text())
    game = ps.load(SHARED / "games" / f"{name}.kif")
    assert compare(game, reference) == []
