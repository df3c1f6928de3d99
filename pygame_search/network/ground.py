"""A game as a ground program."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Ground:
    """A ground program: `atoms` counts from 1; a literal is an atom or its negative."""

    atoms: int
    heads: NDArray[np.int32]
    starts: NDArray[np.int64]
    literals: NDArray[np.int32]
    facts: NDArray[np.int32]
    count_heads: NDArray[np.int32]
    count_bounds: NDArray[np.int32]
    count_starts: NDArray[np.int64]
    count_literals: NDArray[np.int32]
    roles: tuple[str, ...]
    fluents: tuple[str, ...]
    true: NDArray[np.int32]
    next: NDArray[np.int32]
    initial: NDArray[np.uint8]
    moves: tuple[tuple[int, str], ...]
    does: NDArray[np.int32]
    legal: NDArray[np.int32]
    terminal: int
    goals: tuple[tuple[int, int, int], ...]
    features: tuple[tuple[int, str, int], ...]
    quiet: int
