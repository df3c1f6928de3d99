"""Lights out against a second implementation, and against linear algebra modulo 2."""

from __future__ import annotations

import counters
import numpy as np
import pytest
from second import assert_same_games

import pygame_search as ps

#: The lights row by row, that of column 1 and row 1 in the lowest bit.
Lights = int


def patterns(columns: int, rows: int) -> list[Lights]:
    """Return which lights the press of each light changes."""
    return [
        sum(
            1 << (y * columns + x)
            for x, y in ((c, r), (c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1))
            if 0 <= x < columns and 0 <= y < rows
        )
        for r in range(rows)
        for c in range(columns)
    ]


def moves(lights: Lights, columns: int, rows: int) -> dict[str, Lights]:
    return {
        f"press({i % columns + 1}, {i // columns + 1})": lights ^ pattern
        for i, pattern in enumerate(patterns(columns, rows))
    }


def facts(lights: Lights, columns: int) -> set[str]:
    return {
        f"on({i % columns + 1}, {i // columns + 1})"
        for i in range(lights.bit_length())
        if lights >> i & 1
    }


def solutions(lights: Lights, columns: int, rows: int) -> tuple[int | None, list[int]]:
    """Return a set of presses that puts out the lights, and a basis of idle presses.

    By Gauss's elimination modulo 2; sets of presses are bits of numbers.
    """
    rows_left = [(p, 1 << i) for i, p in enumerate(patterns(columns, rows))]
    pivots: dict[int, tuple[int, int]] = {}
    idle = []
    for pattern, presses in rows_left:
        pattern, presses = reduced(pattern, presses, pivots)
        if pattern:
            pivots[pattern.bit_length()] = pattern, presses
        else:
            idle.append(presses)
    left, found = reduced(lights, 0, pivots)
    return (None if left else found), idle


def reduced(
    pattern: int, presses: int, pivots: dict[int, tuple[int, int]]
) -> tuple[int, int]:
    """Return a pattern less the pivots in it, the highest light first."""
    for bit in range(pattern.bit_length(), 0, -1):
        if pattern >> (bit - 1) & 1 and bit in pivots:
            pattern, presses = pattern ^ pivots[bit][0], presses ^ pivots[bit][1]
    return pattern, presses


def fewest(lights: Lights, columns: int, rows: int) -> int | None:
    """Return the least number of presses; None if the lights cannot be put out."""
    found, idle = solutions(lights, columns, rows)
    if found is None:
        return None
    sets = [found]
    for presses in idle:
        sets += [one ^ presses for one in sets]
    return min(one.bit_count() for one in sets)


def call(lights: Lights, columns: int, rows: int) -> ps.Game:
    bits = [lights >> i & 1 for i in range(columns * rows)]
    return ps.load("lights_out", columns=columns, rows=rows, lights=bits, tier="native")


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (4, 2)])
def test_random_games(columns: int, rows: int) -> None:
    assert_same_games(
        f"lights_out(columns={columns}, rows={rows})",
        (1 << columns * rows) - 1,
        steps=lambda lights: moves(lights, columns, rows),
        facts=lambda lights: facts(lights, columns),
        goals=lambda lights: None if lights else (100,),
    )


def test_counts() -> None:
    levels = ps.load("lights_out", tier="native").initial.perft(6, tier="native")
    second = 511, lambda s: [*moves(s, 3, 3).values()], lambda s: not s
    assert [level.nodes for level in levels] == [*counters.counts(second, 6)]


@pytest.mark.parametrize(
    ("columns", "rows", "starts"),
    [
        (3, 3, range(1, 512, 73)),
        (4, 4, (0xFFFF, 0x0001, 0x0660, 0x9009)),
        (5, 2, range(1, 1024, 201)),
        (3, 2, range(1, 64, 9)),
    ],
)
def test_the_fewest_presses(columns: int, rows: int, starts: range) -> None:
    for lights in starts:
        path = call(lights, columns, rows).path(tier="native")
        least = fewest(lights, columns, rows)
        assert (path.cost if path.found else None) == least, lights


def test_5_x_5_with_few_presses() -> None:
    lights = sum(1 << i for i in (7, 11, 12, 13, 17)) ^ 0b11  # the middle, and two
    assert fewest(lights, 5, 5) is None
    lights = patterns(5, 5)[0] ^ patterns(5, 5)[13] ^ patterns(5, 5)[22]
    assert call(lights, 5, 5).path(tier="native").cost == fewest(lights, 5, 5) == 3


def test_5_x_5_takes_at_most_15_presses() -> None:
    assert fewest((1 << 25) - 1, 5, 5) == 15, "all lights on"
    idle = solutions(0, 5, 5)[1]
    assert len(idle) == 2, "one start in four has a solution"
    sets = np.arange(1 << 25, dtype=np.uint32)
    others = [idle[0], idle[1], idle[0] ^ idle[1]]
    least = np.bitwise_count(sets)
    for presses in others:
        least = np.minimum(least, np.bitwise_count(sets ^ np.uint32(presses)))
    assert least.max() == 15


@pytest.mark.parametrize(
    ("lights", "why"),
    [
        ([1, 2, 1, 1], "0 or 1 for each light"),
        ([1, 1, 1], "0 or 1 for each light"),
        ([1, 1, 1, 1, 0], "as many numbers as lights"),
    ],
)
def test_what_are_no_lights_is_told(lights: list[int], why: str) -> None:
    with pytest.raises(ps.InputError, match=why):
        ps.load("lights_out", columns=2, rows=2, lights=lights)
