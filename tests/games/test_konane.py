"""Konane against a second implementation, which also works out who wins."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest
from second import assert_same_games, ending_value, nodes

import pygame_search as ps

Square = tuple[int, int]
#: The stones of black and of white, and the number of plies.
Konane = tuple[frozenset[Square], frozenset[Square], int]


def start(size: int) -> Konane:
    line = range(1, size + 1)
    squares = [*product(line, line)]
    return (
        frozenset(s for s in squares if sum(s) % 2 == 0),
        frozenset(s for s in squares if sum(s) % 2),
        0,
    )


def moves(state: Konane, *, size: int) -> dict[str, Konane]:
    """Return what follows; plies past the opening are 2 or 3."""
    black, white, ply = state
    found: dict[str, Konane] = {}
    if ply == 0:
        half = {(size + 1) // 2, size // 2 + 1}
        for c, r in black:
            if {c, r} <= half or {c, r} <= {1, size}:
                found[f"remove({c}, {r})"] = black - {(c, r)}, white, 1
        return found
    if ply == 1:
        [(c, r)] = start(size)[0] - black
        for s in {(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)} & white:
            found[f"remove({s[0]}, {s[1]})"] = black, white - {s}, 2
        return found
    own, other = (black, white) if ply == 2 else (white, black)
    for (c, r), (dc, dr) in product(own, ((1, 0), (-1, 0), (0, 1), (0, -1))):
        x, y, taken = c, r, frozenset[Square]()
        while True:
            over, x, y = (x + dc, y + dr), x + 2 * dc, y + 2 * dr
            inside = 1 <= x <= size and 1 <= y <= size
            if over not in other or not inside or (x, y) in own | other:
                break
            taken |= {over}
            mine, theirs = own - {(c, r)} | {(x, y)}, other - taken
            sides = (mine, theirs, 3) if ply == 2 else (theirs, mine, 2)
            found[f"jump({c}, {r}, {x}, {y})"] = sides
    return found


def goals(state: Konane, *, size: int) -> tuple[int, int] | None:
    if moves(state, size=size):
        return None
    return (-1, 1) if state[2] % 2 == 0 else (1, -1)


def facts(state: Konane) -> set[str]:
    black, white, ply = state
    mover = "white" if ply % 2 else "black"
    stones = {f"stone({c}, {r}, black)" for c, r in black}
    stones |= {f"stone({c}, {r}, white)" for c, r in white}
    opening = {f"opening({mover})"} if ply < 2 else set()
    return {f"control({mover})", *stones, *opening}


@pytest.mark.parametrize("size", [6, 5, 4, 3])
def test_random_games(size: int) -> None:
    assert_same_games(
        f"konane(size={size})",
        start(size),
        steps=partial(moves, size=size),
        facts=facts,
        goals=partial(goals, size=size),
        games=4,
    )


@pytest.mark.parametrize(("size", "depth"), [(6, 4), (4, 12)])
def test_counts(size: int, depth: int) -> None:
    call = f"konane(size={size})"
    levels = ps.load(call, tier="native").initial.perft(depth, tier="native")
    assert [level.nodes for level in levels] == nodes(
        start(size),
        steps=partial(moves, size=size),
        goals=partial(goals, size=size),
        depth=depth,
    )


@pytest.mark.parametrize("size", [2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_values(size: int) -> None:
    found = ps.load(f"konane(size={size})", tier="native").initial.solve(tier="native")
    assert found.value == ending_value(
        start(size),
        steps=partial(moves, size=size),
        goals=partial(goals, size=size),
        first=lambda state: state[2] % 2 == 0,
    )
