"""Path-collecting search; the twin of `logic/search/path_search.pl`.

One search serves all strategies, as in Poole, Mackworth and Goebel, Computational
Intelligence (1998), chapter 4: it selects a path from the frontier, checks whether the
path ends in a goal, and adds its neighbours to the frontier. A strategy is the order in
which the frontier selects paths.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pygame_search.machine.machine import Key, Machine
from pygame_search.search.core.trace import Event
from pygame_search.support.clock import look_at_clock
from pygame_search.support.errors import InputError

PRUNINGS = ("paths", "cycles", "none")
#: The methods that a kernel of the native tier does by breadth, for games; another does
#: the rest but depth-first search.
BREADTH_FIRST = ("breadth", "lowest_cost")


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A path, which shares all steps except the last with the path that it extends.

    Attributes:
        node: its end.
        cost: the sum of the costs of its arcs.
        length: the number of its arcs.
        move: the last move, empty at the start.
        before: the path without its last step, None at the start.
        number: the number of paths added to the frontier before it; with a bound, since
            the bound was raised.
        estimate: the estimated cost from its end to a goal; None for a method that
            needs none.
        bound: the least bound within which a method with a bound reaches it: its
            length; with an estimate, the greatest sum of cost and estimate on it.
    """

    node: Any
    cost: int = 0
    length: int = 0
    move: str = ""
    before: Path | None = None
    number: int = 0
    estimate: int | None = None
    bound: int = 0

    def steps(self) -> list[Path]:
        """Return the path up to each of its nodes, the start first."""
        found: list[Path] = []
        path: Path | None = self
        while path is not None:
            found.append(path)
            path = path.before
        return found[::-1]

    def meets_itself(self) -> bool:
        """Return whether the last node of the path also occurs earlier in it."""
        path = self.before
        while path is not None:
            if path.node == self.node:
                return True
            path = path.before
        return False


class Frontier(Protocol):
    """The paths not yet expanded, in the order of a strategy."""

    def select(self) -> Path | None:
        """Remove and return the next path; None if there is none."""
        ...

    def add(self, paths: list[Path]) -> None:
        """Add paths that extend the one selected last."""
        ...

    def __iter__(self) -> Iterator[Path]:
        """Yield the paths in the order in which they would be selected."""
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

    def add(self, paths: list[Path]) -> None:
        """Add paths after all others."""
        self._paths.extend(paths)

    def __iter__(self) -> Iterator[Path]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


class Stack:
    """Depth first: the newest path, and the first of those added together."""

    def __init__(self) -> None:
        self._paths: list[Path] = []

    def select(self) -> Path | None:
        """Take the newest path."""
        return self._paths.pop() if self._paths else None

    def add(self, paths: list[Path]) -> None:
        """Add paths before all others."""
        self._paths.extend(reversed(paths))

    def __iter__(self) -> Iterator[Path]:
        return reversed(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


class Heap:
    """Lowest priority first; the oldest path of equals."""

    def __init__(self, priority: Callable[[Path], int]) -> None:
        self._priority = priority
        self._heap: list[tuple[int, int, Path]] = []

    def select(self) -> Path | None:
        """Take the path with the lowest priority."""
        return heapq.heappop(self._heap)[2] if self._heap else None

    def add(self, paths: list[Path]) -> None:
        """Add paths by their priorities."""
        for path in paths:
            heapq.heappush(self._heap, (self._priority(path), path.number, path))

    def __iter__(self) -> Iterator[Path]:
        return (path for _, _, path in sorted(self._heap))

    def __len__(self) -> int:
        return len(self._heap)


def _estimate(path: Path) -> int:
    assert path.estimate is not None
    return path.estimate


@dataclass(frozen=True, slots=True)
class Strategy:
    """The strategy of a path search.

    Attributes:
        order: makes an empty frontier ordered by age; None with a priority.
        priority: of a path; the path with the lowest is selected.
        informed: whether it needs an estimate h.
        bounded: whether it searches within a growing bound: on the length of paths or,
            if it is informed, on the sum of cost and estimate.
    """

    order: Callable[[], Frontier] | None = None
    priority: Callable[[Path], int] | None = None
    informed: bool = False
    bounded: bool = False

    def frontier(self) -> Frontier:
        """Return an empty frontier."""
        if self.priority is not None:
            return Heap(self.priority)
        assert self.order is not None
        return self.order()


#: The methods.
STRATEGIES: Mapping[str, Strategy] = {
    "breadth": Strategy(Queue),
    "depth": Strategy(Stack),
    "iterative": Strategy(Stack, bounded=True),
    "ida_star": Strategy(Stack, bounded=True, informed=True),
    "lowest_cost": Strategy(priority=lambda path: path.cost),
    "best_first": Strategy(priority=_estimate, informed=True),
    "a_star": Strategy(
        priority=lambda path: path.cost + _estimate(path), informed=True
    ),
}
METHODS = tuple(STRATEGIES)
INFORMED = tuple(name for name, row in STRATEGIES.items() if row.informed)
BOUNDED = tuple(name for name, row in STRATEGIES.items() if row.bounded)


@dataclass(slots=True)
class Search:
    """A path search that can resume after each path.

    Attributes:
        machine: the states, which are the nodes.
        start: the start node.
        method: one of METHODS.
        prune: `none`; `cycles`, paths that meet one of their own nodes; `paths`, also
            paths to a node that a path no dearer has reached.
        limit: how many paths to expand at most, None for no limit.
        worth: the least value of an end that is a goal; None for the highest.
        deadline: the time.monotonic() at which to stop, None for never.
        expanded: how many were.
        frontier_max: the longest the frontier was.
        stopped: `found`, `none` when no path is left, or `limit`.
        waiting: how many paths the frontier held when it stopped.
        events: what it did, as in `trace`; None if it is not recorded.
    """

    machine: Machine
    start: Key
    method: str = "breadth"
    prune: str = "paths"
    limit: int | None = None
    worth: int | None = None
    expanded: int = 0
    frontier_max: int = 0
    stopped: str = ""
    waiting: int = 0
    deadline: float | None = None
    events: list[Event] | None = None
    _reached: dict[Key, int] = field(default_factory=dict)
    _added: int = 0
    _next: int | None = None  # the next bound, if paths are beyond this one

    def paths(self) -> Iterator[Path]:
        """Yield the paths to goals, in the order in which the method finds them."""
        if self.method not in METHODS:
            known = ", ".join(METHODS)
            raise InputError(f"no method {self.method!r}: expected one of {known}")
        strategy = STRATEGIES[self.method]
        estimate = self._estimate(self.start)
        start = Path(self.start, estimate=estimate, bound=estimate or 0)
        bound, done = (start.bound, None) if strategy.bounded else (None, None)
        while True:
            self._next = None
            frontier = self._first_frontier(strategy, start, bound)
            while (path := frontier.select()) is not None:
                self._emit("select", path.number)
                if reason := self._pruned(path) or self._beyond(path, bound):
                    self._emit("prune", path.number, reason)
                    continue
                is_new = done is None or path.bound > done
                if is_new and self.machine.is_goal(path.node, self.worth):
                    self._emit("goal", path.number)
                    self.stopped, self.waiting = "found", len(frontier)
                    yield path
                elif self.limit is not None and self.expanded >= self.limit:
                    self.stopped, self.waiting = "limit", len(frontier) + 1
                    return
                self._expand(path, frontier, bound)
            if self._next is None:
                break
            bound, done = self._next, bound
        self.stopped, self.waiting = "none", 0

    @property
    def reached(self) -> int | None:
        """The number of nodes reached; None if that is not recorded."""
        kept = self.prune == "paths" and not STRATEGIES[self.method].bounded
        return len(self._reached) if kept else None

    def _first_frontier(
        self, strategy: Strategy, start: Path, bound: int | None
    ) -> Frontier:
        if bound is not None:
            self._emit("deepen", bound)
        frontier = strategy.frontier()
        self._added = 0
        self._add([start], frontier)
        return frontier

    def _expand(self, path: Path, frontier: Frontier, bound: int | None) -> None:
        look_at_clock(self.deadline)
        self._emit("expand", path.number)
        steps = enumerate(self.machine.neighbours(path.node), self._added + 1)
        paths = [self._longer(path, number, *step) for number, step in steps]
        informed = STRATEGIES[self.method].informed
        if bound is None or informed or path.length < bound:
            self._added += len(paths)
            self._add(paths, frontier)
        elif not all(map(self._pruned, paths)):
            self._next = bound + 1
            self._emit("prune", path.number, "bound")
        self.expanded += 1
        self.frontier_max = max(self.frontier_max, len(frontier))

    def _longer(self, path: Path, number: int, move: str, node: Key, cost: int) -> Path:
        cost += path.cost
        estimate, bound = self._estimate(node), path.length + 1
        if estimate is not None:
            bound = max(path.bound, cost + estimate)
        return Path(node, cost, path.length + 1, move, path, number, estimate, bound)

    def _estimate(self, node: Key) -> int | None:
        informed = STRATEGIES[self.method].informed
        return self.machine.estimate(node) if informed else None

    def _add(self, paths: list[Path], frontier: Frontier) -> None:
        for path in paths if self.events is not None else ():
            joint = [path.move] if path.before else []
            number = self.machine.number(path.node)
            self._emit("enter", path.length, joint, number)
            self._emit("cost", path.cost, path.estimate)
        frontier.add(paths)

    def _emit(self, *event: Any) -> None:
        if self.events is not None:
            self.events.append([*event])

    def _pruned(self, path: Path) -> str:
        """Return the reason to prune a path, as in an event; empty if there is none."""
        if self.prune == "none":
            return ""
        if self.prune == "cycles" or STRATEGIES[self.method].bounded:
            return "cycle" if path.meets_itself() else ""
        if path.cost >= self._reached.get(path.node, path.cost + 1):
            return "reached"
        self._reached[path.node] = path.cost
        return ""

    def _beyond(self, path: Path, bound: int | None) -> str:
        """Return `beyond` if a path is beyond the bound, else an empty text."""
        if bound is None or path.bound <= bound:
            return ""
        self._next = path.bound if self._next is None else min(self._next, path.bound)
        return "beyond"
