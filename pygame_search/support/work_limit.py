"""A limit on work, which is counted and not timed.

Work is counted in inferences of Prolog; work of Python counts as a number of inferences
too. So a question reaches the limit at the same point on every machine, however busy it
is. A fast machine does some ten million inferences a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from pygame_search.support.beside import beside
from pygame_search.support.errors import LimitError

T = TypeVar("T")

#: How many inferences count as a second of work.
A_SECOND = 10_000_000

#: The cost of a call of the engine, and of a node visited by a search in Python, in
#: inferences.
CALL = VISIT = 300


@dataclass(slots=True, eq=False)
class WorkLimit:
    """How much work is allowed.

    Attributes:
        left: the inferences left; 0 or less when the limit is reached.
    """

    left: int

    def spend(self, work: int) -> None:
        """Count work, in inferences.

        Raises:
            LimitError: the limit is reached.
        """
        self.left -= work
        if self.left <= 0:
            raise LimitError("the limit of work is reached", "too_much_work")


_LIMITS: ContextVar[tuple[WorkLimit, ...]] = ContextVar("work_limits", default=())


@contextmanager
def within_work(limit: WorkLimit) -> Iterator[None]:
    """Count this thread's work in the block, for this limit and those around it."""
    token = _LIMITS.set((*_LIMITS.get(), limit))
    try:
        yield
    finally:
        _LIMITS.reset(token)


def work_left() -> int | None:
    """Return how many inferences are left, at least 1; None if there is no limit."""
    limits = _LIMITS.get()
    return max(min(limit.left for limit in limits), 1) if limits else None


def spend(work: int) -> None:
    """Count work of this thread, in inferences.

    Raises:
        LimitError: a limit is reached.
    """
    for limit in _LIMITS.get():
        limit.spend(work)


def shown_beside(ask: Callable[[], T]) -> T | None:
    """Return the answer to an added question, counting its work; None at a limit."""
    with beside() as limit:
        if limit.left <= 0:
            return None
        work = WorkLimit(limit.left)
        try:
            with within_work(work):
                found = ask()
        except LimitError as error:
            limit.cut = True  # after too much work, nothing more is tried
            limit.left = 0 if error.code == "too_much_work" else work.left
            return None
        limit.left = work.left
        return found
