"""How the kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from numba import njit

_F = TypeVar("_F", bound=Callable[..., object])


def kernel(function: _F) -> _F:
    """Return a function compiled on its first call, kept on disk for the next process.

    It runs without Python's lock, and divides as C does. Arguments are numbers and
    arrays that can be written to: a read-only one would be another type, and compiled
    again.
    """
    compiled = njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast("_F", compiled)
