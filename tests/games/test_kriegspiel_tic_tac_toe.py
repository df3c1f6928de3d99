"""Kriegspiel tic-tac-toe against a second implementation, which keeps two boards."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
import second

import pygame_search as ps

Square = tuple[int, int]
#: The squares of x and of o, those that each has tried, and whether x moves.
State = tuple[
    frozenset[Square], frozenset[Square], frozenset[Square], frozenset[Square], bool
]


class Kriegspiel:
    """The game on a board of so many columns and rows."""

    start: State = (frozenset(), frozenset(), frozenset(), frozenset(), True)

    def __init__(self, columns: int, rows: int, in_a_row: int) -> None:
        self.board = {(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)}
        self.lines = [
            line
            for c, r in self.board
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
            if (line := {(c + i * dc, r + i * dr) for i in range(in_a_row)})
            <= self.board
        ]

    def steps(self, state: State) -> dict[str, State]:
        """Return what follows each try of the player who moves."""
        *boards, first = state
        own, other, tried, waits = (
            boards if first else [boards[i] for i in (1, 0, 3, 2)]
        )
        found: dict[str, State] = {}
        for square in self.board - tried:
            fails = square in other
            mine = own if fails else own | {square}
            seen = tried | {square}
            found[f"mark({square[0]}, {square[1]})"] = (
                (mine, other, seen, waits, fails)
                if first
                else (other, mine, waits, seen, not fails)
            )
        return found

    def goals(self, state: State) -> tuple[int, int] | None:
        for marks, ended in ((state[0], (1, -1)), (state[1], (-1, 1))):
            if any(line <= marks for line in self.lines):
                return ended
        return (0, 0) if len(state[0] | state[1]) == len(self.board) else None

    def facts(self, state: State) -> Iterable[str]:
        owners = dict.fromkeys(self.board, "b")
        owners |= dict.fromkeys(state[0], "x") | dict.fromkeys(state[1], "o")
        yield f"control({'x' if state[4] else 'o'})"
        for (c, r), owner in owners.items():
            yield f"cell({c}, {r}, {owner})"
        for player, tried in zip("xo", state[2:4], strict=True):
            yield from (f"tried({player}, {c}, {r})" for c, r in tried)


SIZES = [(3, 3, 3), (2, 2, 2), (4, 2, 3), (3, 1, 2)]


def call(columns: int, rows: int, in_a_row: int) -> str:
    size = f"columns={columns}, rows={rows}, in_a_row={in_a_row}"
    return f"kriegspiel_tic_tac_toe({size})"


@pytest.mark.parametrize("tier", ["clauses", "native"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_same_games(size: tuple[int, int, int], tier: str) -> None:
    other = Kriegspiel(*size)
    second.assert_same_games(
        call(*size), other.start, steps=other.steps, facts=other.facts,
        goals=other.goals, games=5, tier=tier,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("size", "depth"), [((3, 3, 3), 5), ((2, 2, 2), 7), ((3, 1, 2), 5)], ids=str
)
def test_counts(size: tuple[int, int, int], depth: int) -> None:
    other = Kriegspiel(*size)
    expected = second.nodes(
        other.start, steps=other.steps, goals=other.goals, depth=depth
    )
    levels = ps.load(call(*size)).initial.perft(depth, tier="native")
    assert [level.nodes for level in levels] == expected


def test_advice_knows_no_more_than_the_player() -> None:
    """It tries the middle, whether or not the other one has it."""
    game = ps.load("kriegspiel_tic_tac_toe").face_up()
    for first in ("mark(1, 1)", "mark(2, 2)"):
        assert game.after(first).best(method="advice").move == "mark(2, 2)"
