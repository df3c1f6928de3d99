"""Turns of several steps: depths and perft count a turn once.

A search in this file, over the tables of which the rules are made, is the witness. It
counts the turns that are left, where the searches move their limit.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

import pygame_search as ps
from pygame_search.game import Game
from pygame_search.machine import game_code

RULES = """
role(w). role(b). constant_sum(0).
init(at(N)) :- start(N).
legal(R, go(T)) :- true(at(N)), moves(N, R), to(N, T).
next(at(T)) :- does(_, go(T)).
terminal :- true(at(N)), end(N).
goal(R, V) :- true(at(N)), value(N, R, V).
feature(R, worth, I) :- true(at(N)), worth(N, R, W), between(1, W, I).
weight(worth, 1).
mid_turn :- true(at(N)), within(N).
"""

#: Methods that find the minimax value.
EXACT = (
    "minimax({})",
    "breadth({})",
    "paranoid({})",
    "expectimax({})",
    "maxn({})",
    "alphabeta({})",
    "alphabeta({}, fail=hard, table=true)",
    "alphabeta({}, order=history, table=true)",
    "alphabeta({}, order=killer)",
    "pvs({})",
    "pvs({}, order=history, table=true)",
    "deepening({}, search=pvs, aspiration=1)",
    "matrix({})",
)

#: Those that the native tier has.
NATIVE = (
    "minimax({})",
    "alphabeta({})",
    "alphabeta({}, order=history, table=true)",
    "pvs({}, order=killer, table=true)",
)


@dataclass
class Board:
    """A game of numbered positions.

    Attributes:
        to: for each position those that a step leads to; none at an end.
        mover: who moves there.
        within: the positions within a turn, ends among them; steps to them come from
            lower numbers, so a turn ends.
        worth: for each position the features of w and b.
        value: for each end the goal of w.
        start: the first position, which may be within a turn: what is left of that is
            a turn.
    """

    to: dict[int, list[int]] = field(default_factory=dict)
    mover: dict[int, str] = field(default_factory=dict)
    within: set[int] = field(default_factory=set)
    worth: dict[int, tuple[int, int]] = field(default_factory=dict)
    value: dict[int, int] = field(default_factory=dict)
    start: int = 0

    def text(self) -> str:
        """Return the rule file."""
        lines = [RULES, f"start({self.start}).", "within(none)."]
        # Of two or three values one would be a win, above all estimates.
        lines += [f"value(none, {r}, {n})." for r in "wb" for n in (-9, -4, 4, 9)]
        for place, after in self.to.items():
            lines += [f"moves({place}, {self.mover[place]})."]
            lines += [f"to({place}, {one})." for one in after]
        lines += [f"within({place})." for place in sorted(self.within)]
        for place, both in self.worth.items():
            lines += [
                f"worth({place}, {r}, {n})." for r, n in zip("wb", both, strict=True)
            ]
        for place, value in self.value.items():
            lines += [f"end({place}). value({place}, w, {value})."]
            lines += [f"value({place}, b, {-value})."]
        return "\n".join(lines)

    def minimax(self, place: int, turns: int) -> int:
        """Return what a position is worth to w, looking so many turns ahead."""
        if place in self.value:
            return self.value[place]
        if turns == 0:
            mine, other = self.worth[place]
            return mine - other
        worths = [
            self.minimax(after, turns - (after not in self.within))
            for after in self.to[place]
        ]
        return max(worths) if self.mover[place] == "w" else min(worths)

    def turns(self, place: int, depth: int) -> dict[int, tuple[int, int]]:
        """Return for each depth how many lines have so many turns, and ends."""
        found: dict[int, tuple[int, int]] = {}

        def walk(place: int, turn: int) -> None:
            for after in self.to[place]:
                over = after in self.value
                if after in self.within and not over:
                    walk(after, turn)
                    continue
                nodes, ends = found.get(turn, (0, 0))
                found[turn] = nodes + 1, ends + over
                if turn < depth and not over:
                    walk(after, turn + 1)

        walk(place, 1)
        return found


def board(source: random.Random) -> Board:
    """Return a random game of two players whose turns have one step or more."""
    made, size = Board(), source.randint(6, 10)
    ends = {place for place in range(1, size) if source.random() < 0.2} | {size - 1}
    made.within = {place for place in range(1, size) if source.random() < 0.4}
    for place in range(size):
        made.worth[place] = source.randint(0, 5), source.randint(0, 5)
        if place in ends:
            made.value[place] = source.randint(-9, 9)
            continue
        made.mover[place] = source.choice("wb")
        may = [one for one in range(size) if one not in made.within or one > place]
        made.to[place] = sorted(source.sample(may, source.randint(1, min(3, len(may)))))
    made.start = source.choice([0, *sorted(made.within - ends)])
    return made


def game_of(made: Board) -> Game:
    return ps.load_text(made.text())


@pytest.mark.parametrize("seed", range(30))
def test_depth_counts_turns(seed: int) -> None:
    made = board(random.Random(seed))
    game = game_of(made)
    for depth in (1, 2, 3):
        expected = made.minimax(made.start, depth)
        for method in EXACT:
            call = method.format(f"depth={depth}")
            tiers = ("procedural",) if "matrix" in method else ("clauses", "procedural")
            found = [
                game.initial.best(method=call, role="w", tier=tier) for tier in tiers
            ]
            for one in found:
                assert one.value == expected, (call, one.tier)
            assert len({(one.nodes, one.leaves) for one in found}) == 1


@pytest.mark.parametrize("words", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_the_native_tier_counts_turns(
    monkeypatch: pytest.MonkeyPatch, seed: int, words: bool
) -> None:
    if not words:
        monkeypatch.setattr(game_code, "lift", lambda game, **_: None)
    made = board(random.Random(seed))
    game = game_of(made)
    for depth in (1, 2, 3):
        for method in NATIVE:
            call = method.format(f"depth={depth}")
            native = game.initial.best(method=call, role="w", tier="native")
            assert native.value == made.minimax(made.start, depth), call
            if "table" not in call:
                clauses = game.initial.best(method=call, role="w", tier="clauses")
                assert native.nodes == clauses.nodes


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
@pytest.mark.parametrize("seed", range(6))
def test_perft_counts_turns(tier: str, seed: int) -> None:
    made = board(random.Random(seed))
    levels = game_of(made).initial.perft(4, tier=tier)
    found = {level.depth: (level.nodes, level.terminal) for level in levels}
    assert found == made.turns(made.start, 4)
