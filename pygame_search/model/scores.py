"""The score of a state for a role; the twin of `logic/game/evaluation.pl`."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar, cast

from pygame_search.support.errors import LimitError

#: The score of an immediate win. Each ply to a win subtracts one, so that a sooner win
#: is better; the score of a loss is the negative of that. All goal values and estimates
#: lie between -SURE and SURE.
WIN = 1 << 50
SURE = 1 << 49

#: Beyond every score.
INFINITY = 1 << 51

_Number = TypeVar("_Number", int, int | Decimal, int | Fraction)


def terminal_score(value: int, ply: int, low: int, high: int) -> int:
    """Return the score of a terminal state.

    Args:
        value: its goal value.
        ply: its distance from the root, in plies.
        low: the least goal value.
        high: the greatest; equal to low if the range is not known.

    Raises:
        LimitError: the value could be confused with a win or a loss.
    """
    if low != high and value == high:
        return WIN - ply
    if low != high and value == low:
        return ply - WIN
    return between_losses_and_wins(value)


def between_losses_and_wins(score: int) -> int:
    """Return a score that is neither a win nor a loss.

    Raises:
        LimitError: it could be confused with one.
    """
    if abs(score) >= SURE:
        raise LimitError(
            "expected values of less than 2^49 in magnitude, found a larger one", "size"
        )
    return score


def score_value(score: float, low: int, high: int) -> tuple[float, int | None]:
    """Return the value of a score, and the plies to a win or loss.

    With chance the plies are a mean; they are None if it is not whole.

    >>> score_value(WIN - 3, -10, 10), score_value(5, -10, 10)
    ((10, 3), (5, None))
    """
    if -SURE <= score <= SURE:
        return score, None
    plies = WIN - abs(score)
    return high if score > 0 else low, int(plies) if plies == int(plies) else None


def value_text(value: float) -> str:
    """Return a value as text, to six significant digits.

    A number of at most six digits after the point is written exactly.

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
