"""Small minesweeper against a second program, which lists where the mines may be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import perm

import pytest

import pygame_search as ps

Square = tuple[int, int]
Mines = frozenset[Square]

SIZES = [(3, 2, 1), (2, 2, 1), (3, 2, 2), (4, 1, 1), (4, 1, 2)]


def board(columns: int, rows: int) -> list[Square]:
    return [(c, r) for r in range(1, rows + 1) for c in range(1, columns + 1)]


def near(square: Square, mines: Collection[Square]) -> int:
    """Return how many mines a king on the square could capture."""
    c, r = square
    steps = set(product((-1, 0, 1), repeat=2)) - {(0, 0)}
    return sum((c + dc, r + dr) in mines for dc, dr in steps)


def chance(columns: int, rows: int, mines: int) -> Fraction:
    """Return how likely the best play wins."""
    squares = board(columns, rows)

    @cache
    def won(left: frozenset[Mines], opened: Mines) -> int:
        """Return of how many of the boards that are left the best play wins."""
        if len(opened) == len(squares) - mines:
            return len(left)
        most = 0
        for square in set(squares) - opened:
            told = defaultdict(set)
            for one in left:
                if square not in one:
                    told[near(square, one)].add(one)
            parts = (won(frozenset(part), opened | {square}) for part in told.values())
            most = max(most, sum(parts))
        return most

    every = frozenset(map(frozenset, combinations(squares, mines)))
    return Fraction(won(every, frozenset()), len(every))


def counts(columns: int, rows: int, mines: int) -> list[int]:
    """Return the nodes by depth: where mines lie and in which order does not matter.

    The squares before the last one that was opened have no mine.
    """
    many, safe = columns * rows, columns * rows - mines
    laid = [perm(many, k) for k in range(1, mines + 1)]
    opened = [perm(safe, k) * (many - k) for k in range(safe)]
    return [*laid, *(laid[-1] * k for k in opened)]


def call(columns: int, rows: int, mines: int) -> str:
    return f"minesweeper_small(columns={columns}, rows={rows}, mines={mines})"


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((2, 2, 1), Fraction(3, 4) * Fraction(2, 3) * Fraction(1, 2)),
        ((3, 2, 1), Fraction(1, 2)),
        ((3, 3, 1), Fraction(8, 9)),
    ],
    ids=str,
)
def test_the_chance_to_win(size: tuple[int, int, int], expected: Fraction) -> None:
    """That of the usual size is at the head of the rule file.

    On 2 x 2 squares nothing that is told is of use.
    """
    assert chance(*size) == expected
    if size == (3, 2, 1):
        text = " ".join(ps.load("minesweeper_small").book.text.replace("%", "").split())
        assert "3 x 2 squares and one mine the best play wins one game of two" in text


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_counts(size: tuple[int, int, int], tier: str) -> None:
    expected = counts(*size)
    levels = ps.load(call(*size)).initial.perft(len(expected) + 1, tier=tier)
    assert [level.nodes for level in levels] == expected
    assert levels[-1].terminal == levels[-1].nodes


def test_how_many_mines_are_near() -> None:
    game = ps.load(call(4, 3, 3))
    for mines in combinations(board(4, 3), 3):
        facts = ", ".join(f"mine({c}, {r})" for c, r in mines)
        found = game.state(f"[{facts}]").ask("near(C, R, N)").answers
        assert {(row["C"], row["R"], row["N"]) for row in found} == {
            (str(c), str(r), str(near((c, r), mines))) for c, r in board(4, 3)
        }


def test_goals() -> None:
    game = ps.load("minesweeper_small(columns=2)")
    assert game.after("lay(1, 1); open(1, 1)").goals["sweeper"] == 0
    won = game.after("lay(1, 1); open(1, 2); open(2, 1); open(2, 2)")
    assert (won.terminal, won.goals["sweeper"]) == (True, 1)


@pytest.mark.parametrize(
    ("mines", "why"), [(0, "1 mine or more"), (6, "fewer mines than squares")]
)
def test_mines_that_make_no_sense(mines: int, why: str) -> None:
    with pytest.raises(ps.InputError, match=f"expected {why}"):
        ps.load("minesweeper_small", mines=mines)
