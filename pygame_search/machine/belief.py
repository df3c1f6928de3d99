"""What a role believes: the states it thinks possible, with their probabilities.

The states are those of a game with percepts, `Game.with_percepts`. The moves of chance
are as likely as the rules say. Each other role chooses evenly among its legal moves,
and independently. The definition is in `logic/game/belief.pl`. `ClauseBeliefs` asks it,
and `ExpandedBeliefs` is the same as a procedure over any machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import TypeVar

from pygame_search.machine.machine import Expansion, Key, Machine
from pygame_search.machine.perception import Perception
from pygame_search.model.rules import Rules
from pygame_search.model.view import Step, View
from pygame_search.support.watch import Watch

T = TypeVar("T")

#: The limit of a belief from the start, in seconds of processor time.
MOST_SECONDS = 60.0

#: About so many states that follow are looked at together.
_TOGETHER = 10_000

#: The probability of each state that is possible; the sum is 1. None are possible where
#: what a role is said to have perceived contradicts the rules.
Belief = Mapping[Key, Fraction]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a role may perceive after its move.

    Attributes:
        step: the move and the percepts.
        probability: how likely it is that it perceives them.
        belief: what it believes then.
    """

    step: Step
    probability: Fraction
    belief: Belief


class Beliefs(ABC):
    """How a role's belief follows from what it does and perceives."""

    @abstractmethod
    def initial(self) -> Belief:
        """Return the belief at the start: all roles know the initial state."""

    @abstractmethod
    def after(self, belief: Belief, role: str, step: Step) -> Belief:
        """Return what a role believes after a step; nothing if it is impossible."""

    @abstractmethod
    def outcomes(self, belief: Belief, role: str, move: str) -> tuple[Outcome, ...]:
        """Return what a role may perceive after a move, in the standard order."""

    def of(self, view: View) -> Belief:
        """Return the belief of a role with a view; none if no history has it."""
        return reduce(
            lambda belief, step: self.after(belief, view.role, step),
            view.steps,
            self.initial(),
        )


class ClauseBeliefs(Beliefs):
    """Beliefs by the clauses of `logic/game/belief.pl`.

    Args:
        rules: of a game with percepts.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def initial(self) -> Belief:
        """Return the belief at the start."""
        return {int(self._rules.request("initial")["state"]): Fraction(1)}

    def after(self, belief: Belief, role: str, step: Step) -> Belief:
        """Return what a role believes after a step."""
        reply = self._rules.request(
            "belief_after", role=role, step=_written(step), belief=_pairs(belief)
        )
        return _belief(reply["belief"])

    def of(self, view: View) -> Belief:
        """Return the belief of a role with a view, in one request."""
        steps = [_written(step) for step in view.steps]
        reply = self._rules.request(
            "belief", role=view.role, steps=steps, processor=MOST_SECONDS
        )
        return _belief(reply["belief"])

    def outcomes(self, belief: Belief, role: str, move: str) -> tuple[Outcome, ...]:
        """Return what a role may perceive after a move."""
        reply = self._rules.request(
            "belief_outcomes", role=role, move=move, belief=_pairs(belief)
        )
        return tuple(
            Outcome(Step(move, tuple(percepts), over), Fraction(weight), _belief(pairs))
            for percepts, over, weight, pairs in reply["outcomes"]
        )


def view_after(rules: Rules, role: str, line: tuple[tuple[str, ...], ...]) -> View:
    """Return the view of a role after joint moves from the start.

    Args:
        rules: of a game with percepts.
        role: the role.
        line: the joint moves.
    """
    reply = rules.request("view", role=role, line=[list(joint) for joint in line])
    steps = (Step(move, tuple(seen), over) for move, seen, over in reply["steps"])
    return View(role, tuple(steps))


def _written(step: Step) -> list[object]:
    return [step.move, list(step.percepts), step.over]


def _pairs(belief: Belief) -> list[list[object]]:
    return [[state, str(likelihood)] for state, likelihood in belief.items()]


def _belief(pairs: list[tuple[int, str]]) -> Belief:
    return {state: Fraction(likelihood) for state, likelihood in pairs}


class ExpandedBeliefs(Beliefs):
    """Beliefs by expanding each possible state, over any machine.

    Args:
        machine: of a game with percepts.
        forget: whether states are believed without the percepts of the step to them;
            then beliefs that differ in nothing else are equal.
        watch: over the time and the memory; by default only over the memory.
    """

    def __init__(
        self, machine: Machine, *, forget: bool = False, watch: Watch | None = None
    ) -> None:
        self._machine = machine
        self._perception = Perception(machine)
        self._forget = forget
        self._watch = watch or Watch()

    def initial(self) -> Belief:
        """Return the belief at the start."""
        return {self._machine.initial(): Fraction(1)}

    def after(self, belief: Belief, role: str, step: Step) -> Belief:
        """Return what a role believes after a step."""
        followed, _ = self._followed(belief, role)
        return shares(followed.get(step, {}))

    def outcomes(self, belief: Belief, role: str, move: str) -> tuple[Outcome, ...]:
        """Return what a role may perceive after a move."""
        return self.choices(belief, role).get(move, ())

    def choices(self, belief: Belief, role: str) -> dict[str, tuple[Outcome, ...]]:
        """Return what a role may perceive after each of its moves."""
        found: dict[str, tuple[Outcome, ...]] = {}
        followed, whole = self._followed(belief, role)
        for step, weights in followed.items():
            total = Fraction(sum(weights.values()), whole)
            outcome = Outcome(step, total, shares(weights))
            found[step.move] = (*found.get(step.move, ()), outcome)
        return found

    def _followed(
        self, belief: Belief, role: str
    ) -> tuple[dict[Step, dict[Key, int]], int]:
        """Return the states that may follow, by what a role sees, and a denominator.

        The weight of a state, divided by that, is its probability. Whole numbers are
        added much faster than fractions.

        Raises:
            LimitError: the time is over, or the memory is full.
        """
        index = self._machine.rules.roles.index(role)
        perception = self._perception
        nodes = []
        for state in belief:
            nodes.append(self._machine.expand(state))
            self._watch.look(len(nodes[-1].successors))
        units = [
            weight * perception.unit(node, index) if node.successors else Fraction(0)
            for node, weight in zip(nodes, belief.values(), strict=True)
        ]
        whole = lcm(*(unit.denominator for unit in units))
        found: dict[tuple[int, tuple[str, ...], bool], dict[Key, int]] = {}
        for some in _portions(list(zip(nodes, units, strict=True))):
            noticed = self._noticed([node for node, _ in some])
            for node, fraction in some:
                unit = fraction.numerator * (whole // fraction.denominator)
                for move, pairs in zip(
                    node.moves[index], node.choices(index), strict=True
                ):
                    for place, successor in pairs:
                        state, over = noticed[successor]
                        step = move, perception.percepts(successor)[index], over
                        weights = found.setdefault(step, {})
                        share = unit * node.likelihood(place)
                        weights[state] = weights.get(state, 0) + share
        steps = {
            Step(perception.text(move), percepts, over): weights
            for (move, percepts, over), weights in found.items()
        }
        return steps, whole

    def _noticed(self, nodes: Sequence[Expansion]) -> dict[Key, tuple[Key, bool]]:
        """Return what follows some states: each as it is believed, and if it is an end.

        What is perceived there is known then, too.
        """
        after = [state for node in nodes for state in node.successors]
        self._watch.look(len(after))
        self._perception.notice(after)
        plain = self._perception.plain(after) if self._forget else after
        looks = self._machine.looks(plain)
        return {
            state: (known, look.terminal)
            for state, known, look in zip(after, plain, looks, strict=True)
        }


def _portions(
    weighed: Sequence[tuple[Expansion, Fraction]],
) -> Iterator[list[tuple[Expansion, Fraction]]]:
    """Yield the states that have not ended, with about _TOGETHER successors at once."""
    some, after = list[tuple[Expansion, Fraction]](), 0
    for node, fraction in weighed:
        if node.successors:
            some.append((node, fraction))
            after += len(node.successors)
        if after >= _TOGETHER:
            yield some
            some, after = [], 0
    if some:
        yield some


def shares(weights: Mapping[T, Fraction | int]) -> dict[T, Fraction]:
    """Return weights divided by their sum."""
    total = sum(weights.values())
    return {one: Fraction(weight, total) for one, weight in weights.items()}
