"""The literals that the legality of a move implies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.circuit.gates import Net
from pygame_search.network.jit import kernel

#: The largest number of literals recorded as implied by the legality of a move.
MOST_KNOWN = 64


def with_known(net: Net, legal: NDArray[np.int32]) -> Net:
    """Return a network, its state part built, with the implications of each move."""
    net.size[3] = net.size[0]
    starts, known = _implied(net, legal, MOST_KNOWN)
    return net._replace(known_starts=starts, known=known)


@kernel
def _implied(
    net: Net, legal: NDArray[np.int32], most: int
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return for each given literal the literals that it implies."""
    inputs, starts, first_gate = net.inputs, net.starts, net.moves[1]
    counted = np.zeros(2 * net.size[0], np.int32)
    places = np.zeros(legal.size + 1, np.int64)
    room = np.empty(legal.size * most, np.int32)
    end = 0
    for move in range(legal.size):
        literal = legal[move]
        begin = end
        if literal > 1:
            room[end] = literal
            end += 1
            wire = literal >> 1
            if literal & 1 == 1 and wire >= first_gate:
                # One of several reasons holds: take what all of them have in common.
                reasons = starts[wire + 1] - starts[wire]
                for place in range(starts[wire], starts[wire + 1]):
                    reason = inputs[place] ^ 1
                    counted[reason] += 1
                    if reason & 1 == 0 and reason >> 1 >= first_gate:
                        for at in range(starts[reason >> 1], starts[(reason >> 1) + 1]):
                            counted[inputs[at]] += 1
                for place in range(starts[wire], starts[wire + 1]):
                    reason = inputs[place] ^ 1
                    if counted[reason] == reasons and end - begin < most:
                        room[end] = reason
                        end += 1
                    counted[reason] = 0
                    if reason & 1 == 0 and reason >> 1 >= first_gate:
                        for at in range(starts[reason >> 1], starts[(reason >> 1) + 1]):
                            other = inputs[at]
                            if counted[other] == reasons and end - begin < most:
                                room[end] = other
                                end += 1
                            counted[other] = 0
            # The inputs of ANDs among them hold as well.
            at = begin
            while at < end:
                wire = room[at] >> 1
                if room[at] & 1 == 0 and wire >= first_gate:
                    for place in range(starts[wire], starts[wire + 1]):
                        if end - begin < most:
                            room[end] = inputs[place]
                            end += 1
                at += 1
        places[move + 1] = end
    return places, room[:end].copy()
