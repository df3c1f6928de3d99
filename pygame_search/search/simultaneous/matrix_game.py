"""Matrix games, where both move at once: values and strategies by linear programming.

A game is worth to a role what it can be sure of by drawing its move with the right
probabilities, whatever the other does, and though the other knows these (von Neumann
1928).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from pygame_search.support.errors import LimitError

#: Probabilities and values that differ by less are the same.
CLOSE = 1e-9

Matrix = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class Mixed:
    """What a matrix game is worth to the role of its rows, and how to play it.

    Attributes:
        value: what the role has on average.
        rows: how often it chooses each row.
        columns: how often the other chooses each column, to let it have no more.
    """

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve(payoffs: Matrix) -> Mixed:
    """Return the value of a matrix game and a strategy for either side.

    Args:
        payoffs: for each row and column what the role of the rows gets, and would have
            as much of as it can; the other wants it to have little.
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
    """Return what rows can be sure of on average, and how often to choose each.

    The unknowns are the probabilities x and the value v: v is maximised,
    with no mean against a column below it.
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
    """Return the cells where neither would change its move alone.

    Args:
        mine: what each row and column gives to the role of the rows.
        others: what it gives to the role of the columns.
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
    """Return the integer that a value is, but for what computing it has lost."""
    return round(value) if abs(value - round(value)) < CLOSE else value
