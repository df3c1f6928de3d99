"""Small Yahtzee against a second implementation.

The second one tells the dice apart: all pairs of numbers are equally likely, and no
weights are needed.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import pygame_search as ps

PARAMETERS = [(4, 2, 10), (2, 2, 10), (3, 2, 4), (4, 1, 10)]


def value(sides: int, throws: int, pair: int) -> Fraction:
    """Return the mean number of points of the best play."""
    faces = range(1, sides + 1)

    def points(box: str, first: int, second: int) -> int:
        if box == "sum":
            return first + second
        return pair if first == second else 0

    @cache
    def turn(free: frozenset[str]) -> Fraction:
        return throw(free, throws, ()) if free else Fraction()

    @cache
    def throw(free: frozenset[str], left: int, kept: tuple[int, ...]) -> Fraction:
        ends = [kept + more for more in product(faces, repeat=2 - len(kept))]
        return sum((shown(free, left - 1, *dice) for dice in ends), Fraction()) / len(
            ends
        )

    @cache
    def shown(free: frozenset[str], left: int, first: int, second: int) -> Fraction:
        worths = [points(box, first, second) + turn(free - {box}) for box in free]
        if left:
            worths += (throw(free, left, kept) for kept in ((), (first,), (second,)))
        return max(worths)

    return turn(frozenset({"pair", "sum"}))


def call(sides: int, throws: int, pair: int) -> str:
    return f"yahtzee_small(sides={sides}, throws={throws}, pair={pair})"


@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
def test_value(parameters: tuple[int, int, int]) -> None:
    found = ps.load(call(*parameters)).initial.best(
        role="ann", depth=20, tier="procedural"
    )
    assert found.complete
    assert found.value == pytest.approx(float(value(*parameters)), abs=1e-12)


@pytest.mark.parametrize("sides", [2, 4, 6])
def test_throws_are_as_likely_as_two_dice(sides: int) -> None:
    """Counted among all pairs of two dice that are told apart."""
    pairs = product(range(1, sides + 1), repeat=2)
    counts = Counter(f"throw({min(p)}, {max(p)})" for p in pairs)
    chances = ps.load(f"yahtzee_small(sides={sides})").initial.chances
    assert chances == {move: Fraction(n, sides**2) for move, n in counts.items()}


def perft(sides: int, throws: int, depth: int) -> list[int]:
    """Return how many lines of play there are, where dice are not told apart."""
    faces = range(1, sides + 1)
    start = (frozenset({"pair", "sum"}), throws, (), True)

    def after(state: tuple) -> list[tuple]:  # type: ignore[type-arg]
        free, left, dice, thrown = state
        if not free:
            return []
        if thrown:  # now dice are thrown, beside those that are kept
            number = 2 - len(dice)
            ends = {tuple(sorted(more)) for more in product(faces, repeat=number)}
            return [(free, left - 1, tuple(sorted(dice + m)), False) for m in ends]
        moves = [(free - {box}, throws, (), True) for box in free]
        if left:
            first, second = dice
            kept = [(), (second,)] if first == second else [(), (second,), (first,)]
            moves += [(free, left, keep, True) for keep in kept]
        return moves

    level, counts = [start], []
    for _ in range(depth):
        level = [one for state in level for one in after(state)]
        counts.append(len(level))
    return counts


def test_perft() -> None:
    game = ps.load("yahtzee_small")
    found = game.initial.perft(depth=4)
    assert [level.nodes for level in found] == perft(4, 2, 4)
