"""Order the wires for evaluation: each wire comes after the wires that it reads.

Wires that depend only on the state come before those that also depend on the moves of a
step. Within each stage, wires are sorted by level, the length of the longest path from
an input, and within a level by the number of inputs. Each cyclic component is a block.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import sort
from pygame_search.network.circuit.components import knots
from pygame_search.network.circuit.gates import Net
from pygame_search.network.jit import kernel


@dataclass(frozen=True, slots=True)
class Placed:
    """Arrays of a network (see Network), and the outputs as literals of its wires."""

    wires: int
    starts: NDArray[np.int32]
    inputs: NDArray[np.int32]
    blocks: NDArray[np.int32]
    state_blocks: int
    loop_inputs: NDArray[np.int32]
    outputs: NDArray[np.int32]


def layout(net: Net, outputs: NDArray[np.int32]) -> Placed:
    """Return a network's wires in the order in which they are evaluated."""
    wires, first_gate = int(net.size[0]), int(net.moves[1])
    looped = bool((net.loops[first_gate:wires] >= 0).any())
    if looped:
        order, part, knot = knots(net)
    else:
        order = np.arange(first_gate, wires, dtype=np.int32)
        part, knot = np.zeros(0, np.int32), np.zeros(0, np.uint8)
    stage, level, inner = _levels(net, order, part, knot)
    gates = np.arange(first_gate, wires)
    sizes = np.diff(net.starts[first_gate : wires + 1])
    if looped:
        tied = knot[part[gates]] == 1
        keys = (
            np.where(tied, 0, sizes),
            np.where(tied, inner[gates], 0),
            np.where(tied, 1 + part[gates], 0),
            level[gates],
            stage[gates],
        )
        ranks = np.lexsort(keys)
        tie = np.where(tied, part[gates], -1)[ranks].astype(np.int32)
    else:
        key = (stage[gates].astype(np.int64) << 62) | (
            level[gates].astype(np.int64) << 31
        )
        ranks = np.argsort(key | sizes, kind="stable")
        tie = np.full(len(gates), -1, np.int32)
    new = np.arange(wires, dtype=np.int32)
    new[gates[ranks]] = np.arange(first_gate, wires, dtype=np.int32)
    early = int((stage[gates] == 0).sum())
    is_loop = (net.loops[gates[ranks]] >= 0) & (tie >= 0)
    starts, inputs, loop_inputs = _moved(
        net, gates[ranks].astype(np.int32), new, is_loop
    )
    blocks, state_blocks = _blocks(first_gate, early, tie, is_loop)
    return Placed(
        wires=wires,
        starts=starts,
        inputs=inputs,
        blocks=blocks,
        state_blocks=state_blocks,
        loop_inputs=loop_inputs,
        outputs=(2 * new[outputs >> 1] | (outputs & 1)).astype(np.int32),
    )


def _blocks(
    first_gate: int,
    early: int,
    tie: NDArray[np.int32],
    is_loop: NDArray[np.bool_],
) -> tuple[NDArray[np.int32], int]:
    """Return runs of wires of one kind, and the number of runs that need no moves."""
    changes = np.flatnonzero(np.diff(tie)) + 1
    cuts = {0, len(tie), *changes.tolist()}
    if 0 < early < len(tie):
        cuts.add(early)
    bounds = sorted(cuts)
    rows: list[tuple[int, int, int, int, int]] = []
    state_blocks = 0
    for begin, end in pairwise(bounds):
        first, last = first_gate + begin, first_gate + end
        if tie[begin] < 0:
            rows.append((0, first, last, 0, 0))
        else:
            loops = first + int(is_loop[begin:end].sum())
            rows.append((1, loops, last, first, loops))
        if end <= early:
            state_blocks = len(rows)
    return np.array(rows, np.int32).reshape(-1, 5), state_blocks


@kernel
def _levels(
    net: Net,
    order: NDArray[np.int32],
    part: NDArray[np.int32],
    knot: NDArray[np.uint8],
) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32]]:
    """Return for each wire its stage, its level, and its level inside a knot."""
    inputs, starts, loops = net.inputs, net.starts, net.loops
    first_move, first_gate = net.moves[0], net.moves[1]
    stage = np.zeros(net.size[0], np.uint8)
    level = np.zeros(net.size[0], np.int32)
    inner = np.zeros(net.size[0], np.int32)
    stage[first_move:first_gate] = 1
    begin = 0
    while begin < order.size:
        end = begin + 1
        tied = knot.size > 0 and knot[part[order[begin]]] == 1
        while tied and end < order.size and part[order[end]] == part[order[begin]]:
            end += 1
        height, late = 0, 0
        for at in range(begin, end):
            wire = order[at]
            if loops[wire] >= 0:
                below = loops[wire] >> 1
                height = max(height, level[below])
                late = max(late, stage[below])
            for place in range(starts[wire], starts[wire + 1]):
                below = inputs[place] >> 1
                height = max(height, level[below])
                late = max(late, stage[below])
        if tied:
            # Inside, a wire comes after those of its knot that it reads, loops first:
            # the numbers of the wires grow that way.
            members = order[begin:end].copy()
            sort(members, np.int64(0), members.size)
            for wire in members:
                if loops[wire] < 0:
                    deep = 0
                    for place in range(starts[wire], starts[wire + 1]):
                        below = inputs[place] >> 1
                        if below >= first_gate and part[below] == part[wire]:
                            deep = max(deep, inner[below])
                    inner[wire] = deep + 1
        for at in range(begin, end):
            level[order[at]] = height + 1
            stage[order[at]] = late
        begin = end
    return stage, level, inner


@kernel
def _moved(
    net: Net,
    order: NDArray[np.int32],
    new: NDArray[np.int32],
    is_loop: NDArray[np.bool_],
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Return starts, inputs and the literals of loop wires, in the new order of wires.

    A loop wire whose literal does not depend on it becomes a gate with one input.
    """
    starts = np.zeros(order.size + 1, np.int32)
    inputs = np.empty(net.size[1] + order.size, np.int32)
    loop_inputs = np.zeros(new.size, np.int32)
    end = 0
    for number in range(order.size):
        wire = order[number]
        begin = end
        for place in range(net.starts[wire], net.starts[wire + 1]):
            literal = net.inputs[place]
            inputs[end] = 2 * new[literal >> 1] | (literal & 1)
            end += 1
        if net.loops[wire] >= 0:
            literal = net.loops[wire]
            literal = 2 * new[literal >> 1] | (literal & 1)
            if is_loop[number]:
                loop_inputs[new[wire]] = literal
            else:
                inputs[end] = literal
                end += 1
        sort(inputs, begin, end)
        starts[number + 1] = end
    return starts, inputs[:end].copy(), loop_inputs
