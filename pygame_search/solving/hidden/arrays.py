"""The sequence form of a game of two players as arrays, for kernels and solvers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.searches.regret import Choices, Payoffs, follow, respond
from pygame_search.network.searches.sampled_regret import Tree
from pygame_search.solving.hidden.sequence_form import SequenceForm

#: The plans of both players: the probability of each sequence.
Plans = Sequence[NDArray[np.float64]]


def payoff_matrix(form: SequenceForm) -> Any:
    """Return the first player's goals as a sparse matrix.

    Args:
        form: a game of two players.

    Returns:
        A row for each sequence of the first player and a column for each of the
        second, in SciPy's form by rows. The goals are weighted by chance.
    """
    from scipy import sparse

    shape = form.sides[0].sequences, form.sides[1].sequences
    return sparse.csr_array((form.goals(0), form.sequences.T), shape=shape)


@dataclass(frozen=True, slots=True)
class Arrays:
    """A game of two players whose goals add up to a constant.

    Attributes:
        choices: the information sets of each player.
        payoffs: the first player's goals, by its sequences, and by the other's.
        total: what the goals add up to.
        tree: the states, if they are kept.
    """

    choices: tuple[Choices, Choices]
    payoffs: tuple[Payoffs, Payoffs]
    total: float
    tree: Tree | None = None

    @property
    def sequences(self) -> tuple[int, int]:
        """The number of sequences of each player."""
        one, two = self.payoffs
        return len(one.starts) - 1, len(two.starts) - 1

    def response(
        self, player: int, plan: NDArray[np.float64]
    ) -> tuple[float, NDArray[np.int32]]:
        """Return a best response to the other's plan.

        Returns:
            What it gives the player on average, and the index of a best move in each
            information set. The goal of the second player is less by `total`.
        """
        choices, payoffs = self.choices[player], self.payoffs[player]
        values = np.zeros(self.sequences[player])
        chosen = np.zeros(len(choices.first), np.int32)
        sign = 1.0 if player == 0 else -1.0
        return respond(choices, payoffs, plan, sign, values, chosen), chosen

    def bounds(self, plans: Plans) -> tuple[float, float]:
        """Return the least and the most that the first player gets.

        Its own plan guarantees the least, and that of the other allows the most.
        """
        most, _ = self.response(0, plans[1])
        loss, _ = self.response(1, plans[0])
        return -loss, most

    def exploitability(self, plans: Plans) -> float:
        """Return the mean of what the players gain by best responses to plans."""
        lower, upper = self.bounds(plans)
        return (upper - lower) / 2

    def means(self, plans: Plans) -> tuple[float, float]:
        """Return the mean goals of the players if both follow their plans."""
        payoffs = self.payoffs[0]
        rows = np.repeat(np.arange(self.sequences[0]), np.diff(payoffs.starts))
        ends = payoffs.values * plans[0][rows] * plans[1][payoffs.columns]
        mean = float(ends.sum())
        return mean, self.total - mean


def arrays(form: SequenceForm) -> Arrays:
    """Return a game as arrays.

    Args:
        form: a game of two players whose goals add up to a constant.
    """
    assert form.total is not None
    matrix = payoff_matrix(form)
    one, two = form.sides
    return Arrays(
        (one.choices, two.choices),
        (_payoffs(matrix), _payoffs(matrix.T.tocsr())),
        float(form.total),
        form.tree,
    )


def even_array(choices: Choices) -> NDArray[np.float64]:
    """Return the plan of a player by which each legal move is as likely."""
    plan = np.zeros(1 + int(choices.many.sum()))
    follow(choices, np.ones(len(plan)), plan)
    return plan


def _payoffs(matrix: Any) -> Payoffs:
    """Return a sparse matrix of SciPy as arrays."""
    return Payoffs(
        matrix.indptr.astype(np.int64),
        matrix.indices.astype(np.int32),
        matrix.data.astype(np.float64),
    )
