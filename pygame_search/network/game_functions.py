"""What a search of one state at a time asks of a game: functions outside of it.

Their code belongs to the game: `lift/llvm.py` writes it for a game as operations on
words, `events/functions.py` has it for a network. A kernel that calls them is a linked
kernel (`jit.LinkedKernel`).

A state is an array of words, given by its address; the first `key` words tell it from
all others.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import llvmlite.binding as llvm
import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import inner_kernel, instruction

Ints: TypeAlias = NDArray[np.int64]

#: The functions of a game, each with the number of its arguments beside the context.
#: Numba looks for their addresses; the link replaces these.
FUNCTIONS = {
    "game_terminal": 1,
    "game_goal": 2,
    "game_legal": 3,
    "game_step": 4,
    "game_value": 2,
    "game_quiet": 1,
    "game_noisy": 3,
    "game_estimate": 1,
    "game_weight": 2,
    "game_mover": 1,
    "game_wins": 2,
    "game_threats": 2,
    "game_key": 2,
    "game_parts": 2,
    "game_begin": 2,
}
for _name in FUNCTIONS:
    llvm.add_symbol(_name, 1)

#: What `is_terminal` returns for a state within a turn.
WITHIN_TURN = 2

#: Returned in place of a goal, an estimate or a weight if there is none, or several.
NO_GOAL_VALUE = -(1 << 63)


class Machine(NamedTuple):
    """What the functions of a game need to know, and the sizes of its states.

    Attributes:
        context: the first argument of each function.
        size: the words of a state.
        key: how many of them, the first, tell it from all others.
        roles: how many roles there are.
        moves: how many moves.
        weights: of the features, in the order of the game's code.
        goals: for each goal value of the searching role: the value, its kind (1 win,
            -1 loss, 0 between), and its score.
    """

    context: int
    size: int
    key: int
    roles: int
    moves: int
    weights: Ints
    goals: Ints


def call_of(name: str, *arguments: Any) -> Any:
    """Return the type and the code of a call of a game's function.

    Args:
        name: of the function, whose arguments and result are numbers of 64 bits.
        arguments: the types of those that are given.
    """
    from llvmlite import ir
    from numba import types

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        number = ir.IntType(64)
        kind = ir.FunctionType(number, [number] * len(values))
        function = builder.module.globals.get(name)
        return builder.call(function or ir.Function(builder.module, kind, name), values)

    return types.int64(*[types.int64] * len(arguments)), code


@instruction
def is_terminal(typing: Any, context: Any, state: Any) -> Any:
    """Return 1 if the game is over, WITHIN_TURN if a turn goes on, else 0."""
    return call_of("game_terminal", context, state)


@instruction
def goal_of(typing: Any, context: Any, state: Any, role: Any) -> Any:
    """Return the goal value of a role; NO_GOAL_VALUE for none or several."""
    return call_of("game_goal", context, state, role)


@instruction
def list_moves(typing: Any, context: Any, state: Any, role: Any, room: Any) -> Any:
    """List the legal moves of a role, ascending, from an address on as int32.

    The result is how many there are. What stands behind them may be overwritten: there
    must be room for one more.
    """
    return call_of("game_legal", context, state, role, room)


@instruction
def make_step(
    typing: Any, context: Any, state: Any, joint: Any, following: Any, whole: Any
) -> Any:
    """Make a joint move, given by the address of each role's move, as int32.

    `following` is the address of the state that is made. If `whole` is 0, only its end
    and its worth will be asked for.
    """
    return call_of("game_step", context, state, joint, following, whole)


@instruction
def worth_of(typing: Any, context: Any, state: Any, weights: Any) -> Any:
    """Return the sum of the features, weighted by the numbers at an address."""
    return call_of("game_value", context, state, weights)


@instruction
def is_quiet(typing: Any, context: Any, state: Any) -> Any:
    """Return 1 if a state is quiet, 0 if not, -1 if no rule says so."""
    return call_of("game_quiet", context, state)


@instruction
def list_noisy(typing: Any, context: Any, state: Any, role: Any, room: Any) -> Any:
    """List the legal moves of a role that are noisy, as `list_moves` does.

    The result has how many there are in its lower 32 bits (`noisy_of`), and how many
    moves are legal in the higher ones (`legal_of`); -1 if no rule says what is noisy.
    """
    return call_of("game_noisy", context, state, role, room)


@inner_kernel
def noisy_of(listed: Any) -> Any:
    """Return how many moves are noisy, of what `list_noisy` returns."""
    return listed & 0xFFFFFFFF


@inner_kernel
def legal_of(listed: Any) -> Any:
    """Return how many moves are legal, of what `list_noisy` returns."""
    return listed >> 32


@instruction
def estimate_of(typing: Any, context: Any, state: Any) -> Any:
    """Return the estimate of the cost to a goal; NO_GOAL_VALUE for none or several."""
    return call_of("game_estimate", context, state)


@instruction
def weight_of(typing: Any, context: Any, state: Any, move: Any) -> Any:
    """Return the weight of a move of chance; NO_GOAL_VALUE for none or several."""
    return call_of("game_weight", context, state, move)


@instruction
def mover_of(typing: Any, context: Any, state: Any) -> Any:
    """Return the role that alone has a choice, if the rules tell at once, else -1."""
    return call_of("game_mover", context, state)


@instruction
def list_wins(typing: Any, context: Any, state: Any, room: Any) -> Any:
    """List joint moves with which the mover may win at once, from an address on.

    Each is the move of each role, as int32. The result is how many there are. Not each
    of them must win, and there may be others: they are to be tried first. The state has
    a mover; there must be room for one more.
    """
    return call_of("game_wins", context, state, room)


@instruction
def threats_of(typing: Any, context: Any, state: Any, role: Any) -> Any:
    """Return at how many places one more bit would win for a role."""
    return call_of("game_threats", context, state, role)


@instruction
def make_key(typing: Any, context: Any, state: Any, key: Any) -> Any:
    """Write the key of a state in tables to an address.

    It has as many words as tell a state from all others. States that are symmetric by
    the rules have one key.
    """
    return call_of("game_key", context, state, key)


@instruction
def list_parts(typing: Any, context: Any, state: Any, room: Any) -> Any:
    """Write a bit for each part of a position that is more than a fluent.

    They are those of `Network.derived_parts`, in words from an address on.
    """
    return call_of("game_parts", context, state, room)


@instruction
def make_state(typing: Any, context: Any, state: Any, words: Any) -> Any:
    """Make a state of the words that tell it from all others, given their address."""
    return call_of("game_begin", context, state, words)


@instruction
def address(typing: Any, array: Any, at: Any) -> Any:
    """Return the address of a row of an array, or of an element."""
    from llvmlite import ir
    from numba import types

    if not isinstance(array, types.Array) or not isinstance(at, types.Integer):
        return None

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        given = context.make_array(array)(context, builder, values[0])
        wide = context.cast(builder, values[1], at, types.int64)
        stride = builder.extract_value(given.strides, 0)
        start = builder.ptrtoint(given.data, ir.IntType(64))
        return builder.add(start, builder.mul(wide, stride))

    return types.int64(array, at), code


def _array_at(name: str) -> Any:
    """Return a function that gives an array at an address.

    Args:
        name: of the type of its elements, in numba.
    """

    def array_at(typing: Any, address: Any, count: Any) -> Any:
        from llvmlite import ir
        from numba import types
        from numba.np.arrayobj import populate_array

        dtype = getattr(types, name)
        kind = types.Array(dtype, 1, "C")

        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            made = context.make_array(kind)(context, builder)
            element = context.get_data_type(dtype)
            number = ir.IntType(64)
            width = ir.Constant(number, context.get_abi_sizeof(element))
            populate_array(  # type: ignore[no-untyped-call]
                made,
                builder.inttoptr(values[0], element.as_pointer()),
                [values[1]],
                [width],
                width,
                None,
            )
            return made._getvalue()

        return kind(types.int64, types.int64), code

    return instruction(array_at)


#: The arrays at an address, of so many elements.
words_at, ints_at, moves_at = map(_array_at, ("uint64", "int64", "int32"))
