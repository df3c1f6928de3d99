"""Flat Monte Carlo: each move as often as the others, and a random game after it.

The twin of `logic/monte_carlo.pl`, with Python's generator.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from pygame_search.errors import RulesError
from pygame_search.machine import StateMachine
from pygame_search.search.playouts import playout


@dataclass(slots=True)
class Flat:
    """The moves of a role, and what random games after them came to.

    Attributes:
        machine: the state machine.
        root: a state that is not terminal.
        role: whose moves, as an index.
        source: of random numbers.
        deadline: the time.monotonic() at which a game is broken off.
        counts: how many games began with each move.
        totals: for each move the sums of all roles' goals; that of chance is 0.
    """

    machine: StateMachine
    root: int
    role: int
    source: random.Random
    deadline: float | None = None
    counts: list[int] = field(init=False)
    totals: list[list[float]] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with no games."""
        moves = self.machine.expand(self.root).moves
        self.counts = [0] * len(moves[self.role])
        self.totals = [[0.0] * len(moves) for _ in self.counts]

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(self.counts)

    def step(self) -> bool:
        """Play a game that begins with the move that is next in turn."""
        move = self.games % len(self.counts)
        answers = self.machine.expand(self.root).choices(self.role)[move]
        _, state = self.source.choice(answers)
        _, goals = playout(self.machine, state, self.source, self.deadline)
        self.counts[move] += 1
        for role, goal in enumerate(goals):
            self.totals[move][role] += goal or 0
        if goals[self.role] is None:
            raise RulesError("no goal value is defined for the role in this state")
        return True

    def best(self) -> int:
        """Return the move of the best mean, the first of equals."""
        return max(range(len(self.counts)), key=self.mean)

    def mean(self, move: int) -> float:
        """Return the mean goal of the role after a move; the least without a game."""
        count = self.counts[move]
        return self.totals[move][self.role] / count if count else -float("inf")
