"""Path search in the native tier: breadth-first in a kernel, else in Python.

The search in Python runs over the network. Each move of a game costs 1, so a
breadth-first search is also a lowest-cost search. A file with start/1 and the
neighbours of each node has no moves, and no network.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pygame_search.game import Game, State
from pygame_search.machine.machine import Key
from pygame_search.machine.native_game import native
from pygame_search.machine.network import NetworkMachine
from pygame_search.network.searches.reachable import (
    FOUND,
    GOALS,
    KNOWN,
    MEMORY,
    MET,
    Reaching,
)
from pygame_search.search.state_space.path_search import INFORMED, Path
from pygame_search.support.errors import TierError
from pygame_search.support.memory import memory_left


def must_have_network(game: Game, method: str) -> None:
    """Check that the native tier can search for paths.

    Raises:
        TierError: it cannot; the message says why.
    """
    if game.space != "game":
        raise TierError(
            f"the native tier knows games of one role: {game.name!r} gives the "
            "neighbours of a node in place of moves, use clauses or procedural"
        )
    if method in INFORMED:
        raise TierError(
            f"the native tier has no estimate h, and {method} needs one: use clauses "
            "or procedural"
        )


@dataclass(slots=True)
class BreadthFirst:
    """A kernel search that can resume after each path, like `path_search.Search`.

    The kernel expands many states of one depth together. Those after a goal in the same
    batch are not counted.

    Attributes:
        limit: the most states to expand, None for no limit.
        deadline: the time.monotonic() at which to stop, None for no clock.
        worth: the least value of an end that is a goal; None for the highest.
        expanded: the number of expanded states, those before the goal found.
        frontier_max: the most states of one depth.
        stopped: `found`, `none` if no state is left, or `limit`.
        waiting: the number of states found but not expanded when it stopped.
        reached: the number of states found.
    """

    game: Game
    start: State | None
    limit: int | None = None
    expanded: int = 0
    frontier_max: int = 1
    stopped: str = ""
    waiting: int = 0
    reached: int = 1
    deadline: float | None = None
    worth: int | None = None

    def paths(self) -> Iterator[Path]:
        """Yield shortest paths to the goals, the nearest first."""
        tier = native(self.game)
        least = self.game.least_goal if self.worth is None else self.worth
        _, values = tier.network.outputs["goal"].arguments
        wanted = [value >= least for value in values.tolist()]
        found = Reaching(
            tier.network, state=tier.held(self.start or self.game.initial),
            wanted=wanted, trail=True, memory=memory_left(MEMORY),
        )  # fmt: skip
        machine = NetworkMachine(self.game, memo=True)
        before = 0
        while size := len(found.states):
            self.frontier_max = max(self.frontier_max, size)
            most = None if self.limit is None else self.limit - before + 1
            while found.expand(self.deadline, most=most) == MET:
                for place in found.places[: found.batch[GOALS]].tolist():
                    self._stop("found", found, before + place, size - place - 1)
                    yield self._path(machine, found.route(place))
            if self.limit is not None and before + size > self.limit:
                self._stop("limit", found, self.limit, before + size - self.limit)
                return
            before += size
            found.go_on()
        self._stop("none", found, before, 0)

    def _stop(self, why: str, found: Reaching, expanded: int, left: int) -> None:
        self.stopped = why
        self.expanded = expanded
        self.waiting = left + int(found.batch[FOUND])
        self.reached = int(found.batch[KNOWN])

    def _path(self, machine: NetworkMachine, route: NDArray[np.uint64]) -> Path:
        """Return the path along some states; it takes the first of several moves."""
        node: Key = route[0].tobytes()
        path = Path(machine.number(node))
        for packed in route[1:]:
            after = packed.tobytes()
            step = next(m for m, state, _ in machine.neighbours(node) if state == after)
            number = machine.number(after)
            path = Path(number, path.cost + 1, path.length + 1, step, path)
            node = after
        return path
