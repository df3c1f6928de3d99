"""Bits of 64-bit words, as the machine counts them."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def trailing_zeros(typing: Any, word: Any) -> Any:
    """Return the place of the lowest bit set, as int64; 64 for 0."""
    if word != types.uint64:
        return None

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), code
