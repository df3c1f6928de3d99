"""What a role believes: the states it thinks possible, with their probabilities.

The states are those of a game with percepts, `Game.with_percepts`. The moves of chance
are as likely as the rules say. Each other role chooses evenly among its legal moves,
and independently. The definition is in `logic/game/belief.pl`. `ClauseBeliefs` asks it,
and `ExpandedBeliefs` is the same as a procedure over any machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import TypeVar

from pygame_search.machine.machine import Key, Machine
from pygame_search.machine.perception import Perception
from pygame_search.model.rules import Rules
from pygame_search.model.view import Step, View

T = TypeVar("T")

#: The limit of a belief from the start, in seconds of processor time.
MOST_SECONDS = 60.0

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
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._perception = Perception(machine)

    def initial(self) -> Belief:
        """Return the belief at the start."""
        return {self._machine.initial(): Fraction(1)}

    def after(self, belief: Belief, role: str, step: Step) -> Belief:
        """Return what a role believes after a step."""
        return shares(self._followed(belief, role).get(step, {}))

    def outcomes(self, belief: Belief, role: str, move: str) -> tuple[Outcome, ...]:
        """Return what a role may perceive after a move."""
        return self.choices(belief, role).get(move, ())

    def choices(self, belief: Belief, role: str) -> dict[str, tuple[Outcome, ...]]:
        """Return what a role may perceive after each of its moves."""
        found: dict[str, tuple[Outcome, ...]] = {}
        for step, weights in self._followed(belief, role).items():
            total = sum(weights.values(), Fraction(0))
            outcome = Outcome(step, total, shares(weights))
            found[step.move] = (*found.get(step.move, ()), outcome)
        return found

    def _followed(self, belief: Belief, role: str) -> dict[Step, dict[Key, Fraction]]:
        """Return the states that may follow, and their weights, by what a role sees."""
        index = self._machine.rules.roles.index(role)
        found: dict[Step, dict[Key, Fraction]] = {}
        for state, weight in belief.items():
            node = self._machine.expand(state)
            for place, successor in enumerate(node.successors):
                step = Step(
                    self._perception.text(node.joint(place)[index]),
                    self._perception.percepts(successor)[index],
                    self._machine.look(successor).terminal,
                )
                share = weight * self._perception.evenly(node, place, index)
                weights = found.setdefault(step, {})
                weights[successor] = weights.get(successor, Fraction(0)) + share
        return found


def shares(weights: Mapping[T, Fraction]) -> dict[T, Fraction]:
    """Return weights divided by their sum."""
    total = sum(weights.values(), Fraction(0))
    return {one: weight / total for one, weight in weights.items()}
