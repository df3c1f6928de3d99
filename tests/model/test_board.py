"""Boards in plain text: what stands at the edges."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.model.board import Labels, board_lines
from pygame_search.model.position import Cell

CELLS = (Cell(1, 1, "x"), Cell(2, 1, "o"), Cell(2, 2, "wide"))


def test_columns_and_rows_have_numbers_or_texts() -> None:
    assert board_lines(CELLS, Labels(), edges=False) == ["x o", "  wide"]
    assert board_lines(CELLS, Labels()) == ["  1 2", "1 x o", "2   wide"]
    named = Labels({1: "left", 2: "é"}, {1: "ten"})
    assert board_lines(CELLS, named) == [
        "    left é",
        "ten x    o",
        "  2      wide",
    ]
    assert board_lines(CELLS, Labels({1: "", 2: ""})) == ["1 x o", "2   wide"]


def test_the_numbers_at_the_edge_are_those_of_the_moves() -> None:
    for name in ("breakthrough(rows=4)", "draughts(size=4, rows_of_men=1)"):
        game = loaded(name)
        edges = [line.split()[0] for line in game.initial.board().splitlines()[1:]]
        assert edges == ["4", "3", "2", "1"]
    assert [loaded("chess").labels.column(c) for c in range(1, 9)] == list("abcdefgh")


def test_labels_are_rules_too() -> None:
    rules = """role(a). init(at(1)). legal(a, go). next(at(2)). goal(a, 1).
    terminal :- true(at(2)). draw(C, 1, x) :- true(at(C)).
    draw_column(C, [c, C]) :- between(1, 2, C). draw_row(1, '\\t!')."""
    game = ps.load_text(rules)
    assert game.labels == Labels({1: "c1", 2: "c2"}, {1: "\t!"}, numbered=())
    lines = board_lines(game.initial.position.cells, game.labels)
    assert lines == ["        c1", "\\u0009! x"]


def test_a_number_stands_only_where_moves_name_it() -> None:
    assert board_lines(CELLS, Labels(numbered=("rows",))) == ["1 x o", "2   wide"]
    assert board_lines(CELLS, Labels(numbered=("columns",))) == ["1 2", "x o", "  wide"]
    assert board_lines(CELLS, Labels(numbered=())) == ["x o", "  wide"]
    for name, edges in {
        "tic_tac_toe": ("columns", "rows"), "connect_four": ("columns",),
        "n_queens": ("rows",), "pig": (), "sliding_puzzle": (), "kalah": (),
    }.items():  # fmt: skip
        assert loaded(name).labels.numbered == edges, name


#: A board of two rows, and the declaration that turns it.
TURNED = """role(a). init(at(1)). legal(a, go). next(at(2)). goal(a, 1).
terminal :- true(at(2)). draw(1, 1, low). draw(1, 2, high). draw_row(2, two).
"""


def test_rows_may_count_from_below() -> None:
    above, below = ps.load_text(TURNED), ps.load_text(TURNED + "rows(from_below).")
    assert str(above.initial) == "low\nhigh"
    assert str(below.initial) == "high\nlow"
    assert below.initial.board() == "two high\n    low"
    assert [cell.row for cell in below.initial.position.cells] == [1, 2]
    stated = ps.load_text(TURNED + "rows(from_above).")
    assert stated.initial.board() == above.initial.board()


def test_a_picture_has_its_rows_from_below() -> None:
    def heights(rules: str) -> dict[str, float]:
        picture = ElementTree.fromstring(ps.load_text(rules).initial.svg())
        texts = [one for one in picture.iter() if one.tag.endswith("text")]
        return {one.text or "": float(one.get("y", 0)) for one in texts}

    above, below = heights(TURNED), heights(TURNED + "rows(from_below).")
    assert above["low"] < above["high"]
    assert below["high"] < below["low"]
    assert below["two"] < below["low"]


def test_the_order_of_rows_has_two_names() -> None:
    with pytest.raises(ps.RulesError, match="expected from_below or from_above"):
        ps.load_text(TURNED + "rows(below).")
    ps.load_text(TURNED + "rows(8).")  # a relation of the file's own
