"""The bits of states that tell what roles have perceived, as masks of words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PerceptMasks:
    """Masks of the bits that tell what roles have perceived.

    Attributes:
        by_role: of each role a mask, of shape (roles, words of a state).
        every: the mask of all bits that tell what anybody has perceived, of shape
            (words of a state,).
    """

    by_role: NDArray[np.uint64]
    every: NDArray[np.uint64]

    @property
    def places(self) -> NDArray[np.int64]:
        """The words of a state that tell what a role has perceived, ascending."""
        return np.flatnonzero(self.by_role.any(axis=0))


def percept_masks(
    bits: Sequence[Collection[int]], words: int, others: Collection[int] = ()
) -> PerceptMasks:
    """Return the masks of some bits.

    Args:
        bits: for each role the bits that tell what it has perceived; bit 0 is the
            lowest of the first word.
        words: of a state.
        others: the bits of percepts that belong to no role.
    """
    found = np.zeros((len(bits) + 1, words), np.uint64)
    for mask, own in zip(found, (*bits, others), strict=True):
        for bit in own:
            mask[bit >> 6] |= np.uint64(1 << (bit & 63))
    return PerceptMasks(found[:-1], np.bitwise_or.reduce(found, axis=0))
