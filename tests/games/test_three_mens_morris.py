"""Three men's morris against a second implementation and its retrograde analysis."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest
from second import assert_same_games, endless_value, nodes

import pygame_search as ps

SIDES = ("white", "black")
POINTS = list(product((1, 2, 3), repeat=2))
ROWS = [set(product([i], (1, 2, 3))) for i in (1, 2, 3)]
ROWS += [set(product((1, 2, 3), [i])) for i in (1, 2, 3)]
ROWS += [{(1, 1), (2, 2), (3, 3)}, {(1, 3), (2, 2), (3, 1)}]

Cell = tuple[int, int]
#: The men of both sides, how many are still to be placed, and the side to move.
Morris = tuple[frozenset[Cell], frozenset[Cell], int, int]
START: Morris = frozenset(), frozenset(), 6, 0


def after(state: Morris, men: frozenset[Cell]) -> Morris:
    white, black, left, side = state
    sides = (men, black) if side == 0 else (white, men)
    return *sides, max(left - 1, 0), 1 - side


def moves(state: Morris, *, diagonals: bool) -> dict[str, Morris]:
    mine = state[:2][state[3]]
    free = [p for p in POINTS if p not in state[0] | state[1]]
    if state[2]:
        return {f"place({c}, {r})": after(state, mine | {(c, r)}) for c, r in free}
    return {
        f"move({c}, {r}, {c1}, {r1})": after(state, mine - {(c, r)} | {(c1, r1)})
        for (c, r), (c1, r1) in product(mine, free)
        if abs(c - c1) + abs(r - r1) == 1
        or (
            diagonals
            and abs(c - c1) == abs(r - r1) == 1
            and (2, 2) in {(c, r), (c1, r1)}
        )
    }


def goals(state: Morris, *, diagonals: bool) -> tuple[int, int] | None:
    for side in (0, 1):
        if any(row <= state[:2][side] for row in ROWS):
            return (1, -1) if side == 0 else (-1, 1)
    if not moves(state, diagonals=diagonals):
        return (-1, 1) if state[3] == 0 else (1, -1)
    return None


def facts(state: Morris) -> set[str]:
    _, _, left, side = state
    hands = left // 2, (left + 1) // 2
    cells = {
        f"cell({c}, {r}, {s})"
        for s, m in zip(SIDES, state[:2], strict=True)
        for c, r in m
    }
    held = {f"hand({s}, {n})" for s, n in zip(SIDES, hands, strict=True)}
    return cells | held | {f"control({SIDES[side]})"}


@pytest.mark.parametrize("diagonals", [True, False])
def test_random_games(*, diagonals: bool) -> None:
    assert_same_games(
        f"three_mens_morris(aslant={'yes' if diagonals else 'no'})",
        START,
        steps=partial(moves, diagonals=diagonals),
        facts=facts,
        goals=partial(goals, diagonals=diagonals),
        games=6,
    )


@pytest.mark.parametrize("diagonals", [True, False])
def test_value(*, diagonals: bool) -> None:
    call = f"three_mens_morris(aslant={'yes' if diagonals else 'no'})"
    found = ps.load(call, tier="native").initial.solve(tier="native")
    assert found.value == endless_value(
        START,
        steps=partial(moves, diagonals=diagonals),
        goals=partial(goals, diagonals=diagonals),
        first=lambda state: state[3] == 0,
    )


def test_counts() -> None:
    levels = ps.load("three_mens_morris", tier="native").initial.perft(6, tier="native")
    assert [level.nodes for level in levels] == nodes(
        START,
        steps=partial(moves, diagonals=True),
        goals=partial(goals, diagonals=True),
        depth=6,
    )
