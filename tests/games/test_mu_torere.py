"""Mu torere against a second implementation and its retrograde analysis."""

from __future__ import annotations

from functools import partial

import pytest
from second import assert_same_games, endless_value, nodes

import pygame_search as ps

#: The ring, clockwise, and the centre at last.
POINTS = [(1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2), (2, 2)]
CENTRE = 8
#: What is on each point: b, w or nothing; who moves; the guarded turns to come.
Star = tuple[str, str, int]


def start(guard: str) -> Star:
    return "bbbbwwww ", "b", 4 if guard == "start" else 0


def moves(state: Star, *, guard: str) -> dict[str, Star]:
    points, side, turns = state
    free, found = points.index(" "), {}
    for place, man in enumerate(points):
        if man != side:
            continue
        if free == CENTRE:
            beside = {points[(place - 1) % 8], points[(place + 1) % 8]}
            able = "bw".replace(side, "") in beside
            able = able or not (guard == "always" or turns)
        else:
            able = place == CENTRE or abs(place - free) in (1, 7)
        if able:
            after = list(points)
            after[free], after[place] = man, " "
            c, r = POINTS[place]
            other = "w" if side == "b" else "b"
            found[f"move({c}, {r})"] = "".join(after), other, max(turns - 1, 0)
    return found


def goals(state: Star, *, guard: str) -> tuple[int, int] | None:
    if moves(state, guard=guard):
        return None
    return (-1, 1) if state[1] == "b" else (1, -1)


def facts(state: Star) -> set[str]:
    points, side, turns = state
    names = {"b": "black", "w": "white"}
    men = {
        f"man({c}, {r}, {names[man]})"
        for (c, r), man in zip(POINTS, points, strict=True)
        if man != " "
    }
    counted = {f"turns({turns})"} if turns else set()
    return {f"control({names[side]})", *men, *counted}


@pytest.mark.parametrize("guard", ["always", "start", "never"])
def test_random_games(guard: str) -> None:
    assert_same_games(
        f"mu_torere(guard={guard})",
        start(guard),
        steps=partial(moves, guard=guard),
        facts=facts,
        goals=partial(goals, guard=guard),
        games=6,
    )


@pytest.mark.parametrize(
    ("guard", "value"), [("always", 0), ("start", 0), ("never", 1)]
)
def test_values(guard: str, value: int) -> None:
    found = ps.load(f"mu_torere(guard={guard})").initial.solve()
    assert (
        found.value
        == value
        == endless_value(
            start(guard),
            steps=partial(moves, guard=guard),
            goals=partial(goals, guard=guard),
            first=lambda state: state[1] == "b",
        )
    )


@pytest.mark.parametrize("guard", ["always", "start"])
def test_counts(guard: str) -> None:
    levels = ps.load(f"mu_torere(guard={guard})", tier="native").initial.perft(
        12, tier="native"
    )
    assert [level.nodes for level in levels] == nodes(
        start(guard),
        steps=partial(moves, guard=guard),
        goals=partial(goals, guard=guard),
        depth=12,
    )


def test_another_guard_is_refused() -> None:
    with pytest.raises(ps.PygameSearchError, match="expected guard=always"):
        ps.load("mu_torere(guard=ever)")
