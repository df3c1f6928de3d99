"""Weights of states as integers of one unit: words while they fit, then Python's."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

#: Integers below this are words; NumPy does not notice where one is too large.
MOST_WORD = 2**62

#: Integers, of int64 or, if they are large, objects of Python.
Integers: TypeAlias = NDArray[Any]


def integers(numbers: Sequence[int] | Sequence[Sequence[int]]) -> Integers:
    """Return integers as an array."""
    found = np.array(numbers, object)
    return found.astype(np.int64) if _most(found) < MOST_WORD else found


def product(one: Integers, other: Integers) -> Integers:
    """Return the products of integers."""
    if _most(one) * _most(other) >= MOST_WORD:
        one, other = one.astype(object), other.astype(object)
    return one * other


def shared(weights: Integers, above: Integers, below: Integers) -> tuple[Integers, int]:
    """Return weights times fractions, in a smaller unit.

    Args:
        weights: the weights.
        above: the numerators.
        below: the denominators, of 1 or more.

    Returns:
        The products, and how many of the new units are one of the old ones.
    """
    units = lcm(*map(int, np.unique(below)))
    if units >= MOST_WORD:
        below = below.astype(object)
    return product(product(weights, above), units // below), units


def added(weights: Integers, places: NDArray[np.int64], number: int) -> Integers:
    """Return the sums of the weights that belong to each of some places.

    Args:
        weights: the weights.
        places: that of each weight, from 0.
        number: how many places there are.
    """
    if _most(weights) * len(weights) >= MOST_WORD:
        weights = weights.astype(object)
    sums = np.zeros(number, weights.dtype)
    np.add.at(sums, places, weights)
    return sums


def summed(weights: Integers) -> int:
    """Return the sum of some weights."""
    return int(added(weights, np.zeros(len(weights), np.int64), 1)[0])


def reduced(weights: Integers, units: int) -> tuple[Integers, int]:
    """Return weights and their unit, divided by what divides all of them."""
    common = gcd(int(np.gcd.reduce(weights)), units) or 1
    return weights // common, units // common


def _most(numbers: Integers) -> int:
    """Return the largest magnitude, 0 if there are no numbers."""
    return max(-int(numbers.min()), int(numbers.max())) if numbers.size else 0
