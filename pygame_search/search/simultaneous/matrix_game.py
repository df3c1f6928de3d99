"""Matrix games, with simultaneous moves: values and strategies by linear programming.

The value of a game for a role is the mean payoff that its best mixed strategy
guarantees, even if the other role knows the strategy (von Neumann 1928).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from pygame_search.support.errors import LimitError

#: Tolerance for comparing probabilities and values.
CLOSE = 1e-9

Matrix = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class Mixed:
    """The value of a matrix game for the role of the rows, with optimal strategies.

    Attributes:
        value: the mean payoff of the role.
        rows: the probability of each row.
        columns: the probability of each column, by which the other allows no more.
    """

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve(payoffs: Matrix) -> Mixed:
    """Return the value of a matrix game and an optimal strategy for each side.

    Args:
        payoffs: for each row and column the payoff of the role of the rows, which
            maximises it, while the other minimises it.
    """
    lows = [min(row) for row in payoffs]
    highs = [max(column) for column in zip(*payoffs, strict=True)]
    if max(lows) == min(highs):  # a saddle point: no role needs to hide its move
        rows, columns = lows.index(max(lows)), highs.index(min(highs))
        return Mixed(max(lows), _pure(rows, len(lows)), _pure(columns, len(highs)))
    value, strategy = maximin(payoffs)
    _, answer = maximin([[-x for x in column] for column in zip(*payoffs, strict=True)])
    return Mixed(value, strategy, answer)


def maximin(payoffs: Matrix) -> tuple[float, tuple[float, ...]]:
    """Return the mean payoff that rows can guarantee, and the probability of each.

    The unknowns are the probabilities x and the value v: v is maximised, and the mean
    against each column is at least v.
    """
    from scipy.optimize import linprog

    rows, columns = len(payoffs), len(payoffs[0])
    found = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=[[-row[j] for row in payoffs] + [1.0] for j in range(columns)],
        b_ub=[0.0] * columns,
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
        method="highs",
    )
    if not found.success:
        raise LimitError(f"the linear program has no answer: {found.message}", "size")
    chances = [0.0 if x < CLOSE else float(x) for x in found.x[:-1]]
    whole = fsum(chances)
    return tidy(float(found.x[-1])), tuple(x / whole for x in chances)


def pure_equilibria(mine: Matrix, others: Matrix) -> list[tuple[int, int]]:
    """Return the cells in which neither role gains by changing its move alone.

    Args:
        mine: the payoffs of the role of the rows.
        others: the payoffs of the role of the columns.
    """
    best = [max(column) for column in zip(*mine, strict=True)]
    return [
        (i, j)
        for i, row in enumerate(others)
        for j, value in enumerate(row)
        if value == max(row) and mine[i][j] == best[j]
    ]


def _pure(chosen: int, number: int) -> tuple[float, ...]:
    return tuple(float(i == chosen) for i in range(number))


def tidy(value: float) -> float:
    """Return a value, as an integer if it differs from one by less than CLOSE."""
    return round(value) if abs(value - round(value)) < CLOSE else value
