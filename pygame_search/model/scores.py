"""What a state is worth to a role; the twin of `logic/game/evaluation.pl`."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar, cast

from pygame_search.support.errors import LimitError

#: The score of a win now. Each ply to it takes one off, so that a sooner one is
#: better; a loss is the same below zero. All goal values and estimates lie between, up
#: to SURE.
WIN = 1 << 50
SURE = 1 << 49

_Number = TypeVar("_Number", int, int | Decimal, int | Fraction)


def terminal_score(value: int, ply: int, low: int, high: int) -> int:
    """Return the score of a terminal state.

    Args:
        value: its goal value.
        ply: its distance from the root, in plies.
        low: the least goal value.
        high: the greatest; the same as low when the range is not known.

    Raises:
        LimitError: the value is too large to differ from a win or a loss.
    """
    if low != high and value == high:
        return WIN - ply
    if low != high and value == low:
        return ply - WIN
    return between_losses_and_wins(value)


def between_losses_and_wins(score: int) -> int:
    """Return a score that is neither.

    Raises:
        LimitError: it is too large to differ from one.
    """
    if abs(score) >= SURE:
        raise LimitError(
            "expected values below 2^49 either way, found a larger one", "size"
        )
    return score


def score_value(score: float, low: int, high: int) -> tuple[float, int | None]:
    """Return the value that a score stands for, and the plies to a win or loss.

    Where chance decides how soon it comes, the plies are a mean; None for a fraction.

    >>> score_value(WIN - 3, -10, 10), score_value(5, -10, 10)
    ((10, 3), (5, None))
    """
    if -SURE <= score <= SURE:
        return score, None
    plies = WIN - abs(score)
    return high if score > 0 else low, int(plies) if plies == int(plies) else None


def value_text(value: float) -> str:
    """Return a value as people write it, a mean with six figures.

    A decimal number of at most six digits after the point is written whole.

    >>> value_text(-4), value_text(7 / 3), value_text(0.5), value_text(123456.7)
    ('-4', '2.33333', '0.5', '123456.7')
    """
    if isinstance(value, int):
        return str(value)
    decimal = f"{value:.6f}".rstrip("0").rstrip(".")
    return decimal if float(decimal) == value else f"{value:.6g}"


def worth(features: Mapping[str, int], weights: Mapping[str, _Number]) -> _Number:
    """Return the weighted sum of the values of the features."""
    terms = (weights[name] * n for name, n in features.items() if name in weights)
    return cast(_Number, sum(terms))
