"""The limits of a search that runs step by step: a count, the clock and Ctrl-C."""

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
    """The limits of a search; at least one step is always done.

    Attributes:
        what: the name of what is counted, such as `simulations`.
        most: the limit of the count, None for no limit.
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
        """Run steps until the search is complete or the budget is spent.

        Args:
            step: runs one step and returns whether there is another.
            done: returns the count so far.

        Returns:
            Why it stopped: `complete`, the name in `what`, `time` or `interrupt`.

        Raises:
            LimitError: the time ran out before the first step was done, or a step met
                another limit.
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
        """Return whether the deadline has passed."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def say(self, words: Callable[[], str]) -> None:
        """Report the progress, at most once per interval."""
        if self.progress is not None and time.monotonic() - self._reported >= _PATIENCE:
            self._reported = time.monotonic()
            self.progress(words())


def budget_of(request: SearchRequest, most: str = "simulations") -> Budget:
    """Return the limits of a request.

    Args:
        request: the request.
        most: the parameter that limits the search besides the clock.
    """
    return Budget(
        most,
        request.call[most],
        request.deadline,
        request.interruptible,
        request.progress,
    )
