"""Small 2048 against a second implementation, whose lines are slid by a loop."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import pygame_search as ps

#: The rows of a board, from above; 0 is a free square.
Board = tuple[tuple[int, ...], ...]

SIDES = ("left", "right", "up", "down")


def joined(line: tuple[int, ...]) -> tuple[int, ...]:
    """Return a line after a slide to its first square."""
    found: list[int] = []
    last = 0
    for number in filter(None, line):
        if number == last:
            found[-1], last = 2 * number, 0
        else:
            found.append(number)
            last = number
    return (*found, *[0] * (len(line) - len(found)))


def slid(board: Board, side: str) -> Board:
    rows = board if side in ("left", "right") else tuple(zip(*board, strict=True))
    back = -1 if side in ("right", "down") else 1
    rows = tuple(joined(row[::back])[::back] for row in rows)
    return rows if side in ("left", "right") else tuple(zip(*rows, strict=True))


def put(board: Board) -> dict[tuple[int, int, int], Board]:
    """Return the boards after a new tile, by column, row and number."""
    found = {}
    for r, row in enumerate(board):
        for c, number in enumerate(row):
            for new in (2, 4) if number == 0 else ():
                line = (*row[:c], new, *row[c + 1 :])
                found[c + 1, r + 1, new] = (*board[:r], line, *board[r + 1 :])
    return found


def slides(board: Board) -> dict[str, Board]:
    after = {side: slid(board, side) for side in SIDES}
    return {side: made for side, made in after.items() if made != board}


def chance(size: int, target: int, plies: int) -> Fraction:
    """Return how likely the best play for so many plies has won by then."""

    @cache
    def to_put(board: Board, number: int, left: int) -> Fraction:
        if left == 0:
            return Fraction()
        total = Fraction()
        for (_, _, new), after in put(board).items():
            weight = Fraction(9 if new == 2 else 1, 10)
            more = number > 1
            total += weight * (
                to_put(after, number - 1, left - 1)
                if more
                else to_move(after, left - 1)
            )
        return total / (len(put(board)) // 2)

    @cache
    def to_move(board: Board, left: int) -> Fraction:
        if left == 0:
            return Fraction()
        worths = [
            Fraction(1)
            if any(target in row for row in after)
            else to_put(after, 1, left - 1)
            for after in slides(board).values()
        ]
        return max(worths, default=Fraction())

    return to_put(((0,) * size,) * size, 2, plies)


@pytest.mark.parametrize(
    ("size", "target", "depth"), [(2, 8, 12), (2, 16, 9), (3, 8, 4), (2, 8, 7)]
)
def test_value(size: int, target: int, depth: int) -> None:
    """What is open at the limit is worth nothing, in both programs."""
    state = ps.load("small_2048", size=size, target=target).initial
    found = state.best(
        role="player",
        depth=depth,
        weights={"free": 0, "greatest": 0},
        tier="procedural",
    )
    expected = chance(size, target, depth)
    assert found.value == pytest.approx(float(expected), abs=1e-12)


def test_a_target_of_8_is_always_reached() -> None:
    found = ps.load("small_2048", target=8).initial.best(role="player", depth=14)
    assert (found.value, found.complete) == (1, True)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ((2, 2, 2, 2), (4, 4, 0, 0)),
        ((4, 2, 2, 0), (4, 4, 0, 0)),
        ((2, 0, 2, 4), (4, 4, 0, 0)),
        ((2, 4, 2, 4), (2, 4, 2, 4)),
        ((0, 2, 2, 2), (4, 2, 0, 0)),
    ],
)
def test_lines(line: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """As in the game that is played: the nearest to the side first, each tile once."""
    assert joined(line) == expected
    board = (line, *[(0,) * 4] * 3)
    game = ps.load("small_2048", size=4, target=64)
    tiles = [
        f"tile({c}, {r}, {n})"
        for r, row in enumerate(board, 1)
        for c, n in enumerate(row, 1)
        if n
    ]
    state = game.state(f"[{', '.join(tiles)}]")
    if "slide(left)" not in state.legal["player"]:
        assert line == expected
        return
    after = state.play("slide(left)")
    assert {f for f in after.facts if f.startswith("tile")} == {
        f"tile({c}, 1, {n})" for c, n in enumerate(expected, 1) if n
    }


@pytest.mark.parametrize(("size", "target", "depth"), [(2, 16, 7), (3, 64, 4)])
def test_counts(size: int, target: int, depth: int) -> None:
    """The steps of chance and of the player, natively too."""
    level = [(((0,) * size,) * size, 2)]
    expected = []
    for _ in range(depth):
        after = []
        for board, still in level:
            if still:
                after += [(made, still - 1) for made in put(board).values()]
            elif not any(target in row for row in board):
                after += [(made, 1) for made in slides(board).values()]
        level = after
        expected.append(len(level))
    state = ps.load("small_2048", size=size, target=target).initial
    for tier in ("clauses", "native"):
        counts = [one.nodes for one in state.perft(depth, tier=tier)]
        assert counts == expected
