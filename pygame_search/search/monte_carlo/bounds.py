"""Bounds on each role's value in a state, backed up from terminal states.

This is the score-bounded search of Cazenave and Saffidine. A new state has the whole
range of goal values as its bounds; in a terminal state the bounds are equal. In
between, the lower bound of a role is that of its best move against the worst answer. If
the two bounds of a role are equal, its value is proven.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from pygame_search.machine.machine import Expansion

#: A goal value, or a mean of them where chance decides.
Value = float | Fraction

#: The joint moves that differ only in the move of chance.
Outcomes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The lower and upper bounds of each role's value; chance has a value of 0."""

    low: tuple[Value, ...]
    high: tuple[Value, ...]

    @property
    def closed(self) -> bool:
        """Whether all values are proven."""
        return self.low == self.high


def answered(node: Expansion, chance: int | None) -> tuple[list[list[Outcomes]], ...]:
    """Return the answers of the others to each move of each role.

    Args:
        node: a state that is not terminal.
        chance: the index of the role `random`, None without one.
    """
    found: tuple[list[list[Outcomes]], ...] = ()
    for role in range(len(node.moves)):
        rows = []
        for choice in node.choices(role):
            groups: dict[tuple[int, ...], list[int]] = {}
            for joint, _ in choice:
                moves = list(node.joint(joint))
                if chance is not None:
                    del moves[chance]
                groups.setdefault(tuple(moves), []).append(joint)
            rows.append([tuple(joints) for joints in groups.values()])
        found = (*found, rows)
    return found


def mean(values: Sequence[Value], weights: Sequence[int] = ()) -> Value:
    """Return the mean of values, exactly.

    Args:
        values: at least one.
        weights: how much each of them counts; all the same if there are none.

    >>> mean([3]), mean([1, 2]), mean([1, float("inf")])
    (3, Fraction(3, 2), inf)
    >>> mean([1, 2], [2, 1])
    Fraction(4, 3)
    """
    if len(values) == 1:
        return values[0]
    if inf in values or -inf in values:
        return sum(values)
    often = weights or [1] * len(values)
    pairs = zip(values, often, strict=True)
    whole = sum((v * w for v, w in pairs), start=Fraction()) / sum(often)
    assert isinstance(whole, Fraction)  # goal values are integers
    return whole.numerator if whole.denominator == 1 else whole


def worst(row: list[Outcomes], worth: Sequence[Value], node: Expansion) -> Value:
    """Return the value of a move if the others give the worst answer.

    Args:
        row: the answers.
        worth: the value of each joint move.
        node: the state, which has the weights of the moves of chance.
    """
    return min(_mean_of(answer, worth, node) for answer in row)


def hoped(row: list[Outcomes], worth: Sequence[Value], node: Expansion) -> Value:
    """Return the value of a move if the others give the best answer."""
    return max(_mean_of(answer, worth, node) for answer in row)


def _mean_of(answer: Outcomes, worth: Sequence[Value], node: Expansion) -> Value:
    values = [worth[joint] for joint in answer]
    return mean(values, [node.likelihood(joint) for joint in answer])


def plain(value: Value) -> float:
    """Return a value as it is reported: an integer, or the mean as a float."""
    return float(value) if isinstance(value, Fraction) else value
