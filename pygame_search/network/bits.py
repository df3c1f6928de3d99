"""Operations for kernels that numba lacks, or compiles slowly."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import Number, bare_kernel, instruction


@bare_kernel
def sort(numbers: NDArray[Any], begin: Number, end: Number) -> None:
    """Sort a part of an array, by Shell's method."""
    gap: Any = np.int64(1)
    while 3 * gap < end - begin:
        gap = 3 * gap + 1
    while gap > 0:
        for at in range(begin + gap, end):
            number = numbers[at]
            place: Any = np.int64(at)
            while place - gap >= begin and numbers[place - gap] > number:
                numbers[place] = numbers[place - gap]
                place -= gap
            numbers[place] = number
        gap //= 3


@instruction
def lowest(typing: Any, word: Any) -> Any:
    """Return the position of the lowest one bit of a uint64, as uint64; 64 for none."""
    from llvmlite import ir
    from numba import types

    if word != types.uint64:
        return None

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), code


@instruction
def fetch(typing: Any, array: Any, place: Any) -> Any:
    """Prefetch an element of an array of uint64; its index has 64 bits."""
    from llvmlite import ir
    from numba import types

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


@instruction
def octets(typing: Any, words: Any) -> Any:
    """Return a row of uint64 as uint8; `view` does the same but compiles slowly."""
    from llvmlite import ir
    from numba import types
    from numba.core.imputils import impl_ret_borrowed
    from numba.np.arrayobj import populate_array

    if words != types.Array(types.uint64, 1, "C"):
        return None
    result = types.Array(types.uint8, 1, "C")

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        given = context.make_array(words)(context, builder, values[0])
        made = context.make_array(result)(context, builder)
        size = builder.mul(given.nitems, ir.Constant(given.nitems.type, 8))
        populate_array(  # type: ignore[no-untyped-call]
            made,
            builder.bitcast(given.data, ir.IntType(8).as_pointer()),
            [size],
            [ir.Constant(size.type, 1)],
            ir.Constant(size.type, 1),
            given.meminfo,
            given.parent,
        )
        value = made._getvalue()
        return impl_ret_borrowed(context, builder, result, value)  # type: ignore[no-untyped-call]

    return result(words), code
