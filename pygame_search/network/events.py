"""A network in one state at a time: when a wire changes, what hangs on it is told.

A *row* holds one byte for each wire: how many of its inputs are false, and in the
highest bit whether it is known to be true. A change of a wire adds one to or takes one
from each gate it feeds; a gate whose count comes to zero, or leaves it, is *marked*, and
the marked wires are settled in their order, so that none is settled twice. A loop of
gates is evaluated anew, from false, when an input of it has changed: a wire before it,
its *trigger*, is marked for that.

The row of a child is a copy of its parent's row in which the moves and then the fluents
are changed: nothing has to be taken back. With it go the *words*: a bit for each fluent,
a bit for each fluent that the next state changes, and a bit for each legal move.

Where a search goes no further, only what terminal, goal and the features hang on is of
interest: the second half of the tables leaves out the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pygame_search.network.bits import trailing_zeros

if TYPE_CHECKING:
    from pygame_search.network.network import Network

#: The most inputs that a byte can count beside the highest bit.
MOST_INPUTS = 127

_TRUE = 128
_ONE = np.uint64(1)

#: What hangs on a wire beside gates: a bit of the words, a weight, a loop's trigger.
BIT, WEIGHT, TRIGGER = 0, 1, 2


class Wiring(NamedTuple):
    """A network, laid out for the evaluation of one state.

    Wires are numbered as in the network, except that gates come first which terminal,
    goal and the features hang on, and that some are added: triggers, and parts of gates
    of more than MOST_INPUTS inputs.

    Attributes:
        sizes: wires, fluents, moves, first gate, words for fluents, words in all.
        starts, inputs: gate first+g has the literals inputs[starts[g]:starts[g+1]].
        tables: for each wire where its `edges` begin and end, and its `hangers`; then
            the same again with those alone that a leaf needs.
        edges: 2*gate + inverted, for each gate that a wire feeds.
        hangers: kind (BIT, WEIGHT, TRIGGER), inverted, and what: place of the bit, the
            weight, the trigger.
        block_of: for a trigger its loop, -1 for all other wires.
        loops: for each loop its first wire, its first gate, its end.
        loop_inputs: for each wire of a loop that is no gate, the literal it takes.
        next: the literal of each fluent.
        legal: the literal of each move.
        places: the bit of each move among the words.
        owners: the role of each move.
        roles: for each role its first word of legal moves and the end of them, its
            first move, and the end of these.
        goals: for the role that searches: literal, kind (1 win, -1 loss, 0 between),
            and value.
        outputs: the literals terminal and quiet, quiet -1 when it is not defined.
        features: literal and weight.
    """

    sizes: NDArray[np.int64]
    starts: NDArray[np.int64]
    inputs: NDArray[np.int32]
    tables: NDArray[np.int32]
    edges: NDArray[np.int32]
    hangers: NDArray[np.int64]
    block_of: NDArray[np.int32]
    loops: NDArray[np.int64]
    loop_inputs: NDArray[np.int32]
    next: NDArray[np.int32]
    legal: NDArray[np.int32]
    places: NDArray[np.int32]
    owners: NDArray[np.int32]
    roles: NDArray[np.int32]
    goals: NDArray[np.int64]
    outputs: NDArray[np.int64]
    features: NDArray[np.int64]


def wire(
    network: Network,
    role: int,
    goal_range: tuple[int, int],
    weights: Mapping[tuple[int, str], int],
) -> Wiring:
    """Return a network laid out for the searches of a role.

    Args:
        network: the network.
        role: for whom the search is, as an index.
        goal_range: its lowest and highest goal value, equal if not known.
        weights: of the features, by role, as an index, and name.
    """
    low, high = goal_range
    goals = [
        (int(literal), _outcome(int(value), low, high), int(value))
        for owner, value, literal in zip(
            network.goal_role, network.goal_value, network.goal_literal, strict=True
        )
        if owner == role
    ]
    features = []
    for owner, name, literal in zip(
        network.feature_role, network.feature_name, network.feature_literal, strict=True
    ):
        weight = weights.get((int(owner), network.feature_names[name]), 0)
        if weight:
            features.append((int(literal), weight))
    roots = [network.terminal, *(g[0] for g in goals), *(f[0] for f in features)]
    if network.quiet >= 0:
        roots.append(network.quiet)
    first = network.first_gate
    cone = np.zeros(network.wires, np.uint8)
    cone[np.array(roots, np.int64) >> 1] = 1
    _cone(
        network.starts, network.inputs, first, network.blocks, network.loop_inputs, cone
    )
    number, starts, inputs, loops, total = _renumbered(network, cone)

    def renamed(literals: Any) -> NDArray[np.int64]:
        found = np.asarray(literals, np.int64).reshape(-1)
        return number[found >> 1] * 2 + (found & 1)

    loop_inputs = np.zeros(total, np.int32)
    for kind, _, _, l0, l1 in network.blocks:
        if kind == 1:
            loop_inputs[number[l0:l1]] = renamed(network.loop_inputs[l0:l1])
    block_of = np.full(total, -1, np.int32)
    inside = np.full(total, -1, np.int32)
    for i, (begin, _, end) in enumerate(loops):
        block_of[begin - 1] = i
        inside[begin:end] = i
    new_cone = np.zeros(total, np.uint8)
    new_cone[first : first + _size_of_cone(cone, number, first)] = 1

    fluents, moves = len(network.fluents), len(network.moves)
    words = (fluents + 63) // 64
    roles = np.zeros((len(network.roles), 4), np.int32)
    word = 2 * words
    places = np.zeros(moves, np.int32)
    owners = np.zeros(moves, np.int32)
    for i in range(len(network.roles)):
        begin, end = int(network.move_starts[i]), int(network.move_starts[i + 1])
        places[begin:end] = word * 64 + np.arange(end - begin)
        owners[begin:end] = i
        size = (end - begin + 63) // 64
        roles[i] = word, word + size, begin, end
        word += size

    next_, legal = renamed(network.next), renamed(network.legal)
    changes = 64 * words + np.arange(fluents)
    goal_rows = np.array(goals, np.int64).reshape(-1, 3)
    goal_rows[:, 0] = renamed(goal_rows[:, 0])
    feature_rows = np.array(features, np.int64).reshape(-1, 2)
    feature_rows[:, 0] = renamed(feature_rows[:, 0])
    bits = [
        _hangers(next_, BIT, changes),
        _hangers(2 + 2 * np.arange(fluents), BIT, changes),
        _hangers(legal, BIT, places),
    ]
    kept = [_hangers(feature_rows[:, 0], WEIGHT, feature_rows[:, 1])]
    for i, (begin, gates, end) in enumerate(loops):
        feeding = _feeding(starts, inputs, first, inside, i, gates, end, loop_inputs)
        hangers = _hangers(feeding * 2, TRIGGER, np.full(len(feeding), begin - 1))
        (kept if new_cone[begin] else bits).append(hangers)
    tables = np.zeros((2 * total, 4), np.int32)
    edges, hangers = [], []
    shift, hanging = 0, 0
    counted = inside < 0
    for half, (targets, lists) in enumerate(
        ((counted, [*bits, *kept]), (counted & (new_cone == 1), kept))
    ):
        rows = tables[half * total : (half + 1) * total]
        begins, found = _fan_out(starts, inputs, first, targets)
        rows[:, 0], rows[:, 1] = begins[:-1] + shift, begins[1:] + shift
        edges.append(found)
        shift += len(found)
        every = np.concatenate(lists)
        every = every[np.argsort(every[:, 0], kind="stable")]
        begins = np.searchsorted(every[:, 0], np.arange(total + 1))
        rows[:, 2], rows[:, 3] = begins[:-1] + hanging, begins[1:] + hanging
        hangers.append(every[:, 1:])
        hanging += len(every)
    quiet = int(renamed(network.quiet)[0]) if network.quiet >= 0 else -1
    return Wiring(
        sizes=np.array([total, fluents, moves, first, words, word], np.int64),
        starts=starts,
        inputs=inputs,
        tables=tables,
        edges=np.concatenate(edges),
        hangers=np.ascontiguousarray(np.concatenate(hangers)),
        block_of=block_of,
        loops=loops,
        loop_inputs=loop_inputs,
        next=next_.astype(np.int32),
        legal=legal.astype(np.int32),
        places=places,
        owners=owners,
        roles=roles,
        goals=goal_rows,
        outputs=np.array([renamed(network.terminal)[0], quiet], np.int64),
        features=feature_rows,
    )


def _outcome(value: int, low: int, high: int) -> int:
    if low == high:
        return 0
    return (value == high) - (value == low)


def _hangers(literals: Any, kind: int, what: Any) -> NDArray[np.int64]:
    """Return rows of wire, kind, inverted and what, without constants."""
    literals = np.asarray(literals, np.int64)
    rows = np.empty((len(literals), 4), np.int64)
    rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3] = (
        literals >> 1, kind, literals & 1, what,
    )  # fmt: skip
    return rows[rows[:, 0] > 0]


def _size_of_cone(
    cone: NDArray[np.uint8], number: NDArray[np.int64], first: int
) -> int:
    wires = np.flatnonzero(cone[first:]) + first
    return int(number[wires].max()) + 1 - first if len(wires) else 0


def _renumbered(
    network: Network, cone: NDArray[np.uint8]
) -> tuple[
    NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.int64], int
]:
    """Return the new numbers of wires, starts, inputs, loops, and how many wires."""
    first, old = network.first_gate, network.wires
    widths = np.diff(network.starts)
    added = np.zeros(old, np.int64)
    looping = np.zeros(old, bool)
    for kind, _, end, l0, _ in network.blocks:
        if kind == 1:
            added[l0] = 1
            looping[l0:end] = True
    parts: dict[int, list[list[int]]] = {}
    for gate in np.flatnonzero(widths > MOST_INPUTS) + first:
        if not looping[gate]:
            a, b = network.starts[gate - first], network.starts[gate - first + 1]
            parts[int(gate)] = _in_parts(network.inputs[a:b].tolist())
            added[gate] = len(parts[int(gate)]) - 1
    gates = np.arange(first, old)
    inside = cone[first:] == 1
    order = np.concatenate([gates[inside], gates[~inside]])
    number = np.arange(old, dtype=np.int64)
    number[order] = first - 1 + np.cumsum(1 + added[order])
    total = old + int(added.sum())
    new_widths = np.zeros(total - first, np.int64)
    new_widths[number[first:] - first] = widths
    for gate, lists in parts.items():
        at = int(number[gate]) - first - len(lists) + 1
        new_widths[at : at + len(lists)] = [len(part) for part in lists]
    starts = np.zeros(total - first + 1, np.int64)
    np.cumsum(new_widths, out=starts[1:])
    inputs = np.zeros(starts[-1], np.int32)
    renamed = (number[network.inputs >> 1] * 2 + (network.inputs & 1)).astype(np.int32)
    wide = np.zeros(old, np.uint8)
    wide[list(parts)] = 1
    _moved(network.starts, renamed, number, first, wide, starts, inputs)
    for gate, lists in parts.items():
        at = int(number[gate]) - first - len(lists) + 1
        for i, part in enumerate(lists):
            names = [
                int(number[x >> 1]) * 2 + (x & 1) if x >= 0 else 2 * (first + at - x - 1)
                for x in part
            ]
            inputs[starts[at + i] : starts[at + i + 1]] = names
    loops = np.array(
        [
            (number[l0], number[begin - 1] + 1, number[end - 1] + 1)
            for kind, begin, end, l0, _ in network.blocks
            if kind == 1
        ],
        np.int64,
    ).reshape(-1, 3)
    return number, starts, inputs, loops, total


def _in_parts(literals: list[int]) -> list[list[int]]:
    """Return gates of at most MOST_INPUTS inputs, the last of them the whole one.

    An input below 0 is an earlier one of these gates: -1 the first.
    """
    gates: list[list[int]] = []
    while len(literals) > MOST_INPUTS:
        above = []
        for i in range(0, len(literals), MOST_INPUTS):
            gates.append(literals[i : i + MOST_INPUTS])
            above.append(-len(gates))
        literals = above
    return [*gates, literals]


# ---- laying out ------------------------------------------------------------


@njit(cache=True, error_model="numpy")
def _cone(starts, inputs, first, blocks, loop_inputs, cone):  # type: ignore[no-untyped-def]
    """Mark all that the marked wires hang on, loops as a whole."""
    for b in range(len(blocks) - 1, -1, -1):
        begin, end = blocks[b, 1], blocks[b, 2]
        if blocks[b, 0] == 1:
            found = False
            for wire in range(blocks[b, 3], end):
                found |= cone[wire] == 1
            if not found:
                continue
            cone[blocks[b, 3] : end] = 1
            for wire in range(blocks[b, 3], blocks[b, 4]):
                cone[loop_inputs[wire] >> 1] = 1
        for gate in range(end - 1, begin - 1, -1):
            if cone[gate] == 1:
                for i in range(starts[gate - first], starts[gate - first + 1]):
                    cone[inputs[i] >> 1] = 1


@njit(cache=True, error_model="numpy")
def _moved(old_starts, renamed, number, first, wide, starts, inputs):  # type: ignore[no-untyped-def]
    """Copy the inputs of each gate to its new place, but not those of wide gates."""
    for gate in range(first, len(number)):
        if wide[gate] == 0:
            to = starts[number[gate] - first]
            for i in range(old_starts[gate - first], old_starts[gate - first + 1]):
                inputs[to] = renamed[i]
                to += 1


@njit(cache=True, error_model="numpy")
def _fan_out(starts, inputs, first, targets):  # type: ignore[no-untyped-def]
    """Return for each wire where its edges begin, and the edges to the targets."""
    wires = len(targets)
    begins = np.zeros(wires + 1, np.int64)
    for gate in range(first, wires):
        if targets[gate]:
            for i in range(starts[gate - first], starts[gate - first + 1]):
                begins[(inputs[i] >> 1) + 1] += 1
    for wire in range(wires):
        begins[wire + 1] += begins[wire]
    places = begins[:-1].copy()
    edges = np.zeros(begins[wires], np.int32)
    for gate in range(first, wires):
        if targets[gate]:
            for i in range(starts[gate - first], starts[gate - first + 1]):
                wire = inputs[i] >> 1
                edges[places[wire]] = 2 * gate + (inputs[i] & 1)
                places[wire] += 1
    return begins, edges


def _feeding(
    starts: NDArray[np.int64],
    inputs: NDArray[np.int32],
    first: int,
    inside: NDArray[np.int32],
    loop: int,
    gates: int,
    end: int,
    loop_inputs: NDArray[np.int32],
) -> NDArray[np.int64]:
    """Return the wires outside of a loop that something in it hangs on."""
    own = inputs[starts[gates - first] : starts[end - first]]
    taken = loop_inputs[inside == loop]
    wires = np.unique(np.concatenate([own, taken]) >> 1).astype(np.int64)
    return wires[inside[wires] != loop]


# ---- evaluation ------------------------------------------------------------


@njit(cache=True, error_model="numpy", inline="always")
def holds(row, literal):  # type: ignore[no-untyped-def]
    """Return whether a literal is true in a row that is settled."""
    return ((row[literal >> 1] >> 7) ^ (literal & 1)) == 1


@njit(cache=True, error_model="numpy", inline="always")
def mark(dirty, summary, wire):  # type: ignore[no-untyped-def]
    """Note that a wire is to be settled."""
    dirty[wire >> 6] |= _ONE << np.uint64(wire & 63)
    summary[wire >> 12] |= _ONE << np.uint64((wire >> 6) & 63)


@njit(cache=True, error_model="numpy")
def evaluate(wiring, state, row, words):  # type: ignore[no-untyped-def]
    """Evaluate the whole network for a state in which nobody moves.

    Args:
        wiring: the network.
        state: the bits of the fluents, in words.
        row, words: are filled.

    Returns:
        The sum of the weights of the features.
    """
    total, fluents, moves = wiring.sizes[0], wiring.sizes[1], wiring.sizes[2]
    first, size = wiring.sizes[3], wiring.sizes[4]
    starts, inputs, block_of = wiring.starts, wiring.inputs, wiring.block_of
    loops, loop_inputs = wiring.loops, wiring.loop_inputs
    row[:] = 1
    words[:] = 0
    for f in range(fluents):
        if (state[f >> 6] >> np.uint64(f & 63)) & _ONE:
            row[1 + f] = _TRUE
            words[f >> 6] |= _ONE << np.uint64(f & 63)
    wire = first
    while wire < total:
        loop = block_of[wire]
        if loop >= 0:
            settle_loop(loops, loop_inputs, starts, inputs, first, row, loop)
            for inner in range(loops[loop, 0], loops[loop, 2]):
                row[inner] = _TRUE if (row[inner] & 127) == 0 else 1
            wire = loops[loop, 2]
            continue
        false = 0
        for i in range(starts[wire - first], starts[wire - first + 1]):
            false += not holds(row, inputs[i])
        row[wire] = false if false > 0 else _TRUE
        wire += 1
    for f in range(fluents):
        if holds(row, wiring.next[f]) != (row[1 + f] == _TRUE):
            words[size + (f >> 6)] |= _ONE << np.uint64(f & 63)
    for move in range(moves):
        if holds(row, wiring.legal[move]):
            place = wiring.places[move]
            words[place >> 6] |= _ONE << np.uint64(place & 63)
    worth = np.int64(0)
    for i in range(len(wiring.features)):
        if holds(row, wiring.features[i, 0]):
            worth += wiring.features[i, 1]
    return worth


@njit(cache=True, error_model="numpy")
def settle_loop(loops, loop_inputs, starts, inputs, first, row, loop):  # type: ignore[no-untyped-def]
    """Find the least fixpoint of a loop; the counts tell it, the highest bits not yet.

    Each wire of the loop has a count of 0 if it is true, of 1 if not.
    """
    begin, gates, end = loops[loop, 0], loops[loop, 1], loops[loop, 2]
    for wire in range(begin, gates):
        row[wire] = (row[wire] & _TRUE) | 1
    changed = True
    while changed:
        changed = False
        for gate in range(gates, end):
            false = 0
            for i in range(starts[gate - first], starts[gate - first + 1]):
                false |= _false_in_loop(row, inputs[i], begin, end)
            row[gate] = (row[gate] & _TRUE) | false
        for wire in range(begin, gates):
            if row[wire] & 127 and not _false_in_loop(
                row, loop_inputs[wire], begin, end
            ):
                row[wire] = row[wire] & _TRUE
                changed = True


@njit(cache=True, error_model="numpy", inline="always")
def _false_in_loop(row, literal, begin, end):  # type: ignore[no-untyped-def]
    """Return 1 for a false literal; wires of the loop are known by their counts."""
    wire = literal >> 1
    if begin <= wire < end:
        return (1 if row[wire] & 127 else 0) ^ (literal & 1)
    return 1 ^ (row[wire] >> 7) ^ (literal & 1)


@njit(cache=True, error_model="numpy", inline="always")
def settle(  # type: ignore[no-untyped-def]
    tables, edges, hangers, block_of, loops, loop_inputs, starts, inputs, first,
    row, words, dirty, summary, half,
):  # fmt: skip
    """Settle all that is marked; return by how much the worth has changed.

    Args:
        tables, edges, hangers, block_of, loops, loop_inputs, starts, inputs: those of a
            wiring. Getting them out of it takes more time than most calls.
        first: the first gate.
        row, words: of the state.
        dirty, summary: what is marked: a bit for each wire, and one for each word of
            these; nothing is at the end.
        half: 0, or the number of wires to leave out what a leaf does not need.
    """
    gained = np.int64(0)
    for s in range(len(summary)):
        while summary[s] != 0:
            word = s * 64 + trailing_zeros(summary[s])
            while dirty[word] != 0:
                bits = dirty[word]
                wire = word * 64 + trailing_zeros(bits)
                dirty[word] = bits & (bits - _ONE)
                known = row[wire]
                true = (known & 127) == 0
                if true == (known >> 7):
                    loop = block_of[wire]
                    if loop >= 0:
                        settle_loop(loops, loop_inputs, starts, inputs, first, row, loop)
                        for w in range(loops[loop, 0], loops[loop, 2]):
                            if ((row[w] & 127) == 0) != (row[w] >> 7):
                                mark(dirty, summary, w)
                    continue
                row[wire] = known ^ _TRUE
                at = half + wire
                for e in range(tables[at, 0], tables[at, 1]):
                    code = edges[e]
                    gate = code >> 1
                    less = true ^ (code & 1)
                    count = row[gate]
                    row[gate] = count + 1 - 2 * less
                    if (count & 127) == less:
                        mark(dirty, summary, gate)
                for h in range(tables[at, 2], tables[at, 3]):
                    what = hangers[h, 2]
                    if hangers[h, 0] == BIT:
                        words[what >> 6] ^= _ONE << np.uint64(what & 63)
                    elif hangers[h, 0] == WEIGHT:
                        if true ^ hangers[h, 1]:
                            gained += what
                        else:
                            gained -= what
                    else:
                        mark(dirty, summary, what)
            summary[s] &= summary[s] - _ONE
    return gained
