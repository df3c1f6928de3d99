"""Decimal weights: their exact values, scaled to whole numbers for a search.

A search computes with whole numbers, so that all tiers agree. If a weight has digits
after the point, all weights and goal values are multiplied by the same whole number,
the unit, and the scores found are divided by it again. The scores of wins and losses
lie outside the range of goal values (scores.py), and are not scaled.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from math import isfinite, lcm

from pygame_search.model.scores import SURE

Weight = int | Decimal

#: The form of a decimal weight, and its description in messages.
_DECIMAL = re.compile(r"[+-]?\d{1,15}\.\d{1,6}")
EXPECTED = "a whole number, or a decimal one of at most 6 digits after the point"


def exact(number: object) -> Weight | None:
    """Return the exact value of a weight; None if it is not a weight.

    Args:
        number: an int, a Decimal, a float such as 0.1, which means one tenth, or one
            of these as text.

    >>> exact("0.50"), exact(2.0), exact(-0.1), exact("1.0e3"), exact(1 / 3)
    (Decimal('0.5'), 2, Decimal('-0.1'), None, None)
    """
    if isinstance(number, int):
        return number
    if isinstance(number, float):
        if not isfinite(number) or abs(number) >= SURE:
            return None
        number = Decimal(repr(number))
    if isinstance(number, Decimal):
        number = f"{number:f}" if number.is_finite() and abs(number) < SURE else ""
        if "." not in number:
            number = f"{number}.0"
    if not isinstance(number, str):
        return None
    if not _DECIMAL.fullmatch(number.strip()):
        try:
            return int(number)
        except ValueError:
            return None
    found = Decimal(number.strip())
    if abs(found) >= SURE:
        return None
    return int(found) if found == int(found) else found.normalize()


def exact_weights(weights: Mapping[str, object], place: str) -> dict[str, Weight]:
    """Return the exact weights of a file.

    Raises:
        ValueError: one is not a weight, or has too many digits.
    """
    found = {}
    for name, number in weights.items():
        weight = exact(number)
        if weight is None:
            raise ValueError(f"{place}{name}: expected {EXPECTED}, found {number}")
        found[name] = weight
    return found


def common_unit(weights: Mapping[str, Weight]) -> int:
    """Return the least whole number whose product with each weight is whole.

    >>> common_unit({"pawn": 1, "king": Decimal("2.5"), "tempo": Decimal("-0.2")})
    10
    """
    return lcm(*(weight.as_integer_ratio()[1] for weight in weights.values()))


def scaled(weights: Mapping[str, Weight], unit: int) -> dict[str, int]:
    """Return weights multiplied by their unit."""
    found = {}
    for name, weight in weights.items():
        top, bottom = weight.as_integer_ratio()
        found[name] = top * (unit // bottom)
    return found


def scaled_score(score: int, unit: int) -> int:
    """Return a score multiplied by the unit; that of a win or a loss is unchanged."""
    return score if abs(score) > SURE else score * unit


def unscaled(score: float, unit: int) -> float:
    """Return a score divided by the unit; that of a win or a loss is unchanged.

    All other scores are below 2^49, so a float is precise enough for the result: it
    prints as the exact decimal number, and equal results are equal floats.

    >>> unscaled(30, 10), unscaled(-5, 10), unscaled(7, 1)
    (3, -0.5, 7)
    """
    if unit == 1 or abs(score) > SURE:
        return score
    whole = isinstance(score, int) and score % unit == 0
    return score // unit if whole else score / unit
