"""Path-collecting search; the twin of `logic/search/path_search.pl`.

One search for all strategies, in the shape of Poole, Mackworth and Goebel,
Computational Intelligence (1998), chapter 4: a frontier of paths; select one, look
whether it ends in a goal, else add its neighbours to the frontier. A strategy is what
the frontier selects.
"""

from __future__ import annotations

import heapq
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from pygame_search.support.errors import InputError, LimitError

METHODS = ("breadth", "depth", "iterative", "lowest_cost", "best_first", "a_star")
PRUNINGS = ("paths", "cycles", "none")
INFORMED = ("best_first", "a_star")

#: The methods that a kernel of the native tier knows, for games, where paths to nodes
#: reached before are pruned.
BREADTH_FIRST = ("breadth", "lowest_cost")


class Space(Protocol):
    """A state space. Nodes are numbers."""

    def start(self) -> int:
        """Return the start node."""
        ...

    def neighbours(self, node: int) -> Iterable[tuple[str, int, int]]:
        """Return the move to each neighbour of a node, the neighbour, and the cost."""
        ...

    def is_goal(self, node: int) -> bool:
        """Return whether a node is a goal."""
        ...

    def estimate(self, node: int) -> int:
        """Return the estimated cost from a node to a goal."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A path, which shares all but its last step with the path that it extends.

    Attributes:
        node: its end.
        cost: the sum of the costs of its arcs.
        length: the number of its arcs.
        move: the last move, empty at the start.
        before: the path without its last step, None at the start.
    """

    node: int
    cost: int = 0
    length: int = 0
    move: str = ""
    before: Path | None = None

    def steps(self) -> list[Path]:
        """Return the path up to each of its nodes, the start first."""
        found: list[Path] = []
        path: Path | None = self
        while path is not None:
            found.append(path)
            path = path.before
        return found[::-1]

    def meets_itself(self) -> bool:
        """Return whether the path meets its last node before its end."""
        path = self.before
        while path is not None:
            if path.node == self.node:
                return True
            path = path.before
        return False


class Frontier(Protocol):
    """Paths not yet expanded, and which of them is next."""

    def select(self) -> Path | None:
        """Take a path from the frontier, None when there is none."""
        ...

    def add(self, path: Path | None, paths: list[Path]) -> None:
        """Add the paths that a path leads on to; the first path has no `path`."""
        ...

    def __len__(self) -> int:
        """Return the number of paths."""
        ...


class Queue:
    """Breadth first: the oldest path, so a shortest one first."""

    def __init__(self) -> None:
        self._paths: deque[Path] = deque()

    def select(self) -> Path | None:
        """Take the oldest path."""
        return self._paths.popleft() if self._paths else None

    def add(self, path: Path | None, paths: list[Path]) -> None:
        """Add paths behind all others."""
        self._paths.extend(paths)

    def __len__(self) -> int:
        """Return the number of paths."""
        return len(self._paths)


class Stack:
    """Depth first: the newest path, of the last ones added the first."""

    def __init__(self) -> None:
        self._paths: list[Path] = []

    def select(self) -> Path | None:
        """Take the newest path."""
        return self._paths.pop() if self._paths else None

    def add(self, path: Path | None, paths: list[Path]) -> None:
        """Add paths before all others."""
        self._paths.extend(reversed(paths))

    def __len__(self) -> int:
        """Return the number of paths."""
        return len(self._paths)


class Deepening(Stack):
    """Depth first down to a bound, which is raised when it has hidden a path."""

    def __init__(self) -> None:
        super().__init__()
        self.bound = 0
        self._cut = False
        self._start: Path | None = None

    def select(self) -> Path | None:
        """Take the newest path; start again with the next bound when there is none."""
        path = super().select()
        if path is None and self._cut:
            self.bound += 1
            self._cut = False
            return self._start
        return path

    def add(self, path: Path | None, paths: list[Path]) -> None:
        """Add paths, if they are not too long."""
        if path is None:
            self._start = paths[0]
        if path is not None and path.length >= self.bound:
            self._cut = self._cut or bool(paths)
        else:
            super().add(path, paths)


class Heap:
    """By priority, the least first; of equal ones the oldest."""

    def __init__(self, space: Space, method: str) -> None:
        self._space = space
        self._method = method
        self._heap: list[tuple[int, int, Path]] = []
        self._serial = 0

    def select(self) -> Path | None:
        """Take the path of least priority."""
        return heapq.heappop(self._heap)[2] if self._heap else None

    def add(self, path: Path | None, paths: list[Path]) -> None:
        """Add paths by their priorities."""
        for new in paths:
            self._serial += 1
            heapq.heappush(self._heap, (self._priority(new), self._serial, new))

    def _priority(self, path: Path) -> int:
        if self._method == "lowest_cost":
            return path.cost
        estimate = self._space.estimate(path.node)
        return estimate if self._method == "best_first" else path.cost + estimate

    def __len__(self) -> int:
        """Return the number of paths."""
        return len(self._heap)


@dataclass(slots=True)
class Search:
    """A path search, resumable after each path.

    Attributes:
        space: the state space.
        method: one of METHODS.
        prune: `none`; `cycles`, paths that meet one of their own nodes; `paths`, also
            paths to a node that a path no dearer has reached.
        limit: how many paths to expand at most, None for no limit.
        deadline: the time.monotonic() at which to stop, None for never.
        expanded: how many were.
        frontier_max: the longest the frontier was.
        stopped: `found`, `none` when no path is left, or `limit`.
        waiting: how many paths the frontier held when it stopped.
    """

    space: Space
    method: str = "breadth"
    prune: str = "paths"
    limit: int | None = None
    expanded: int = 0
    frontier_max: int = 0
    stopped: str = ""
    waiting: int = 0
    deadline: float | None = None
    _reached: dict[int, int] = field(default_factory=dict)

    def paths(self) -> Iterator[Path]:
        """Yield the paths to goals, in the order in which the method finds them."""
        frontier = self._first_frontier()
        while (path := frontier.select()) is not None:
            if self._pruned(path):
                continue
            if self._ends_in_goal(path, frontier):
                self.stopped, self.waiting = "found", len(frontier)
                yield path
            elif self.limit is not None and self.expanded >= self.limit:
                self.stopped, self.waiting = "limit", len(frontier) + 1
                return
            self._expand(path, frontier)
        self.stopped, self.waiting = "none", len(frontier)

    @property
    def reached(self) -> int | None:
        """How many nodes its paths have led to; None where that is not kept."""
        kept = self.prune == "paths" and self.method != "iterative"
        return len(self._reached) if kept else None

    def _first_frontier(self) -> Frontier:
        if self.method not in METHODS:
            known = ", ".join(METHODS)
            raise InputError(f"no method {self.method!r}: expected one of {known}")
        frontier: Frontier
        match self.method:
            case "breadth":
                frontier = Queue()
            case "depth":
                frontier = Stack()
            case "iterative":
                frontier = Deepening()
            case _:
                frontier = Heap(self.space, self.method)
        frontier.add(None, [Path(self.space.start())])
        return frontier

    def _expand(self, path: Path, frontier: Frontier) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitError("the time is over")
        neighbours = [
            Path(node, path.cost + cost, path.length + 1, move, path)
            for move, node, cost in self.space.neighbours(path.node)
        ]
        frontier.add(path, neighbours)
        self.expanded += 1
        self.frontier_max = max(self.frontier_max, len(frontier))

    def _ends_in_goal(self, path: Path, frontier: Frontier) -> bool:
        if isinstance(frontier, Deepening) and path.length != frontier.bound:
            return False  # shorter ones were found at lower bounds
        return self.space.is_goal(path.node)

    def _pruned(self, path: Path) -> bool:
        if self.prune == "none":
            return False
        if self.prune == "cycles" or self.method == "iterative":
            return path.meets_itself()
        if path.cost >= self._reached.get(path.node, path.cost + 1):
            return True
        self._reached[path.node] = path.cost
        return False
