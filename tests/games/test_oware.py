"""Oware against a second implementation."""

from __future__ import annotations

from functools import partial

import counters
import pytest
from second import assert_same_games

import pygame_search as ps

SIDES = ("south", "north")
#: The houses in the order of sowing, south's first; the stores; the side to move.
Oware = tuple[tuple[int, ...], tuple[int, int], int]


def start(houses: int, seeds: int) -> Oware:
    return (seeds,) * (2 * houses), (0, 0), 0


def own(state: Oware, side: int) -> range:
    houses = len(state[0]) // 2
    return range(side * houses, (side + 1) * houses)


def sow(state: Oware, house: int, *, slam: str) -> Oware:
    """Return what follows if the seeds of a house are sown."""
    pits, stores, side = [*state[0]], [*state[1]], state[2]
    seeds, pits[house], at = pits[house], 0, house
    while seeds:
        at = (at + 1) % len(pits)
        if at != house:
            pits[at] += 1
            seeds -= 1
    theirs = own(state, 1 - side)
    after, taken = [*pits], 0
    while at in theirs and after[at] in (2, 3):
        taken, after[at], at = taken + after[at], 0, at - 1
    if slam != "nothing" or any(after[i] for i in theirs):
        pits = after
        stores[side] += taken
    return tuple(pits), (stores[0], stores[1]), 1 - side


def moves(state: Oware, *, slam: str) -> dict[str, Oware]:
    pits, _, side = state
    theirs, found = own(state, 1 - side), {}
    starving = not any(pits[i] for i in theirs)
    for number, i in enumerate(own(state, side), 1):
        steps = theirs[0] - i if side == 0 else len(pits) - i
        if pits[i] and not (starving and pits[i] < steps):
            found[f"sow({number})"] = sow(state, i, slam=slam)
    if slam == "illegal":
        sparing = {
            text: after
            for text, after in found.items()
            if any(after[0][i] for i in theirs)
        }
        return sparing or found
    return found


def goals(state: Oware, *, slam: str) -> tuple[int, int] | None:
    pits, stores, _ = state
    half = (sum(pits) + sum(stores)) / 2
    if max(stores) <= half and min(stores) < half and moves(state, slam=slam):
        return None
    south, north = (stores[s] + sum(pits[i] for i in own(state, s)) for s in (0, 1))
    worth = (south > north) - (south < north)
    return worth, -worth


def facts(state: Oware) -> set[str]:
    found = {f"control({SIDES[state[2]]})"}
    for side, name in enumerate(SIDES):
        found.add(f"store({name}, {state[1][side]})")
        found |= {
            f"house({name}, {number}, {state[0][i]})"
            for number, i in enumerate(own(state, side), 1)
        }
    return found


def rules(houses: int, seeds: int, *, slam: str = "nothing") -> counters.Rules:
    return (
        start(houses, seeds),
        lambda state: [*moves(state, slam=slam).values()],
        lambda state: goals(state, slam=slam) is not None,
    )


SLAMS = ("nothing", "taken", "illegal")


@pytest.mark.parametrize(
    ("houses", "seeds", "slam", "games", "tier"),
    [
        *[(6, 4, slam, 3, "clauses") for slam in ("nothing", "illegal")],
        *[
            pytest.param(6, 4, slam, 12, "native", marks=pytest.mark.slow)
            for slam in SLAMS
        ],
        *[(3, 3, slam, 6, "native") for slam in ("taken", "illegal")],
        (3, 4, "nothing", 6, "native"),
        (2, 8, "nothing", 6, "native"),
        (2, 3, "illegal", 6, "native"),
    ],
)
def test_random_games(
    houses: int, seeds: int, slam: str, games: int, tier: str
) -> None:
    """By the clauses where it takes long to make the network."""
    assert_same_games(
        f"oware(houses={houses}, seeds={seeds}, grand_slam={slam})",
        start(houses, seeds),
        steps=partial(moves, slam=slam),
        facts=facts,
        goals=partial(goals, slam=slam),
        games=games,
        plies=60,
        tier=tier,
    )


@pytest.mark.parametrize(
    ("houses", "seeds", "depth", "slam"),
    [
        *[pytest.param(6, 4, 6, slam, marks=pytest.mark.slow) for slam in SLAMS],
        *[(3, 2, 9, slam) for slam in SLAMS],
        *[(2, 4, 10, slam) for slam in SLAMS],
    ],
)
def test_counts(houses: int, seeds: int, depth: int, slam: str) -> None:
    game = ps.load("oware", houses=houses, seeds=seeds, grand_slam=slam, tier="native")
    counts = [level.nodes for level in game.initial.perft(depth, tier="native")]
    assert counts == [*counters.counts(rules(houses, seeds, slam=slam), depth)]


def test_each_rule_of_grand_slams_counts_in_its_own_way() -> None:
    counts = {tuple(counters.counts(rules(3, 2, slam=slam), 6)) for slam in SLAMS}
    assert len(counts) == len(SLAMS)


@pytest.mark.parametrize(
    ("houses", "seeds", "slam"),
    [
        (1, 3, "nothing"),
        (2, 2, "nothing"),
        (2, 3, "taken"),
        *[(3, 2, slam) for slam in ("nothing", "illegal")],
        (2, 3, "illegal"),
        (3, 1, "nothing"),
    ],
)
def test_value(houses: int, seeds: int, slam: str) -> None:
    known = counters.endless(
        rules(houses, seeds, slam=slam),
        white=lambda state: state[2] == 0,
        worth=lambda state: goals(state, slam=slam)[0],  # type: ignore[index]
    )
    game = ps.load("oware", houses=houses, seeds=seeds, grand_slam=slam, tier="native")
    assert game.initial.solve(tier="native").value == known


def test_what_is_no_grand_slam_is_told() -> None:
    with pytest.raises(ps.InputError, match="grand_slam"):
        ps.load("oware", grand_slam="all")
