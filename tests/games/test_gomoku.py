"""Gomoku against a second implementation, and the values of small boards."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest
from second import assert_same_games, ending_value, nodes

import pygame_search as ps

Point = tuple[int, int]
#: The stones of the side to move, those of the other, and whether black moves.
Gomoku = tuple[frozenset[Point], frozenset[Point], bool]
START: Gomoku = frozenset(), frozenset(), True


def moves(state: Gomoku, *, size: int) -> dict[str, Gomoku]:
    own, other, black = state
    free = {*product(range(1, size + 1), repeat=2)} - own - other
    return {
        f"place({c}, {r})": (other, own | {(c, r)}, not black) for c, r in sorted(free)
    }


def wins(stones: frozenset[Point], many: int, *, overlines: bool) -> bool:
    """Return whether some run of stones is long enough, or just as long."""
    for c, r in stones:
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            if (c - dc, r - dr) not in stones:
                while (c + length * dc, r + length * dr) in stones:
                    length += 1
                if length == many or (overlines and length > many):
                    return True
    return False


def goals(
    state: Gomoku, *, size: int, many: int, overlines: bool = True
) -> tuple[int, int] | None:
    own, other, black = state
    if wins(other, many, overlines=overlines):  # they have just moved
        return (-1, 1) if black else (1, -1)
    return (0, 0) if len(own | other) == size * size else None


def facts(state: Gomoku) -> set[str]:
    own, other, black = state
    sides = ("black", "white") if black else ("white", "black")
    stones = {
        f"stone({c}, {r}, {side})"
        for side, points in zip(sides, (own, other), strict=True)
        for c, r in points
    }
    return {f"control({sides[0]})", *stones}


@pytest.mark.parametrize(
    ("size", "many", "overlines"),
    [(9, 5, True), (4, 3, True), (5, 3, False), (3, 1, True), (2, 3, True)],
)
def test_random_games(size: int, many: int, *, overlines: bool) -> None:
    words = "yes" if overlines else "no"
    assert_same_games(
        f"gomoku(size={size}, in_a_row={many}, overlines={words})",
        START,
        steps=partial(moves, size=size),
        facts=facts,
        goals=partial(goals, size=size, many=many, overlines=overlines),
        plies=81,
        games=5,
    )


@pytest.mark.parametrize(
    ("size", "many", "overlines", "depth"),
    [(9, 5, True, 2), (3, 3, True, 9), (4, 3, False, 4)],
)
def test_counts(size: int, many: int, depth: int, *, overlines: bool) -> None:
    words = "yes" if overlines else "no"
    call = f"gomoku(size={size}, in_a_row={many}, overlines={words})"
    levels = ps.load(call, tier="native").initial.perft(depth, tier="native")
    assert [level.nodes for level in levels] == nodes(
        START,
        steps=partial(moves, size=size),
        goals=partial(goals, size=size, many=many, overlines=overlines),
        depth=depth,
    )


@pytest.mark.parametrize(
    ("size", "many", "overlines"), [(3, 3, True), (4, 3, True), (3, 2, False)]
)
def test_values(size: int, many: int, *, overlines: bool) -> None:
    words = "yes" if overlines else "no"
    call = f"gomoku(size={size}, in_a_row={many}, overlines={words})"
    found = ps.load(call, tier="native").initial.solve(tier="native")
    assert found.value == ending_value(
        START,
        steps=partial(moves, size=size),
        goals=partial(goals, size=size, many=many, overlines=overlines),
        first=lambda state: state[2],
    )
