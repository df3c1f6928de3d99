"""Number the rows of a table so that equal rows have one number."""

from __future__ import annotations

from itertools import count

import numpy as np
from numpy.typing import NDArray

#: Multipliers of a hash; the second changes where rows with one hash differ.
_MIX, _SALT = 0xBF58476D1CE4E5B9, 0x9E3779B97F4A7C15


def row_numbers(
    *columns: NDArray[np.integer],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number rows in the order in which they occur first.

    Rows are told apart in full: where two have one hash, another hash is tried.

    Args:
        columns: one or more integers of each row.

    Returns:
        The number of each row, and for each number the first row that has it.
    """
    for salt in count(1):
        hashed = np.zeros(len(columns[0]), np.uint64)
        for column in columns:
            hashed ^= column.astype(np.int64, copy=False).view(np.uint64)
            hashed *= np.uint64(_SALT * salt % 2**64 | 1)
            hashed ^= hashed >> np.uint64(29)
            hashed *= np.uint64(_MIX)
            hashed ^= hashed >> np.uint64(32)
        _, firsts, numbers = np.unique(hashed, return_index=True, return_inverse=True)
        numbers = numbers.reshape(-1)
        if all((column == column[firsts][numbers]).all() for column in columns):
            break
    order = np.argsort(firsts)
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return places[numbers], firsts[order]
