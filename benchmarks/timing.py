"""Measure works in turn, so that a drift of the machine's speed falls on all."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Work:
    """A piece of work to be measured.

    Attributes:
        name: what it is.
        run: does it once and returns how many units (nodes, calls) it did.
        unit: what these are.
    """

    name: str
    run: Callable[[], int]
    unit: str


@dataclass(frozen=True, slots=True)
class Measure:
    """What a work took.

    Attributes:
        work: the work.
        units: how many units one run did.
        seconds: the CPU seconds of each run, in the order of the rounds.
    """

    work: Work
    units: int
    seconds: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Units in a second of CPU time, by the median run."""
        return self.units / statistics.median(self.seconds)

    def ratio(self, other: Measure) -> float:
        """How many times as fast as another, unit for unit, in the median round."""
        return statistics.median(
            (self.units / mine) / (other.units / theirs)
            for mine, theirs in zip(self.seconds, other.seconds, strict=True)
        )


def measured(works: list[Work], rounds: int) -> list[Measure]:
    """Return the measures of works, done in turn in each of the rounds."""
    units = [0] * len(works)
    seconds: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for i, work in enumerate(works):
            began = time.process_time()
            units[i] = work.run()
            seconds[i].append(time.process_time() - began)
    return [
        Measure(work, n, tuple(taken))
        for work, n, taken in zip(works, units, seconds, strict=True)
    ]
