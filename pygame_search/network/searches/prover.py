"""Proofs of values: the kernel of `proof_number.py` and its arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.game_code import GameCode
from pygame_search.network.game_functions import Machine
from pygame_search.network.searches.driver import Driver
from pygame_search.network.searches.node import NO_GOAL, PLY, Ints
from pygame_search.network.searches.proof_number import (
    CHOICES,
    COUNTS,
    FIELDS,
    INFINITE,
    LAST,
    MOST_DISPROOF,
    MOST_PROOF,
    PROOF,
    REPEATS,
    Settings,
    Stack,
    look_up,
    search,
)
from pygame_search.network.searches.table import REST, Words
from pygame_search.support.errors import RulesError

#: How large a table may be, in bytes.
TABLE_BYTES = 1 << 28


class Prover(Driver[Stack]):
    """Proves or disproves for any position that a role can reach a value.

    Args:
        game: its code.
        machine: of the game, for the role.
        role: the index of the role.
        enough: the least value that is enough.
        endless: whether endless play is enough, too.
        table_bytes: the limit of the table in bytes.
    """

    def __init__(
        self,
        game: GameCode,
        machine: Machine,
        role: int,
        enough: int,
        *,
        endless: bool = False,
        table_bytes: int = TABLE_BYTES,
    ) -> None:
        super().__init__(
            game,
            machine,
            plies=32,
            room=1024,
            table_bytes=table_bytes,
            entries=1 << 12,
            counts=COUNTS,
        )
        self._settings = Settings(role, enough, endless)

    @property
    def repeats(self) -> int:
        """The number of recurrences on the path; 0 in a game that always ends."""
        return int(self.counts[REPEATS])

    def known(self, states: NDArray[np.uint64]) -> Ints:
        """Return the proof and disproof number of states, 1 and 1 if not known.

        Args:
            states: the bits of the fluents, in words; none is an end of the game.
        """
        found = np.zeros((len(states), 2), np.int64)
        flat = self._game.keys(states).reshape(-1)
        look_up(self._memory.table, flat, self._words, len(states), found)
        return found

    def prove(
        self, state: NDArray[np.uint64], pause: Callable[[], None] = lambda: None
    ) -> bool:
        """Return whether the value is proved in a state; if not, it is disproved.

        Args:
            state: the bits of the fluents, in words; it is no end of the game.
            pause: called repeatedly; it may raise an exception.

        Raises:
            RulesError: a terminal state has no goal value, or a role has no move.
        """
        self._stack.path[0] = self._game.state(state)
        frame = self._stack.frames[0]
        frame[:] = 0
        frame[[MOST_PROOF, MOST_DISPROOF]] = INFINITE
        self.counts[PLY] = 0
        self._run(pause)
        return len(self.good()) > 0

    def good(self) -> NDArray[np.int64]:
        """Return which choices of the role were proved in the state asked last."""
        frame = self._stack.frames[0]
        children = self._stack.known[: frame[LAST]]
        answers = int(frame[LAST] // frame[CHOICES])
        proved = (children[:, PROOF] == 0).reshape(-1, answers).all(axis=1)
        return np.flatnonzero(proved)

    @property
    def table(self) -> Words:
        """The table, from which another prover with the same settings can resume."""
        return self._memory.table

    def take_up(self, table: Words) -> None:
        """Copy the entries of another prover with the same settings to the table."""
        entries = min(self._most, len(table) // (self._words + REST))
        self._memory = self._memory._replace(table=self._copied(entries, table))

    def _kernel(self) -> int:
        return search(
            self._game, self._machine, self._settings, self._stack, self._memory
        )

    def _error(self, reason: int) -> Exception:
        if reason == NO_GOAL:
            return RulesError(
                "no goal value is defined for the role in a terminal state"
            )
        return RulesError("a role has no legal move in a state that is no end")

    @property
    def _sizes(self) -> tuple[int, int]:
        return len(self._stack.path), len(self._stack.known)

    def _new_stack(self, plies: int, room: int) -> Stack:
        roles = self._game.roles
        return Stack(
            path=np.zeros((plies, self._game.size), np.uint64),
            frames=np.zeros((plies, FIELDS), np.int64),
            spans=np.zeros((roles, 3), np.int64),
            moves=np.zeros(self._game.moves + roles, np.int32),
            states=np.zeros((room, self._words), np.uint64),
            known=np.zeros((room, 3), np.int64),
            joints=np.zeros((room, roles), np.int32),
        )
