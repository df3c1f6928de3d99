"""Ground programs say what the knowledge base says."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pygame_search as ps
from pygame_search.errors import LimitError, TierError
from pygame_search.game import Game, State
from pygame_search.machine import KnowledgeBase
from pygame_search.network.ground import Ground, ground
from tests.games import loaded

SHEETS = Path(__file__).parents[2] / "shared" / "gdl" / "games"
RULES = sorted(
    path.stem
    for path in (Path(__file__).parents[1] / "rules").glob("*.pl")
    if "init(" in path.read_text(encoding="utf-8")
)


class Program:
    """A ground program, evaluated as plainly as can be."""

    def __init__(self, ground: Ground) -> None:
        self.facts = set(ground.facts.tolist())
        bodies = np.split(ground.literals, ground.starts[1:-1])
        counted = np.split(ground.count_literals, ground.count_starts[1:-1])
        self.rules = [
            (head, len(body), body.tolist())
            for head, body in zip(ground.heads.tolist(), bodies, strict=False)
        ] + [
            (head, bound, body.tolist())
            for head, bound, body in zip(
                ground.count_heads.tolist(),
                ground.count_bounds.tolist(),
                counted,
                strict=False,
            )
        ]
        self.users: dict[int, list[int]] = defaultdict(list)
        for number, (_, _, body) in enumerate(self.rules):
            for literal in body:
                self.users[literal].append(number)

    def model(self, given: Iterable[int]) -> set[int]:
        """Return the atoms that hold: the well-founded model, which is total."""
        given = {*given, *self.facts}
        certain: set[int] = set()
        while True:
            possible = self._least(given, certain)
            more = self._least(given, possible)
            if more == possible:
                return more
            assert more != certain, "the program is not stratified"
            certain = more

    def _least(self, given: set[int], assumed: Collection[int]) -> set[int]:
        """Return the least model when what is not assumed is taken to be false."""
        missing = [
            bound - sum(literal < 0 and -literal not in assumed for literal in body)
            for _, bound, body in self.rules
        ]
        found = set(given)
        agenda = list(found)
        for (head, _, _), count in zip(self.rules, missing, strict=True):
            if count <= 0 and head not in found:
                found.add(head)
                agenda.append(head)
        while agenda:
            for number in self.users[agenda.pop()]:
                missing[number] -= 1
                head = self.rules[number][0]
                if missing[number] <= 0 and head not in found:
                    found.add(head)
                    agenda.append(head)
        return found


def states(game: Game, seed: int, count: int) -> Iterator[tuple[State, list[int]]]:
    """Yield states of random games, each with the joint move that is made in it."""
    machine = KnowledgeBase(game)
    choice = random.Random(seed)
    state = game.initial.number
    for _ in range(count):
        expansion = machine.expand(state)
        if expansion.terminal or not expansion.successors:
            yield State(game, state), []
            state = game.initial.number
            continue
        i = choice.randrange(len(expansion.successors))
        yield State(game, state), [*expansion.joint(i), expansion.successors[i]]
        state = expansion.successors[i]


def check(game: Game, count: int, seed: int = 0) -> None:
    """Hold the ground program against the knowledge base."""
    known = ground(game)
    program = Program(known)
    true = dict(zip(known.fluents, known.true.tolist(), strict=True))
    does = dict(zip(known.moves, known.does.tolist(), strict=True))
    start = {f for f, holds in zip(known.fluents, known.initial, strict=True) if holds}
    assert start == set(game.initial.facts)
    for state, step in states(game, seed, count):
        facts = [true[fact] for fact in state.facts]
        joint = game.ask("move_texts", numbers=step[:-1])["texts"] if step else []
        moves = [does[role, move] for role, move in enumerate(joint)]
        model = program.model([*facts, *moves])
        assert (known.terminal in model) == state.terminal
        compare_goals(game, state, known, model)
        if state.terminal:
            continue
        legal = [
            move
            for move, atom in zip(known.moves, known.legal.tolist(), strict=True)
            if atom in model
        ]
        expected = [
            (role, move)
            for role, moves_of in enumerate(state.legal.values())
            for move in moves_of
        ]
        assert sorted(legal) == sorted(expected)
        if step:
            held = {
                fluent
                for fluent, atom in zip(known.fluents, known.next.tolist(), strict=True)
                if atom in model
            }
            assert held == set(State(game, step[-1]).facts)


def compare_goals(game: Game, state: State, known: Ground, model: set[int]) -> None:
    values = game.ask("goal_values", state=state.number)["values"]
    expected = {(i, int(v)) for i, vs in enumerate(values) for v in vs}
    assert {(i, v) for i, v, atom in known.goals if atom in model} == expected
    counted = KnowledgeBase(game).features(state.number)
    for role, features in enumerate(counted):
        for name, count in features.items():
            mine = [a for r, n, a in known.features if (r, n) == (role, name)]
            assert sum(atom in model for atom in mine) == count
    quiet = game.ask("quiet", state=state.number)["quiet"]
    if quiet is not None:
        assert (known.quiet in model) == quiet


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_knowledge_base(name: str) -> None:
    check(loaded(name), 8 if name == "othello" else 60)
