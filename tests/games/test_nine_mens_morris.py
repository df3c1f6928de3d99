"""Nine men's morris and its small kin against a second implementation.

The board is a list of rings. A ring has its eight points in a circle, the corners at
the even places; a line joins the odd places of neighbouring rings.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import counters
import pytest
from second import assert_same_games, turns

import pygame_search as ps

SIDES = ("white", "black")
Point = tuple[int, int]  # the ring, from the outside, and the place in it
#: The men of both sides, the men in hand, the side to move, and whether it takes.
Morris = tuple[tuple[frozenset[Point], ...], tuple[int, ...], int, bool]


def start(men: int) -> Morris:
    return (frozenset(), frozenset()), (men, men), 0, False


@cache
def lines(rings: int) -> tuple[frozenset[Point], ...]:
    """Return the mills."""
    sides = [
        frozenset((ring, place % 8) for place in range(corner, corner + 3))
        for ring in range(rings)
        for corner in range(0, 8, 2)
    ]
    across = [
        frozenset((ring + i, place) for i in range(3))
        for ring in range(rings - 2)
        for place in range(1, 8, 2)
    ]
    return *sides, *across


def near(point: Point, rings: int) -> list[Point]:
    ring, place = point
    found = [(ring, (place + 1) % 8), (ring, (place - 1) % 8)]
    if place % 2:
        found += [(r, place) for r in (ring - 1, ring + 1) if 0 <= r < rings]
    return found


def named(point: Point, rings: int) -> str:
    """Return the column and the row of a point."""
    ring, place = point
    low, middle, high = ring + 1, rings + 1, 2 * rings + 1 - ring
    columns = (low, middle, high, high, high, middle, low, low)
    return f"{columns[place]}, {columns[(place - 2) % 8]}"


def milled(men: frozenset[Point], point: Point, rings: int) -> bool:
    return any(point in line and line <= men for line in lines(rings))


def moves(state: Morris, rings: int, *, flying: bool) -> dict[str, Morris]:
    sides, held, side, taking = state
    mine, others, hands = sides[side], sides[1 - side], [*held]

    def after(men: frozenset[Point], left: frozenset[Point], takes: bool) -> Morris:
        sides = (men, left) if side == 0 else (left, men)
        return sides, tuple(hands), side if takes else 1 - side, takes

    if taking:
        loose = [p for p in others if not milled(others, p, rings)]
        return {
            f"take({named(p, rings)})": after(mine, others - {p}, False)
            for p in loose or others
        }
    points = [(ring, place) for ring in range(rings) for place in range(8)]
    free = [p for p in points if p not in mine | others]
    found = {}
    if hands[side]:
        hands[side] -= 1
        for p in free:
            men = mine | {p}
            found[f"place({named(p, rings)})"] = after(
                men, others, milled(men, p, rings)
            )
        return found
    for p in mine:
        flies = flying and len(mine) == 3
        for q in free if flies else set(free).intersection(near(p, rings)):
            men = mine - {p} | {q}
            found[f"move({named(p, rings)}, {named(q, rings)})"] = after(
                men, others, milled(men, q, rings)
            )
    return found


def goals(state: Morris, rings: int, *, flying: bool) -> tuple[int, int] | None:
    for side in (0, 1):
        if len(state[0][side]) + state[1][side] < 3:
            return (-1, 1) if side == 0 else (1, -1)
    if not moves(state, rings, flying=flying):
        return (-1, 1) if state[2] == 0 else (1, -1)
    return None


def facts(state: Morris, rings: int) -> set[str]:
    found = {f"control({SIDES[state[2]]})"} | ({"taking"} if state[3] else set())
    for side, name in enumerate(SIDES):
        found |= {f"cell({named(p, rings)}, {name})" for p in state[0][side]}
        found.add(f"hand({name}, {state[1][side]})")
    return found


def count(state: Morris, depth: int, squares: int) -> int:
    """Return how many lines there are of so many turns."""
    ends = partial(goals, rings=squares, flying=True)
    if depth == 0 or ends(state) is not None:
        return int(depth == 0)
    after = turns(
        state,
        steps=partial(moves, rings=squares, flying=True),
        goals=ends,
        within=lambda child: child[3],
    )
    return sum(count(child, depth - 1, squares) for child in after.values())


def rules(squares: int, men: int, *, flying: bool) -> counters.Rules:
    return (
        start(men),
        lambda state: [*moves(state, squares, flying=flying).values()],
        lambda state: goals(state, squares, flying=flying) is not None,
    )


def call(squares: int, men: int, *, flying: bool) -> str:
    flies = "yes" if flying else "no"
    return f"nine_mens_morris(squares={squares}, men={men}, flying={flies})"


@pytest.mark.parametrize(
    ("squares", "men", "flying", "games"),
    [(3, 9, True, 3), (3, 4, False, 3), (2, 6, True, 3), (1, 3, True, 6)],
)
def test_random_games(squares: int, men: int, flying: bool, games: int) -> None:
    assert_same_games(
        call(squares, men, flying=flying),
        start(men),
        steps=partial(moves, rings=squares, flying=flying),
        facts=partial(facts, rings=squares),
        goals=partial(goals, rings=squares, flying=flying),
        games=games,
        plies=90,
    )


@pytest.mark.parametrize(
    ("squares", "men", "depth"), [(3, 9, 3), (2, 6, 4), (2, 3, 5), (1, 3, 7)]
)
def test_counts(squares: int, men: int, depth: int) -> None:
    state = ps.load(call(squares, men, flying=True), tier="native").initial
    levels = state.perft(depth, tier="native")
    assert [level.nodes for level in levels] == [
        count(start(men), plies, squares) for plies in range(1, depth + 1)
    ]


@pytest.mark.parametrize(
    ("squares", "men", "flying"),
    [(1, 3, True), (1, 3, False), (1, 4, True), (1, 4, False)],
)
def test_value(squares: int, men: int, flying: bool) -> None:
    known = counters.endless(
        rules(squares, men, flying=flying),
        white=lambda state: state[2] == 0,
        worth=lambda state: goals(state, squares, flying=flying)[0],  # type: ignore[index]
    )
    found = ps.load(call(squares, men, flying=flying), tier="native").initial
    assert found.solve(tier="native").value == known


@pytest.mark.parametrize(
    ("given", "why"),
    [({"squares": 4}, "1 to 3 squares"), ({"squares": 1, "men": 5}, "3 men or more")],
)
def test_what_is_no_board_is_told(given: dict[str, Any], why: str) -> None:
    with pytest.raises(ps.InputError, match=why):
        ps.load("nine_mens_morris", **given)
