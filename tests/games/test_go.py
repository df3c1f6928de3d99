"""Go against a second implementation, in plain Python, and its solution of 2x2."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from native_walks import walk_at

import pygame_search as ps
from pygame_search.model.position import without_history

SIDES = ("black", "white")
#: The points of a board are counted from 0, row by row; a free one is `.`.
Board = str


class Game(NamedTuple):
    """A board, the index of the side to move, how many passes, all boards so far."""

    size: int
    board: Board
    side: int = 0
    passes: int = 0
    met: frozenset[Board] = frozenset()

    def beside(self, point: int) -> Iterator[int]:
        row, column = divmod(point, self.size)
        for r, c in (
            (row - 1, column),
            (row + 1, column),
            (row, column - 1),
            (row, column + 1),
        ):
            if 0 <= r < self.size and 0 <= c < self.size:
                yield r * self.size + c

    def region(self, board: Board, point: int) -> tuple[set[int], set[str]]:
        """Return the points joined to one by its colour, and what is beside them."""
        found, around, left = {point}, set[str](), [point]
        while left:
            for each in self.beside(left.pop()):
                if board[each] != board[point]:
                    around.add(board[each])
                elif each not in found:
                    found.add(each)
                    left.append(each)
        return found, around

    def placed(self, point: int) -> Board | None:
        """Return the board after a stone; None if it may not be put there."""
        if self.board[point] != ".":
            return None
        mine = "xo"[self.side]
        board = self.board[:point] + mine + self.board[point + 1 :]
        for each in self.beside(point):
            if board[each] not in (".", mine):
                stones, around = self.region(board, each)
                if "." not in around:
                    board = "".join(
                        "." if i in stones else c for i, c in enumerate(board)
                    )
        new = "." in self.region(board, point)[1] and board not in self.met
        return board if new else None

    def steps(self) -> dict[str, Game]:
        found = {"pass": self._replace(side=1 - self.side, passes=self.passes + 1)}
        for point in range(self.size**2):
            if (board := self.placed(point)) is not None:
                row, column = divmod(point, self.size)
                met = self.met | {board}
                after = Game(self.size, board, 1 - self.side, 0, met)
                found[f"place({column + 1}, {row + 1})"] = after
        return found

    def lead(self) -> int:
        """Return black's area less white's."""
        lead = 0
        for point, colour in enumerate(self.board):
            around = self.region(self.board, point)[1]
            owner = colour if colour != "." else "".join(around)
            lead += (owner == "x") - (owner == "o")
        return lead

    def facts(self) -> set[str]:
        found = {f"control({SIDES[self.side]})"}
        found |= {"passed"} if self.passes == 1 else set()
        found |= {"over"} if self.passes == 2 else set()
        for point, colour in enumerate(self.board):
            row, column = divmod(point, self.size)
            if colour != ".":
                side = SIDES["xo".index(colour)]
                found.add(f"cell({column + 1}, {row + 1}, {side})")
        return found


def start(size: int) -> Game:
    board = "." * size**2
    return Game(size, board, met=frozenset({board}))


def count(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    if game.passes == 2:
        return 0
    return sum(count(after, depth - 1) for after in game.steps().values())


@pytest.mark.parametrize(("size", "seed"), [(2, 1), (2, 2), (3, 1), (3, 2), (4, 1)])
def test_random_games(size: int, seed: int) -> None:
    source = random.Random(seed)
    ours, theirs = ps.load(f"go(size={size}, komi=1)").initial, start(size)
    for _ in range(40):
        assert set(without_history(ours.facts)) == theirs.facts()
        assert ours.terminal == (theirs.passes == 2)
        lead = theirs.lead() - 1
        assert ours.goals == {"black": lead, "white": -lead}
        if ours.terminal:
            break
        after = theirs.steps()
        (role,) = ours.to_move
        assert set(ours.legal[role]) == set(after)
        stones = sorted(after.keys() - {"pass"})  # passes come late
        move = source.choice(stones) if stones and source.random() < 0.9 else "pass"
        ours, theirs = ours.play(move), after[move]


@pytest.mark.parametrize(
    ("size", "seed"),
    [(3, 1), (5, 1), (5, 2), pytest.param(7, 1, marks=pytest.mark.slow)],
)
def test_random_games_natively(size: int, seed: int) -> None:
    """Long games, with captures and repetitions."""
    source = random.Random(seed)
    ours, theirs = walk_at(ps.load(f"go(size={size})").initial), start(size)
    for _ in range(150):
        always = {f for f in ours.held if "occurred" not in f}
        hidden = {"control(black)", "control(white)"} - always
        assert theirs.facts() - always <= hidden
        assert ours.over == (theirs.passes == 2)
        if ours.over:
            assert [ours.goal(role) for role in (0, 1)] == [
                theirs.lead(), -theirs.lead()
            ]  # fmt: skip
            break
        after, legal = theirs.steps(), ours.legal(theirs.side)
        assert set(legal) == set(after)
        (idle,) = ours.legal(1 - theirs.side).values()
        stones = sorted(after.keys() - {"pass"})
        move = source.choice(stones) if stones and source.random() < 0.95 else "pass"
        joint = [idle, idle]
        joint[theirs.side] = legal[move]
        ours, theirs = ours.play((joint[0], joint[1])), after[move]


@pytest.mark.parametrize(
    ("size", "depth"),
    [(2, 8), (3, 4), (5, 3), pytest.param(7, 3, marks=pytest.mark.slow)],
)
def test_counts_natively(size: int, depth: int) -> None:
    levels = ps.load(f"go(size={size})").initial.perft(depth, tier="native")
    expected = [count(start(size), plies) for plies in range(1, depth + 1)]
    assert [level.nodes for level in levels] == expected


@pytest.mark.parametrize(("size", "depth"), [(2, 5), (3, 3)])
@pytest.mark.parametrize("tier", ["clauses", "procedural"])
def test_counts(size: int, depth: int, tier: str) -> None:
    levels = ps.load(f"go(size={size})").initial.perft(depth, tier=tier)
    expected = [count(start(size), plies) for plies in range(1, depth + 1)]
    assert [level.nodes for level in levels] == expected


def value(game: Game, low: int, high: int) -> int:
    """Return what the game is worth to the side to move, by alpha-beta."""
    if game.passes == 2:
        return game.lead() * (1 if game.side == 0 else -1)
    for after in game.steps().values():
        low = max(low, -value(after, -high, -low))
        if low >= high:
            break
    return low


def test_two_by_two_is_worth_one_to_black() -> None:
    assert value(start(2), -4, 4) == 1
    found = ps.load("go(size=2)").initial.best(depth=60, tier="procedural")
    assert (found.value, found.complete) == (1, True)


def test_three_by_three_is_all_black() -> None:
    """Nothing but ends is worth anything, so 9 is proved; it is the whole board.

    E. van der Werf, J. van den Herik and J. Uiterwijk, Solving Go on small boards,
    2003, found the same.
    """
    found = ps.load("go(size=3)").initial.best(
        method="alphabeta(depth=15, table=true, order=history, alpha=8, beta=9)",
        weights={"stone": 0},
        tier="native",
    )
    assert (found.move, found.value, found.bound) == ("place(2, 2)", 9, "lower")


def test_states_stand_on_the_clauses_in_every_tier() -> None:
    """No network has them; the searches are native all the same."""
    state = ps.load("go(size=2)", tier="native").initial.play("place(1, 1)")
    assert (
        state.legal["white"]
        == ps.load("go(size=2)").after("place(1, 1)").legal["white"]
    )
    assert state.best(depth=3).tier == "native"
