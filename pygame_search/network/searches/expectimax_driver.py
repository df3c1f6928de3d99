"""Expectimax by the code of a game: the kernel of `expectimax.py`, its arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.game_code import GameCode
from pygame_search.network.game_functions import Machine
from pygame_search.network.network import StuckError, WeightError
from pygame_search.network.searches import expectimax as kernel
from pygame_search.network.searches.driver import Driver
from pygame_search.network.searches.expectimax import (
    COUNTS,
    FIELDS,
    INEXACT,
    LIMIT,
    MOST,
    NO_WEIGHT,
    SCORES,
    Settings,
    Stack,
)
from pygame_search.network.searches.node import (
    DONE,
    FULL,
    NO_GOAL,
    NO_MOVE,
    PLY,
)
from pygame_search.support.errors import FractionError, LimitError, NoGoalError

#: The plies and the moves for which there is room at first.
_FIRST_PLIES, _FIRST_ROOM = 24, 256


class Score(NamedTuple):
    """What a move is worth.

    Attributes:
        kind: 1 for a win, -1 for a loss, and 0 for all between.
        value: what it is worth between wins and losses.
    """

    kind: int
    value: float


class Expectimax(Driver[Stack]):
    """A search of one role, from one root after the other.

    Args:
        game: its code.
        machine: of the game, for the role.
        settings: of the search.
    """

    def __init__(self, game: GameCode, machine: Machine, settings: Settings) -> None:
        super().__init__(
            game, machine, plies=_FIRST_PLIES, room=game.moves + _FIRST_ROOM,
            table_bytes=0, entries=0, counts=COUNTS,
        )  # fmt: skip
        self.counts[FULL] = 1
        self._settings = settings
        self._score = np.zeros(3, np.int64)
        self._found = np.zeros((0, 3), np.int64)

    def search(
        self, state: NDArray[np.uint64], depth: int, pause: Callable[[], None]
    ) -> dict[int, Score]:
        """Return what each legal move of the role is worth.

        Args:
            state: the root, as the bits of the fluents, in words; not terminal.
            depth: how many plies to look ahead, at least 1.
            pause: called repeatedly; it may raise an exception.

        Raises:
            FractionError: a mean is too large a fraction.
            LimitError: a value is too large.
            NoGoalError: an end has no goal value for the role.
            StuckError: a role has no legal move, and the game is not over.
            WeightError: a move of chance has no weight, or several.
        """
        self._stack.states[0] = self._game.state(state)
        self.counts[PLY] = 0
        if kernel.begin(self._game, self._machine, self._stack) != DONE:
            raise self._error(NO_MOVE)
        self._stack.frames[0, LIMIT] = depth
        first, end, _ = self._stack.spans[0, self._settings.role].tolist()
        self._found = np.zeros((end - first, 3), np.int64)
        self._run(pause)
        moves = self._stack.room[first:end].tolist()
        return {
            move: Score(kind, above / below)
            for move, (kind, above, below) in zip(
                moves, self._found.tolist(), strict=True
            )
        }

    def _kernel(self) -> int:
        return kernel.search(
            self._game, self._machine, self._settings, self._stack, self._memory,
            self._score, self._found,
        )  # fmt: skip

    def _error(self, reason: int) -> Exception:
        if reason in (NO_MOVE, NO_WEIGHT):
            held = self._game.held(self._stack.states[self.counts[PLY]])
            return StuckError(held) if reason == NO_MOVE else WeightError(held)
        if reason == NO_GOAL:
            return NoGoalError("no goal value is defined for the role in this state")
        if reason == INEXACT:
            return FractionError(
                "the native tier computes means exactly, as fractions with numbers "
                f"below 2^{MOST.bit_length() - 1}, and met a larger one; use the tier "
                "procedural"
            )
        return LimitError("expected values of less than 2^49 in magnitude", "size")

    @property
    def _sizes(self) -> tuple[int, int]:
        return len(self._stack.states), len(self._stack.room)

    def _new_stack(self, plies: int, room: int) -> Stack:
        roles = self._game.roles
        return Stack(
            states=np.zeros((plies, self._game.size), np.uint64),
            frames=np.zeros((plies, FIELDS), np.int64),
            scores=np.zeros((plies, SCORES, 3), np.int64),
            joints=np.zeros((plies, roles), np.int32),
            spans=np.zeros((plies, roles, 3), np.int32),
            room=np.zeros(room, np.int32),
        )
