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

from pygame_search.machine.belief import Belief, ExpandedBeliefs, Outcome
from pygame_search.machine.machine import Key, Machine
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.hidden.information import (
    InformationRequest,
    Possible,
    Tally,
    possible_states,
)
from pygame_search.support.errors import InputError, LimitError, NoGoalError
from pygame_search.support.work_limit import VISIT, spend

#: How deep beliefs may follow one another: each takes some calls within each other, of
#: which Python allows about 1,000.
MOST_STEPS = 200

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
        self._plan: dict[Known, str] = {}
        self._outcomes: dict[Known, dict[str, tuple[Outcome, ...]]] = {}
        self._parts: dict[tuple[Known, Known, str], Fraction] = {}

    def value(self, belief: Belief, depth: int = 0) -> Fraction:
        """Return the mean goal of the player by best play after a belief."""
        self._must_have_time()
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
                moves = self.moves(belief, depth)
                best = self._plan[key] = max(moves, key=lambda move: moves[move])
                found = moves[best]
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

    def possible(self, belief: Belief) -> tuple[Possible, ...]:
        """Return the states of a belief, with what each move is worth there.

        After the move the player goes on by its belief, which has all of the states.
        """
        tallies = (
            (state, likelihood, self._tally(belief, state))
            for state, likelihood in belief.items()
        )
        return possible_states(self._machine, tallies)

    def _tally(self, belief: Belief, state: Key) -> Tally:
        """Return what each move is worth in a state of a belief."""
        likelihood, part = belief[state], {state: Fraction(1)}
        return {
            move: (likelihood, likelihood * self._in(belief, part, move))
            for move in self._choices(belief)
        }

    def _in(self, belief: Belief, part: Belief, move: str) -> Fraction:
        """Return the mean goal after a move, in some of the states of a belief."""
        key = frozenset(belief.items()), frozenset(part.items()), move
        if key not in self._parts:
            self._parts[key] = self._mean_in(belief, part, move)
        return self._parts[key]

    def _mean_in(self, belief: Belief, part: Belief, move: str) -> Fraction:
        """Find what `_in` returns."""
        self._must_have_time()
        spend(VISIT)
        after = {one.step: one.belief for one in self._choices(belief)[move]}
        mean = Fraction(0)
        for one in self._choices(part)[move]:
            if one.step.over:
                worth = self._mean(one.belief)
            else:
                whole = after[one.step]
                best = self._plan[frozenset(whole.items())]
                worth = self._in(whole, one.belief, best)
            mean += one.probability * worth
        return mean

    def _choices(self, belief: Belief) -> dict[str, tuple[Outcome, ...]]:
        """Return what the player may perceive after each move, looked up once."""
        key = frozenset(belief.items())
        found = self._outcomes.get(key)
        if found is None:
            found = self.beliefs.choices(belief, self._role)
            self._outcomes[key] = found
        return found

    def _must_have_time(self) -> None:
        """Check that the time is not over."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise LimitError("the time is over", "time")

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
    try:
        valued = search.moves(belief)
    except RecursionError:
        raise LimitError("play is too long to be searched exactly", "plies") from None
    moves = tuple(
        MoveValue(move, (move,), float(value)) for move, value in valued.items()
    )
    best = max(moves, key=lambda one: one.value or 0.0)
    ties = tuple(one for one in moves if one.value == best.value and one is not best)
    count = len(belief)
    return request.result(
        move=best.move, value=best.value, moves=moves, best=(best, *ties),
        nodes=len(search.values), complete=True, stopped="complete",
        notes=(f"{count:,} {'state is' if count == 1 else 'states are'} possible",),
        possible=search.possible(belief) if request.each_world else (),
    )  # fmt: skip
