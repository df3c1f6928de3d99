"""What the kernels need beside numba: bits of words, and how they are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from pygame_search.network.jit import compiled

_F = TypeVar("_F", bound=Callable[..., object])


def inlined(function: _F) -> _F:
    """Return a function that becomes a part of the kernels that call it."""
    return compiled(function, inline="always")


def bare(function: _F) -> _F:
    """Return a kernel that counts no references: it may make no arrays.

    Counting them took more than half of the time of a search.
    """
    options: dict[str, Any] = {"_nrt": False}
    return compiled(function, **options)


def _part(function: Callable[..., Any]) -> Any:
    """Return what a kernel can call that numba has no function for."""
    return intrinsic(function)


@_part
def lowest(typing: Any, word: Any) -> Any:
    """Return the place of the lowest bit of a uint64, as uint64; 64 for none."""
    if word != types.uint64:
        return None

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), code


@_part
def fetch(typing: Any, array: Any, place: Any) -> Any:
    """Have the cache fetch what stands at a place (64 bits) of an array of uint64."""
    if not isinstance(array, types.Array) or not isinstance(place, types.Integer):
        return None

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = context.make_array(array)(context, builder, values[0]).data
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        address = builder.bitcast(builder.gep(data, [values[1]]), byte)
        prefetch = builder.module.declare_intrinsic(
            "llvm.prefetch",
            [byte],
            ir.FunctionType(ir.VoidType(), [byte, number, number, number]),
        )
        builder.call(prefetch, [address, *map(number, (0, 3, 1))])
        return context.get_dummy_value()

    return types.none(array, place), code
