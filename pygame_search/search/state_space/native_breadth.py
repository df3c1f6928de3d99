"""Breadth-first search in the native tier, which expands many states together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

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
from pygame_search.search.state_space.native_paths import KernelSearch
from pygame_search.search.state_space.path_search import Path
from pygame_search.support.memory import memory_left


class BreadthFirst(KernelSearch):
    """Breadth-first search.

    The kernel expands many states of one depth together. Those after a goal in the same
    batch are not counted, and `frontier_max` is the most states of one depth.
    """

    def paths(self) -> Iterator[Path]:
        """Yield shortest paths to the goals, the nearest first."""
        tier = native(self.game)
        _, values = tier.network.outputs["goal"].arguments
        wanted = [value >= self.least for value in values.tolist()]
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
