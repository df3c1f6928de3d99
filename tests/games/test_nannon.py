"""Nannon against a second implementation, and its known number of positions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

import pytest
from second import assert_same_games

import pygame_search as ps

SIDES = ("black", "white")


@dataclass(frozen=True)
class Nannon:
    """Where the checkers of both sides are, in points from their home; 7 is safe."""

    checkers: tuple[tuple[int, ...], tuple[int, ...]] = ((0, 1, 2), (0, 1, 2))
    side: int | None = None
    die: int | None = None


def steps(state: Nannon) -> dict[str, Nannon]:
    """Return what follows each throw or move."""
    if state.side is None:
        return {
            f"dice({a}, {b})": replace(state, side=int(b > a), die=abs(a - b))
            for a, b in permutations(range(1, 7), 2)
        }
    if state.die is None:
        return {f"die({d})": replace(state, die=d) for d in range(1, 7)}
    side, found = state.side, {}
    own, other = state.checkers[side], state.checkers[1 - side]
    theirs = {7 - at for at in other if 0 < at < 7}
    for at in {at for at in own if at < 7}:
        to = min(at + state.die, 7)
        guarded = to in theirs and {to - 1, to + 1} & theirs
        if to < 7 and (to in own or guarded):
            continue
        moved = list(own)
        moved[moved.index(at)] = to
        hit = [0 if 0 < a < 7 and 7 - a == to else a for a in other]
        both = sorted(moved), sorted(hit)
        first, second = both if side == 0 else both[::-1]
        spot = at if side == 0 else 7 - at
        name = f"move({spot})" if at else "enter"
        found[name] = Nannon((tuple(first), tuple(second)), 1 - side)
    return found or {"pass": Nannon(state.checkers, 1 - side)}


def goals(state: Nannon) -> tuple[int | None, ...] | None:
    for side, own in enumerate(state.checkers):
        if own == (7, 7, 7):
            worth = 1 if 7 in state.checkers[1 - side] else 2
            return (worth, -worth, None) if side == 0 else (-worth, worth, None)
    return None


def facts(state: Nannon) -> set[str]:
    found = {"opening"} if state.side is None else {f"control({SIDES[state.side]})"}
    if state.die is not None:
        found.add(f"die({state.die})")
    for side, name in enumerate(SIDES):
        own = state.checkers[side]
        found |= {f"home({name}, {own.count(0)})", f"safe({name}, {own.count(7)})"}
        found |= {f"on({name}, {7 - at if side else at})" for at in own if 0 < at < 7}
    return found


def test_random_games() -> None:
    assert_same_games(
        "nannon", Nannon(), steps=steps, facts=facts, goals=goals, games=8, plies=150
    )


def test_known_number_of_positions() -> None:
    """Of the 2,530 ways to place the checkers (Pollack) 2,410 come up."""
    seen, level = {Nannon()}, {Nannon()}
    while level:
        begun = [state for state in level if goals(state) is None]
        level = {after for state in begun for after in steps(state).values()} - seen
        seen |= level
    found = {
        state.checkers[:: 1 - 2 * state.side]
        for state in seen
        if state.side is not None
    }
    assert len(found) == 2410


def race(state: Nannon) -> float:
    """Return what black may expect where nobody can be hit any more."""
    ended = goals(state)
    if ended is not None:
        return ended[0] or 0
    values = [race(after) for after in steps(state).values()]
    if state.die is None:
        return sum(values) / len(values)
    return (min if state.side else max)(values)


def test_a_race_is_worth_what_the_second_says() -> None:
    state = Nannon(((4, 6, 7), (5, 7, 7)), 0)
    listed = f"[{', '.join(sorted(facts(state)))}]"
    found = ps.load("nannon", tier="native").state(listed)
    best = found.best(method="expectimax", depth=30, role="black")
    assert best.complete
    assert best.value == pytest.approx(race(state))
