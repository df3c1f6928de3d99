"""A network in one state at a time: when a wire changes, what hangs on it is told.

A *row* holds one byte for each wire: how many of its inputs are false, and in the
highest bit whether it is known to be true. A change of a wire adds one to the gates
that it feeds, or takes one from them. A gate whose count comes to zero, or leaves it,
is *marked*, and the marked wires are settled in their order, so that none is settled
twice. A loop of gates is evaluated anew, from false, when an input of it has changed: a
wire before it, its *trigger*, is marked for that.

The row of a child is a copy of its parent's row in which the moves and then the fluents
are changed: nothing has to be taken back. With it go the *words*: a bit for each fluent
that holds, for each that the next state changes, and for each move that is legal.

Where a search goes no further, only what terminal, goal and the features hang on is of
interest: the second half of the tables leaves out the rest.

Places in arrays are unsigned: for others the compiler adds a test whether they count
from the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import bare, inlined, lowest
from pygame_search.network.events.wiring import BIT, TRIGGER, Ints, Naturals, Wiring

Row = NDArray[np.uint8]
Words = NDArray[np.uint64]

U = np.uint64
TRUE = U(128)
COUNT = U(127)
ONE = U(1)
_BIT, _TRIGGER = U(BIT), U(TRIGGER)


@inlined
def holds(row: Row, literal: Any) -> Any:
    """Return whether a literal is true in a row that is settled, as 0 or 1."""
    return (row[U(literal) >> ONE] >> 7) ^ (literal & 1)


@inlined
def mark(dirty: Words, summary: Words, wire: np.uint64) -> None:
    """Note that a wire is to be settled."""
    dirty[wire >> U(6)] |= ONE << (wire & U(63))
    summary[wire >> U(12)] |= ONE << ((wire >> U(6)) & U(63))


@inlined
def turn(row: Row, dirty: Words, summary: Words, wire: np.uint64) -> None:
    """Change an input from true to false or back."""
    row[wire] ^= np.uint8(1)
    dirty[wire >> U(6)] |= ONE << (wire & U(63))
    summary[wire >> U(12)] |= ONE << ((wire >> U(6)) & U(63))


@bare
def evaluate(wiring: Wiring, state: Words, row: Row, words: Words) -> Any:
    """Evaluate the whole network for a state in which nobody moves.

    Args:
        wiring: the network.
        state: the bits of the fluents, in words.
        row: is filled.
        words: is filled.

    Returns:
        The sum of the weights of the features.
    """
    sizes, starts, inputs = wiring.sizes, wiring.starts, wiring.inputs
    loops, loop_inputs, trigger_of = wiring.loops, wiring.loop_inputs, wiring.trigger_of
    next_, legal, places = wiring.next, wiring.legal, wiring.places
    total, fluents, moves, first, size = (
        sizes[0],
        sizes[1],
        sizes[2],
        sizes[3],
        sizes[4],
    )
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


@bare
def settle_loop(
    loops: Ints,
    loop_inputs: Ints,
    starts: Naturals,
    inputs: Naturals,
    first: int,
    row: Row,
    loop: int,
) -> None:
    """Find the least fixpoint of a loop; the counts tell it, the highest bits not yet.

    Each wire of the loop has a count of 0 if it is true, of 1 if not.
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


@inlined
def _false_in_loop(row: Row, literal: Any, begin: Any, end: Any) -> Any:
    """Return 1 for a false literal; wires of the loop are known by their counts."""
    wire = literal >> 1
    if begin <= wire < end:
        return (1 if row[wire] & 127 else 0) ^ (literal & 1)
    return 1 ^ (row[wire] >> 7) ^ (literal & 1)


@inlined
def settle(
    wiring: Wiring,
    row: Row,
    words: Words,
    dirty: Words,
    summary: Words,
    half: np.uint64,
) -> Any:
    """Settle all that is marked; return by how much the worth has changed.

    Args:
        wiring: the network.
        row: of the state.
        words: of the state.
        dirty: a bit for each wire that is marked; none at the end.
        summary: a bit for each word of these.
        half: 0, or the number of wires to leave out what a leaf does not need.
    """
    tables, edges, hangers = wiring.tables, wiring.edges, wiring.hangers
    weights, trigger_of, loops = wiring.weights, wiring.trigger_of, wiring.loops
    loop_inputs, starts, inputs = wiring.loop_inputs, wiring.starts, wiring.inputs
    first = wiring.sizes[3]
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
