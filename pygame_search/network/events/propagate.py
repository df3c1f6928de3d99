"""Event-driven evaluation of a network, one state at a time.

A *row* holds one byte for each wire: the number of its false inputs, and in the highest
bit whether the wire is known to be true. When a wire changes, the counts of the gates
that it feeds go up or down by one. A gate whose count becomes zero, or ceases to be
zero, is *marked*. Marked wires are settled in their order, so none is settled twice. A
loop of gates is evaluated again, from false, when one of its inputs has changed; for
this a wire before the loop, its *trigger*, is marked.

The row of a child is a copy of its parent's row in which the moves and then the fluents
are changed, so nothing has to be undone. Each row has *words*: a bit for each fluent
that holds, for each fluent that the next state changes, and for each legal move.

A leaf of a search needs only the inputs of terminal, goal and the features: the second
half of the tables omits the other gates.

Array indices are unsigned, because for signed ones the compiler adds a test for
negative values.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import lowest
from pygame_search.network.events.wiring import (
    BIT,
    FIRST_GATE,
    FLUENTS,
    MOVES,
    STATE_WORDS,
    TRIGGER,
    WIRES,
    Ints,
    Naturals,
    Wiring,
)
from pygame_search.network.jit import bare_kernel, inner_kernel

Row = NDArray[np.uint8]
Words = NDArray[np.uint64]

U = np.uint64
TRUE = U(128)
COUNT = U(127)
ONE = U(1)
_BIT, _TRIGGER = U(BIT), U(TRIGGER)


@inner_kernel
def holds(row: Row, literal: Any) -> Any:
    """Return the value of a literal in a settled row, as 0 or 1."""
    return (row[U(literal) >> ONE] >> 7) ^ (literal & 1)


@inner_kernel
def mark(dirty: Words, summary: Words, wire: np.uint64) -> None:
    """Mark a wire."""
    dirty[wire >> U(6)] |= ONE << (wire & U(63))
    summary[wire >> U(12)] |= ONE << ((wire >> U(6)) & U(63))


@inner_kernel
def turn(row: Row, dirty: Words, summary: Words, wire: np.uint64) -> None:
    """Change an input from true to false or back."""
    row[wire] ^= np.uint8(1)
    dirty[wire >> U(6)] |= ONE << (wire & U(63))
    summary[wire >> U(12)] |= ONE << ((wire >> U(6)) & U(63))


@bare_kernel
def evaluate(wiring: Wiring, state: Words, row: Row, words: Words) -> Any:
    """Evaluate the whole network for a state, without moves.

    Args:
        wiring: the network.
        state: the bits of the fluents, in words.
        row: receives the counts.
        words: receives the words of the row.

    Returns:
        The sum of the weights of the features.
    """
    sizes, starts, inputs = wiring.sizes, wiring.starts, wiring.inputs
    loops, loop_inputs, trigger_of = wiring.loops, wiring.loop_inputs, wiring.trigger_of
    next_, legal, places = wiring.next, wiring.legal, wiring.places
    total, fluents, moves = sizes[WIRES], sizes[FLUENTS], sizes[MOVES]
    first, size = sizes[FIRST_GATE], sizes[STATE_WORDS]
    for i in range(len(row)):
        row[i] = 1
    for i in range(len(words)):
        words[i] = 0
    for f in range(fluents):
        if (state[f >> 6] >> U(f & 63)) & ONE:
            row[1 + f] = TRUE
            words[f >> 6] |= ONE << U(f & 63)
    wire = first
    while wire < total:
        loop = trigger_of[wire]
        if loop >= 0:
            settle_loop(loops, loop_inputs, starts, inputs, first, row, loop)
            for inner in range(loops[loop, 0], loops[loop, 2]):
                row[inner] = TRUE if (row[inner] & 127) == 0 else 1
            wire = loops[loop, 2]
            continue
        false = 0
        for i in range(starts[wire - first], starts[wire - first + 1]):
            false += 1 - holds(row, inputs[i])
        row[wire] = false if false > 0 else TRUE
        wire += 1
    for f in range(fluents):
        if holds(row, next_[f]) != holds(row, 2 + 2 * f):
            words[size + (f >> 6)] |= ONE << U(f & 63)
    for move in range(moves):
        if holds(row, legal[move]):
            words[places[move] >> 6] |= ONE << U(places[move] & 63)
    worth = 0
    for i in range(len(wiring.features)):
        if holds(row, wiring.features[i]):
            worth += wiring.weights[i]
    return worth


@bare_kernel
def settle_loop(
    loops: Ints,
    loop_inputs: Ints,
    starts: Naturals,
    inputs: Naturals,
    first: int,
    row: Row,
    loop: int,
) -> None:
    """Find the least fixpoint of a loop, in the counts but not yet in the highest bits.

    Each wire of the loop gets the count 0 if it is true, else 1.
    """
    begin, gates, end = loops[loop, 0], loops[loop, 1], loops[loop, 2]
    for wire in range(begin, gates):
        row[wire] = (row[wire] & 128) | 1
    changed = True
    while changed:
        changed = False
        for gate in range(gates, end):
            false = 0
            for i in range(starts[gate - first], starts[gate - first + 1]):
                false |= _false_in_loop(row, inputs[i], begin, end)
            row[gate] = (row[gate] & 128) | false
        for wire in range(begin, gates):
            if row[wire] & 127 and not _false_in_loop(
                row, loop_inputs[wire], begin, end
            ):
                row[wire] = row[wire] & 128
                changed = True


@inner_kernel
def _false_in_loop(row: Row, literal: Any, begin: Any, end: Any) -> Any:
    """Return 1 for a false literal; for wires of the loop, the counts decide."""
    wire = literal >> 1
    if begin <= wire < end:
        return (1 if row[wire] & 127 else 0) ^ (literal & 1)
    return 1 ^ (row[wire] >> 7) ^ (literal & 1)


@inner_kernel
def settle(
    wiring: Wiring,
    row: Row,
    words: Words,
    dirty: Words,
    summary: Words,
    half: np.uint64,
) -> Any:
    """Settle all marked wires; return the change of the sum of the weights.

    Args:
        wiring: the network.
        row: the row of the state.
        words: the words of the state.
        dirty: a bit for each marked wire; all zero at the end.
        summary: a bit for each word of `dirty`.
        half: 0, or the number of wires, which omits what a leaf does not need.
    """
    tables, edges, hangers = wiring.tables, wiring.edges, wiring.hangers
    weights, trigger_of, loops = wiring.weights, wiring.trigger_of, wiring.loops
    loop_inputs, starts, inputs = wiring.loop_inputs, wiring.starts, wiring.inputs
    first = wiring.sizes[FIRST_GATE]
    gained = np.int64(0)
    for s in range(U(len(summary))):
        while summary[s] != U(0):
            word = (s << U(6)) + lowest(summary[s])
            while dirty[word] != U(0):
                bits = dirty[word]
                wire = (word << U(6)) + lowest(bits)
                dirty[word] = bits & (bits - ONE)
                known = U(row[wire])
                true = U((known & COUNT) == U(0))
                if true == known >> U(7):
                    loop = trigger_of[wire]
                    if loop >= 0:
                        settle_loop(
                            loops, loop_inputs, starts, inputs, first, row, loop
                        )
                        for inner in range(loops[loop, 0], loops[loop, 2]):
                            if ((row[inner] & 127) == 0) != (row[inner] >> 7):
                                mark(dirty, summary, U(inner))
                    continue
                row[wire] = known ^ TRUE
                at = half + wire
                for e in range(U(tables[at, U(0)]), U(tables[at, U(1)])):
                    code = U(edges[e])
                    gate = code >> ONE
                    less = true ^ (code & ONE)
                    count = U(row[gate])
                    row[gate] = count + ONE - less - less
                    if count & COUNT == less:
                        mark(dirty, summary, gate)
                for h in range(U(tables[at, U(2)]), U(tables[at, U(3)])):
                    code = U(hangers[h])
                    what = code >> U(3)
                    if code & U(3) == _BIT:
                        words[what >> U(6)] ^= ONE << (what & U(63))
                    elif code & U(3) == _TRIGGER:
                        mark(dirty, summary, what)
                    elif true ^ ((code >> U(2)) & ONE):
                        gained += weights[what]
                    else:
                        gained -= weights[what]
            summary[s] &= summary[s] - ONE
    return gained
