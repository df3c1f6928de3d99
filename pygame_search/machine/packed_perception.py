"""What roles perceive, over the packed states of a network."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.network import NetworkMachine
from pygame_search.model.view import percept_names, percepts_in
from pygame_search.network.searches.row_numbers import row_numbers


class PackedPerception:
    """The percepts of each role in the steps to packed states.

    Args:
        machine: of a game with percepts, `Game.with_percepts`.
    """

    def __init__(self, machine: NetworkMachine) -> None:
        self._machine = machine
        self._roles = roles = machine.rules.roles
        names = machine.names
        self._ranks = [
            {
                percept: rank
                for rank, place in enumerate(places)
                for percept in percepts_in((names[place],), roles)[role]
            }
            for role, places in enumerate(percept_names(names, roles))
        ]
        self._masks = machine.percept_masks.by_role

    def ranks(self, role: int, percepts: tuple[str, ...]) -> tuple[int, ...]:
        """Return the places of percepts of a role in the standard order of terms."""
        return tuple(map(self._ranks[role].__getitem__, percepts))

    def percepts(
        self, states: NDArray[np.uint64], role: int
    ) -> tuple[NDArray[np.int64], list[tuple[str, ...]]]:
        """Return what a role has perceived in the steps to some states.

        Args:
            states: packed.
            role: its index.

        Returns:
            For each state the place of its percepts, and the percepts.
        """
        numbers, firsts = row_numbers(*(states & self._masks[role]).T)
        seen = [
            percepts_in(self._machine.facts(state.tobytes()), self._roles)[role]
            for state in states[firsts]
        ]
        return numbers, seen
