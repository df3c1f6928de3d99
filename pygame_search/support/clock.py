"""A limit of processor time for a piece of work and its parts."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import TypeVar

_T = TypeVar("_T")


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
