"""Kayles against a second implementation and its Grundy values."""

from __future__ import annotations

from functools import cache, reduce
from operator import xor

import counters
import pytest
from second import assert_same_games

import pygame_search as ps

SIDES = ("first", "second")
#: The standing pins, each with its row, and the side to move.
Kayles = tuple[frozenset[tuple[int, int]], int]


def opening(rows: list[int]) -> Kayles:
    return frozenset((r, i + 1) for r, n in enumerate(rows, 1) for i in range(n)), 0


def moves(state: Kayles) -> dict[str, Kayles]:
    pins, side = state
    found = {f"knock({r}, {i})": (pins - {(r, i)}, 1 - side) for r, i in pins}
    for r, i in pins:
        pair = {(r, i), (r, i + 1)}
        if pair <= pins:
            found[f"knock({r}, {i}, {i + 1})"] = pins - pair, 1 - side
    return found


def goals(state: Kayles) -> tuple[int, int] | None:
    if state[0]:
        return None
    return (-1, 1) if state[1] == 0 else (1, -1)


def facts(state: Kayles) -> set[str]:
    pins, side = state
    return {f"pin({r}, {i})" for r, i in pins} | {f"control({SIDES[side]})"}


@cache
def grundy(pins: int) -> int:
    """Return the Grundy value of a row, by the least that no move leads to."""
    taken = {
        grundy(left) ^ grundy(pins - down - left)
        for down in (1, 2)
        for left in range(pins - down + 1)
    }
    return min(set(range(len(taken) + 1)) - taken)


@pytest.mark.parametrize("rows", [[1, 11], [4, 0, 3, 2]])
def test_random_games(rows: list[int]) -> None:
    assert_same_games(
        f"kayles(rows={rows})", opening(rows), steps=moves, facts=facts, goals=goals
    )


def test_counts() -> None:
    levels = ps.load("kayles", tier="native").initial.perft(4, tier="native")
    second = (
        opening([3, 5]),
        lambda s: [*moves(s).values()],
        lambda s: goals(s) is not None,
    )
    assert [level.nodes for level in levels] == [*counters.counts(second, 4)]


def test_the_grundy_values_are_the_published_ones() -> None:
    published = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]
    assert [grundy(pins) for pins in range(len(published))] == published


@pytest.mark.parametrize("rows", [[1, 2, 3], [1, 4, 1], [5, 5], [2, 4], [3, 5], []])
def test_who_wins(rows: list[int]) -> None:
    """The first player wins unless the exclusive or is 0."""
    state = ps.load("kayles", rows=rows, tier="native").initial
    wins = reduce(xor, map(grundy, rows), 0) != 0
    assert state.solve(tier="native").value == (1 if wins else -1)


def test_rows_of_less_than_no_pins_are_told() -> None:
    with pytest.raises(ps.InputError, match="0 pins or more in each row"):
        ps.load("kayles", rows=[3, -1])
