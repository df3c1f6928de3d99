"""The gates of a network in plain Python: the reference for the kernels."""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.network import Network


def evaluate(
    network: Network,
    state: NDArray[np.uint8],
    moves: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """Return the value of each wire, 0 or 1.

    A wire is computed as one number of Python, with a bit for each position.

    Args:
        network: the network.
        state: 0 or 1 for each fluent; further dimensions may follow, for many positions
            at once.
        moves: the same for each move. Without them only the wires that depend on the
            state alone are evaluated, and the others stay 0.
    """
    shape = state.shape[1:]
    positions = prod(shape)
    values = [0] * network.wires
    values[1 : len(state) + 1] = _numbers(state)
    blocks = network.blocks[: network.state_blocks]
    if moves is not None:
        values[len(state) + 1 : network.first_gate] = _numbers(moves)
        blocks = network.blocks
    inputs, starts = network.inputs.tolist(), network.starts.tolist()
    first_gate, every = network.first_gate, (1 << positions) - 1

    def value(literal: int) -> int:
        held = values[literal >> 1]
        return held ^ every if literal & 1 else held

    def gates(begin: int, end: int) -> None:
        for wire in range(begin, end):
            gate = wire - first_gate
            held = every
            for literal in inputs[starts[gate] : starts[gate + 1]]:
                held &= value(literal)
                if not held:
                    break
            values[wire] = held

    for kind, begin, end, first, last in blocks.tolist():
        gates(begin, end)
        while kind == 1:
            taken = [*map(value, network.loop_inputs[first:last].tolist())]
            if taken == values[first:last]:
                break
            values[first:last] = taken
            gates(begin, end)
    return _bits(values, positions).reshape(network.wires, *shape)


def literals(values: NDArray[np.uint8], wanted: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the values of literals, given the values of the wires."""
    inverted = (wanted & 1).astype(np.uint8)
    found: NDArray[np.uint8] = values[wanted >> 1]
    return found ^ inverted.reshape(-1, *[1] * (values.ndim - 1))


def _numbers(bits: NDArray[np.uint8]) -> list[int]:
    """Return each row of bits as a number."""
    if bits.ndim == 1:
        found: list[int] = bits.tolist()
        return found
    rows = np.packbits(
        bits.reshape(len(bits), prod(bits.shape[1:])), axis=1, bitorder="little"
    )
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def _bits(numbers: list[int], count: int) -> NDArray[np.uint8]:
    """Return the first bits of numbers, as rows."""
    octets = (count + 7) // 8
    data = b"".join(number.to_bytes(octets, "little") for number in numbers)
    rows = np.frombuffer(data, np.uint8).reshape(len(numbers), octets)
    return np.unpackbits(rows, axis=1, count=count, bitorder="little")
