"""Flat Monte Carlo: random games after each move, equally many for each.

The twin of `logic/search/monte_carlo.pl`, with Python's generator.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pygame_search.game import State
from pygame_search.machine.machine import Machine, weighted
from pygame_search.model.random_games import LONGEST
from pygame_search.model.rules import CHANCE, no_moves
from pygame_search.search.core.budget import Budget
from pygame_search.search.monte_carlo.playouts import playout
from pygame_search.search.monte_carlo.result import Arm, Sample
from pygame_search.support.errors import NoGoalError

#: The intended duration of a call of the clauses, in seconds.
_CALL = 0.2


@dataclass(slots=True)
class Tally:
    """The moves of a role, and the results of random games after them.

    Attributes:
        state: the root.
        role: the index of the role.
        joints: for each move a joint move that contains it, as texts.
        counts: for each move the number of games that began with it.
        totals: for each move the sum of each role's goals.
    """

    state: State
    role: int
    joints: list[tuple[str, ...]]
    counts: list[int] = field(init=False)
    totals: list[list[float]] = field(init=False)

    def __post_init__(self) -> None:
        self.counts = [0] * len(self.joints)
        self.totals = [[0.0] * len(joint) for joint in self.joints]

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(self.counts)

    def count(self, move: int, goals: Sequence[int | None]) -> None:
        """Count a game."""
        self.counts[move] += 1
        for role, goal in enumerate(goals):
            if goal is None and self.state.game.roles[role] != CHANCE:
                raise NoGoalError("no goal value is defined for a role in this state")
            self.totals[move][role] += goal or 0

    def mean(self, move: int) -> float:
        """Return the role's mean goal after a move; minus infinity without a game."""
        count = self.counts[move]
        return self.totals[move][self.role] / count if count else -float("inf")

    def best(self) -> int:
        """Return the move with the best mean, the first of equals."""
        return max(range(len(self.counts)), key=self.mean)

    def words(self) -> str:
        """Return a line of progress."""
        best = self.best()
        move = self.joints[best][self.role]
        return f"{self.games:,} games: {move} has {self.mean(best):.6g}"

    def sample(self, stopped: str) -> Sample:
        """Return the answer."""
        arms = tuple(
            Arm(joint, count, self._means(totals, count))
            for joint, count, totals in zip(
                self.joints, self.counts, self.totals, strict=True
            )
        )
        best = self.best()
        nodes = 1 + len(arms)
        return Sample(arms, best, self.mean(best), False, self.games, nodes, stopped)

    def _means(self, totals: list[float], count: int) -> tuple[float | None, ...]:
        return tuple(
            total / count if count and name != CHANCE else None
            for name, total in zip(self.state.game.roles, totals, strict=True)
        )


def monte_carlo(
    machine: Machine, tally: Tally, source: random.Random, budget: Budget
) -> str:
    """Play random games, with each move in turn; return why it stopped.

    Args:
        machine: the state machine.
        tally: counts the games.
        source: of random numbers.
        budget: limits the games and the time.
    """
    node = machine.playable(tally.state.number)
    answers = node.choices(tally.role)

    def play() -> bool:
        move = tally.games % len(answers)
        likely = [node.likelihood(joint) for joint, _ in answers[move]]
        _, state = answers[move][weighted(likely, source)]
        deadline = budget.deadline if tally.games else None  # at least one game
        _, goals = playout(machine, state, source, deadline)
        tally.count(move, goals)
        budget.say(tally.words)
        return True

    return budget.run(play, lambda: tally.games)


def clauses(tally: Tally, seed: int, budget: Budget) -> str:
    """Let Prolog play random games, several rounds a call; return why it stopped."""
    rounds = 1

    def play() -> bool:
        nonlocal seed, rounds
        if budget.most is not None:
            left = budget.most - tally.games
            rounds = min(rounds, -(-left // len(tally.joints)))
        began = time.monotonic()
        bounds = {}
        if budget.deadline is not None and tally.games:  # at least one round
            bounds["seconds"] = max(budget.deadline - began, 1e-3)
        reply = ask(tally.state, tally.role, rounds, seed, **bounds)
        for move, (_, ends) in enumerate(reply["arms"]):
            for goals in ends:
                tally.count(move, goals)
        seed = reply["seed"]
        took = max(time.monotonic() - began, 1e-4)
        rounds = max(1, int(rounds * min(_CALL / took, 4)))
        budget.say(tally.words)
        return True

    return budget.run(play, lambda: tally.games)


def ask(
    state: State, role: int, rounds: int, seed: int, **bounds: float
) -> dict[str, Any]:
    """Return the reply of the clauses for a number of games after each move."""
    return state.game.request(
        "monte_carlo", state=state.number, role=state.game.roles[role],
        rounds=rounds, longest=LONGEST, seed=seed, **bounds,
    )  # fmt: skip


def tally_of(state: State, role: int) -> Tally:
    """Return an empty tally of the moves of a role."""
    if not state.position.legal[role]:
        raise no_moves(state.game, state.game.roles[role], state.facts)
    reply = ask(state, role, 0, 0)
    return Tally(state, role, [tuple(joint) for joint, _ in reply["arms"]])
