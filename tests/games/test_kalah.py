"""Kalah against a second implementation."""

from __future__ import annotations

from functools import cache

import pytest
from second import assert_same_games

import pygame_search as ps

SIDES = ("south", "north")
Kalah = tuple[tuple[int, ...], tuple[int, ...], int]  # pits of both, store last; side


def sow(state: Kalah, house: int, *, empty: bool) -> Kalah:
    sides, mover = [list(state[0]), list(state[1])], state[2]
    mine, other = sides[mover], sides[1 - mover]
    houses = len(mine) - 1
    seeds, mine[house] = mine[house], 0
    ring = [(mine, i) for i in range(houses + 1)] + [(other, i) for i in range(houses)]
    at = house
    for _ in range(seeds):
        at = (at + 1) % len(ring)
        pits, i = ring[at]
        pits[i] += 1
    across = houses - 1 - at
    if at < houses and mine[at] == 1 and (other[across] or empty):
        mine[houses] += 1 + other[across]
        mine[at] = other[across] = 0
    return tuple(sides[0]), tuple(sides[1]), mover if at == houses else 1 - mover


def moves(state: Kalah, *, empty: bool) -> dict[str, Kalah]:
    houses = len(state[0]) - 1
    own = state[:2][state[2]]
    return {
        f"sow({i + 1})": sow(state, i, empty=empty) for i in range(houses) if own[i]
    }


def margin(state: Kalah) -> tuple[int, int] | None:
    south, north, _ = state
    if any(south[:-1]) and any(north[:-1]):
        return None
    return sum(south) - sum(north), sum(north) - sum(south)


def facts(state: Kalah) -> set[str]:
    found = {f"control({SIDES[state[2]]})"}
    for side, pits in zip(SIDES, state[:2], strict=True):
        found |= {f"house({side}, {i}, {n})" for i, n in enumerate(pits[:-1], 1)}
        found.add(f"store({side}, {pits[-1]})")
    return found


def opening(houses: int, seeds: int) -> Kalah:
    pits = (seeds,) * houses + (0,)
    return pits, pits, 0


@pytest.mark.parametrize(
    ("houses", "seeds", "empty"), [(6, 4, "no"), (3, 4, "yes"), (2, 7, "no")]
)
def test_random_games(houses: int, seeds: int, empty: str) -> None:
    assert_same_games(
        f"kalah(houses={houses}, seeds={seeds}, empty_capture={empty})",
        opening(houses, seeds),
        steps=lambda state: moves(state, empty=empty == "yes"),
        facts=facts,
        goals=margin,
        plies=80,
    )


@cache
def value(state: Kalah, empty: bool) -> int:
    """Return the margin of south in best play."""
    ended = margin(state)
    if ended is not None:
        return ended[0]
    best = (max, min)[state[2]]
    return best(value(after, empty) for after in moves(state, empty=empty).values())


@pytest.mark.parametrize("empty", ["no", "yes"])
@pytest.mark.parametrize(
    ("houses", "seeds"),
    [
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 1),
        (2, 2),
        (2, 3),
        (3, 1),
        pytest.param(3, 2, marks=pytest.mark.slow),
    ],
)
def test_small_boards_are_worth_what_the_second_says(
    houses: int, seeds: int, empty: str
) -> None:
    call = f"kalah(houses={houses}, seeds={seeds}, empty_capture={empty})"
    found = ps.load(call, tier="native").initial.solve(tier="native")
    assert found.value == value(opening(houses, seeds), empty == "yes")


def test_counts() -> None:
    levels = ps.load("kalah", tier="native").initial.perft(5, tier="native")
    assert [level.nodes for level in levels] == [6, 35, 185, 942, 4690]
