"""A watch over long work: it looks at the clock and at the memory limit."""

from __future__ import annotations

from pygame_search.support.clock import look_at_clock
from pygame_search.support.memory import must_be_left

#: After so many items, such as states, the memory limit is looked at.
_PORTION = 10_000


class Watch:
    """Ends work that takes too long, or too much memory.

    Args:
        deadline: the time.monotonic() at which to stop; None for no limit.
    """

    def __init__(self, deadline: float | None = None) -> None:
        self._deadline = deadline
        self._made = 0

    def look(self, made: int = 1) -> None:
        """Look at the clock, and now and then at the memory limit.

        Args:
            made: how many items have been made since the last call.

        Raises:
            LimitError: the time is over, or the memory is full.
        """
        look_at_clock(self._deadline)
        self._made += made
        if self._made >= _PORTION:
            self._made = 0
            must_be_left()
