"""Factor out literals that several gates share: `ab + ac` becomes `a(b + c)`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.circuit.gates import Net, conjunction
from pygame_search.network.jit import Number, kernel


@kernel
def factored(
    net: Net, count: Number, candidates: Number, counts: NDArray[np.int32]
) -> Number:
    """Return the literal of a conjunction, with common literals taken out.

    Args:
        net: the network.
        count: the number of literals of the conjunction in the buffer.
        candidates: how many of its first literals no other gate reads.
        counts: zeros, one for each literal; they are zeros again at the end.
    """
    first_gate = net.moves[1]
    literals = net.buffer[:count].copy()
    while candidates > 1:
        best, best_gain = 0, 0
        for undo in (False, True):
            for at in range(candidates):
                wire = literals[at] >> 1
                if literals[at] & 1 == 0 or wire < first_gate or net.loops[wire] >= 0:
                    continue
                begin, end = net.starts[wire], net.starts[wire + 1]
                # The saving when one literal is taken out of a gate: the gate with its
                # inputs, or one of its inputs.
                saved = 3 if end - begin == 2 else 1
                for place in range(begin, end):
                    literal = net.inputs[place]
                    if undo:
                        counts[literal] = 0
                        continue
                    counts[literal] += saved
                    # The cost is two more gates. Together they read the gates that they
                    # replace, the common literal, and each other.
                    if counts[literal] - 5 > best_gain:
                        best, best_gain = literal, counts[literal] - 5
        if best_gain == 0:
            break
        kept, other, rests = 0, np.int64(0), np.empty(candidates, np.int32)
        count_rests = np.int64(0)
        for at in range(literals.size):
            wire = literals[at] >> 1
            common = False
            inverted = at < candidates and literals[at] & 1 == 1
            if inverted and wire >= first_gate and net.loops[wire] < 0:
                for place in range(net.starts[wire], net.starts[wire + 1]):
                    common = common or net.inputs[place] == best
            if common:
                size = np.int64(0)
                for place in range(net.starts[wire], net.starts[wire + 1]):
                    if net.inputs[place] != best:
                        net.buffer[size] = net.inputs[place]
                        size += 1
                rests[count_rests] = conjunction(net, size) ^ 1
                count_rests += 1
            else:
                literals[kept] = literals[at]
                kept += 1
                if at < candidates:
                    other += 1
        net.buffer[:count_rests] = rests[:count_rests]
        rest = conjunction(net, count_rests) ^ 1
        net.buffer[0] = best
        net.buffer[1] = rest
        literals[kept] = conjunction(net, np.int64(2)) ^ 1
        literals = literals[: kept + 1]
        candidates = other
    net.buffer[: literals.size] = literals
    return conjunction(net, np.int64(literals.size))
