"""Strongly connected components of the wires."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.circuit.gates import Net
from pygame_search.network.jit import kernel


@kernel
def knots(
    net: Net,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]:
    """Return the wires, their components, and which components are cyclic (knots).

    Each wire comes after the wires that it reads. The algorithm is Tarjan's; a loop
    wire depends on the literal that it takes.
    """
    inputs, starts, loops = net.inputs, net.starts, net.loops
    wires, first_gate = net.size[0], net.moves[1]
    order = np.empty(wires - first_gate, np.int32)
    part = np.full(wires, -1, np.int32)
    knot = np.zeros(wires + 1, np.uint8)
    index = np.zeros(wires, np.int32)
    low = np.zeros(wires, np.int32)
    own = np.zeros(wires, np.uint8)
    path = np.empty(wires, np.int32)
    place = np.empty(wires, np.int64)
    stack = np.empty(wires, np.int32)
    clock, found, placed, height = 0, 0, 0, 0
    for root in range(first_gate, wires):
        if index[root] != 0:
            continue
        depth = 0
        path[0] = root
        place[0] = -1
        while depth >= 0:
            wire = path[depth]
            if place[depth] < 0:
                clock += 1
                index[wire] = clock
                low[wire] = clock
                stack[height] = wire
                height += 1
                place[depth] = 0
            below = -1
            at = place[depth]
            if loops[wire] >= 0:
                if at == 0:
                    below = loops[wire] >> 1
            elif starts[wire] + at < starts[wire + 1]:
                below = inputs[starts[wire] + at] >> 1
            if below >= 0:
                place[depth] += 1
                if below < first_gate:
                    continue
                if index[below] == 0:
                    depth += 1
                    path[depth] = below
                    place[depth] = -1
                elif part[below] < 0:
                    low[wire] = min(low[wire], index[below])
                    if below == wire:
                        own[wire] = 1
                continue
            depth -= 1
            if depth >= 0:
                low[path[depth]] = min(low[path[depth]], low[wire])
            if low[wire] == index[wire]:
                first = placed
                while True:
                    height -= 1
                    member = stack[height]
                    part[member] = found
                    order[placed] = member
                    placed += 1
                    if member == wire:
                        break
                knot[found] = 1 if placed - first > 1 or own[wire] == 1 else 0
                found += 1
    return order, part, knot[:found]
