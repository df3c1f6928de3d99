"""Simplify a network: merge gates that only one other gate reads, drop dead gates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.circuit.components import knots
from pygame_search.network.circuit.factoring import factored
from pygame_search.network.circuit.gates import Net, add_loop, empty_net
from pygame_search.network.circuit.move_implications import with_known
from pygame_search.network.jit import kernel

#: The largest number of rounds; each costs as much as the first.
MOST_ROUNDS = 6

#: Another round follows one that reduces wires and inputs by at least this fraction.
WORTH_A_ROUND = 0.01


def refined(
    net: Net, outputs: NDArray[np.int32], fluents: int
) -> tuple[Net, NDArray[np.int32]]:
    """Return the network without dead gates, and its outputs.

    Args:
        net: the network.
        outputs: literals: the next value of each fluent, the legality of each move,
            and others.
        fluents: the number of fluents.
    """
    for _ in range(MOST_ROUNDS):
        before = int(net.size[0] + net.size[1])
        net, outputs = refined_once(net, outputs, fluents)
        if int(net.size[0] + net.size[1]) > (1 - WORTH_A_ROUND) * before:
            break
    return net, outputs


def refined_once(
    net: Net, outputs: NDArray[np.int32], fluents: int
) -> tuple[Net, NDArray[np.int32]]:
    """Return the network after one round of simplification."""
    wires, edges = net.size[:2].tolist()
    gates = wires - int(net.moves[1])
    new = empty_net(
        fluents, net.role, len(net.role_marks), 3 * gates + 1, 2 * (edges + gates) + 1
    )
    new.size[4] = 1
    uses = _uses(net, outputs)
    made = np.zeros(wires, np.int32)
    made[: net.moves[1]] = 2 * np.arange(net.moves[1], dtype=np.int32)
    order, tied = _order(net)
    early = order < net.size[3]
    _rebuild(net, new, uses, order[early], tied, made)
    legal = outputs[fluents : fluents + len(net.role)]
    new = with_known(new, made[legal >> 1] ^ (legal & 1))
    _rebuild(net, new, uses, order[~early], tied, made)
    _close(net, new, uses, tied, made)
    return new, made[outputs >> 1] ^ (outputs & 1)


def _order(net: Net) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the wires in dependency order, and which of them are in knots."""
    wires, first_gate = int(net.size[0]), int(net.moves[1])
    order = np.arange(first_gate, wires, dtype=np.int32)
    tied = np.zeros(wires, np.uint8)
    if (net.loops[first_gate:wires] >= 0).any():
        found, part, knot = knots(net)
        tied[found] = knot[part[found]]
        # In a knot, ascending wire numbers are a dependency order.
        order = found[np.lexsort((found, part[found]))]
    return order, tied


@kernel
def _uses(net: Net, outputs: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return per wire: 0 if dead, 1 (3) if one gate reads it (inverted), else 2."""
    inputs, starts, loops = net.inputs, net.starts, net.loops
    wires = net.size[0]
    uses = np.zeros(wires, np.uint8)
    stack = np.empty(wires, np.int32)
    height = 0
    for literal in outputs:
        wire = literal >> 1
        if uses[wire] == 0:
            stack[height] = wire
            height += 1
        uses[wire] = 2
    while height > 0:
        height -= 1
        wire = stack[height]
        if loops[wire] >= 0:
            below = loops[wire] >> 1
            if uses[below] == 0:
                stack[height] = below
                height += 1
            uses[below] = 2
        for at in range(starts[wire], starts[wire + 1]):
            below = inputs[at] >> 1
            if uses[below] == 0:
                stack[height] = below
                height += 1
                uses[below] = 1 if inputs[at] & 1 == 0 else 3
            else:
                uses[below] = 2
    return uses


@kernel
def _rebuild(
    net: Net,
    new: Net,
    uses: NDArray[np.uint8],
    order: NDArray[np.int32],
    tied: NDArray[np.uint8],
    made: NDArray[np.int32],
) -> None:
    """Build the wires again, in that order, and record the literal of each."""
    inputs, starts, loops = net.inputs, net.starts, net.loops
    first_gate = net.moves[1]
    stack = np.empty(net.size[0], np.int32)
    counts = np.zeros(2 * new.loops.size, np.int32)
    for wire in order:
        if uses[wire] == 0:
            continue
        if loops[wire] >= 0:
            if loops[wire] == 2 * wire or loops[wire] < 2:
                made[wire] = 1 if loops[wire] == 1 else 0
            elif tied[wire] == 0:
                made[wire] = made[loops[wire] >> 1] ^ (loops[wire] & 1)
            else:
                made[wire] = 2 * add_loop(new)
            continue
        if uses[wire] == 1:
            continue
        count, candidates = np.int64(0), np.int64(0)
        stack[0] = wire
        height = 1
        while height > 0:
            height -= 1
            top = stack[height]
            for at in range(starts[top], starts[top + 1]):
                literal = inputs[at]
                below = literal >> 1
                if below >= first_gate and loops[below] < 0 and uses[below] == 1:
                    stack[height] = below
                    height += 1
                else:
                    new.buffer[count] = made[below] ^ (literal & 1)
                    if uses[below] == 3 and below >= first_gate and loops[below] < 0:
                        # Inputs that nothing else reads come first.
                        other = new.buffer[candidates]
                        new.buffer[candidates] = new.buffer[count]
                        new.buffer[count] = other
                        candidates += 1
                    count += 1
        made[wire] = factored(new, count, candidates, counts)


@kernel
def _close(
    net: Net,
    new: Net,
    uses: NDArray[np.uint8],
    tied: NDArray[np.uint8],
    made: NDArray[np.int32],
) -> None:
    """Give each loop wire its former literal."""
    for wire in range(net.moves[1], net.size[0]):
        literal = net.loops[wire]
        if literal >= 0 and uses[wire] > 0 and tied[wire] == 1 and made[wire] > 1:
            new.loops[made[wire] >> 1] = made[literal >> 1] ^ (literal & 1)
