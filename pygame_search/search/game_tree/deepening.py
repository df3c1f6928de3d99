"""Iterative deepening; the twin of `logic/search/deepening.pl`.

Search to depth 1, then 2, and so on, until the limit of time or nodes. The answer is
that of the deepest finished search (Slate and Atkin 1977; CS4480; Korf 1985). The
shallow searches cost less than the last one. They fill the table and the history, which
improve the move order of the next search; in deep searches that saves more than they
cost.

With a margin, each search except the first has an *aspiration window*, from the last
score minus the margin to the last score plus the margin. If the score is outside, the
depth is searched again with the full window.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from pygame_search.machine.machine import Key
from pygame_search.model.scores import INFINITY
from pygame_search.search.core.task import RootMove, Task
from pygame_search.support.clock import look_at_clock
from pygame_search.support.errors import FractionError, LimitError


class Search(Protocol):
    """A search with a window."""

    def __call__(
        self, task: Task, state: Key, alpha: int, beta: int, *, all_best: bool
    ) -> list[RootMove]:
        """Return the choices at the root with their scores."""
        ...


@dataclass(frozen=True, slots=True)
class Deepened:
    """The deepest search that was finished.

    Attributes:
        moves: the choices at the root with their scores.
        depth: its depth in plies.
        limited: the number of leaves that the limit stopped.
        stopped: why no deeper one was finished: `complete`, `depth`, `time`, `nodes`,
            `interrupt`, or `fraction` if a mean was too large a fraction for the tier.
    """

    moves: list[RootMove]
    depth: int
    limited: int
    stopped: str


def deepening(
    search: Search,
    task: Task,
    state: Key,
    *,
    most: int,
    deadline: float | None = None,
    nodes: int | None = None,
    margin: int | None = None,
    all_best: bool = False,
    progress: Callable[[int, list[RootMove]], None] | None = None,
    interruptible: bool = False,
) -> Deepened:
    """Return the answer of the deepest finished search; the first always finishes.

    Args:
        search: the search of one depth.
        task: its limit is set for each depth, and its counts accumulate.
        state: the root.
        most: the greatest depth, 0 for the value of the state alone.
        deadline: the time.monotonic() at which to stop, None for no clock.
        nodes: the most states to visit, None for no limit.
        margin: of the aspiration window, in scores; None for the full window.
        all_best: whether every move as good as the best gets an exact score.
        progress: called with each depth and its moves.
        interruptible: whether Ctrl-C ends the search as the clock does.

    Raises:
        FractionError: the first search met a mean that is too large a fraction.
        LimitError: a value is too large, or the memory is full.
    """
    last: Deepened | None = None
    depth = min(1, most)
    while True:
        task.limit = depth
        task.deadline = None if last is None else deadline
        task.most_nodes = None if last is None else nodes
        before = task.limited
        try:
            look_at_clock(task.deadline)
            moves = aspired(search, task, state, margin, last, all_best)
            last = Deepened(moves, depth, task.limited - before, "depth")
            if progress is not None:
                progress(depth, moves)
        except LimitError as error:
            if last is None or error.code not in ("time", "nodes"):
                raise  # a deeper search would meet it again
            return replace(last, stopped=error.code)
        except FractionError:
            if last is None:
                raise
            return replace(last, stopped="fraction")
        except KeyboardInterrupt:
            if last is None or not interruptible:
                raise
            return replace(last, stopped="interrupt")
        if last.limited == 0:
            return replace(last, stopped="complete")
        if depth >= most:
            return last
        depth += 1


def aspired(
    search: Search,
    task: Task,
    state: Key,
    margin: int | None,
    last: Deepened | None,
    all_best: bool,
) -> list[RootMove]:
    """Search one depth, first with the aspiration window if there is one."""
    task.emit("deepen", task.limit)
    if last is not None and margin is not None and last.moves:
        score = int(max(m.score for m in last.moves if m.bound == "exact"))
        alpha, beta = score - margin, score + margin
        moves = search(task, state, alpha, beta, all_best=all_best)
        if inside(moves):
            return moves
        task.emit("deepen", task.limit)
    return search(task, state, -INFINITY, INFINITY, all_best=all_best)


def inside(moves: list[RootMove]) -> bool:
    """Return whether the score of the root is exact."""
    bounds = {move.bound for move in moves}
    return "exact" in bounds and "lower" not in bounds
