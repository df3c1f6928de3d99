"""Random games in OpenSpiel and in our rules; `sh scripts/openspiel` walks more."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec

import pytest
from spiel import walk, walk_backgammon
from spiel_rows import REFERENCES, Reference

pytestmark = pytest.mark.skipif(
    find_spec("pyspiel") is None, reason="needs OpenSpiel: sh scripts/openspiel"
)
GAMES = 2


def case(row: Reference) -> object:
    marks = [pytest.mark.slow] if row.ours == "chess" else []
    return pytest.param(row, id=f"{row.ours}, {row.plies} plies", marks=marks)


@pytest.mark.parametrize("row", [case(row) for row in REFERENCES])
def test_both_play_the_same_game(row: Reference) -> None:
    found = walk(row, GAMES)
    assert found.differences == []
    assert found.games == GAMES
    assert found.states > 3 * GAMES


@pytest.mark.slow
def test_backgammon_has_the_same_boards_after_each_throw() -> None:
    found = walk_backgammon(1)
    assert found.differences == []
    assert found.states > 50


@pytest.mark.parametrize(
    ("game", "other"),
    [
        ("connect_four", "connect_four(in_a_row=3)"),
        ("othello", "othello(setup=lecture)"),
        ("kalah", "kalah(empty_capture=yes)"),
        ("nim", "nim(heaps=[3, 4, 6])"),
        ("hex(swap_rule=no)", "hex"),
        ("dots_and_boxes(columns=3)", "dots_and_boxes(columns=3, rows=1)"),
        ("oware(houses=3, seeds=2)", "oware(houses=3, seeds=2, grand_slam=taken)"),
        ("go(size=3, komi=2)", "go(size=3)"),
    ],
)
def test_other_rules_are_told_apart(game: str, other: str) -> None:
    row = next(row for row in REFERENCES if row.ours == game)
    other_row = replace(row, ours=other)
    assert any(walk(other_row, 1, seed).differences for seed in range(40))
