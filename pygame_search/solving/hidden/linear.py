"""Equilibria of two players by linear programming over the sequence form.

Player 1 looks for the plan that is best against a best response of player 2. That is a
linear program whose dual has the plan of player 2.

See Daphne Koller, Nimrod Megiddo and Bernhard von Stengel, "Efficient computation of
equilibria for extensive two-person games", Games and Economic Behavior 14 (1996).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.searches.regret import Choices
from pygame_search.solving.hidden.arrays import payoff_matrix
from pygame_search.solving.hidden.sequence_form import EMPTY, SequenceForm, Side
from pygame_search.support.errors import LimitError

#: Below this, the probability of a sequence is taken for 0.
LEAST = 1e-12

#: Probabilities that are not tried as fractions are rounded to so many binary digits.
BITS = 50


def equilibrium_plans(
    form: SequenceForm, seconds: float | None = None
) -> tuple[list[float], list[float]]:
    """Return plans of both players that are best against each other.

    Args:
        form: a game of two players whose goals add up to a constant.
        seconds: the time limit.

    Raises:
        LimitError: the time is over, or no solution was found.
    """
    from scipy import sparse
    from scipy.optimize import linprog

    first, second = form.sides
    payoff = payoff_matrix(form)
    payoff.data /= max(float(np.abs(payoff.data).max(initial=0.0)), 1e-300)
    shape = payoff.shape
    own, theirs = _flow(first), _flow(second)
    # Unknown: player 1's plan x, and what each set of player 2 is worth, q. Player 2
    # gains by no sequence: F'q <= A'x. Its plan has the multipliers of these rows.
    worth = np.zeros(theirs.shape[0])
    worth[0] = 1.0
    start = np.zeros(own.shape[0])
    start[0] = 1.0
    found = linprog(
        np.concatenate([np.zeros(shape[0]), -worth]),
        A_ub=sparse.hstack([-payoff.T, theirs.T]).tocsr(),
        b_ub=np.zeros(shape[1]),
        A_eq=sparse.hstack(
            [own, sparse.csr_array((own.shape[0], theirs.shape[0]))]
        ).tocsr(),
        b_eq=start,
        bounds=[(0, None)] * shape[0] + [(None, None)] * theirs.shape[0],
        method="highs-ds",
        options={} if seconds is None else {"time_limit": max(seconds, 0.0)},
    )
    if found.status == 1:
        raise LimitError("the time is over", "time")
    if not found.success:
        raise LimitError(f"the linear program has no answer: {found.message}", "size")
    return found.x[: shape[0]].tolist(), (-found.ineqlin.marginals).tolist()


def _flow(side: Side) -> Any:
    """Return the constraints of a plan, as a sparse matrix.

    Row 0 is the empty sequence. The row of each information set has its sequences, less
    the one that leads there.
    """
    from scipy import sparse

    rows, columns, signs = [0], [EMPTY], [1.0]
    for row, one in enumerate(side.sets, 1):
        rows.append(row)
        columns.append(one.parent)
        signs.append(-1.0)
        for sequence in one.sequences:
            rows.append(row)
            columns.append(sequence)
            signs.append(1.0)
    shape = len(side.sets) + 1, side.sequences
    return sparse.csr_array((signs, (rows, columns)), shape=shape)


def behaviour(
    side: Side,
    plan: Sequence[float] | NDArray[np.float64],
    denominator: int | None = None,
) -> list[list[Fraction] | None]:
    """Return the probability of each move in each information set.

    Args:
        side: the player.
        plan: about the probability of each sequence.
        denominator: the largest in the result before it is made to add up to 1; by
            default the probabilities are those of the plan, rounded to multiples of
            one power of 2, so that sums of their products stay short.

    Returns:
        For each set the probabilities, which add up to 1; None where the plan never
        leads there.
    """
    if denominator is None:
        near = probabilities(side.choices, np.asarray(plan))
        pairs = zip(near, near.reached.tolist(), strict=True)
        return [own if there else None for own, there in pairs]
    found: list[list[Fraction] | None] = []
    for one in side.sets:
        weights = [max(float(plan[s]), 0.0) for s in one.sequences]
        total = sum(weights)
        if total < LEAST:
            found.append(None)
            continue
        shares = [Fraction(w / total) if w > LEAST else Fraction(0) for w in weights]
        shares = [share.limit_denominator(denominator) for share in shares]
        whole = sum(shares, Fraction(0))
        found.append([share / whole for share in shares])
    return found


def _binary(shares: Sequence[Fraction]) -> list[Fraction]:
    """Return probabilities as multiples of 2 ** -BITS that add up to 1."""
    unit = 1 << BITS
    parts = [round(share * unit) for share in shares]
    parts[parts.index(max(parts))] += unit - sum(parts)
    return [Fraction(part, unit) for part in parts]


class Probabilities(Sequence[list[Fraction]]):
    """The probabilities of moves, which are fractions when asked for.

    Attributes:
        moves: that of the last move of each sequence.
        reached: of each information set whether the plan leads there; the
            probabilities of the others are 0 until they are set.

    Args:
        choices: the information sets.
        moves: the probabilities.
        reached: see above.
    """

    def __init__(
        self,
        choices: Choices,
        moves: NDArray[np.float64],
        reached: NDArray[np.bool_],
    ) -> None:
        self._choices, self.moves, self.reached = choices, moves, reached

    def __len__(self) -> int:
        """Return the number of information sets."""
        return len(self.reached)

    @overload
    def __getitem__(self, place: int) -> list[Fraction]: ...
    @overload
    def __getitem__(self, place: slice) -> list[list[Fraction]]: ...
    def __getitem__(self, place: int | slice) -> list[Fraction] | list[list[Fraction]]:
        """Return the probabilities in a set, which add up to 1, or in some."""
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        first, many = self._choices.first[place], self._choices.many[place]
        return _binary([*map(Fraction, self.moves[first : first + many].tolist())])


def probabilities(choices: Choices, plan: NDArray[np.float64]) -> Probabilities:
    """Return the probability of each move by a plan, in floating-point numbers.

    Args:
        choices: the information sets of a player, one or more.
        plan: about the probability of each sequence.
    """
    weights = np.clip(plan, 0.0, None)
    totals = np.add.reduceat(weights, choices.first)
    reached = totals >= LEAST
    weights[weights <= LEAST] = 0.0
    moves = np.zeros(len(plan))
    moves[1:] = weights[1:] / np.repeat(np.where(reached, totals, 1.0), choices.many)
    moves[1:][~np.repeat(reached, choices.many)] = 0.0
    return Probabilities(choices, moves, reached)
