"""Pong hau k'i against a second implementation and its retrograde analysis."""

from __future__ import annotations

import pytest
from second import assert_same_games, endless_value, nodes

import pygame_search as ps

#: The five points and the points that lines join each to.
JOINED = {
    (1, 1): [(2, 2), (1, 3)],
    (3, 1): [(2, 2), (3, 3)],
    (1, 3): [(2, 2), (1, 1), (3, 3)],
    (3, 3): [(2, 2), (3, 1), (1, 3)],
    (2, 2): [(1, 1), (3, 1), (1, 3), (3, 3)],
}
Point = tuple[int, int]
#: The men of black and of white, and whether black moves.
Square = tuple[frozenset[Point], frozenset[Point], bool]


def start(first: str) -> Square:
    top, bottom = frozenset({(1, 1), (3, 1)}), frozenset({(1, 3), (3, 3)})
    return top, bottom, first == "black"


def moves(state: Square) -> dict[str, Square]:
    black, white, blacks = state
    [free] = set(JOINED) - black - white
    found: dict[str, Square] = {}
    for c, r in sorted((black if blacks else white) & {*JOINED[free]}):
        if blacks:
            found[f"move({c}, {r})"] = black - {(c, r)} | {free}, white, False
        else:
            found[f"move({c}, {r})"] = black, white - {(c, r)} | {free}, True
    return found


def goals(state: Square) -> tuple[int, int] | None:
    if moves(state):
        return None
    return (-1, 1) if state[2] else (1, -1)


def facts(state: Square) -> set[str]:
    black, white, blacks = state
    men = {f"man({c}, {r}, black)" for c, r in black}
    men |= {f"man({c}, {r}, white)" for c, r in white}
    return {f"control({'black' if blacks else 'white'})", *men}


@pytest.mark.parametrize("first", ["black", "white"])
def test_random_games(first: str) -> None:
    call = f"pong_hau_ki(first={first})"
    assert_same_games(
        call, start(first), steps=moves, facts=facts, goals=goals, games=6
    )


@pytest.mark.parametrize("first", ["black", "white"])
def test_values(first: str) -> None:
    found = ps.load(f"pong_hau_ki(first={first})").initial.solve()
    value = endless_value(
        start(first), steps=moves, goals=goals, first=lambda state: state[2]
    )
    assert found.value == value == 0


@pytest.mark.parametrize("first", ["black", "white"])
def test_counts(first: str) -> None:
    state = ps.load(f"pong_hau_ki(first={first})", tier="native").initial
    found = nodes(start(first), steps=moves, goals=goals, depth=12)
    assert [level.nodes for level in state.perft(12, tier="native")] == found


def test_another_first_player_is_refused() -> None:
    with pytest.raises(ps.PygameSearchError, match="expected first=black"):
        ps.load("pong_hau_ki(first=red)")
