"""Connect four by hand: alpha-beta over two words of bits, compiled by numba.

What a programmer would write for this one game, to measure the native tier beside,
which is given nothing but the rules. The tree is the same: moves from left to right, 0
at the limit, no table.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

COLUMNS, ROWS = 7, 6
_U = np.uint64
_MOST_PLIES = 43


@njit(cache=True)
def _has_four(stones: Any) -> bool:
    """Return whether four stand in a line; a column has one bit more than rows."""
    for step in (_U(1), _U(ROWS), _U(ROWS + 1), _U(ROWS + 2)):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> (step + step)):
            return True
    return False


@njit(cache=True)
def search(depth: int) -> tuple[int, int]:
    """Return the value of the start and the nodes visited."""
    own = np.zeros(_MOST_PLIES, np.uint64)  # of who is to move
    other = np.zeros(_MOST_PLIES, np.uint64)
    tried = np.zeros(_MOST_PLIES, np.int64)
    alpha = np.full(_MOST_PLIES, -1, np.int64)
    beta = np.full(_MOST_PLIES, 1, np.int64)
    best = np.full(_MOST_PLIES, -2, np.int64)
    nodes, ply = 1, 0
    while True:
        column = tried[ply]
        if column == COLUMNS or best[ply] >= beta[ply]:
            if ply == 0:
                return best[0], nodes
            score = -best[ply]
        else:
            tried[ply] += 1
            both = own[ply] | other[ply]
            bottom = _U(1) << _U(column * (ROWS + 1))
            if both & (bottom << _U(ROWS - 1)):
                continue
            nodes += 1
            stone = (both + bottom) & ~both & ((bottom << _U(ROWS)) - _U(1))
            made = own[ply] | stone
            ply += 1
            if _has_four(made):
                score = 1
            elif ply == depth or ply == COLUMNS * ROWS:
                score = 0
            else:
                own[ply], other[ply] = other[ply - 1], made
                tried[ply], best[ply] = 0, -2
                alpha[ply], beta[ply] = -beta[ply - 1], -alpha[ply - 1]
                continue
        ply -= 1
        best[ply] = max(best[ply], score)
        alpha[ply] = max(alpha[ply], score)
