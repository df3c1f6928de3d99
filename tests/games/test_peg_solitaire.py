"""Peg solitaire against a second implementation, which finds the shortest games."""

from __future__ import annotations

from typing import Any

import counters
import pytest
from second import assert_same_games

import pygame_search as ps

Cell = tuple[int, int]
Pegs = frozenset[Cell]
ENGLISH = "  ooo  /  ooo  /ooooooo/ooooooo/ooooooo/  ooo  /  ooo  "
BOARDS = {
    "triangle": "o/oo/ooo/oooo/ooooo",
    "small_triangle": "o/oo/ooo/oooo",
    "english": ENGLISH,
    "french": "  ooo  / ooooo /ooooooo/ooooooo/ooooooo/ ooooo /  ooo  ",
}
SQUARE = [(0, -1), (-1, 0), (1, 0), (0, 1)]
WAYS = {
    "triangle": [*SQUARE, (1, 1), (-1, -1)],
    "small_triangle": [*SQUARE, (1, 1), (-1, -1)],
    "english": SQUARE,
    "french": SQUARE,
}


def holes(board: str) -> Pegs:
    return frozenset(
        (c, r)
        for r, row in enumerate(BOARDS[board].split("/"), 1)
        for c, hole in enumerate(row, 1)
        if hole == "o"
    )


def moves(pegs: Pegs, board: str) -> dict[str, Pegs]:
    inside, found = holes(board), {}
    for c, r in pegs:
        for x, y in WAYS[board]:
            over, to = (c + x, r + y), (c + 2 * x, r + 2 * y)
            if over in pegs and to in inside - pegs:
                found[f"jump({c}, {r}, {to[0]}, {to[1]})"] = pegs - {(c, r), over} | {
                    to
                }
    return found


def goals(pegs: Pegs, board: str, last: Cell | None) -> tuple[int] | None:
    if moves(pegs, board):
        return None
    return (100 if len(pegs) == 1 and last in {None, *pegs} else 0,)


def facts(pegs: Pegs) -> set[str]:
    return {f"peg({c}, {r})" for c, r in pegs}


def ends(board: str, empty: Cell) -> set[Pegs]:
    """Return what the games can end with, one peg or more."""
    level, found = {holes(board) - {empty}}, set()
    while level:
        found |= {pegs for pegs in level if not moves(pegs, board)}
        level = {after for pegs in level for after in moves(pegs, board).values()}
    return found


@pytest.mark.parametrize(
    ("board", "empty", "last"),
    [
        ("triangle", (1, 1), None),
        ("small_triangle", (1, 2), (2, 2)),
        ("english", (4, 4), (4, 4)),
        ("french", (3, 1), None),
    ],
)
def test_random_games(board: str, empty: Cell, last: Cell | None) -> None:
    target = list(last) if last else []
    assert_same_games(
        f"peg_solitaire(board={board}, empty={list(empty)}, last={target})",
        holes(board) - {empty},
        steps=lambda pegs: moves(pegs, board),
        facts=facts,
        goals=lambda pegs: goals(pegs, board, last),
    )


@pytest.mark.parametrize(
    ("board", "empty", "depth"), [("triangle", (1, 1), 7), ("english", (4, 4), 5)]
)
def test_counts(board: str, empty: Cell, depth: int) -> None:
    game = ps.load("peg_solitaire", board=board, empty=list(empty), tier="native")
    counts = [level.nodes for level in game.initial.perft(depth, tier="native")]
    second = (
        holes(board) - {empty},
        lambda pegs: [*moves(pegs, board).values()],
        lambda pegs: not moves(pegs, board),
    )
    assert counts == [*counters.counts(second, depth)]


@pytest.mark.parametrize("empty", sorted(holes("small_triangle")))
def test_the_small_triangle(empty: Cell) -> None:
    """The same last pegs can be reached, from each hole that is free at the start."""
    single = {cell for pegs in ends("small_triangle", empty) if len(pegs) == 1
              for cell in pegs}  # fmt: skip
    game = ps.load("peg_solitaire", board="small_triangle", empty=list(empty))
    assert game.path().found == bool(single)
    for cell in sorted(single)[:1]:
        target = ps.load(
            "peg_solitaire", board="small_triangle", empty=list(empty), last=list(cell)
        )
        assert target.path().cost == 8


def test_the_triangle_has_a_solution() -> None:
    found = ends("triangle", (1, 1))
    assert min(map(len, found)) == 1
    path = ps.load("peg_solitaire", tier="native").path(tier="native")
    assert path.cost == 13


def test_the_english_board_from_the_centre_to_the_centre() -> None:
    game = ps.load(
        "peg_solitaire", board="english", empty=[4, 4], last=[4, 4], tier="native"
    )
    path = game.path(method="best_first", tier="native")
    pegs = holes("english") - {(4, 4)}
    for move in path.moves:
        pegs = moves(pegs, "english")[move]
    assert (len(path.moves), set(pegs)) == (31, {(4, 4)})


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"board": "round"}, "expected triangle"),
        ({"empty": [2, 1]}, "as empty"),
        ({"empty": []}, "as empty"),
        ({"last": [1]}, "as last"),
    ],
)
def test_what_is_no_board_is_told(given: dict[str, Any], why: str) -> None:
    with pytest.raises(ps.InputError, match=why):
        ps.load("peg_solitaire", **given)
