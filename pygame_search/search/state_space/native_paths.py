"""Path search in the native tier: by kernels, else in Python.

The search in Python runs over the network. Each move of a game costs 1, so a
breadth-first search is also a lowest-cost search. A file with start/1 and the
neighbours of each node has no moves, and no network.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pygame_search.game import Game, State
from pygame_search.machine.game_code import game_code
from pygame_search.machine.native_game import native
from pygame_search.machine.network import NetworkMachine
from pygame_search.network.packing import pack
from pygame_search.network.searches.bounded import Bounded
from pygame_search.network.searches.informed import Informed
from pygame_search.network.searches.node import goal_rows
from pygame_search.network.searches.path_kernel import (
    EXPANDED,
    LIMITED,
    MEMORY,
    MET,
    MOST_WAITING,
    WAITING,
    PathKernel,
)
from pygame_search.search.state_space.path_search import INFORMED, STRATEGIES, Path
from pygame_search.support.clock import look_at_clock
from pygame_search.support.errors import TierError
from pygame_search.support.memory import memory_left


def must_have_network(game: Game) -> None:
    """Check that the native tier can search for paths.

    Raises:
        TierError: it cannot; the message says why.
    """
    if game.space != "game":
        raise TierError(
            f"the native tier knows games of one role: {game.name!r} gives the "
            "neighbours of a node in place of moves, use clauses or procedural"
        )


@dataclass(slots=True)
class KernelSearch(ABC):
    """A kernel search that can resume after each path, like `path_search.Search`.

    Attributes:
        game: the game.
        start: where to begin, None for the start of the game.
        limit: the most states to expand, None for no limit.
        deadline: the time.monotonic() at which to stop, None for no clock.
        worth: the least value of an end that is a goal; None for the highest.
        expanded: the number of expanded states, those before the goal found.
        frontier_max: the most states that waited.
        stopped: `found`, `none` if no state is left, or `limit`.
        waiting: the number of states found but not expanded when it stopped.
        reached: the number of states found; None where that is not recorded.
    """

    game: Game
    start: State | None
    limit: int | None = None
    expanded: int = 0
    frontier_max: int = 1
    stopped: str = ""
    waiting: int = 0
    reached: int | None = 1
    deadline: float | None = None
    worth: int | None = None

    @abstractmethod
    def paths(self) -> Iterator[Path]:
        """Yield the paths to goals, in the order in which the method finds them."""

    @property
    def least(self) -> int:
        """The least value of an end that is a goal."""
        return self.game.least_goal if self.worth is None else self.worth


class PathByPath(KernelSearch):
    """A search that selects one path at a time: all methods but those by breadth.

    What waits is counted in paths.

    Args:
        method: its name.
    """

    def __init__(
        self,
        game: Game,
        start: State | None,
        limit: int | None = None,
        *,
        method: str,
        worth: int | None = None,
    ) -> None:
        super().__init__(game, start, limit, worth=worth)
        self._method, self._informed = method, method in INFORMED

    def paths(self) -> Iterator[Path]:
        """Yield the paths to goals, in the order in which the method finds them."""
        search = self._kernel()
        nodes = NetworkMachine(self.game, memo=True, estimate=self._informed)
        reason = MET
        while reason == MET:
            reason = search.run(self.limit, lambda: look_at_clock(self.deadline))
            self.stopped = {MET: "found", LIMITED: "limit"}.get(reason, "none")
            counts = search.counts
            self.expanded, self.reached = int(counts[EXPANDED]), search.reached
            self.frontier_max = int(counts[MOST_WAITING])
            self.waiting = int(counts[WAITING]) + (reason == LIMITED)
            if reason == MET:
                yield self._path(nodes, *search.path())

    def _kernel(self) -> PathKernel:
        """Return the kernel that searches."""
        informed = self._informed
        tier = native(self.game, estimate=informed)
        bits = tier.bits(self.start or self.game.initial)
        code = game_code(self.game, 0, {}, bits, estimate=informed)
        machine = code.machine({}, goal_rows(tier.goal_values(0), (0, 0)))
        least, memory = self.least, memory_left(MEMORY)
        if STRATEGIES[self._method].bounded:
            return Bounded(
                code, machine, bits, least=least, memory=memory, informed=informed
            )
        greedy = self._method == "best_first"
        return Informed(code, machine, bits, least=least, memory=memory, greedy=greedy)

    def _path(
        self,
        nodes: NetworkMachine,
        states: Sequence[NDArray[np.bool_]],
        moves: Sequence[int],
    ) -> Path:
        """Return a path, given its states and the moves between them."""
        rows = pack(np.array(states, np.uint8))
        numbers = [nodes.number(row.tobytes()) for row in rows]
        texts = native(self.game, estimate=self._informed).network.moves
        path = Path(numbers[0])
        for number, move in zip(numbers[1:], moves, strict=True):
            path = Path(number, path.cost + 1, path.length + 1, texts[move][1], path)
        return path
