"""Boards in plain text: what stands at the edges."""

from __future__ import annotations

from games import loaded

import pygame_search as ps
from pygame_search.model.board import Labels, board_lines
from pygame_search.model.position import Cell

CELLS = (Cell(1, 1, "x"), Cell(2, 1, "o"), Cell(2, 2, "wide"))


def test_columns_and_rows_have_numbers_or_texts() -> None:
    assert board_lines(CELLS) == ["x o", "  wide"]
    assert board_lines(CELLS, labels=Labels()) == ["  1 2", "1 x o", "2   wide"]
    named = Labels({1: "left", 2: "é"}, {1: "ten"})
    assert board_lines(CELLS, labels=named) == [
        "    left é",
        "ten x    o",
        "  2      wide",
    ]
    assert board_lines(CELLS, labels=Labels({1: "", 2: ""})) == ["1 x o", "2   wide"]


def test_the_numbers_at_the_edge_are_those_of_the_moves() -> None:
    for name in ("breakthrough(rows=4)", "draughts(size=4, rows_of_men=1)"):
        game = loaded(name)
        rows = [int(game.labels.row(row)) for row in range(1, 5)]
        assert rows == [4, 3, 2, 1]
    assert [loaded("chess").labels.column(c) for c in range(1, 9)] == list("abcdefgh")


def test_labels_are_rules_too() -> None:
    rules = """role(a). init(at(1)). legal(a, go). next(at(2)). goal(a, 1).
    terminal :- true(at(2)). draw(C, 1, x) :- true(at(C)).
    draw_column(C, [c, C]) :- between(1, 2, C). draw_row(1, '\\t!')."""
    game = ps.load_text(rules)
    assert game.labels == Labels({1: "c1", 2: "c2"}, {1: "\t!"})
    lines = board_lines(game.initial.position.cells, labels=game.labels)
    assert lines == ["        c1", "\\u0009! x"]
