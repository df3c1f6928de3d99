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
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from pygame_search.machine.belief import Belief, ExpandedBeliefs, Outcome
from pygame_search.machine.machine import Key, Machine
from pygame_search.machine.perception import Perception
from pygame_search.machine.unknown_legal import Line, UnknownLegalError
from pygame_search.model.view import Step, View
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.hidden.information import (
    InformationRequest,
    Possible,
    Tally,
    nothing_shows,
    possible_states,
)
from pygame_search.support.errors import InputError, LimitError, NoGoalError
from pygame_search.support.memory import must_be_left
from pygame_search.support.work_limit import VISIT, spend

#: How many beliefs may follow one another.
MOST_STEPS = 1_000

#: After so many states of beliefs the memory limit is looked at.
_PORTION = 10_000

#: A belief as the key of a dictionary.
Known = frozenset[tuple[Key, Fraction]]


@dataclass(slots=True, eq=False)
class BeliefNode:
    """A belief, and all that may follow.

    Attributes:
        belief: the states that are possible, with their probabilities.
        before: the belief that it was first met after, and the step; None at the root.
        after: what may be perceived after each legal move; empty at the end.
        value: the mean goal of the player by best play; None while it is searched.
        best: the first move with this value; empty at the end.
        free: whether the player has a choice, here or later.
        entered: whether what follows is being searched, or was.
    """

    belief: Belief
    before: tuple[BeliefNode, Step] | None
    after: dict[str, tuple[After, ...]] = field(default_factory=dict)
    value: Fraction | None = None
    best: str = ""
    free: bool = False
    entered: bool = False

    @property
    def worth(self) -> Fraction:
        """The value, once it is found."""
        assert self.value is not None
        return self.value

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the player has done and perceived since the root."""
        found, node = list[Step](), self
        while node.before is not None:
            node, step = node.before
            found.append(step)
        return tuple(reversed(found))

    def means(self) -> dict[str, Fraction]:
        """Return the mean goal of the player after each of its legal moves."""
        return {
            move: sum((one.probability * one.node.worth for one in seen), Fraction(0))
            for move, seen in self.after.items()
        }


class After(NamedTuple):
    """What the player may perceive after a move: as `Outcome`, with a node."""

    step: Step
    probability: Fraction
    node: BeliefNode


class BeliefSearch:
    """The values of beliefs, each found once.

    Args:
        machine: of a game with percepts.
        view: what the player knows at the root.
        deadline: the time.monotonic() at which to give up.
        progress: called with a text that says how far the work is.

    Attributes:
        nodes: the beliefs that were met.
    """

    def __init__(
        self,
        machine: Machine,
        view: View,
        deadline: float | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        self._machine = machine
        self._view, self._role = view, view.role
        self._index = machine.rules.roles.index(view.role)
        self._deadline, self._progress = deadline, progress
        self.beliefs = ExpandedBeliefs(machine, forget=True)
        self.nodes: dict[Known, BeliefNode] = {}
        self._states = 0  # of beliefs that were met since the memory was looked at
        self._outcomes: dict[Known, dict[str, tuple[Outcome, ...]]] = {}
        self._parts: dict[tuple[Known, Known, str], Fraction] = {}

    def root(self) -> BeliefNode:
        """Return what the player believes, with its value and all that may follow.

        Raises:
            UnknownLegalError: it cannot know its legal moves.
            RulesError: a role has no legal move, or no goal at the end.
            LimitError: the time is over, or play may not end.
        """
        belief = self.beliefs.of(self._view)
        if not belief:
            raise InputError(nothing_shows(self._role))
        root = self._met(belief, None)
        path = [(root, self._entered(root))]
        while path:
            node, following = path[-1]
            after = next((one for one in following if one.value is None), None)
            if after is None:
                self._settle(node)
                path.pop()
                continue
            if after.entered or len(path) > MOST_STEPS:  # entered: it follows itself
                raise LimitError(
                    f"some play is longer than {MOST_STEPS:,} steps", "plies"
                )
            path.append((after, self._entered(after)))
        return root

    def _met(
        self, belief: Belief, before: tuple[BeliefNode, Step] | None
    ) -> BeliefNode:
        """Return the node of a belief."""
        key = frozenset(belief.items())
        found = self.nodes.get(key)
        if found is None:
            found = self.nodes[key] = BeliefNode(belief, before)
            self._states += len(belief)
            if self._states > _PORTION:
                self._states = 0
                must_be_left()
                if self._progress is not None:
                    self._progress(f"{len(self.nodes):,} beliefs")
        return found

    def _entered(self, node: BeliefNode) -> Iterator[BeliefNode]:
        """Find what may follow a belief, and return an iterator over that."""
        self._must_have_time()
        spend(VISIT)
        node.entered = True
        if not self._machine.look(next(iter(node.belief))).terminal:
            self._must_know_moves(node)
            for move, seen in self.beliefs.choices(node.belief, self._role).items():
                node.after[move] = tuple(
                    After(
                        one.step,
                        one.probability,
                        self._met(one.belief, (node, one.step)),
                    )
                    for one in seen
                )
        return (one.node for seen in node.after.values() for one in seen)

    def _settle(self, node: BeliefNode) -> None:
        """Give a belief its value; all that may follow have theirs."""
        if not node.after:
            node.value = self._mean(node.belief)
            return
        means = node.means()
        node.best = max(means, key=means.__getitem__)
        node.value = means[node.best]
        node.free = len(means) > 1 or any(
            one.node.free for seen in node.after.values() for one in seen
        )

    def _must_know_moves(self, node: BeliefNode) -> None:
        """Check that the player has the same legal moves in all states of a belief."""
        first, *others = node.belief
        legal = self._machine.playable(first).moves[self._index]
        for other in others:
            moves = self._machine.playable(other).moves[self._index]
            if moves != legal and {*moves} != {*legal}:
                steps = (*self._view.steps, *node.steps)
                lines = self._lines(steps)
                raise UnknownLegalError(
                    View(self._role, steps),
                    (lines[first], lines[other]),
                    (self._texts(legal), self._texts(moves)),
                )

    def _texts(self, moves: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(text for [text] in self._machine.texts([[one] for one in moves]))

    def _lines(self, steps: tuple[Step, ...]) -> dict[Key, Line]:
        """Return a history to each state that is possible after some steps."""
        machine, perception = self._machine, Perception(self._machine)
        lines: dict[Key, Line] = {machine.initial(): ()}
        for step in steps:
            following: dict[Key, Line] = {}
            for state, line in lines.items():
                node = machine.expand(state)
                for index, successor in enumerate(node.successors):
                    joint = tuple(map(perception.text, node.joint(index)))
                    seen = perception.percepts(successor)[self._index]
                    if (joint[self._index], seen) == (step.move, step.percepts):
                        [after] = perception.plain([successor])
                        following.setdefault(after, (*line, joint))
            lines = {
                state: line
                for state, line in following.items()
                if machine.look(state).terminal == step.over
            }
        return lines

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
                best = self.nodes[frozenset(whole.items())].best
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
    search = BeliefSearch(
        request.machine(), request.view, request.deadline, request.progress
    )
    root = search.root()
    moves = tuple(
        MoveValue(move, (move,), float(value)) for move, value in root.means().items()
    )
    best = max(moves, key=lambda one: one.value or 0.0)
    ties = tuple(one for one in moves if one.value == best.value and one is not best)
    count = len(root.belief)
    try:
        possible = search.possible(root.belief) if request.each_world else ()
    except RecursionError:
        raise LimitError("play is too long for values by states", "plies") from None
    return request.result(
        move=best.move, value=best.value, moves=moves, best=(best, *ties),
        nodes=len(search.nodes) - 1, complete=True, stopped="complete",
        notes=(f"{count:,} {'state is' if count == 1 else 'states are'} possible",),
        possible=possible,
    )  # fmt: skip
