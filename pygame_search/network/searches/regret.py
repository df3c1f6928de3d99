"""Counterfactual regret minimisation, on the arrays of a game in sequence form.

A player's strategy makes each move of an information set as likely as the regret that
it was not made before; moves without regret are not made. With counterfactual values,
all sets are looked at in one pass from the last to the first, and the new plan, the
probability of each sequence, comes from a pass in the other direction. Both need one
multiplication of the payoffs with the plan of the other player.

`cfr` changes both strategies at once, and its answer is the plain average of the plans.
`cfr+` changes them in turn, lets no regret fall below 0, and counts the plans of the
n-th iteration n times.

See Martin Zinkevich, Michael Johanson, Michael Bowling and Carmelo Piccione, "Regret
minimization in games with incomplete information", NIPS 2007; Oskari Tammelin, "Solving
large imperfect information games using CFR+", arXiv:1407.5042, 2014; and, for which
plans are averaged when the players take turns, Neil Burch, Matej Moravčík and Martin
Schmid, "Revisiting CFR+ and alternating updates", Journal of Artificial Intelligence
Research 64 (2019).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import Number, bare_kernel, inner_kernel

#: The sequence without moves.
_EMPTY = 0


class Choices(NamedTuple):
    """The information sets of a player, each after those that lead to it.

    Attributes:
        first: the sequence of the first move of each set; those of the others follow.
        many: the number of its moves.
        parent: the sequence that leads to it, smaller than `first`.
    """

    first: NDArray[np.int32]
    many: NDArray[np.int32]
    parent: NDArray[np.int32]


class Payoffs(NamedTuple):
    """A sparse matrix: what the ends of two sequences add to the first player's mean.

    Attributes:
        starts: where the entries of each row begin, and after the last, where they end.
        columns: the column of each entry.
        values: its value.
    """

    starts: NDArray[np.int64]
    columns: NDArray[np.int32]
    values: NDArray[np.float64]


class Learner(NamedTuple):
    """What a player has learnt; each array has a number for each of its sequences.

    Attributes:
        regrets: how much better the move would have been than the strategy, summed.
        plan: the plan of the strategy now.
        totals: the weighted sum of the plans so far.
        values: room for the counterfactual values of an iteration.
    """

    regrets: NDArray[np.float64]
    plan: NDArray[np.float64]
    totals: NDArray[np.float64]
    values: NDArray[np.float64]


@inner_kernel
def _multiply(
    payoffs: Payoffs,
    plan: NDArray[np.float64],
    sign: float,
    values: NDArray[np.float64],
) -> None:
    """Store what each sequence is worth against the other's plan, up to the sign."""
    for row in range(len(values)):
        added = 0.0
        for entry in range(payoffs.starts[row], payoffs.starts[row + 1]):
            added += payoffs.values[entry] * plan[payoffs.columns[entry]]
        values[row] = sign * added


@inner_kernel
def positive_sum(regrets: NDArray[np.float64], first: Number, end: Number) -> float:
    """Return the sum of the positive regrets of a set, given its sequences."""
    added = 0.0
    for sequence in range(first, end):
        if regrets[sequence] > 0.0:
            added += regrets[sequence]
    return added


@inner_kernel
def chance_of(regret: float, positive: float, many: Number) -> float:
    """Return the probability of a move by its regret; all are alike without regret."""
    if positive > 0.0:
        return regret / positive if regret > 0.0 else 0.0
    return 1.0 / many


@inner_kernel
def _regret(choices: Choices, learner: Learner, cut: bool) -> None:
    """Add the regrets of an iteration, by its values, which are used up.

    Args:
        choices: the player's information sets.
        learner: what it has learnt.
        cut: whether regrets below 0 become 0.
    """
    regrets, values = learner.regrets, learner.values
    for place in range(len(choices.first) - 1, -1, -1):
        first, many = choices.first[place], choices.many[place]
        positive = positive_sum(regrets, first, first + many)
        mean = 0.0
        for sequence in range(first, first + many):
            mean += chance_of(regrets[sequence], positive, many) * values[sequence]
        for sequence in range(first, first + many):
            regrets[sequence] += values[sequence] - mean
            if cut and regrets[sequence] < 0.0:
                regrets[sequence] = 0.0
        values[choices.parent[place]] += mean


@bare_kernel
def follow(
    choices: Choices, weights: NDArray[np.float64], plan: NDArray[np.float64]
) -> None:
    """Make the plan of which each move is as likely as it weighs in its set.

    Args:
        choices: the information sets.
        weights: of the last move of each sequence; those below 0 count as 0, and where
            none is above, all moves are alike.
        plan: receives the probability of each sequence.
    """
    plan[_EMPTY] = 1.0
    for place in range(len(choices.first)):
        first, many = choices.first[place], choices.many[place]
        positive = positive_sum(weights, first, first + many)
        reach = plan[choices.parent[place]]
        for sequence in range(first, first + many):
            plan[sequence] = reach * chance_of(weights[sequence], positive, many)


@inner_kernel
def _count(learner: Learner, weight: float) -> None:
    """Add the plan to the totals."""
    for sequence in range(len(learner.plan)):
        learner.totals[sequence] += weight * learner.plan[sequence]


@bare_kernel
def iterate(
    many: Number,
    done: NDArray[np.int64],
    plus: bool,
    rows: Payoffs,
    columns: Payoffs,
    mine: Choices,
    theirs: Choices,
    one: Learner,
    two: Learner,
) -> None:
    """Do some iterations.

    Args:
        many: how many.
        done: the number of those done before, which grows.
        plus: whether by `cfr+`.
        rows: the payoffs, by the sequences of the first player.
        columns: the same, by those of the second.
        mine: the information sets of the first player.
        theirs: those of the second.
        one: what the first player has learnt.
        two: what the second has.
    """
    for _ in range(many):
        number = done[0] + 1
        _multiply(rows, two.plan, 1.0, one.values)
        if plus:
            _regret(mine, one, True)
            follow(mine, one.regrets, one.plan)
            _multiply(columns, one.plan, -1.0, two.values)
            _count(one, float(number))
            _count(two, float(number))
            _regret(theirs, two, True)
        else:
            _multiply(columns, one.plan, -1.0, two.values)
            _count(one, 1.0)
            _count(two, 1.0)
            _regret(mine, one, False)
            follow(mine, one.regrets, one.plan)
            _regret(theirs, two, False)
        follow(theirs, two.regrets, two.plan)
        done[0] = number


@bare_kernel
def respond(
    choices: Choices,
    payoffs: Payoffs,
    plan: NDArray[np.float64],
    sign: float,
    values: NDArray[np.float64],
    chosen: NDArray[np.int32],
) -> float:
    """Return the value of a best response to the other player's plan.

    Args:
        choices: the player's information sets.
        payoffs: by its sequences.
        plan: the other's.
        sign: 1 for the first player, whose payoffs they are, and -1 for the second.
        values: receives what each sequence is worth, with best moves after it.
        chosen: receives the index of a best move of each set.
    """
    _multiply(payoffs, plan, sign, values)
    for place in range(len(choices.first) - 1, -1, -1):
        first = choices.first[place]
        best = first
        for sequence in range(first + 1, first + choices.many[place]):
            if values[sequence] > values[best]:
                best = sequence
        chosen[place] = best - first
        values[choices.parent[place]] += values[best]
    return float(values[_EMPTY])
