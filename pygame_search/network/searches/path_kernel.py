"""What the kernels of path search have in common."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.game_code import GameCode
from pygame_search.network.game_functions import Machine
from pygame_search.network.network import EstimateError
from pygame_search.network.searches.node import DONE, NO_GOAL, PAUSED, Ints
from pygame_search.network.searches.pace import Pace
from pygame_search.support.errors import LimitError, NoGoalError

#: More reasons to return, after those of `node.py`: a path ends in a goal; no more may
#: be expanded; the rules give a state no estimate, or several.
MET, LIMITED, NO_ESTIMATE = range(20, 23)

#: The first counts: the paths that wait; those that were expanded, how many may be, and
#: at how many to pause; the most that waited; the path that was selected and is not yet
#: expanded, -1 for none.
WAITING, EXPANDED, LIMIT, STOP, MOST_WAITING, SELECTED = range(6)
COUNTS = 6

#: More than any cost.
FAR = 1 << 40

#: The most bytes that the states of a search may take, where nothing else is said.
MEMORY = 4 << 30


class PathKernel(ABC):
    """A search for paths that can resume after each of them.

    Attributes:
        counts: see WAITING; the search may have more.

    Args:
        game: its code.
        machine: of the game, for its only role.
        least: the least worth of an end that is a goal.
        memory: the most bytes that the arrays may take.
    """

    counts: Ints

    def __init__(
        self, game: GameCode, machine: Machine, *, least: int, memory: int
    ) -> None:
        self._game, self._machine = game, machine
        self._least = max(min(least, FAR), -FAR)  # goal values have 32 bits
        self._memory = memory
        self._pace = Pace(64, least=16, growth=8)

    @property
    @abstractmethod
    def reached(self) -> int | None:
        """How many states were reached; None if that is not recorded."""

    @abstractmethod
    def path(self) -> tuple[list[NDArray[np.bool_]], list[int]]:
        """Return the path that was met last.

        Returns:
            Of each state whether each fluent of the network holds in it; and the moves
            between them.
        """

    @abstractmethod
    def _search(self) -> int:
        """Run the kernel; return why it stopped."""

    @abstractmethod
    def _enlarge(self) -> None:
        """Make more room.

        Raises:
            LimitError: it would take too much memory.
        """

    def run(self, limit: int | None, pause: Callable[[], None]) -> int:
        """Search on; return MET, LIMITED, or DONE if no path is left.

        Args:
            limit: the most paths to expand in all.
            pause: called repeatedly; it may raise an exception.

        Raises:
            LimitError: the memory is full.
            RulesError: an end has no goal value.
            EstimateError: the rules give a state no estimate, or several.
        """
        self.counts[LIMIT] = FAR if limit is None else min(limit, FAR)
        while True:
            pause()
            before, began = int(self.counts[EXPANDED]), time.perf_counter()
            self.counts[STOP] = before + self._pace.steps
            reason = self._search()
            if reason in (MET, LIMITED, DONE):
                return reason
            if reason == PAUSED:
                seconds = time.perf_counter() - began
                self._pace.took(seconds, int(self.counts[EXPANDED]) - before)
            elif reason == NO_GOAL:
                raise NoGoalError("no goal value is defined for the role in a state")
            elif reason == NO_ESTIMATE:
                raise EstimateError
            else:
                self._enlarge()

    def _must_fit(self, taken: int, used: int, most: int, what: str) -> None:
        """Check that there is memory for twice what is used, and for that meanwhile.

        Args:
            taken: the number of things that take it.
            used: the bytes that are used.
            most: the most bytes.
            what: what the things are called.

        Raises:
            LimitError: there is not.
        """
        if 3 * used > most:
            raise LimitError(
                f"the memory is full: {taken:,} {what} take {used:,} bytes, and the "
                "search is not done",
                "memory",
            )
