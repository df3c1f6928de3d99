"""Numbers that grow without end as play goes on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pygame_search.experiments.inspection.facts import held_for, is_number, pattern
from pygame_search.experiments.inspection.findings import Node
from pygame_search.game import Game

#: The most plies of a random game.
MOST_PLIES = 500


def grown(game: Game, node: Node) -> str:
    """Return what is said of a number that is far from all of the start."""
    before, here = held_for(game, game.initial.number), held_for(game, node.number)
    for name, [one, *others] in here.items():
        known = before.get(name, [])
        if others or not all(map(is_number, [one, *known])) or not known:
            continue
        low, high = min(map(int, known)), max(map(int, known))
        if not low - MOST_PLIES / 2 <= int(one) <= high + MOST_PLIES / 2:
            return f"{name} has gone from {known[0]} to {one}"
    return ""


def spread(game: Game, states: Sequence[int]) -> str:
    """Return what is said of an argument whose numbers spread all through a game.

    Its fluent has several arguments, as the place of a piece; the numbers leave
    those of the start, and in the second half of the game those of the first.

    Args:
        game: the game.
        states: the states of one play, from the start.
    """
    half = len(states) // 2
    start, first, second = (
        _ranges(game, part) for part in (states[:1], states[:half], states[half:])
    )
    for place, (low, high) in second.items():
        if place not in start or place not in first:
            continue
        (low0, high0), (low1, high1) = start[place], first[place]
        if low < min(low0, low1) or high > max(high0, high1):
            return (
                f"a number in {pattern(game, place[0])}, from {low0} to {high0} at "
                f"the start, goes from {low} to {high}"
            )
    return ""


def _ranges(
    game: Game, states: Sequence[int]
) -> dict[tuple[str, int], tuple[int, int]]:
    """Return the least and the greatest number of each argument of the fluents.

    An argument is a name and an index; fluents with one argument are left out.
    """
    found: dict[tuple[str, int], tuple[int, int]] = {}
    for facts in game.request("facts_of", states=list(states))["facts"]:
        for fact in facts:
            name, *arguments = re.split(r"[\s(),]+", fact.strip("()"))
            for i, one in enumerate(arguments if len(arguments) > 1 else ()):
                if is_number(one):
                    low, high = found.get((name, i), (int(one), int(one)))
                    found[name, i] = min(low, int(one)), max(high, int(one))
    return found
