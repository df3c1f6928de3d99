"""The functions of a game for a network, by changes that are propagated.

They are those of `game_functions.py`, with what a context stands for in the place of
its address: the wiring, and the marks that `settle` needs. A state has the words of its
row (`propagate.py`), then the row, the worth of the features, and the joint move that
led to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pygame_search.network.bits import lowest, octets
from pygame_search.network.events.propagate import (
    ONE,
    U,
    Words,
    evaluate,
    holds,
    settle,
    turn,
)
from pygame_search.network.events.wiring import (
    DEFAULT,
    END_WORD,
    FIRST_MOVE,
    FIRST_WORD,
    FLUENTS,
    GUARD,
    LITERAL,
    MID_TURN,
    MOVE,
    MOVES,
    QUIET,
    ROW_WORDS,
    STATE_WORDS,
    TERMINAL,
    VALUE,
    WIRES,
    Wiring,
)
from pygame_search.network.game_functions import (
    NO_GOAL_VALUE,
    WITHIN_TURN,
    Ints,
    ints_at,
    moves_at,
    words_at,
)
from pygame_search.network.jit import inner_kernel


class Marks(NamedTuple):
    """For `settle`: a bit for each marked wire, and one for each word of these."""

    dirty: Words
    summary: Words


@inner_kernel
def _row_at(wiring: Wiring, state: Any) -> Any:
    """Return where the row of a state begins, and how many words it has."""
    size = (wiring.sizes[WIRES] + 7) // 8
    return state + 8 * wiring.sizes[ROW_WORDS], size


def game_terminal(wiring: Wiring, marks: Marks, state: int) -> Any:
    """See `game_functions.py`."""
    row, mid_turn = octets(words_at(*_row_at(wiring, state))), wiring.outputs[MID_TURN]
    if holds(row, wiring.outputs[TERMINAL]) == 1:
        return np.int64(1)
    if mid_turn >= 0 and holds(row, mid_turn) == 1:
        return np.int64(WITHIN_TURN)
    return np.int64(0)


def game_quiet(wiring: Wiring, marks: Marks, state: int) -> Any:
    """See `game_functions.py`."""
    wires = words_at(*_row_at(wiring, state))
    quiet = wiring.outputs[QUIET]
    return np.int64(-1) if quiet < 0 else np.int64(holds(octets(wires), quiet))


@inner_kernel
def _only(numbers: Ints, wires: Words, move: Any) -> Any:
    """Return the value of the row that alone holds; else NO_GOAL_VALUE.

    Args:
        numbers: the rows.
        wires: of the state.
        move: only rows of this move count, if they have one.
    """
    row = octets(wires)
    found = np.int64(NO_GOAL_VALUE)
    for at in range(len(numbers)):
        if numbers.shape[1] > MOVE and numbers[at, MOVE] != move:
            continue
        if holds(row, numbers[at, LITERAL]) == 1:
            if found != NO_GOAL_VALUE:
                return np.int64(NO_GOAL_VALUE)
            found = numbers[at, VALUE]
    return found


def game_goal(wiring: Wiring, marks: Marks, state: int, role: int) -> Any:
    """See `game_functions.py`; the wiring has the goals of one role alone."""
    return _only(wiring.goals, words_at(*_row_at(wiring, state)), np.int64(0))


def game_estimate(wiring: Wiring, marks: Marks, state: int) -> Any:
    """See `game_functions.py`."""
    return _only(wiring.estimates, words_at(*_row_at(wiring, state)), np.int64(0))


def game_weight(wiring: Wiring, marks: Marks, state: int, move: int) -> Any:
    """See `game_functions.py`."""
    return _only(wiring.lots, words_at(*_row_at(wiring, state)), move)


def game_value(wiring: Wiring, marks: Marks, state: int, weights: int) -> Any:
    """See `game_functions.py`; the wiring has the weights."""
    at, size = _row_at(wiring, state)
    return ints_at(at + 8 * size, 1)[0]


@inner_kernel
def _listed(wiring: Wiring, state: Any, role: Any, room: Any) -> Any:
    """List the legal moves of a role; return how many there are."""
    words = words_at(state, wiring.sizes[ROW_WORDS])
    wires = words_at(*_row_at(wiring, state))
    listed = moves_at(room, wiring.sizes[MOVES])
    roles, size = wiring.roles, wiring.sizes[STATE_WORDS]
    end = np.int64(0)
    move, guard = roles[role, FIRST_MOVE], roles[role, GUARD]
    guarded = guard >= 0 and holds(octets(wires), guard) == 0
    for i in range(roles[role, FIRST_WORD], roles[role, END_WORD]):
        bits = words[i]
        if guarded:
            bits &= ~wiring.masks[i - 2 * size]
        while bits != 0:
            listed[end] = move + np.int64(lowest(bits))
            end += 1
            bits &= bits - ONE
        move += 64
    if end == 0 and roles[role, DEFAULT] >= 0:
        listed[end] = roles[role, DEFAULT]
        end += 1
    return end


def game_legal(wiring: Wiring, marks: Marks, state: int, role: int, room: int) -> Any:
    """See `game_functions.py`."""
    return _listed(wiring, state, role, room)


def game_noisy(wiring: Wiring, marks: Marks, state: int, role: int, room: int) -> Any:
    """See `game_functions.py`."""
    if len(wiring.noisy) == 0:
        return np.int64(-1)
    legal = _listed(wiring, state, role, room)
    moves, row = moves_at(room, legal), octets(words_at(*_row_at(wiring, state)))
    count = np.int64(0)
    for at in range(legal):
        move = moves[at]
        if holds(row, wiring.noisy[move]) == 1:
            moves[count] = move
            count += 1
    return count | legal << 32


def game_step(
    wiring: Wiring, marks: Marks, state: int, joint: int, following: int, whole: int
) -> Any:
    """See `game_functions.py`."""
    sizes, roles = wiring.sizes, len(wiring.roles)
    at, count = _row_at(wiring, state)
    to, _ = _row_at(wiring, following)
    words, here = (
        words_at(state, sizes[ROW_WORDS]),
        words_at(following, sizes[ROW_WORDS]),
    )
    wires, row = words_at(at, count), words_at(to, count)
    worth, gained = ints_at(at + 8 * count, 1), ints_at(to + 8 * count, 1)
    does, made = (
        moves_at(at + 8 * count + 8, roles),
        moves_at(to + 8 * count + 8, roles),
    )
    moves = moves_at(joint, roles)
    dirty, summary = marks.dirty, marks.summary
    first_move, size = 1 + sizes[FLUENTS], sizes[STATE_WORDS]
    for i in range(len(wires)):
        row[i] = wires[i]
    for i in range(size, sizes[ROW_WORDS]):
        here[i] = words[i]
    gates = octets(row)
    gained[0] = worth[0]
    changed = False
    for r in range(len(moves)):
        if moves[r] != does[r]:
            changed = True
            if does[r] >= 0:
                turn(gates, dirty, summary, U(first_move + does[r]))
            turn(gates, dirty, summary, U(first_move + moves[r]))
        made[r] = moves[r]
    # One piece of code settles both times, for it is large: first the moves, then the
    # fluents.
    half = U(0)
    for phase in range(2):
        if phase == 1:
            for i in range(size):
                here[i] = words[i] ^ here[size + i]
            if whole == 0:
                half = U(sizes[WIRES])
            for i in range(size):
                bits = here[size + i]
                while bits != 0:
                    turn(gates, dirty, summary, U(1 + 64 * i) + lowest(bits))
                    bits &= bits - ONE
        elif not changed:
            continue
        gained[0] += settle(wiring, gates, here, dirty, summary, half)
    return np.int64(0)


def game_mover(wiring: Wiring, marks: Marks, state: int) -> Any:
    """See `game_functions.py`; it is not known."""
    return np.int64(-1)


def game_wins(wiring: Wiring, marks: Marks, state: int, room: int) -> Any:
    """See `game_functions.py`; none is known."""
    return np.int64(0)


def game_threats(wiring: Wiring, marks: Marks, state: int, role: int) -> Any:
    """See `game_functions.py`; none is known."""
    return np.int64(0)


def game_key(wiring: Wiring, marks: Marks, state: int, key: int) -> Any:
    """See `game_functions.py`: the fluents themselves."""
    size = wiring.sizes[STATE_WORDS]
    words, made = words_at(state, size), words_at(key, size)
    for i in range(size):
        made[i] = words[i]
    return np.int64(0)


def game_parts(wiring: Wiring, marks: Marks, state: int, room: int) -> Any:
    """See `game_functions.py`."""
    row, count = octets(words_at(*_row_at(wiring, state))), len(wiring.parts)
    words = words_at(room, (count + 63) // 64)
    for at in range(count):
        if at & 63 == 0:
            words[at >> 6] = U(0)
        words[at >> 6] |= U(holds(row, wiring.parts[at])) << U(at & 63)
    return np.int64(0)


def game_begin(wiring: Wiring, marks: Marks, state: int, bits: int) -> Any:
    """Make a state of the bits of its fluents, whose address is given."""
    at, count = _row_at(wiring, state)
    words, wires = words_at(state, wiring.sizes[ROW_WORDS]), words_at(at, count)
    worth = ints_at(at + 8 * count, 1)
    does = moves_at(at + 8 * count + 8, len(wiring.roles))
    fluents = words_at(bits, wiring.sizes[STATE_WORDS])
    worth[0] = evaluate(wiring, fluents, octets(wires), words)
    for r in range(len(wiring.roles)):
        does[r] = -1
    return np.int64(0)
