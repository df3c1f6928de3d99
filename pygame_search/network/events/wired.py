"""A game as code that propagates the changes of a step through its network."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.events import functions
from pygame_search.network.events.functions import Marks
from pygame_search.network.events.wiring import (
    FLUENTS,
    MOVES,
    ROW_WORDS,
    STATE_WORDS,
    WIRES,
    Wiring,
)
from pygame_search.network.game_code import GameCode
from pygame_search.network.game_functions import FUNCTIONS
from pygame_search.network.jit import exported
from pygame_search.network.machine_code import (
    Library,
    MachineCode,
    fields,
    machine_code,
)

#: The functions, once they are made: the same for all games.
_MADE: list[tuple[Library, MachineCode]] = []


class WiredGame(GameCode):
    """A game by its network, for the searches of one role.

    Args:
        wiring: the network, laid out for the role and the weights.
    """

    every_goal = False

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        sizes = wiring.sizes
        marks = (int(sizes[WIRES]) + 63) // 64
        self._given = (
            wiring,
            Marks(np.zeros(marks, np.uint64), np.zeros((marks + 63) // 64, np.uint64)),
        )
        values = [field.value or 0 for field in fields(self._given)]
        self._context = np.array(values, np.int64)
        self.context = self._context.ctypes.data
        if not _MADE:
            texts = (
                exported(getattr(functions, name), name, self._given, count)
                for name, count in FUNCTIONS.items()
            )
            library = Library(tuple(texts), patience=None)
            _MADE.append((library, machine_code(library)))
        self.library, self.code = _MADE[0]
        self.roles, self.moves = len(wiring.roles), int(sizes[MOVES])
        row = (int(sizes[WIRES]) + 7) // 8
        self.size = int(sizes[ROW_WORDS]) + row + 1 + (self.roles + 1) // 2
        self.key = int(sizes[STATE_WORDS])
        self.uses = np.zeros(64 * self.key, np.int64)

    def copy(self) -> WiredGame:
        """Return the game with marks of its own."""
        return WiredGame(self._wiring)

    def state(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return a state as its words, given the bits of the network's fluents."""
        made = np.zeros(self.size, np.uint64)
        given = np.ascontiguousarray(bits)
        begin = self.code.function("game_begin", 3)
        begin(self.context, made.ctypes.data, given.ctypes.data)
        return made

    def keys(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the bits of the fluents, which come first in a state."""
        return np.ascontiguousarray(bits)

    def held(self, state: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return for each fluent of the network whether it holds in a state."""
        octets = state[: self.key].view(np.uint8)
        fluents = int(self._wiring.sizes[FLUENTS])
        bits = np.unpackbits(octets, count=fluents, bitorder="little")
        return bits.astype(np.bool_)

    def telling(self, fluents: Collection[int]) -> list[int]:
        """Return the bits of the fluents themselves."""
        return sorted(fluents)

    def weights(self, weights: Mapping[tuple[int, str], int]) -> NDArray[np.int64]:
        """Return no weights: the wiring has them."""
        return np.zeros(1, np.int64)
