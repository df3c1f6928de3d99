"""How much a kernel does between two checks of the clock and of Ctrl-C."""

from __future__ import annotations

#: How long a kernel runs before it returns to Python, in seconds.
SLICE = 0.01


class Pace:
    """The number of steps of a kernel that take about SLICE.

    Attributes:
        steps: how many steps the next call makes.
        seconds: how long a step took in the last call; 0 before it.

    Args:
        first: the steps of the first call.
        least: the fewest steps of a call.
        growth: by how much the steps of two calls differ at most, as a factor.
    """

    def __init__(self, first: int = 1, least: int = 1, growth: int = 2) -> None:
        self.steps, self.seconds = first, 0.0
        self._least, self._growth = least, growth

    def took(self, seconds: float, steps: int | None = None) -> None:
        """Learn how long a call took; by default one of `steps` steps."""
        self.seconds = max(seconds, 1e-9) / (self.steps if steps is None else steps)
        most = self._growth * self.steps
        self.steps = max(self._least, min(most, int(SLICE / self.seconds)))
