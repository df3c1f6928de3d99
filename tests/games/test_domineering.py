"""Domineering against a second implementation, and who wins on small boards."""

from __future__ import annotations

from functools import cache, partial
from itertools import product

import pytest
from second import assert_same_games, nodes

import pygame_search as ps

Square = tuple[int, int]
#: The free squares, and whether the player with upright dominoes moves.
Board = tuple[frozenset[Square], bool]

#: Who wins on boards of rows x columns: vertical or horizontal, whoever begins, or who
#: moves first or second. The same comes from a program with bit boards.
WINNERS = {
    (2, 2): "first", (2, 3): "first", (2, 4): "horizontal", (2, 5): "vertical",
    (3, 3): "first", (3, 4): "horizontal", (3, 5): "horizontal", (4, 4): "first",
    (4, 5): "vertical", (5, 5): "second",
}  # fmt: skip


def start(columns: int, rows: int) -> Board:
    return frozenset(product(range(1, columns + 1), range(1, rows + 1))), True


def moves(state: Board) -> dict[str, Board]:
    free, upright = state
    dc, dr = (0, 1) if upright else (1, 0)
    return {
        f"place({c}, {r})": (free - {(c, r), (c + dc, r + dr)}, not upright)
        for c, r in sorted(free)
        if (c + dc, r + dr) in free
    }


def goals(state: Board) -> tuple[int, int] | None:
    if moves(state):
        return None
    return (-1, 1) if state[1] else (1, -1)


def facts(state: Board, *, columns: int, rows: int) -> set[str]:
    covered = start(columns, rows)[0] - state[0]
    mover = "vertical" if state[1] else "horizontal"
    return {f"control({mover})", *(f"covered({c}, {r})" for c, r in covered)}


@cache
def wins(free: frozenset[Square], upright: bool) -> bool:
    """Return whether the player who moves wins."""
    return any(not wins(*after) for after in moves((free, upright)).values())


def winner(columns: int, rows: int) -> str:
    """Return who wins, as `WINNERS` does."""
    free, _ = start(columns, rows)
    vertical, horizontal = wins(free, upright=True), wins(free, upright=False)
    if vertical == horizontal:
        return "first" if vertical else "second"
    return "vertical" if vertical else "horizontal"


@pytest.mark.parametrize(("columns", "rows"), [(8, 8), (4, 4), (5, 3), (1, 2)])
def test_random_games(columns: int, rows: int) -> None:
    assert_same_games(
        f"domineering(columns={columns}, rows={rows})",
        start(columns, rows),
        steps=moves,
        facts=partial(facts, columns=columns, rows=rows),
        goals=goals,
    )


@pytest.mark.parametrize(("columns", "rows", "depth"), [(4, 4, 8), (5, 6, 3)])
def test_counts(columns: int, rows: int, depth: int) -> None:
    call = f"domineering(columns={columns}, rows={rows})"
    levels = ps.load(call, tier="native").initial.perft(depth, tier="native")
    found = nodes(start(columns, rows), steps=moves, goals=goals, depth=depth)
    assert [level.nodes for level in levels] == found


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        pytest.param(*size, marks=pytest.mark.slow if size == (5, 5) else ())
        for size in WINNERS
    ],
)
def test_who_wins(rows: int, columns: int) -> None:
    assert winner(columns, rows) == WINNERS[rows, columns]


SIZES = [(c, r) for c, r in product(range(1, 6), repeat=2) if 1 < c * r <= 20]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_values(columns: int, rows: int) -> None:
    call = f"domineering(columns={columns}, rows={rows})"
    found = ps.load(call, tier="native").initial.solve(tier="native")
    assert found.value == (1 if wins(*start(columns, rows)) else -1)
