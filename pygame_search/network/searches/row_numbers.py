"""Number the rows of a table so that equal rows have one number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import fetch
from pygame_search.network.jit import inner_kernel
from pygame_search.network.searches.reachable import home
from pygame_search.support.memory import must_have_room

#: So many rows ahead the memory of a row's place in the table is fetched.
_AHEAD = 16


@inner_kernel
def _number(
    rows: NDArray[np.uint64],
    homes: NDArray[np.uint64],
    table: NDArray[np.int64],
    numbers: NDArray[np.int64],
    firsts: NDArray[np.int64],
) -> int:
    """Number rows; return how many numbers there are.

    Args:
        rows: the rows.
        homes: room for where each belongs in the table.
        table: for each place the number of a row, or -1; its size is a power of 2, and
            at least twice the number of rows.
        numbers: receives the number of each row.
        firsts: receives for each number the first row that has it.
    """
    last = np.uint64(len(table) - 1)
    known = 0
    for row in range(len(rows)):
        homes[row] = home(rows, row, np.uint64(len(table)))
    for row in range(len(rows)):
        if row + _AHEAD < len(rows):
            fetch(table, homes[row + _AHEAD])
        place = homes[row]
        while table[place] >= 0:
            first = firsts[table[place]]
            same = True
            for column in range(rows.shape[1]):
                same &= rows[first, column] == rows[row, column]
            if same:
                break
            place = (place + np.uint64(1)) & last
        if table[place] < 0:
            table[place] = known
            firsts[known] = row
            known += 1
        numbers[row] = table[place]
    return known


def row_numbers(
    *columns: NDArray[np.integer],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number rows in the order in which they occur first.

    Args:
        columns: one or more integers of each row.

    Returns:
        The number of each row, and for each number the first row that has it.

    Raises:
        LimitError: the tables are larger than the memory that is left.
    """
    number = len(columns[0])
    places = 1 << (2 * number).bit_length()
    must_have_room(8 * (places + number * (len(columns) + 3)))
    rows = np.empty((number, len(columns)), np.uint64)
    for place, column in enumerate(columns):
        rows[:, place] = column.astype(np.int64, copy=False).view(np.uint64)
    table = np.full(places, -1, np.int64)
    numbers, firsts = np.empty(number, np.int64), np.empty(number, np.int64)
    known = _number(rows, np.empty(number, np.uint64), table, numbers, firsts)
    return numbers, firsts[:known].copy()
