"""The amazons against a second implementation, which also works out who wins.

A board is a list of squares, row by row from below, with a frame around it.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import pytest
from second import assert_same_games, ending_value, nodes, turns

import pygame_search as ps

ROLES = {"w": "white", "b": "black"}


class Amazons(NamedTuple):
    """A position: the board as text, whose turn it is, and who is still to shoot."""

    board: str
    mover: str
    shooter: int


def board(picture: str) -> Amazons:
    """Return the start with the rows of a picture, the upper one first."""
    rows = picture.split()[::-1]
    frame = "|" * (len(rows[0]) + 1)
    return Amazons(frame + "".join(f"|{row}" for row in rows) + frame + "|", "w", 0)


def square(place: int, width: int) -> str:
    return f"{place % (width + 1)}, {place // (width + 1)}"


def reached(board: str, place: int, width: int) -> list[int]:
    """Return the places on the lines of a queen, as far as they are free."""
    found = []
    for way in (1, width, width + 1, width + 2):
        for step in (way, -way):
            to = place + step
            while board[to] == ".":
                found.append(to)
                to += step
    return found


def put(board: str, place: int, what: str) -> str:
    return board[:place] + what + board[place + 1 :]


def moves(state: Amazons, width: int) -> dict[str, Amazons]:
    board, mover, shooter = state
    if shooter:
        return {
            f"shoot({square(to, width)})": Amazons(
                put(board, to, "#"), "b" if mover == "w" else "w", 0
            )
            for to in reached(board, shooter, width)
        }
    return {
        f"move({square(place, width)}, {square(to, width)})": Amazons(
            put(put(board, place, "."), to, mover), mover, to
        )
        for place, what in enumerate(board)
        if what == mover
        for to in reached(board, place, width)
    }


def goals(state: Amazons, width: int) -> tuple[int, int] | None:
    if moves(state, width):
        return None
    return (-1, 1) if state.mover == "w" else (1, -1)


def facts(state: Amazons, width: int) -> set[str]:
    found = {f"control({ROLES[state.mover]})"}
    if state.shooter:
        found.add(f"shooting({square(state.shooter, width)})")
    for place, what in enumerate(state.board):
        if what == "#":
            found.add(f"blocked({square(place, width)})")
        elif what in ROLES:
            found.add(f"amazon({square(place, width)}, {ROLES[what]})")
    return found


LARGE = """
...b..b...
..........
..........
b........b
..........
..........
w........w
..........
..........
...w..w...
"""
#: The parameters, and the start.
STARTS = {
    "columns=10, rows=10": LARGE,
    "columns=6, rows=5": ".b..b. b....b ...... w....w .w..w.",
    "columns=5, rows=4": ".b.b. b...b w...w .w.w.",
    "columns=4, rows=4": ".bb. b..b w..w .ww.",
    "columns=3, rows=3": "b.b ... w.w",
    "columns=3, rows=4, white=[2, 1]": ".b. ... ... .w.",
    "columns=4, rows=4, white=[2, 1, 4, 2]": ".b.. ...b ...w .w..",
    "columns=2, rows=5, white=[1, 2]": ".. b. .. w. ..",
}


def second(parameters: str) -> tuple[Amazons, dict[str, Any]]:
    """Return the start, and the two functions of the second implementation."""
    picture = STARTS[parameters]
    width = len(picture.split()[0])
    rules = {"steps": partial(moves, width=width), "goals": partial(goals, width=width)}
    return board(picture), rules


@pytest.mark.parametrize("parameters", STARTS)
def test_random_games(parameters: str) -> None:
    start, rules = second(parameters)
    assert_same_games(
        f"amazons({parameters})",
        start,
        facts=partial(facts, width=rules["steps"].keywords["width"]),
        games=3,
        **rules,
    )


@pytest.mark.parametrize(
    ("parameters", "depth"),
    [
        ("columns=10, rows=10", 1),
        ("columns=5, rows=4", 2),
        ("columns=4, rows=4", 2),
        ("columns=3, rows=3", 9),
        ("columns=3, rows=4, white=[2, 1]", 4),
    ],
)
def test_counts(parameters: str, depth: int) -> None:
    """A turn is to move and to shoot."""
    start, rules = second(parameters)
    counts = nodes(
        start,
        steps=partial(turns, within=lambda state: state.shooter, **rules),
        goals=rules["goals"],
        depth=depth,
    )
    state = ps.load(f"amazons({parameters})", tier="native").initial
    levels = state.perft(depth, tier="native")
    assert [level.nodes for level in levels if level.nodes] == counts


@pytest.mark.parametrize("depth", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_large_board_has_as_many_moves_as_is_known(depth: int) -> None:
    state = ps.load("amazons", columns=10, rows=10, tier="native").initial
    counts = [level.nodes for level in state.perft(depth, tier="native")]
    assert counts == [2176, 4307152][:depth]


@pytest.mark.parametrize(
    "parameters",
    [
        "columns=3, rows=3",
        "columns=3, rows=4, white=[2, 1]",
        "columns=2, rows=5, white=[1, 2]",
        pytest.param("columns=4, rows=4", marks=pytest.mark.slow),
    ],
)
def test_values(parameters: str) -> None:
    start, rules = second(parameters)
    game = ps.load(f"amazons({parameters})", tier="native")
    assert game.initial.solve(tier="native").value == ending_value(
        start, first=lambda state: state.mover == "w", **rules
    )


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"rows": 1}, "2 rows"),
        ({"white": [1]}, "each amazon"),
        ({"white": [5, 1]}, "each amazon"),
        ({"rows": 5, "white": [1, 3]}, "a square of its own"),
    ],
)
def test_what_is_no_start_is_told(given: dict[str, Any], why: str) -> None:
    with pytest.raises(ps.InputError, match=why):
        ps.load("amazons", **given)
