"""How long a search by random games may go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from pygame_search.search.core.request import SearchRequest
from pygame_search.support.errors import LimitError

#: How often progress is reported, in seconds.
_PATIENCE = 0.5


@dataclass(slots=True)
class Budget:
    """What a search may take; at least one step of it is always done.

    Attributes:
        what: the name of what is limited beside the time, as in `simulations`.
        most: how much of it, None for any number.
        deadline: the time.monotonic() at which to stop, None for no clock.
        interruptible: whether Ctrl-C ends the search as the clock does.
        progress: called from time to time with a line of progress.
    """

    what: str
    most: int | None = None
    deadline: float | None = None
    interruptible: bool = False
    progress: Callable[[str], None] | None = None
    _reported: float = field(default_factory=time.monotonic)

    def run(self, step: Callable[[], bool], done: Callable[[], int]) -> str:
        """Do steps until the search is complete or the budget is spent.

        Args:
            step: does a step; whether there is another one.
            done: how much of `most` is spent.

        Returns:
            Why it stopped: `complete`, the name of what was spent, `time` or
            `interrupt`.

        Raises:
            LimitError: the time was over before the first step was done.
        """
        try:
            while step():
                if self.most is not None and done() >= self.most:
                    return self.what
                if self.late():
                    return "time"
        except LimitError as error:
            if not done() or error.code != "time":
                raise
            return "time"
        except KeyboardInterrupt:
            if not done() or not self.interruptible:
                raise
            return "interrupt"
        return "complete"

    def late(self) -> bool:
        """Return whether the time is over."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def say(self, words: Callable[[], str]) -> None:
        """Report the progress, at most once per interval."""
        if self.progress is not None and time.monotonic() - self._reported >= _PATIENCE:
            self._reported = time.monotonic()
            self.progress(words())


def budget_of(request: SearchRequest, most: str = "simulations") -> Budget:
    """Return how long a method may go on.

    Args:
        request: what is asked.
        most: the name of the parameter that limits it beside the clock.
    """
    return Budget(
        most,
        request.call[most],
        request.deadline,
        request.interruptible,
        request.progress,
    )
