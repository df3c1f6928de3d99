"""The gates of a network in plain Python: the reference for the kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.network import Network


def evaluate(
    network: Network,
    state: NDArray[np.uint8],
    moves: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """Return the value of each wire, 0 or 1.

    Args:
        network: the network.
        state: 0 or 1 for each fluent; further dimensions may follow, for many positions
            at once.
        moves: the same for each move. Without them only the wires that depend on the
            state alone are evaluated, and the others stay 0.
    """
    fluents = len(network.fluents)
    values = np.zeros((network.wires, *state.shape[1:]), np.uint8)
    values[1 : fluents + 1] = state
    blocks = network.blocks[: network.state_blocks]
    if moves is not None:
        values[fluents + 1 : network.first_gate] = moves
        blocks = network.blocks
    for kind, begin, end, first, last in blocks.tolist():
        _gates(network, values, begin, end)
        while kind == 1:
            taken = literals(values, network.loop_inputs[first:last])
            if np.array_equal(taken, values[first:last]):
                break
            values[first:last] = taken
            _gates(network, values, begin, end)
    return values


def literals(values: NDArray[np.uint8], wanted: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the values of literals, given the values of the wires."""
    inverted = (wanted & 1).astype(np.uint8)
    found: NDArray[np.uint8] = values[wanted >> 1]
    return found ^ inverted.reshape(-1, *[1] * (values.ndim - 1))


def _gates(network: Network, values: NDArray[np.uint8], begin: int, end: int) -> None:
    for wire in range(begin, end):
        gate = wire - network.first_gate
        inputs = network.inputs[network.starts[gate] : network.starts[gate + 1]]
        values[wire] = literals(values, inputs).all(axis=0)
