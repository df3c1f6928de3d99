"""What clingo calls while it grounds, compiled to machine code.

Each rule of the ground program is written to one array of numbers, `Log`, as it comes;
nothing is done in Python. Arithmetic is computed here, too, as SWI-Prolog does it.

    head, n, n literals               a rule; a fact when n is 0
    -head, bound, n, n literals       head holds when at least bound of the literals do
    0, low, high, atom                a shown atom: the halves of its symbol, and its
                                      number, 0 when it always holds
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from pygame_search.network.jit import callback, kernel

#: What stands at the beginning of the log: why clingo is to stop, how much is written,
#: how much there is room for, the greatest atom, the upper half of the symbol of a
#: number.
STOP, USED, ROOM, ATOMS, NUMBER = range(5)
HEADER = 16

#: Why clingo is to stop: the log is full, a number has more than 32 bits, and what the
#: process that reads the log finds.
FULL, TOO_LARGE, OUT_OF_TIME, OUT_OF_MEMORY = range(1, 5)

_types: Any = types
_LITERALS = _LOG = _types.CPointer(_types.int32)
_DEEPEST = 512
_LARGEST = 1 << 31


def _callback(*arguments: Any) -> Callable[[Callable[..., int]], Any]:
    """Return what compiles a function to one that C can call; true means to go on."""
    return callback(_types.uint8, *arguments)


def _intrinsic(function: Callable[..., Any]) -> Any:
    return intrinsic(function)


@_intrinsic
def _give(typing: Any, callback: Any, symbol: Any, data: Any) -> Any:
    """Hand a symbol to the callback at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        callback, symbol, data = arguments
        word, byte = ir.IntType(64), ir.IntType(8)
        place = builder.alloca(word)
        builder.store(symbol, place)
        function = ir.FunctionType(byte, [word.as_pointer(), word, word])
        address = builder.inttoptr(callback, function.as_pointer())
        return builder.call(address, [place, word(1), data])

    return types.uint8(types.int64, types.int64, types.int64), generate


@kernel
def _room(log: Any, words: Any) -> bool:
    if log[STOP] != 0:
        return False
    if log[USED] > log[ROOM] - words:
        log[STOP] = FULL
        return False
    return True


@_callback(types.uint8, _LITERALS, types.uint64, _LITERALS, types.uint64, _LOG)
def rule(
    choice: int, heads: Any, head_count: int, body: Any, size: int, log: Any
) -> int:
    """Write a rule to the log."""
    n = np.int64(size)
    if not _room(log, n + 2):
        return 0
    if head_count != 1:
        return 1
    at = log[USED]
    log[at] = heads[0]
    log[at + 1] = n
    for i in range(n):
        log[at + 2 + i] = body[i]
        log[ATOMS] = max(log[ATOMS], abs(body[i]))
    log[ATOMS] = max(log[ATOMS], heads[0])
    log[USED] = at + 2 + n
    return 1


@_callback(
    types.uint8, _LITERALS, types.uint64, types.int32, _LITERALS, types.uint64, _LOG
)
def weight_rule(
    choice: int,
    heads: Any,
    head_count: int,
    bound: int,
    body: Any,
    size: int,
    log: Any,
) -> int:
    """Write a rule with a bound to the log, a literal as often as it counts."""
    words = 3
    for i in range(np.int64(size)):
        words += body[2 * i + 1]
    if not _room(log, words):
        return 0
    at = np.int64(log[USED])
    log[at] = -heads[0]
    log[at + 1] = bound
    log[at + 2] = words - 3
    at += 3
    for i in range(np.int64(size)):
        for _ in range(body[2 * i + 1]):
            log[at] = body[2 * i]
            at += 1
        log[ATOMS] = max(log[ATOMS], abs(body[2 * i]))
    log[ATOMS] = max(log[ATOMS], heads[0])
    log[USED] = at
    return 1


@_callback(types.uint64, types.uint32, _LOG)
def output_atom(symbol: int, atom: int, log: Any) -> int:
    """Write a shown atom to the log."""
    if not _room(log, 4):
        return 0
    at = log[USED]
    log[at] = 0
    log[at + 1] = np.int32(symbol & np.uint64(0xFFFFFFFF))
    log[at + 2] = np.int32(symbol >> np.uint64(32))
    log[at + 3] = np.int32(atom)
    log[ATOMS] = max(log[ATOMS], np.int32(atom))
    log[USED] = at + 4
    return 1


@_callback(types.uint32, types.int32, _LOG)
def external(atom: int, kind: int, log: Any) -> int:
    """Note that there is an atom."""
    log[ATOMS] = max(log[ATOMS], np.int32(atom))
    return 1 if log[STOP] == 0 else 0


@kernel
def step(code: Any, x: Any, y: Any) -> tuple[Any, bool]:
    """Return the value of an operation on numbers of 62 bits, and whether it has one.

    Args:
        code: its letter; see `step/3` of `logic/export/clingo_program.pl`.
        x: the first number, or the only one.
        y: the second number.
    """
    if code == ord("a"):
        return x + y, True
    if code == ord("s"):
        return x - y, True
    if code == ord("m"):
        return x * y, True
    if code == ord("x"):
        return x ^ y, True
    if code == ord("l"):
        return min(x, y), True
    if code == ord("h"):
        return max(x, y), True
    if code == ord("u"):
        return -x, True
    if code == ord("p"):
        return x, True
    if code == ord("b"):
        return abs(x), True
    if code == ord("g"):
        return (x > 0) - (x < 0), True
    if y == 0:
        return 0, False
    toward_zero = abs(x) // abs(y)
    if (x < 0) != (y < 0):
        toward_zero = -toward_zero
    if code == ord("d"):
        return toward_zero, True
    remainder = x - y * toward_zero
    if code == ord("o") and remainder != 0 and (remainder < 0) != (y < 0):
        remainder += y
    return remainder, True


@kernel
def is_unary(code: Any) -> Any:
    """Return whether an operation has one argument."""
    return code == ord("u") or code == ord("p") or code == ord("b") or code == ord("g")


@_callback(
    types.int64,
    _types.CPointer(_types.uint8),
    _types.CPointer(_types.uint64),
    types.uint64,
    _LOG,
    types.int64,
    types.int64,
)
def compute(
    location: int,
    name: Any,
    arguments: Any,
    count: int,
    log: Any,
    callback: int,
    data: int,
) -> int:
    """Give clingo the value of an expression, whose name has the steps.

    Nothing is given if there is no value: for what is no number, or where 0 divides.
    """
    if log[STOP] != 0:
        return 0
    stack = np.empty(_DEEPEST, np.int64)
    y: Any
    top, given, at = 0, 0, 1  # behind the first letter
    while name[at] != 0:
        at += 1  # behind the underscore
        c = np.int64(name[at])
        if c == ord("v"):
            symbol = arguments[given]
            given += 1
            at += 1
            if np.int32(symbol >> np.uint64(32)) != log[NUMBER]:
                return 1
            stack[top] = np.int32(symbol & np.uint64(0xFFFFFFFF))
            top += 1
        elif c == ord("n") or (c >= ord("0") and c <= ord("9")):
            minus = c == ord("n")
            if minus:
                at += 1
            number = np.int64(0)
            while name[at] >= ord("0") and name[at] <= ord("9"):
                number = number * 10 + np.int64(name[at]) - ord("0")
                at += 1
            stack[top] = -number if minus else number
            top += 1
        else:
            at += 1
            if not is_unary(c):
                top -= 1
                y = stack[top]
            else:
                y = np.int64(1)
            x = stack[top - 1]
            if c == ord("m") and abs(np.float64(x) * np.float64(y)) > 4e18:
                log[STOP] = TOO_LARGE
                return 0
            value, defined = step(c, x, y)
            if not defined:
                return 1
            if abs(value) > 1 << 61:
                log[STOP] = TOO_LARGE
                return 0
            stack[top - 1] = value
    value = stack[0]
    if abs(value) >= _LARGEST:
        log[STOP] = TOO_LARGE
        return 0
    symbol = (np.int64(log[NUMBER]) << 32) | (value & 0xFFFFFFFF)
    return int(_give(callback, np.int64(symbol), data))


@kernel
def sizes(log: NDArray[np.int32]) -> tuple[int, int, int, int, int, int]:
    """Return what is in the log.

    Returns:
        The number of rules, of their literals, of facts, of rules with a bound, of
        their literals, and of shown atoms.
    """
    rules = facts = counts = shown = 0
    literals: Any = 0
    count_literals: Any = 0
    at: Any = np.int64(HEADER)
    end = np.int64(log[USED])
    while at < end:
        head = log[at]
        if head > 0:
            n = np.int64(log[at + 1])
            if n == 0:
                facts += 1
            else:
                rules += 1
                literals += n
            at += 2 + n
        elif head < 0:
            n = np.int64(log[at + 2])
            counts += 1
            count_literals += n
            at += 3 + n
        else:
            shown += 1
            at += 4
    return rules, literals, facts, counts, count_literals, shown


@kernel
def take_apart(
    log: NDArray[np.int32],
    heads: NDArray[np.int32],
    starts: NDArray[np.int64],
    literals: NDArray[np.int32],
    facts: NDArray[np.int32],
    count_heads: NDArray[np.int32],
    count_bounds: NDArray[np.int32],
    count_starts: NDArray[np.int64],
    count_literals: NDArray[np.int32],
    symbols: NDArray[np.uint64],
    shown: NDArray[np.int32],
) -> None:
    """Fill arrays of the given sizes with the contents of the log."""
    rule = literal = fact = count = count_literal = output = np.int64(0)
    at: Any = np.int64(HEADER)
    end = np.int64(log[USED])
    while at < end:
        head = log[at]
        if head > 0:
            n = np.int64(log[at + 1])
            at += 2
            if n == 0:
                facts[fact] = head
                fact += 1
            else:
                heads[rule] = head
                starts[rule] = literal
                rule += 1
                for i in range(n):
                    literals[literal + i] = log[at + i]
                literal += n
            at += n
        elif head < 0:
            n = np.int64(log[at + 2])
            count_heads[count] = -head
            count_bounds[count] = log[at + 1]
            count_starts[count] = count_literal
            count += 1
            at += 3
            for i in range(n):
                count_literals[count_literal + i] = log[at + i]
            count_literal += n
            at += n
        else:
            low = np.uint64(np.uint32(log[at + 1]))
            high = np.uint64(np.uint32(log[at + 2]))
            symbols[output] = (high << np.uint64(32)) | low
            shown[output] = log[at + 3]
            output += 1
            at += 4
    starts[rule] = literal
    count_starts[count] = count_literal
