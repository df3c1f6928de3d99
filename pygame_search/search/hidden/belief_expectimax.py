"""Expectimax over beliefs: the best move of the only player, by what it may learn.

What the player knows is summed up by its belief, the possible states with their
probabilities. A move leads to one of several percepts, each with a probability and a
belief after it. So the game is one of chance that the player sees, and its value is
exact. Equal beliefs are searched once.

See Stuart Russell and Peter Norvig, "Artificial Intelligence", on partially observable
Markov decision processes, and K. J. Åström, "Optimal control of Markov processes with
incomplete state information", 1965.
"""

from __future__ import annotations

import time
from fractions import Fraction

from pygame_search.machine.belief import Belief, ExpandedBeliefs
from pygame_search.machine.machine import Key, Machine
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.hidden.information import InformationRequest
from pygame_search.support.errors import InputError, LimitError, NoGoalError
from pygame_search.support.work_limit import VISIT, spend

#: How deep beliefs may follow one another.
MOST_STEPS = 400

#: A belief as the key of a dictionary.
Known = frozenset[tuple[Key, Fraction]]


class BeliefSearch:
    """The values of beliefs, each found once.

    Args:
        machine: of a game with percepts.
        role: the player.
        deadline: the time.monotonic() at which to give up.
    """

    def __init__(self, machine: Machine, role: str, deadline: float | None) -> None:
        self._machine = machine
        self._role = role
        self._index = machine.rules.roles.index(role)
        self._deadline = deadline
        self.beliefs = ExpandedBeliefs(machine, forget=True)
        self.values: dict[Known, Fraction] = {}

    def value(self, belief: Belief, depth: int = 0) -> Fraction:
        """Return the mean goal of the player by best play after a belief."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise LimitError("the time is over", "time")
        if depth > MOST_STEPS:
            raise LimitError(f"some play is longer than {MOST_STEPS:,} steps", "plies")
        key = frozenset(belief.items())
        found = self.values.get(key)
        if found is None:
            spend(VISIT)
            state = next(iter(belief))
            if self._machine.look(state).terminal:
                found = self._mean(belief)
            else:
                found = max(self.moves(belief, depth).values())
            self.values[key] = found
        return found

    def moves(self, belief: Belief, depth: int = 0) -> dict[str, Fraction]:
        """Return the mean goal of the player after each of its legal moves."""
        return {
            move: sum(
                (one.probability * self.value(one.belief, depth + 1) for one in seen),
                Fraction(0),
            )
            for move, seen in self.beliefs.choices(belief, self._role).items()
        }

    def _mean(self, belief: Belief) -> Fraction:
        """Return the mean goal at the end; whether it is one, the player has seen."""
        mean = Fraction(0)
        for state, weight in belief.items():
            goal = self._machine.look(state).values[self._index]
            if goal is None:
                raise NoGoalError("no goal value is defined for the role in this state")
            mean += weight * goal
        return mean


def answer(request: InformationRequest) -> SearchResult:
    """Return the best move, with the exact value of each.

    Raises:
        InputError: there are other players.
        LimitError: the time is over, or play may not end.
    """
    players = request.game.players
    if len(players) > 1:
        raise InputError(
            f"{request.call} is for one player, found {len(players)}: the others' "
            "strategies are not known; use ismcts, or solve for an equilibrium"
        )
    machine = request.machine()
    search = BeliefSearch(machine, request.role, request.deadline)
    belief = search.beliefs.of(request.view)
    moves = tuple(
        MoveValue(move, (move,), float(value))
        for move, value in search.moves(belief).items()
    )
    best = max(moves, key=lambda one: one.value or 0.0)
    ties = tuple(one for one in moves if one.value == best.value and one is not best)
    count = len(belief)
    return request.result(
        move=best.move, value=best.value, moves=moves, best=(best, *ties),
        nodes=len(search.values), complete=True, stopped="complete",
        notes=(f"{count:,} {'state is' if count == 1 else 'states are'} possible",),
    )  # fmt: skip
