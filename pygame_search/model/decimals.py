"""Weights that are decimal numbers: exact, and in whole numbers for a search.

A search goes on in whole numbers, so that all tiers agree. Where a weight has digits
after the point, all weights and goal values are multiplied by the same whole number,
the unit, and the scores found are divided by it again. A win and a loss are scored
apart from goal values (scores.py), and stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from math import isfinite, lcm

from pygame_search.model.scores import SURE

Weight = int | Decimal

#: How a weight is written, and what messages say of it.
_DECIMAL = re.compile(r"[+-]?\d{1,15}\.\d{1,6}")
EXPECTED = "a whole number, or a decimal one of at most 6 digits after the point"


def exact(number: object) -> Weight | None:
    """Return a number as it is meant, None for what is no weight.

    Args:
        number: an int, a Decimal, a float such as 0.1, which means one tenth, or one
            of these as a text.

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
    """Return the weights of a file as they are meant.

    Raises:
        ValueError: one has too many digits.
    """
    found = {}
    for name, number in weights.items():
        weight = exact(number)
        if weight is None:
            raise ValueError(f"{place}{name}: expected {EXPECTED}, found {number}")
        found[name] = weight
    return found


def common_unit(weights: Mapping[str, Weight]) -> int:
    """Return the least whole number that makes all weights whole.

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
    """Return a goal value, an estimate or a bound of these, multiplied by the unit."""
    return score if abs(score) > SURE else score * unit


def unscaled(score: float, unit: int) -> float:
    """Return what a score of a search stands for: a win or a loss stays as it is.

    All scores but these are below 2^49, so a float of the result is as good as exact:
    it prints as the decimal number that it is, and equal ones are equal.

    >>> unscaled(30, 10), unscaled(-5, 10), unscaled(7, 1)
    (3, -0.5, 7)
    """
    if unit == 1 or abs(score) > SURE:
        return score
    whole = isinstance(score, int) and score % unit == 0
    return score // unit if whole else score / unit
