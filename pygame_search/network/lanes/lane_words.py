"""Rows of bits in compiled kernels: one bit for each of LANES states.

A row is WORDS 64-bit words, a value that LLVM keeps in vector registers: a kernel
writes `load(rows, o) & ~load(rows, p)` and gets the widest instructions that the
processor has. In memory a row begins at a multiple of WORDS in an array of words.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.datamodel.models import PrimitiveModel
from numba.extending import overload, register_model
from numpy.typing import NDArray

from pygame_search.network.jit import instruction

#: The words of a row. Of 8, 16, 32 and 64, this number is the fastest for most games on
#: processors with wide vectors: many states share the bookkeeping for a gate, and the
#: rows of medium-sized networks stay in the nearest caches.
WORDS = 16
LANES = 64 * WORDS

_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, WORDS)
_LANE_ZEROS = ir.Constant(ir.VectorType(ir.IntType(32), WORDS), [0] * WORDS)


class RowType(types.Type):
    """The type of a row."""

    def __init__(self) -> None:
        super().__init__(f"Row({WORDS})")


row = RowType()


@register_model(RowType)
class _RowModel(PrimitiveModel):
    def __init__(self, manager: Any, kind: RowType) -> None:
        super().__init__(manager, kind, _VECTOR)  # type: ignore[no-untyped-call]


def empty_rows(number: int) -> NDArray[np.uint64]:
    """Return rows of zeros, aligned for vector loads."""
    words = np.zeros(number * WORDS + 8, np.uint64)
    skip = -words.ctypes.data % 64 // 8
    return words[skip : skip + number * WORDS]


def _address(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), _VECTOR.as_pointer())


def _all(builder: Any, word: Any) -> Any:
    undefined = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(undefined, word, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, undefined, _LANE_ZEROS)


@instruction
def load(_: Any, rows: Any, at: Any) -> Any:
    """Return the row at an offset in words."""

    def make(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        place = _address(context, builder, signature.args[0], given[0], given[1])
        return builder.load(place, align=8)

    return row(rows, types.uint64), make


@instruction
def store(_: Any, rows: Any, at: Any, value: Any) -> Any:
    """Store a row at an offset in words."""

    def make(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        place = _address(context, builder, signature.args[0], given[0], given[1])
        builder.store(given[2], place, align=8)
        return context.get_dummy_value()

    return types.void(rows, types.uint64, row), make


@instruction
def splat(_: Any, word: Any) -> Any:
    """Return a row whose words are all equal."""

    def make(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return _all(builder, given[0])

    return row(types.uint64), make


@instruction
def literal(_: Any, rows: Any, which: Any) -> Any:
    """Return the row of a literal, which is 2 * row, plus 1 if inverted."""

    def make(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        one = ir.Constant(_WORD, 1)
        at = builder.mul(builder.lshr(given[1], one), ir.Constant(_WORD, WORDS))
        place = _address(context, builder, signature.args[0], given[0], at)
        inverted = _all(builder, builder.neg(builder.and_(given[1], one)))
        return builder.xor(builder.load(place, align=8), inverted)

    return row(rows, types.uint64), make


def _called(name: str, result: Any, builder: Any, value: Any) -> Any:
    """Return the result of an intrinsic function of LLVM for a row."""
    name = f"llvm.{name}.v{WORDS}i64"
    function = builder.module.globals.get(name)
    if function is None:
        kind = ir.FunctionType(result, [_VECTOR])
        function = ir.Function(builder.module, kind, name)
    return builder.call(function, [value])


@instruction
def some(_: Any, value: Any) -> Any:
    """Return whether any bit of a row is set."""

    def make(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        word = _called("vector.reduce.or", _WORD, builder, given[0])
        return builder.icmp_unsigned("!=", word, ir.Constant(_WORD, 0))

    return types.boolean(row), make


@instruction
def count(_: Any, value: Any) -> Any:
    """Return how many bits of a row are set."""

    def make(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        ones = _called("ctpop", _VECTOR, builder, given[0])
        return _called("vector.reduce.add", _WORD, builder, ones)

    return types.int64(row), make


def _binary(function: Any, name: str) -> None:
    @instruction
    def apply(_: Any, one: Any, other: Any) -> Any:
        def make(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return getattr(builder, name)(*given)

        return row(row, row), make

    @overload(function, strict=False)
    def of_rows(one: Any, other: Any) -> Any:
        if isinstance(one, RowType) and isinstance(other, RowType):
            return lambda one, other: apply(one, other)
        return None


def _shift(function: Any, name: str) -> None:
    @instruction
    def apply(_: Any, one: Any, bits: Any) -> Any:
        def make(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return getattr(builder, name)(given[0], _all(builder, given[1]))

        return row(row, types.uint64), make

    @overload(function, strict=False)
    def of_rows(one: Any, bits: Any) -> Any:
        if isinstance(one, RowType) and isinstance(bits, types.Integer):
            return lambda one, bits: apply(one, np.uint64(bits))
        return None


@instruction
def _inverted(_: Any, one: Any) -> Any:
    def make(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.not_(given[0])

    return row(row), make


@overload(operator.invert, strict=False)
def _invert_row(one: Any) -> Any:
    if isinstance(one, RowType):
        return lambda one: _inverted(one)
    return None


_binary(operator.and_, "and_")
_binary(operator.or_, "or_")
_binary(operator.xor, "xor")
_binary(operator.add, "add")
_shift(operator.lshift, "shl")
_shift(operator.rshift, "lshr")
