"""Chinese checkers for three against a second implementation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations, product

import pytest
from second import assert_same_games

import pygame_search as ps

Hole = tuple[int, int, int]
NAMES = ("red", "green", "blue")
WAYS: tuple[Hole, ...] = tuple((a, b, c) for a, b, c in permutations((1, 0, -1)))


def star(size: int) -> set[Hole]:
    line = range(-2 * size, 2 * size + 1)
    cube = ((x, y, -x - y) for x, y in product(line, repeat=2))
    return {h for h in cube if min(h) >= -size or max(h) <= size}


@dataclass(frozen=True)
class Star:
    """The pegs of each player, whose turn it is, and where a peg has jumped."""

    pegs: tuple[frozenset[Hole], ...]
    size: int
    rounds: int
    turn: int = 1
    jumping: Hole | None = None
    been: frozenset[Hole] = frozenset()

    @property
    def side(self) -> int:
        return (self.turn - 1) % 3


def begin(size: int, rounds: int) -> Star:
    pegs = (frozenset(h for h in star(size) if h[p] > size) for p in range(3))
    return Star(tuple(pegs), size, rounds)


def moved(state: Star, start: Hole, to: Hole) -> tuple[frozenset[Hole], ...]:
    pegs = list(state.pegs)
    pegs[state.side] = pegs[state.side] - {start} | {to}
    return tuple(pegs)


def steps(state: Star) -> dict[str, Star]:
    """Return what follows each step, jump or stop."""
    holes, taken = star(state.size), set().union(*state.pegs)
    found = {}
    movers = state.pegs[state.side] if state.jumping is None else {state.jumping}
    if state.jumping is not None:
        found["stop"] = replace(
            state, turn=state.turn + 1, jumping=None, been=frozenset()
        )
    for start, way in product(movers, WAYS):
        x, y, z = start
        a, b, c = way
        near, far = (x + a, y + b, z + c), (x + 2 * a, y + 2 * b, z + 2 * c)
        if near in holes - taken and state.jumping is None:
            after = replace(state, pegs=moved(state, start, near), turn=state.turn + 1)
            found[f"step({x}, {y}, {near[0]}, {near[1]})"] = after
        if near in taken and far in holes - taken - state.been:
            found[f"jump({x}, {y}, {far[0]}, {far[1]})"] = replace(
                state, pegs=moved(state, start, far), jumping=far,
                been=state.been | {start},
            )  # fmt: skip
    return found


def goals(state: Star) -> tuple[int | None, ...] | None:
    taken = set().union(*state.pegs)
    for player, own in enumerate(state.pegs):
        target = {h for h in star(state.size) if h[player] < -state.size}
        if target <= taken and target & own:
            return tuple(2 if p == player else -1 for p in range(3))
    return (0, 0, 0) if state.turn > 3 * state.rounds else None


def facts(state: Star) -> set[str]:
    found = {f"turn({state.turn})", f"control({NAMES[state.side]})"}
    found |= {
        f"peg({name}, {x}, {y})"
        for name, own in zip(NAMES, state.pegs, strict=True)
        for x, y, _ in own
    }
    found |= {f"been({x}, {y})" for x, y, _ in state.been}
    if state.jumping is not None:
        found.add("jumping({}, {})".format(*state.jumping))
    return found


@pytest.mark.slow
def test_random_games() -> None:
    for size, rounds in ((1, 20), (2, 8)):
        assert_same_games(
            f"chinese_checkers(size={size}, rounds={rounds})", begin(size, rounds),
            steps=steps, facts=facts, goals=goals, games=2, plies=60,
        )  # fmt: skip


def test_the_usual_board() -> None:
    assert len(star(4)) == 121
    assert [len(own) for own in begin(4, 1).pegs] == [10, 10, 10]
    state = ps.load("chinese_checkers(size=4)").initial
    assert set(state.facts) == facts(begin(4, 1))
    assert set(state.legal_moves) == set(steps(begin(4, 1)))
