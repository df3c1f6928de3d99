"""Wythoff's game against a second implementation and the golden ratio."""

from __future__ import annotations

from math import isqrt

import counters
import pytest
from second import assert_same_games

import pygame_search as ps

SIDES = ("first", "second")
#: The two heaps and the side to move.
Heaps = tuple[int, int, int]


def moves(state: Heaps) -> dict[str, Heaps]:
    a, b, side = state
    return {
        f"take({a - c}, {b - d})": (c, d, 1 - side)
        for c in range(a + 1)
        for d in range(b + 1)
        if (c, d) != (a, b) and (c == a or d == b or a - c == b - d)
    }


def goals(state: Heaps) -> tuple[int, int] | None:
    if state[0] or state[1]:
        return None
    return (-1, 1) if state[2] == 0 else (1, -1)


def facts(state: Heaps) -> set[str]:
    return {f"heaps({state[0]}, {state[1]})", f"control({SIDES[state[2]]})"}


def cold(a: int, b: int) -> bool:
    """Return whether the mover loses: the smaller heap is that of the golden ratio."""
    apart = abs(a - b)
    return min(a, b) == (apart + isqrt(5 * apart * apart)) // 2


def test_random_games() -> None:
    assert_same_games("wythoff", (4, 6, 0), steps=moves, facts=facts, goals=goals)


def test_counts() -> None:
    levels = ps.load("wythoff", tier="native").initial.perft(5, tier="native")
    second = (4, 6, 0), lambda s: [*moves(s).values()], lambda s: goals(s) is not None
    assert [level.nodes for level in levels] == [*counters.counts(second, 5)]


def test_the_cold_positions_are_those_of_the_golden_ratio() -> None:
    """Who has won loses no more: a position is lost if every move leads to a win."""
    wins: dict[Heaps, bool] = {}
    for a in range(31):
        for b in range(31):
            lost = all(wins[c, d, 0] for c, d, _ in moves((a, b, 0)).values())
            wins[a, b, 0] = not lost
            assert lost == cold(a, b)


def test_who_wins() -> None:
    game = ps.load("wythoff", heaps=[6, 9], tier="native")
    for a in range(7):
        for b in range(a, 10):
            state = game.state(f"[heaps({a}, {b}), control(first)]")
            value = -1 if cold(a, b) else 1
            assert state.solve(tier="native").value == value, (a, b)


@pytest.mark.parametrize("heaps", [[3], [1, 2, 3], [3, -1]])
def test_what_is_no_pair_of_heaps_is_told(heaps: list[int]) -> None:
    with pytest.raises(ps.InputError, match="two heaps of 0 stones or more"):
        ps.load("wythoff", heaps=heaps)
