"""A game as machine code: what a search of one state at a time runs on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.game_functions import Machine
from pygame_search.network.machine_code import Library, MachineCode, machine_code


class GameCode(ABC):
    """The functions of a game, and how its states are written.

    Attributes:
        library: the functions of `game_functions.py`.
        size: the words of a state.
        key: how many of them, the first, tell it from all others.
        roles: how many roles there are.
        moves: how many moves.
        context: the first argument of each function.
        every_goal: whether it has the goals of all roles, not of the searching one
            alone.
        uses: for each bit of a key how many rules of the goals use its fluent, as far
            as is known; see `lift/uses.py`.
    """

    library: Library
    size: int
    key: int
    roles: int
    moves: int
    uses: NDArray[np.int64]
    context: int = 0
    every_goal: bool = True

    @cached_property
    def code(self) -> MachineCode:
        """The functions as machine code."""
        return machine_code(self.library)

    @abstractmethod
    def copy(self) -> GameCode:
        """Return the same code for another thread."""

    @abstractmethod
    def state(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return a state as its words, given the bits of the network's fluents."""

    @abstractmethod
    def keys(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the keys of some states in tables; see `game_functions.make_key`.

        Args:
            bits: of each state the bits of the network's fluents.
        """

    @abstractmethod
    def held(self, state: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return for each fluent of the network whether it holds in a state."""

    @abstractmethod
    def telling(self, fluents: Collection[int]) -> list[int] | None:
        """Return the bits of a state that tell which of some fluents hold.

        Args:
            fluents: of the network.

        Returns:
            Bits that differ between two states if and only if other ones of the fluents
            hold; None if there are no such bits.
        """

    def fault(self) -> Exception | None:
        """Return what has kept a function from its answer; by default nothing can."""
        return None

    @abstractmethod
    def weights(self, weights: Mapping[tuple[int, str], int]) -> NDArray[np.int64]:
        """Return the weights of features in the order of the code.

        Args:
            weights: by the index of the role and the name.
        """

    def machine(
        self,
        weights: Mapping[tuple[int, str], int],
        goals: NDArray[np.int64],
    ) -> Machine:
        """Return what kernels need to know of the game.

        Args:
            weights: of the features.
            goals: see `Machine`.
        """
        return Machine(
            context=self.context,
            size=self.size,
            key=self.key,
            roles=self.roles,
            moves=self.moves,
            weights=self.weights(weights),
            goals=goals,
        )
