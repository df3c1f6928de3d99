"""Sokoban against a breadth-first search of its own."""

from __future__ import annotations

from itertools import count

import pytest

import pygame_search as ps

STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

LEVELS = {
    "default": "######|#@$.##|# $ .#|#    #|######",
    "corridor": "########|#.  $ @#|########",
    "on a place": "#######|#. *+ #|# $$  #|#     #|#######",
    "ragged": "  ####|###  ####|#     $ #|# #  #$ #|# . .#@ #|#########",
}


def shortest(level: str) -> int | None:
    """Return the least number of steps that solve a level, None if there are none."""
    cells = {
        (x, y): sign
        for y, line in enumerate(level.split("|"))
        for x, sign in enumerate(line)
    }
    floor = {cell for cell, sign in cells.items() if sign != "#"}
    places = {cell for cell, sign in cells.items() if sign in ".*+"}
    boxes = frozenset(cell for cell, sign in cells.items() if sign in "$*")
    [worker] = [cell for cell, sign in cells.items() if sign in "@+"]
    level_states, seen = {(worker, boxes)}, {(worker, boxes)}
    for depth in count():
        if any(boxes == places for _, boxes in level_states):
            return depth
        after = set()
        for (x, y), boxes in level_states:
            for dx, dy in STEPS.values():
                to, beyond = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                pushed = boxes - {to} | {beyond} if to in boxes else boxes
                clear = to not in boxes or (beyond in floor and beyond not in boxes)
                if to in floor and clear:
                    after.add((to, frozenset(pushed)))
        level_states = after - seen
        seen |= level_states
        if not level_states:
            return None
    return None


@pytest.mark.parametrize("name", LEVELS)
def test_levels_are_solved_in_the_fewest_steps(name: str) -> None:
    game = ps.load("sokoban", level=LEVELS[name])
    found = game.path(method="a_star")
    steps = shortest(LEVELS[name])
    assert steps is not None
    assert found.cost == steps == game.path().cost


def test_a_level_without_a_solution() -> None:
    level = "#####|#$  #|# @.#|#####"
    assert shortest(level) is None
    assert not ps.load("sokoban", level=level).path().found


@pytest.mark.parametrize(
    ("level", "why"),
    [
        ("####|#$.#|####", "expected one worker"),
        ("#####|#@$ #|#####", "as many boxes as places"),
        ("###|#@#|###", "as many boxes as places"),
    ],
)
def test_what_is_no_level_is_told(level: str, why: str) -> None:
    with pytest.raises(ps.InputError, match=why):
        ps.load("sokoban", level=level)


def test_the_board_is_the_level() -> None:
    for level in LEVELS.values():
        drawn = str(ps.load("sokoban", level=level).initial).splitlines()
        assert [line[::2].rstrip() for line in drawn] == [
            line.rstrip() for line in level.split("|")
        ]
