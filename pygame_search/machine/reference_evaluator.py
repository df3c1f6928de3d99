"""Evaluate a network gate by gate, in plain Python: the reference for the kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.evaluator import Evaluator
from pygame_search.machine.native_game import NativeGame
from pygame_search.network.packing import pack
from pygame_search.network.reference import evaluate, literals


class ReferenceEvaluator(Evaluator):
    """Evaluates the gates of a network in Python.

    It compiles and loads nothing, so it is the faster of the two evaluators for a few
    states.

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
