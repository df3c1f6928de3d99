"""Gates: n-ary ANDs with inverted edges, without duplicates.

The first wires are fluents and moves; a literal is `2 * wire + inverted`, 0 is false
and 1 is true. A gate comes after the wires that it reads.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import sort
from pygame_search.network.jit import Number, kernel

#: A gate with more inputs is not inspected when another gate reads it.
LOOK_INTO = 64

#: The smallest conjunction that is worth rewriting as its complement.
LEAST_OTHERS = 4


class Net(NamedTuple):
    """A network under construction: arrays with spare room, which the kernels fill.

    Attributes:
        size: the number of wires; the number of inputs of gates; the last mark given;
            the first wire that was built with the moves of a step available; 1 if a
            conjunction about moves may be rewritten by its complement.
        starts: wire w is the AND of inputs[starts[w]:starts[w + 1]].
        inputs: literals.
        loops: -1 for gates and inputs; for a loop wire the literal that it takes.
        table: wires by the hash of what they read, 0 where there is none.
        marks: for each literal, the number of the last conjunction that had it.
        moves: the first wire that is a move, and the one after the last.
        role: the role of each move.
        role_starts: the moves of a role are role_starts[role] up to the next.
        role_marks: for each role, the number of the last conjunction that had a move.
        fewest: the smallest number of moves of a role that has a choice.
        absent: room for one number for each move.
        known_starts: the legality of a move implies known[known_starts[move]:...].
        known: literals.
        buffer: the literals of the conjunction under construction.
    """

    size: NDArray[np.int64]
    starts: NDArray[np.int64]
    inputs: NDArray[np.int32]
    loops: NDArray[np.int32]
    table: NDArray[np.int32]
    marks: NDArray[np.int32]
    moves: NDArray[np.int32]
    role: NDArray[np.int32]
    role_starts: NDArray[np.int32]
    role_marks: NDArray[np.int32]
    fewest: NDArray[np.int32]
    absent: NDArray[np.uint8]
    known_starts: NDArray[np.int64]
    known: NDArray[np.int32]
    buffer: NDArray[np.int32]


def empty_net(
    fluents: int, role: NDArray[np.int32], roles: int, gates: int, edges: int
) -> Net:
    """Return a network with inputs only, and room for gates and their edges."""
    first = 1 + fluents + len(role)
    wires = first + gates
    slots = 16
    while slots < 2 * gates:
        slots *= 2
    starts = np.empty(wires + 1, np.int64)
    starts[: first + 1] = 0
    loops = np.empty(wires, np.int32)
    loops[:first] = -1
    counts = np.bincount(role, minlength=1)
    return Net(
        size=np.array([first, 0, 0, first, 0], np.int64),
        starts=starts,
        inputs=np.empty(edges, np.int32),
        loops=loops,
        table=np.zeros(slots, np.int32),
        marks=np.zeros(2 * wires, np.int32),
        moves=np.array([1 + fluents, first], np.int32),
        role=role,
        role_starts=np.searchsorted(role, np.arange(roles + 1)).astype(np.int32),
        role_marks=np.zeros(roles, np.int32),
        fewest=np.array([counts[counts > 1].min(initial=len(role))], np.int32),
        absent=np.zeros(len(role), np.uint8),
        known_starts=np.zeros(len(role) + 1, np.int64),
        known=np.zeros(0, np.int32),
        buffer=np.empty(edges + 1, np.int32),
    )


@kernel
def add_loop(net: Net) -> int:
    """Return a new loop wire, which takes no literal yet."""
    wire = net.size[0]
    net.loops[wire] = 0
    net.size[0] = wire + 1
    net.starts[wire + 1] = net.size[1]
    return int(wire)


@kernel
def conjunction(net: Net, count: Number) -> Number:
    """Return the conjunction of the first `count` literals of the buffer."""
    buffer, marks, inputs, starts = net.buffer, net.marks, net.inputs, net.starts
    first_move, first_gate = net.moves[0], net.moves[1]
    again = True
    while again:
        again = False
        net.size[2] += 1
        mark = net.size[2]
        kept, with_move, late = np.int64(0), False, False
        for at in range(count):
            literal = buffer[at]
            if literal == 0 or marks[literal ^ 1] == mark:
                return 0
            if literal == 1 or marks[literal] == mark:
                continue
            marks[literal] = mark
            buffer[kept] = literal
            kept += 1
            wire = literal >> 1
            if wire < first_move:
                continue
            late = late or wire < first_gate or wire >= int(net.size[3])
            if wire < first_gate and literal & 1 == 0:
                role = net.role[wire - first_move]
                if net.role_marks[role] == mark:
                    return 0
                net.role_marks[role] = mark
                with_move = True
        count = kept
        if count < 2:
            return np.int64(buffer[0]) if count == 1 else 1
        # A literal that another one implies need not be read as well.
        for at in range(count):
            literal = buffer[at]
            wire = literal >> 1
            if wire >= first_gate:
                begin, end = starts[wire], starts[wire + 1]
                if end - begin > LOOK_INTO or end == begin:
                    continue
                if literal & 1 == 0:
                    for place in range(begin, end):
                        if marks[inputs[place] ^ 1] == mark:
                            return 0
                        marks[inputs[place]] = 0
                    continue
                inside, other, needless = 0, 0, False
                for place in range(begin, end):
                    needless = needless or marks[inputs[place] ^ 1] == mark
                    if marks[inputs[place]] == mark:
                        inside += 1
                    else:
                        other = inputs[place]
                if needless:
                    marks[literal] = 0
                elif inside == end - begin:
                    return 0
                elif inside == end - begin - 1:
                    buffer[at] = other ^ 1
                    again = True
                    break
            elif wire >= first_move and with_move:
                move = wire - first_move
                if literal & 1 == 1:
                    if net.role_marks[net.role[move]] == mark:
                        marks[literal] = 0
                    continue
                for place in range(net.known_starts[move], net.known_starts[move + 1]):
                    if marks[net.known[place] ^ 1] == mark:
                        return 0
                    marks[net.known[place]] = 0
        if again:
            continue
        kept = np.int64(0)
        for at in range(count):
            if marks[buffer[at]] == mark:
                buffer[kept] = buffer[at]
                kept += 1
        count = kept
        if net.size[4] == 1 and count >= LEAST_OTHERS and late and not with_move:
            left = _others(net, count)
            if left < 0:
                return np.int64(0)
            again = bool(left < count)
            count = left
    if count == 1:
        return np.int64(buffer[0])
    return gate(net, count)


@kernel
def _others(net: Net, count: Number) -> Number:
    """Replace "none of many moves is made" by "one of the role's others is made".

    The moves are those of the conjunction and of its gates that read moves only.

    Returns:
        The number of literals of the new conjunction in the buffer; -1 if it is false.
    """
    buffer, inputs, starts = net.buffer, net.inputs, net.starts
    first_move, first_gate = net.moves[0], net.moves[1]
    absent = net.absent
    # Whether a literal only says that moves are not made, and of how many moves.
    only = np.zeros(count, np.uint8)
    replaced, members = 0, 0
    for at in range(count):
        wire = buffer[at] >> 1
        if buffer[at] & 1 == 1:
            only[at] = 1 if first_move <= wire < first_gate else 0
            members += only[at]
        elif wire >= first_gate and net.loops[wire] < 0:
            only[at] = 1
            for place in range(starts[wire], starts[wire + 1]):
                below = inputs[place] >> 1
                if inputs[place] & 1 == 0 or below < first_move or below >= first_gate:
                    only[at] = 0
                    break
            if only[at] == 1:
                members += starts[wire + 1] - starts[wire]
        replaced += only[at]
    if replaced < LEAST_OTHERS or 2 * members < net.fewest[0]:
        return count
    absent[:] = 0
    kept = np.int64(0)
    rest = np.empty(count + absent.size, np.int32)
    for at in range(count):
        wire = buffer[at] >> 1
        if only[at] == 0:
            rest[kept] = buffer[at]
            kept += 1
        elif wire < first_gate:
            absent[wire - first_move] = 1
        else:
            for place in range(starts[wire], starts[wire + 1]):
                absent[(inputs[place] >> 1) - first_move] = 1
    # A gate reads the others; it has to be written and read.
    cost = 0
    for role in range(net.role_starts.size - 1):
        first, last = net.role_starts[role], net.role_starts[role + 1]
        members = int(absent[first:last].sum())
        if members == last - first and members > 0:
            return np.int64(-1)
        if members > 0:
            cost += min(last - first - members + 2, members)
    if cost >= replaced:
        return count
    for role in range(net.role_starts.size - 1):
        first, last = net.role_starts[role], net.role_starts[role + 1]
        members = int(absent[first:last].sum())
        others = members > last - first - members + 2
        size = np.int64(0)
        for move in range(first, last):
            if others and absent[move] == 0:
                buffer[size] = 2 * (first_move + move) + 1
                size += 1
            elif not others and absent[move] == 1:
                rest[kept] = 2 * (first_move + move) + 1
                kept += 1
        if others:
            literal = gate(net, size) if size > 1 else np.int64(buffer[0])
            rest[kept] = literal ^ 1
            kept += 1
    buffer[:kept] = rest[:kept]
    return kept


@kernel
def gate(net: Net, count: Number) -> Number:
    """Return the gate of the first `count` literals, a new one if there is none yet."""
    buffer, inputs, starts, table = net.buffer, net.inputs, net.starts, net.table
    sort(buffer, np.int64(0), count)
    code = np.uint64(count)
    for at in range(count):
        code = (code ^ np.uint64(buffer[at])) * np.uint64(0x9E3779B97F4A7C15)
        code ^= code >> np.uint64(29)
    last = np.uint64(table.size - 1)
    slot = code & last
    while table[slot] != 0:
        wire = table[slot]
        begin = starts[wire]
        if starts[wire + 1] - begin == count:
            same = True
            for at in range(count):
                if inputs[begin + at] != buffer[at]:
                    same = False
                    break
            if same:
                return np.int64(2 * wire)
        slot = (slot + np.uint64(1)) & last
    wire = net.size[0]
    table[slot] = wire
    net.loops[wire] = -1
    begin = net.size[1]
    for at in range(count):
        inputs[begin + at] = buffer[at]
    net.size[0] = wire + 1
    net.size[1] = begin + count
    starts[wire + 1] = begin + count
    return np.int64(2 * wire)


@kernel
def both(net: Net, one: Number, other: Number) -> Number:
    """Return the conjunction of two literals."""
    net.buffer[0] = one
    net.buffer[1] = other
    return conjunction(net, np.int64(2))


@kernel
def either(net: Net, one: Number, other: Number) -> Number:
    """Return the disjunction of two literals."""
    return both(net, one ^ 1, other ^ 1) ^ 1


@kernel
def at_least(net: Net, given: NDArray[np.int32], bound: Number) -> Number:
    """Return the literal that is true if at least `bound` of the given literals are.

    Full adders add the literals in binary, three digits of the same weight at a time,
    and the sum is compared with the bound. Another bound on the same literals shares
    the sum.
    """
    # All numbers have one type, so that no mixture of types is compiled separately.
    count = np.int64(0)
    literals = np.empty(given.size, np.int64)
    for literal in given:
        if literal == 1:
            bound -= 1
        elif literal != 0:
            literals[count] = literal
            count += 1
    if bound <= 0:
        return 1
    if bound > count:
        return 0
    if bound == count:
        net.buffer[:count] = literals[:count]
        return conjunction(net, count)
    if bound == 1:
        net.buffer[:count] = literals[:count] ^ 1
        return conjunction(net, count) ^ 1
    digits = literals[:count]
    sort(digits, np.int64(0), count)
    enough: Number = np.int64(1)
    while digits.size > 0 or bound > 0:
        # Three digits of this weight become one of this weight and one of the next. The
        # first goes to the end, which keeps the sum shallow.
        room = np.empty(digits.size + digits.size // 2 + 1, np.int64)
        room[: digits.size] = digits
        begin, end, carries = 0, digits.size, 0
        above = np.empty(digits.size // 2 + 1, np.int64)
        while end - begin > 1:
            one, other = room[begin], room[begin + 1]
            common = both(net, one, other)
            odd = both(net, common ^ 1, both(net, one ^ 1, other ^ 1) ^ 1)
            begin += 2
            if end - begin > 0:
                third = room[begin]
                begin += 1
                carry = both(net, odd, third)
                odd = both(net, carry ^ 1, both(net, odd ^ 1, third ^ 1) ^ 1)
                common = either(net, common, carry)
            above[carries] = common
            carries += 1
            room[end] = odd
            end += 1
        digit = room[begin] if end > begin else np.int64(0)
        enough = both(net, digit, enough) if bound & 1 else either(net, digit, enough)
        bound >>= 1
        digits = above[:carries]
    return enough
