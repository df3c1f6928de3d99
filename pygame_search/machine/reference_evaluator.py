"""Evaluate a network gate by gate, in plain Python: the reference for the kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.evaluator import Evaluator
from pygame_search.machine.native_game import NativeGame
from pygame_search.network.network import Network
from pygame_search.network.packing import pack


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


class ReferenceEvaluator(Evaluator):
    """Evaluates the gates of a network in Python.

    It compiles and loads nothing, so it is the faster of the two evaluators for a few
    states of a small network.

    Args:
        game: the game as a network.
    """

    def __init__(self, game: NativeGame) -> None:
        super().__init__(game)
        self._evaluated = b""
        self._values = np.zeros(0, np.uint8)

    def _holds(self, state: bytes, wanted: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return which literals hold in a state."""
        if self._evaluated != state:
            self._values = evaluate(self.network, self.bits(state))
            self._evaluated = state
        return literals(self._values, wanted).astype(np.bool_)

    def _instances(self, state: bytes, relation: str) -> NDArray[np.bool_]:
        """Return which instances of an output of the network hold in a state."""
        return self._holds(state, self.network.outputs[relation].literals)

    def moves(self, state: bytes) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the legal moves of each role."""
        return self._moves(self._holds(state, self.network.legal))

    def after(
        self,
        state: bytes,
        moves: Sequence[Sequence[int]],
        ranks: NDArray[np.int64],
    ) -> tuple[bytes, ...]:
        """Return the states after legal joint moves in a state."""
        network = self.network
        made = np.zeros((len(network.moves), len(ranks)), np.uint8)
        for role, choice in enumerate(moves):
            made[np.array(choice)[ranks[:, role]], np.arange(len(ranks))] = 1
        held = np.repeat(self.bits(state)[:, np.newaxis], len(ranks), axis=1)
        values = evaluate(network, held, made)
        states = pack(literals(values, network.next).T)
        return tuple(state.tobytes() for state in states)
