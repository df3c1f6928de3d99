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

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from pygame_search.machine.belief import Belief, ExpandedBeliefs, Outcome
from pygame_search.machine.machine import Key, Machine
from pygame_search.machine.perception import Perception
from pygame_search.machine.unknown_legal import Line, UnknownLegalError
from pygame_search.model.rules import no_goal
from pygame_search.model.scores import between_losses_and_wins
from pygame_search.model.view import Step, View, without_percepts
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.hidden.information import (
    InformationRequest,
    Possible,
    Tally,
    nothing_shows,
    possible_states,
)
from pygame_search.support.errors import InputError, LimitError
from pygame_search.support.watch import Watch
from pygame_search.support.work_limit import VISIT, spend

#: How many beliefs may follow one another.
MOST_STEPS = 1_000

#: After so many states of beliefs, progress is told.
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
        steps_left: of the longest play from here, as far as that was searched.
        best: the first move with this value; empty at the end.
        free: whether the player has a choice, here or later.
        entered: whether what follows is being searched, or was.
    """

    belief: Belief
    before: tuple[BeliefNode, Step] | None
    after: dict[str, tuple[After, ...]] = field(default_factory=dict)
    value: Fraction | None = None
    steps_left: int = 0
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
        self._watch, self._progress = Watch(deadline), progress
        self.beliefs = ExpandedBeliefs(machine, forget=True, watch=self._watch)
        self.nodes: dict[Known, BeliefNode] = {}
        self._states = 0  # of beliefs that were met since progress was told
        self._outcomes: dict[Known, dict[str, tuple[Outcome, ...]]] = {}
        self._parts: dict[tuple[Known, Known, str], Fraction] = {}

    def root(self) -> BeliefNode:
        """Return what the player believes, with its value and all that may follow.

        Raises:
            UnknownLegalError: it cannot know its legal moves.
            RulesError: a role has no legal move, or no goal at the end.
            LimitError: the time is over, the memory is full, a goal is too large, or
                play may not end.
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
                raise too_long()
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
            self._watch.look(len(belief))
            if self._states > _PORTION:
                self._states = 0
                if self._progress is not None:
                    self._progress(f"{len(self.nodes):,} beliefs")
        return found

    def _entered(self, node: BeliefNode) -> Iterator[BeliefNode]:
        """Find what may follow a belief, and return an iterator over that."""
        self._watch.look()
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
        following = [one.node for seen in node.after.values() for one in seen]
        node.free = len(means) > 1 or any(one.free for one in following)
        node.steps_left = 1 + max(one.steps_left for one in following)

    def _must_know_moves(self, node: BeliefNode) -> None:
        """Check that the player has the same legal moves in all states of a belief."""
        first, *others = node.belief
        legal = self._machine.playable(first).moves[self._index]
        for other in others:
            found = self._machine.playable(other)
            self._watch.look(len(found.successors))
            moves = found.moves[self._index]
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
                self._watch.look(len(node.successors))
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
        first = _Part(belief, part, move)
        waiting = [first]  # each but the first is needed for one before
        while waiting:
            self._watch.look()
            spend(VISIT)
            mean, missing = Fraction(0), list[_Part]()
            for one, following in self._following(waiting[-1]):
                if following is None:
                    worth: Fraction | None = self._mean(one.belief)
                else:
                    worth = self._parts.get(following.key)
                if worth is not None:
                    mean += one.probability * worth
                elif following is not None:
                    missing.append(following)
            if missing:
                waiting += missing
            else:
                self._parts[waiting.pop().key] = mean
        return self._parts[first.key]

    def _following(self, now: _Part) -> Iterator[tuple[Outcome, _Part | None]]:
        """Yield what may be perceived, and how play goes on then; None at the end."""
        after = {one.step: one.belief for one in self._choices(now.whole)[now.move]}
        for one in self._choices(now.part)[now.move]:
            if one.step.over:
                yield one, None
            else:
                whole = after[one.step]
                best = self.nodes[frozenset(whole.items())].best
                yield one, _Part(whole, one.belief, best)

    def _choices(self, belief: Belief) -> dict[str, tuple[Outcome, ...]]:
        """Return what the player may perceive after each move, looked up once."""
        key = frozenset(belief.items())
        found = self._outcomes.get(key)
        if found is None:
            found = self.beliefs.choices(belief, self._role)
            self._outcomes[key] = found
        return found

    def _mean(self, belief: Belief) -> Fraction:
        """Return the mean goal at the end; whether it is one, the player has seen."""
        mean = Fraction(0)
        for state, weight in belief.items():
            self._watch.look()
            goal = self._machine.look(state).values[self._index]
            if goal is None:
                facts = without_percepts(self._machine.facts(state))
                raise no_goal(self._machine.rules, self._role, facts)
            mean += weight * between_losses_and_wins(goal)
        return mean


class _Part(NamedTuple):
    """Some of the states of a belief, in which the player makes a move.

    Attributes:
        whole: the belief, by which the player chooses.
        part: some of its states, with their probabilities.
        move: the move.
    """

    whole: Belief
    part: Belief
    move: str

    @property
    def key(self) -> tuple[Known, Known, str]:
        """The same, as the key of a dictionary."""
        return frozenset(self.whole.items()), frozenset(self.part.items()), self.move


def too_long() -> LimitError:
    """Return the error where more beliefs follow one another than may."""
    return LimitError(f"some play is longer than {MOST_STEPS:,} steps", "plies")


def answer(request: InformationRequest) -> SearchResult:
    """Return the best move, with the exact value of each.

    Raises:
        InputError: there are other players.
        LimitError: the time is over, the memory is full, a goal is too large, or play
            may not end.
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
    notes = [f"{count:,} {'state is' if count == 1 else 'states are'} possible"]
    possible: tuple[Possible, ...] = ()
    try:
        possible = search.possible(root.belief) if request.each_world else ()
    except LimitError as error:  # the answer stands without them
        notes.append(f"without the values in each state: {error.reason}")
    return request.result(
        move=best.move, value=best.value, moves=moves, best=(best, *ties),
        nodes=len(search.nodes) - 1, complete=True, stopped="complete",
        notes=tuple(notes),
        possible=possible,
    )  # fmt: skip
