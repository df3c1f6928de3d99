"""A network in 64 states at a time: all children of a node in one go.

Each wire has a word, with a bit, its *lane*, for each child. First the gates that hang
on the moves are evaluated, with another joint move in each lane, which gives the states
that follow; then those that hang on the state alone. What the search asks of a child is
kept in a row of words for each ply; the values of the *crossing* wires are kept too,
the gates of the state that the moves' gates read, so that for a child they need not be
evaluated again.

Compared with `events.py` a node costs the same however many children are looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pygame_search.network.bits import inlined
from pygame_search.network.events import ONE, Row, U, Words
from pygame_search.network.wiring import Wiring

ALL = ~U(0)


def row_size(wiring: Wiring) -> int:
    """Return how many words are kept for a ply."""
    fluents, moves = int(wiring.sizes[1]), int(wiring.sizes[2])
    asked = len(wiring.goals) + len(wiring.features)
    return len(wiring.crossing) + fluents + moves + 2 + asked


@inlined
def value_of(values: Words, literal: Any) -> Any:
    """Return the word of a literal."""
    return values[U(literal) >> ONE] ^ (U(0) - (U(literal) & ONE))


@inlined
def from_row(wiring: Wiring, values: Words, row: Row) -> Any:
    """Give the crossing wires, in all lanes, the values that a row of events has."""
    for i in range(len(wiring.crossing)):
        wire = wiring.crossing[i]
        values[wire] = U(0) - U(row[wire] >> 7)


@inlined
def from_lane(wiring: Wiring, values: Words, kept: Words, lane: Any) -> Any:
    """Give the crossing wires, in all lanes, the values that one lane has."""
    for i in range(len(wiring.crossing)):
        values[wiring.crossing[i]] = U(0) - ((kept[i] >> U(lane)) & ONE)


@inlined
def with_state(wiring: Wiring, values: Words, state: Words) -> Any:
    """Give the fluents, in all lanes, the values that a state has."""
    for f in range(wiring.sizes[1]):
        values[1 + f] = U(0) - ((state[f >> 6] >> U(f & 63)) & ONE)


@inlined
def spread(wiring: Wiring, values: Words, kept: Words, leaf: Any) -> Any:
    """Evaluate the children; what is asked of them is kept.

    Args:
        wiring: the network.
        values: of crossing wires, fluents and moves.
        kept: crossing wires, fluents, moves, terminal, quiet, goals, features.
        leaf: whether terminal, quiet, goals and features are enough.
    """
    sizes, next_, legal = wiring.sizes, wiring.next, wiring.legal
    crossing, goals, features = wiring.crossing, wiring.goals, wiring.features
    fluents, moves = sizes[1], sizes[2]
    _evaluate(wiring, values, sizes[7], sizes[0])
    at = len(crossing)
    for f in range(fluents):
        kept[at + f] = value_of(values, next_[f])
    for f in range(fluents):
        values[1 + f] = kept[at + f]
    at += fluents
    _evaluate(wiring, values, sizes[3], sizes[6] if leaf else sizes[7])
    if not leaf:
        for i in range(len(crossing)):
            kept[i] = values[crossing[i]]
        for r in range(len(wiring.roles)):
            guard = wiring.roles[r, 4]
            allowed = value_of(values, guard) if guard >= 0 else ALL
            word = wiring.roles[r, 0] - 2 * sizes[4]
            begin = wiring.roles[r, 2]
            end = wiring.roles[r + 1, 2] if r + 1 < len(wiring.roles) else moves
            for move in range(begin, end):
                place = move - begin
                guarded = (wiring.masks[word + (place >> 6)] >> U(place & 63)) & ONE
                found = value_of(values, legal[move])
                kept[at + move] = found & (allowed | (guarded - ONE))
    at += moves
    kept[at] = value_of(values, wiring.outputs[0])
    kept[at + 1] = (
        value_of(values, wiring.outputs[1]) if wiring.outputs[1] >= 0 else ALL
    )
    at += 2
    for i in range(len(goals)):
        kept[at + i] = value_of(values, goals[i, 0])
    at += len(goals)
    for i in range(len(features)):
        kept[at + i] = value_of(values, features[i])


@inlined
def _evaluate(wiring: Wiring, values: Words, begin: Any, end: Any) -> Any:
    """Evaluate the gates from begin to end, loops among them."""
    loops = wiring.loops
    at = begin
    for loop in range(len(loops)):
        first = loops[loop, 0]
        if first < begin or first >= end:
            continue
        _evaluate_gates(wiring, values, at, first)
        at = loops[loop, 2]
        for wire in range(first, loops[loop, 1]):
            values[wire] = U(0)
        changed = U(1)
        while changed != U(0):
            changed = U(0)
            _evaluate_gates(wiring, values, loops[loop, 1], at)
            for wire in range(first, loops[loop, 1]):
                more = value_of(values, wiring.loop_inputs[wire]) & ~values[wire]
                values[wire] |= more
                changed |= more
    _evaluate_gates(wiring, values, at, end)


@inlined
def _evaluate_gates(wiring: Wiring, values: Words, begin: Any, end: Any) -> Any:
    """Evaluate gates of which none is part of a loop, or all are."""
    starts, inputs, first = wiring.starts, wiring.inputs, U(wiring.sizes[3])
    for gate in range(U(begin), U(end)):
        every = ALL
        for i in range(U(starts[gate - first]), U(starts[gate - first + ONE])):
            literal = U(inputs[i])
            every &= values[literal >> ONE] ^ (U(0) - (literal & ONE))
        values[gate] = every


# ---- one lane --------------------------------------------------------------


@inlined
def bits_of(kept: Words, begin: Any, end: Any, lane: Any) -> Any:
    """Return up to 64 words' bits of a lane, as one word."""
    bits = U(0)
    for i in range(end - begin):
        bits |= ((kept[begin + i] >> U(lane)) & ONE) << U(i)
    return bits


@inlined
def state_of(wiring: Wiring, kept: Words, lane: Any, state: Words) -> Any:
    """Write the state of a child, in words."""
    begin, fluents = len(wiring.crossing), wiring.sizes[1]
    for word in range(wiring.sizes[4]):
        at = begin + 64 * word
        state[word] = bits_of(kept, at, min(at + 64, begin + fluents), lane)


@inlined
def legal_of(wiring: Wiring, kept: Words, lane: Any, words: Words) -> Any:
    """Write the legal moves of a child, in words, where guards hold already."""
    owned = wiring.roles
    begin = len(wiring.crossing) + wiring.sizes[1]
    for r in range(len(owned)):
        end = owned[r + 1, 2] if r + 1 < len(owned) else wiring.sizes[2]
        for word in range(owned[r, 0], owned[r, 1]):
            at = owned[r, 2] + 64 * (word - owned[r, 0])
            words[word] = bits_of(kept, begin + at, begin + min(at + 64, end), lane)


@inlined
def asked(wiring: Wiring, kept: Words, lane: Any, what: Any) -> Any:
    """Return, as 0 or 1, what was asked of a child.

    Args:
        wiring: the network.
        kept: of the ply.
        lane: of the child.
        what: 0 terminal, 1 quiet, then the goals.
    """
    at = len(wiring.crossing) + wiring.sizes[1] + wiring.sizes[2]
    return np.int64((kept[at + what] >> U(lane)) & ONE)


@inlined
def worth_of(wiring: Wiring, kept: Words, lane: Any) -> Any:
    """Return the sum of the weights of a child's features."""
    at = len(wiring.crossing) + wiring.sizes[1] + wiring.sizes[2] + 2
    at += len(wiring.goals)
    worth = np.int64(0)
    for i in range(len(wiring.features)):
        worth += wiring.weights[i] * np.int64((kept[at + i] >> U(lane)) & ONE)
    return worth
