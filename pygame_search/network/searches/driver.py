"""Run a kernel that returns before it is done: its clock, and arrays that grow.

Or several in threads, with one table.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.game_code import GameCode
from pygame_search.network.game_functions import Machine
from pygame_search.network.searches.node import (
    DONE,
    FILLED,
    FULL,
    NODES,
    PAUSED,
    PLIES,
    ROOM,
    STOP,
    TABLE,
    Memory,
)
from pygame_search.network.searches.pace import Pace
from pygame_search.network.searches.table import BUCKET, REST, Words, new_table, rehash
from pygame_search.support.errors import LimitError

#: After so many seconds of processor time other threads help a kernel.
ALONE = 0.5

#: How many entries of a table are copied at a time.
PORTION = 1 << 15

_Stack = TypeVar("_Stack", bound=tuple[NDArray[Any], ...])


class _LongError(Exception):
    """The search of one thread takes long."""


class Driver(ABC, Generic[_Stack]):
    """A search by a kernel.

    Args:
        game: its code.
        machine: of the game, for the search.
        plies: those of the first stack.
        room: for how many moves or children the first stack has room.
        table_bytes: the limit of the table in bytes; 0 for no table.
        entries: those of the first table.
        counts: how many counts the kernel has.
    """

    def __init__(
        self,
        game: GameCode,
        machine: Machine,
        *,
        plies: int,
        room: int,
        table_bytes: int,
        entries: int,
        counts: int,
    ) -> None:
        self._game, self._machine = game, machine
        self._words = game.key
        self._stack = self._new_stack(plies, room)
        self._most = _power(table_bytes // (8 * (self._words + REST)))
        first = min(entries, self._most) if table_bytes else 0
        self._memory = Memory(
            table=new_table(first, self._words),
            counts=np.zeros(counts, np.int64),
        )
        self._pace = Pace(64, least=16, growth=8)

    @property
    def counts(self) -> NDArray[np.int64]:
        """The counts of the kernel."""
        return self._memory.counts

    @property
    def nodes(self) -> int:
        """The number of nodes visited."""
        return int(self.counts[NODES])

    @abstractmethod
    def _new_stack(self, plies: int, room: int) -> _Stack:
        """Return a stack of some plies, with room for some moves or children."""

    @abstractmethod
    def _kernel(self) -> int:
        """Call the kernel; return why it has returned."""

    @abstractmethod
    def _error(self, reason: int) -> Exception:
        """Return the error that a kernel has met."""

    @property
    @abstractmethod
    def _sizes(self) -> tuple[int, int]:
        """The plies and the room of the stack."""

    def _run(self, pause: Callable[[], None], nodes: int | None = None) -> None:
        """Call the kernel until it is done.

        Args:
            pause: called repeatedly; it may raise an exception.
            nodes: how many more states may be visited, None for no limit.

        Raises:
            LimitError: no more states may be visited.
        """
        counts = self.counts
        end = None if nodes is None else self.nodes + nodes
        reason = PAUSED
        while reason != DONE:
            if reason == PAUSED:
                pause()
                before = self.nodes
                if end is not None and before >= end:
                    raise LimitError("the nodes are over", "nodes")
                stop = before + self._pace.steps
                counts[STOP] = stop if end is None else min(stop, end)
                started = time.perf_counter()
            elif reason in (PLIES, ROOM):
                self._enlarge(reason)
            elif reason == TABLE:
                self._grow(pause)
            else:
                raise self._error(reason)
            reason = self._kernel()
            if fault := self._game.fault():
                raise fault
            if reason == PAUSED:
                seconds = time.perf_counter() - started
                self._pace.took(seconds, max(self.nodes - before, 1))

    def _enlarge(self, full: int) -> None:
        """Give the stack twice the plies or twice the room."""
        plies, room = self._sizes
        larger = self._new_stack(
            plies * (1 + (full == PLIES)), room * (1 + (full == ROOM))
        )
        for new, old in zip(larger, self._stack, strict=True):
            new[: len(old)] = old
        self._stack = larger

    def _grow(self, pause: Callable[[], None] = lambda: None) -> None:
        """Enlarge the table, or record that it may not grow.

        Args:
            pause: is called again and again; as long as it may raise an exception, the
                table is the old one.
        """
        entries = len(self._memory.table) // (self._words + REST)
        if 2 * entries > self._most:
            self.counts[FULL] = 1
            return
        self._memory = self._memory._replace(
            table=self._copied(min(4 * entries, self._most), self._memory.table, pause)
        )

    def _copied(
        self, entries: int, table: Words, pause: Callable[[], None] = lambda: None
    ) -> Words:
        """Return a table of some entries with those of another one."""
        new = new_table(entries, self._words)
        portion = PORTION * (self._words + REST)
        filled, room = 0, np.zeros(self._words, np.uint64)
        for first in range(0, len(table), portion):
            old = table[first : first + portion]
            filled += rehash(self._game, old, new, self._words, room)
            pause()
        self.counts[FILLED] = filled
        return new


def run_with_others(
    lead: Driver[_Stack],
    others: Sequence[Driver[_Stack]],
    pause: Callable[[], None],
    ready: Callable[[], None],
    *,
    any_ends: bool = True,
) -> Driver[_Stack]:
    """Run a kernel; if that lasts, run others beside it. Return the one that is done.

    Args:
        lead: runs alone at first.
        others: help it, see `_run_together`.
        pause: called repeatedly; it may raise an exception.
        ready: called before the others begin.
        any_ends: whether the work is done if any of them is, or only if the lead is.
    """
    began = time.thread_time()

    def watched() -> None:
        pause()
        if time.thread_time() - began > ALONE:
            raise _LongError

    try:
        Driver._run(lead, watched)
    except _LongError:
        ready()
        return _run_together(lead, others, pause, any_ends)
    return lead


def _run_together(
    lead: Driver[_Stack],
    others: Sequence[Driver[_Stack]],
    pause: Callable[[], None],
    any_ends: bool,
) -> Driver[_Stack]:
    """Run the kernels of some drivers in threads until one is done; return that one.

    All begin with the table of the first, which grows for all of them. Where the lead
    alone can end the work, the others fill the table for it; one that is done, or finds
    an error in a place where the lead may never look, leaves.

    Args:
        lead: the first; it has already run for a while.
        others: they have the same question.
        pause: called repeatedly, while no kernel runs; it may raise an exception.
        any_ends: whether the work is done if any of them is, or only if the lead is.
    """
    team = [lead, *others]
    _share(team)
    with ThreadPoolExecutor(len(team)) as pool:
        while True:
            pause()
            before = sum(driver.nodes for driver in team)
            filled = lead.counts[FILLED]
            for driver in team:
                driver.counts[STOP] = driver.nodes + lead._pace.steps // len(team)
            started = time.perf_counter()
            running = {pool.submit(driver._kernel): driver for driver in team}
            for future in as_completed(running):
                if future.exception() is not None or future.result() != PAUSED:
                    for driver in team:
                        driver.counts[STOP] = 0  # the others return soon
            reasons = {driver: future.result() for future, driver in running.items()}
            new = sum(driver.counts[FILLED] - filled for driver in team)
            seconds = time.perf_counter() - started
            made = sum(driver.nodes for driver in team) - before
            lead._pace.took(seconds, max(made, 1))
            for driver, reason in reasons.items():
                if reason in (PLIES, ROOM):
                    driver._enlarge(reason)
                elif reason not in (PAUSED, TABLE):
                    if driver is not lead and not any_ends:
                        team.remove(driver)
                    elif reason == DONE:
                        return driver
                    else:
                        raise driver._error(reason)
            for driver in team:
                driver.counts[FILLED] = filled + new
            if TABLE in reasons.values():
                lead._grow(pause)
                _share(team)


def _share(team: Sequence[Driver[_Stack]]) -> None:
    """Give all drivers the table of the first."""
    for driver in team[1:]:
        driver._memory = driver._memory._replace(table=team[0]._memory.table)
        driver.counts[[FILLED, FULL]] = team[0].counts[[FILLED, FULL]]


def _power(number: int) -> int:
    """Return the greatest power of 2 up to a number, or a bucket if that is more."""
    return max(BUCKET, 1 << max(number.bit_length() - 1, 0))
