"""Limits of time: of processor time, for work and its parts, and by the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import TypeVar

from pygame_search.support.errors import LimitError

_T = TypeVar("_T")


def deadline_in(seconds: float | None) -> float | None:
    """Return the time.monotonic() at which seconds will be over; None for no limit."""
    return None if seconds is None else time.monotonic() + seconds


def look_at_clock(deadline: float | None) -> None:
    """Check that a deadline, a time.monotonic(), is not over.

    Raises:
        LimitError: it is.
    """
    if deadline is not None and time.monotonic() > deadline:
        raise LimitError("the time is over", "time")


class Clock:
    """A limit of processor time, shared by all threads of this process.

    Args:
        seconds: how much; None for no limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.process_time() + seconds

    @property
    def over(self) -> bool:
        """Whether the time is used up."""
        return self._end is not None and time.process_time() > self._end

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return inf if self._end is None else max(self._end - time.process_time(), 0.0)

    def share(self, part: float) -> Clock:
        """Return a limit that is a part of what is left."""
        return self if self._end is None else Clock(self.left * part)

    def outside(self, work: Callable[[], _T]) -> _T:
        """Return the result of work whose time does not count."""
        began = time.process_time()
        try:
            return work()
        finally:
            if self._end is not None:
                self._end += time.process_time() - began
