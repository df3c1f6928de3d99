"""The blocks world against a breadth-first search of its own."""

from __future__ import annotations

import random

import pytest
from second import assert_same_games

import pygame_search as ps

Towers = frozenset[str]


def towers(text: str) -> Towers:
    return frozenset(text.split("|"))


def steps(state: Towers) -> dict[str, Towers]:
    """Return the towers after each move of a block that is on top."""
    found = {}
    for tower in state:
        block, lower = tower[-1], tower[:-1]
        rest = state - {tower} | ({lower} if lower else set())
        if lower:
            found[f"move({block}, table)"] = rest | {block}
        for other in state - {tower}:
            found[f"move({block}, {other[-1]})"] = rest - {other} | {other + block}
    return found


def facts(state: Towers) -> set[str]:
    return {
        f"on({block}, {below})"
        for tower in state
        for block, below in zip(tower, ["table", *tower], strict=False)
    }


def distances(start: Towers) -> dict[Towers, int]:
    """Return the least number of moves to every arrangement of the blocks."""
    found, level, moves = {start: 0}, {start}, 0
    while level:
        moves += 1
        level = {to for state in level for to in steps(state).values()} - found.keys()
        found |= dict.fromkeys(level, moves)
    return found


def call(start: str, wanted: str) -> str:
    return f'blocks_world(start="{start}", wanted="{wanted}")'


def test_random_games() -> None:
    wanted = towers("dcba|e")
    assert_same_games(
        call("ac|b|de", "dcba|e"),
        towers("ac|b|de"),
        steps=steps,
        facts=facts,
        goals=lambda state: (100,) if state == wanted else None,
    )


@pytest.mark.parametrize("method", ["breadth", "a_star"])
def test_paths_are_shortest(method: str) -> None:
    source = random.Random(method)
    found = distances(towers("abcd"))
    assert len(found) == 73, "known: the ways to arrange four blocks in towers"
    arrangements = sorted("|".join(sorted(state)) for state in found)
    for _ in range(4):
        start, wanted = source.sample(arrangements, 2)
        game = ps.load(call(start, wanted))
        assert game.path(method=method).cost == distances(towers(start))[towers(wanted)]


def test_blocks_that_are_not_named_may_stand_anywhere() -> None:
    game = ps.load(call("ac|b", "a|c"))
    assert game.path().moves == ("move(c, table)",)


@pytest.mark.parametrize(
    ("start", "wanted", "why"),
    [
        ("aab", "ab", "each block once in start"),
        ("ab", "aba", "each block once in wanted"),
        ("ab", "abc", "only blocks of start"),
        ("", "", "one block at least"),
    ],
)
def test_what_are_no_towers_is_told(start: str, wanted: str, why: str) -> None:
    with pytest.raises(ps.InputError, match=why):
        ps.load(call(start, wanted))
