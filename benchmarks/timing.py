"""Measure works in turn, so that a drift of the machine's speed falls on all."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

#: Does a piece of work once and returns how many units (nodes, calls) it did.
Run = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Work:
    """A piece of work to be measured.

    Attributes:
        name: what it is.
        unit: what it is counted in.
        prepare: makes all that the work needs, untimed, and returns the work.
        units: how many units a run must do; None where nobody else has counted.
    """

    name: str
    unit: str
    prepare: Callable[[], Run]
    units: int | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of the rounds, and their range."""

    median: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Measure:
    """What a work took.

    Attributes:
        work: the work.
        units: how many units each run did.
        seconds: the CPU seconds of each run, in the order of the rounds.
    """

    work: Work
    units: int
    seconds: tuple[float, ...]

    @property
    def rate(self) -> Spread:
        """Units in a second of CPU time."""
        return _spread([self.units / taken for taken in self.seconds])

    def ratio(self, other: Measure) -> Spread:
        """How many times as fast as another, unit for unit, round by round."""
        return _spread(
            [
                (self.units / mine) / (other.units / theirs)
                for mine, theirs in zip(self.seconds, other.seconds, strict=True)
            ]
        )


def known(run: Run) -> Callable[[], Run]:
    """Return the preparation of a work that needs none."""
    return lambda: run


def measured(works: Sequence[Work], rounds: int) -> list[Measure]:
    """Return the measures of works, done in turn (A B C, A B C, ...) in each round.

    Raises:
        ValueError: a run did not do the units that it must, or that others of it did.
    """
    units = [work.units for work in works]
    seconds: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for i, work in enumerate(works):
            run = work.prepare()
            gc.collect()
            began = time.process_time()
            done = run()
            seconds[i].append(time.process_time() - began)
            if units[i] not in (None, done):
                raise ValueError(
                    f"{work.name}: expected {units[i]} {work.unit}, found {done}"
                )
            units[i] = done
    return [
        Measure(work, done or 0, tuple(taken))
        for work, done, taken in zip(works, units, seconds, strict=True)
    ]


def _spread(values: Sequence[float]) -> Spread:
    return Spread(statistics.median(values), min(values), max(values))
