"""States as words: a bit for each fluent, and one more that empty slots lack."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def words_of(fluents: int) -> int:
    """Return how many words a packed state has."""
    return fluents // 64 + 1


def pack(states: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return packed states, of shape (states, words).

    Args:
        states: for each state and each fluent whether it holds.
    """
    number, fluents = states.shape
    bits = np.zeros((number, 64 * words_of(fluents)), np.uint8)
    bits[:, :fluents] = states
    bits[:, -1] = 1
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)


def unmarked(packed: NDArray[np.uint64], fluents: int) -> NDArray[np.uint64]:
    """Return the bits of fluents alone, in words; see `pack`.

    Args:
        packed: packed states.
        fluents: how many a state has.
    """
    words = packed.copy()
    words[:, -1] &= np.uint64(2**63 - 1)
    found: NDArray[np.uint64] = words[:, : (fluents + 63) // 64]
    return found


def unpack(packed: NDArray[np.uint64], fluents: int) -> NDArray[np.uint8]:
    """Return for each state and each fluent whether it holds."""
    number = len(packed)
    octets = np.ascontiguousarray(packed).view(np.uint8).reshape(number, -1)
    return np.unpackbits(octets, axis=1, bitorder="little")[:, :fluents]
