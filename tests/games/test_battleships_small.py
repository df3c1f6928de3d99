"""Small battleships against a second program, whose ships are sets of squares."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import pygame_search as ps

Square = tuple[int, int]
Ship = frozenset[Square]
#: The shots at a ship, by either side; ann's come first.
Shots = tuple[frozenset[Square], frozenset[Square]]


def sea(columns: int, rows: int) -> list[Square]:
    return list(product(range(1, columns + 1), range(1, rows + 1)))


def ships(columns: int, rows: int) -> list[Ship]:
    """Return the pairs of squares with a side in common."""
    squares = sea(columns, rows)
    return [
        frozenset({one, other})
        for one in squares
        for other in squares
        if one < other and abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
    ]


def value(columns: int, rows: int) -> Fraction:
    """Return what the game is worth to ann if both hide evenly and shoot well.

    On a board that looks the same from each place of a ship, to hide evenly is best.
    Whoever shoots goes by the places where the other's ship can be.
    """

    @cache
    def worth(
        mine: tuple[frozenset[Ship], Ship], other: tuple[frozenset[Ship], Ship]
    ) -> Fraction:
        """Return what it is worth to shoot now: where ships can be, and the shots."""
        left, shots = mine
        found = []
        for square in {*sea(columns, rows)} - shots:
            now, total = shots | {square}, Fraction()
            hit = frozenset(ship for ship in left if square in ship)
            sunk = frozenset(ship for ship in hit if ship <= now)
            for part in (hit - sunk, left - hit):
                if part:
                    total -= len(part) * worth(other, (part, now))
            found.append((total + len(sunk)) / len(left))
        return max(found)

    start = (frozenset(ships(columns, rows)), frozenset[Square]())
    return worth(start, start)


def counts(columns: int, rows: int) -> list[int]:
    """Return the nodes by depth."""
    pairs = list(product(ships(columns, rows), repeat=2))
    level: list[tuple[Ship, Ship, Shots]] = [
        (own, other, (frozenset(), frozenset())) for own, other in pairs
    ]
    found = [len(level)]
    while level:
        after = []
        for own, other, (mine, theirs) in level:
            if own <= theirs or other <= mine:
                continue
            for square in {*sea(columns, rows)} - mine:
                after.append((other, own, (theirs, mine | {square})))
        level = after
        found.append(len(level))
    return [count for count in found if count]


def test_the_value() -> None:
    """It is at the head of the rule file.

    A first shot hits one time of two. After a hit one of two squares is right; after a
    miss the square across is a hit, and then one of two is right. So two, three or four
    shots sink the ship, with 1/4, 1/2 and 1/4, and ann needs no more than bob.
    """
    shots = {2: Fraction(1, 4), 3: Fraction(1, 2), 4: Fraction(1, 4)}
    first = sum(shots[a] * shots[b] for a, b in product(shots, shots) if a <= b)
    assert value(2, 2) == 2 * first - 1 == Fraction(3, 8)
    text = " ".join(ps.load("battleships_small").book.text.replace("%", "").split())
    assert "2 x 2 squares the game is worth 3/8 to ann" in text


@pytest.mark.parametrize("size", [(2, 2), (2, 1), (3, 1)], ids=str)
@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_counts(size: tuple[int, int], tier: str) -> None:
    expected = counts(*size)
    game = ps.load("battleships_small(columns={}, rows={})".format(*size))
    levels = game.initial.perft(len(expected) + 1, tier=tier)
    assert [level.nodes for level in levels] == expected


@pytest.mark.parametrize("size", [(2, 2), (4, 3)], ids=str)
def test_the_same_games(size: tuple[int, int]) -> None:
    source = random.Random(str(size))
    game = ps.load("battleships_small(columns={}, rows={})".format(*size))
    for _ in range(5):
        hidden = [source.choice(ships(*size)) for _ in "ab"]
        moves = ", ".join(
            "hide({}, {}, {}, {})".format(*first, *second)
            for first, second in map(sorted, hidden)
        )
        state = game.initial.play(f"[{moves}]")
        shots: list[set[Square]] = [set(), set()]
        who = 0
        while not state.terminal:
            free = {*sea(*size)} - shots[who]
            assert {*state.legal_moves} == {
                "shoot({}, {})".format(*one) for one in free
            }
            square = source.choice(sorted(free))
            shots[who].add(square)
            state = state.play("shoot({}, {})".format(*square))
            assert state.terminal == (hidden[1 - who] <= shots[who])
            who = 1 - who
        assert (state.goals["ann"], state.goals["bob"]) == ((1, -1) if who else (-1, 1))
