"""How the kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numba import njit

#: A number in a kernel. `np.int64(0)` where a plain 0 would be compiled by itself.
Number: TypeAlias = "int | np.int64"

_F = TypeVar("_F", bound=Callable[..., object])


def kernel(function: _F) -> _F:
    """Return a function compiled on its first call, kept on disk for the next process.

    It runs without Python's lock, and divides as C does. Arguments are numbers and
    arrays that can be written to: a read-only one would be another type, and compiled
    again.
    """
    compiled = njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast("_F", compiled)


def inner_kernel(function: _F) -> _F:
    """Return a function compiled as `kernel` does it, for the innermost loops.

    It is made a part of whoever calls it, and may make no arrays: it does not count who
    uses those that it is given, which takes as long as much of the work.
    """
    # `_nrt` is not among the options that numba declares.
    options: dict[str, Any] = {"forceinline": True, "_nrt": False}
    compiled = njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    return cast("_F", compiled)
