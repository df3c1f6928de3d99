"""Blind tic-tac-toe against a second implementation, which writes a board as a text."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

import pygame_search as ps

#: The marks of the squares, row by row, "." for an empty one; and what each has tried.
State = tuple[str, frozenset[int], frozenset[int]]

#: The squares, from the left, row by row.
SQUARES = [f"({c}, {r})" for r in (1, 2, 3) for c in (1, 2, 3)]
LINES = (*(range(i, i + 3) for i in (0, 3, 6)), *(range(i, 9, 3) for i in range(3)),
         (0, 4, 8), (2, 4, 6))  # fmt: skip
START: State = ("." * 9, frozenset(), frozenset())


def after(state: State, x: int, o: int, favoured: str) -> State:
    board, *tried = state
    marks = [*board]
    for square, mark in ((x, "x"), (o, "o")):
        if board[square] == "." and (x != o or mark == favoured):
            marks[square] = mark
    return "".join(marks), tried[0] | {x}, tried[1] | {o}


def joints(state: State) -> list[tuple[int, int, str]]:
    x, o = (sorted({*range(9)} - tried) for tried in state[1:])
    return list(product(x, o, "xo"))


def goal(board: str) -> int | None:
    """Return what an end is worth to x; None where play goes on."""
    x, o = (any(all(board[i] == mark for i in line) for line in LINES) for mark in "xo")
    return x - o if x or o or "." not in board else None


@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_the_same_games(tier: str) -> None:
    source = random.Random(tier)
    for _ in range(8):
        state, ours = START, ps.load("blind_tic_tac_toe", tier=tier).initial
        while (value := goal(state[0])) is None:
            x, o, favoured = joint = source.choice(joints(state))
            legal = (
                {f"mark{SQUARES[i]}" for i in {*range(9)} - tried}
                for tried in state[1:]
            )
            assert not ours.terminal
            assert [*map(set, ours.legal.values())] == [
                *legal,
                {"favour(x)", "favour(o)"},
            ]
            state = after(state, *joint)
            ours = ours.play(
                f"[mark{SQUARES[x]}, mark{SQUARES[o]}, favour({favoured})]"
            )
            shown = "".join(cell.text for cell in ours.position.cells)
            assert sorted(shown) == sorted(state[0])
            for square, mark in zip(SQUARES, state[0], strict=True):
                owner = "b" if mark == "." else mark
                assert f"cell{square[:-1]}, {owner})" in ours.facts
        assert ours.terminal
        assert (ours.goals["x"], ours.goals["o"]) == (value, -value)


def test_counts() -> None:
    expected, level = [], [START]
    for _ in range(2):
        level = [after(one, *joint) for one in level for joint in joints(one)]
        expected.append(len(level))
    levels = ps.load("blind_tic_tac_toe").initial.perft(2, tier="native")
    assert [one.nodes for one in levels] == expected


def exchanged(text: str) -> str:
    """Return a text with x and o exchanged."""
    return re.sub(r"\b[xo]\b", lambda found: {"x": "o", "o": "x"}[found[0]], text)


def test_the_players_are_alike() -> None:
    """With x and o exchanged a state has the same moves and the opposite goals.

    So the game is worth 0, as the head of the rule file says.
    """
    source, game = random.Random(1), ps.load("blind_tic_tac_toe")
    for _ in range(5):
        one = other = game.initial
        while not one.terminal:
            x, o, favoured = (source.choice(moves) for moves in one.legal.values())
            one = one.play(f"[{x}, {o}, {favoured}]")
            other = other.play(f"[{o}, {x}, {exchanged(favoured)}]")
        assert other.terminal
        assert {*map(exchanged, one.facts)} == {*other.facts}
        assert (one.goals["x"], one.goals["o"]) == (other.goals["o"], other.goals["x"])
