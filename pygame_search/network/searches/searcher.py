"""Searches over a network: the kernel of `alphabeta.py`, its arrays and its clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.events import table
from pygame_search.network.events.wiring import Wiring
from pygame_search.network.network import StuckError
from pygame_search.network.searches import alphabeta as kernel
from pygame_search.network.searches.alphabeta import Memory, Stack
from pygame_search.support.errors import LimitError, RulesError

#: How long the kernel runs before the clock and Ctrl-C are checked, in seconds.
SLICE = 0.01

#: How long a trial of a configuration takes, in seconds.
TRIAL = 0.003

#: How many entries of a table are copied at a time.
PORTION = 1 << 15

#: The size of the first table, in entries.
_FIRST_ENTRIES = 1 << 10
_FIRST_PLIES = 24


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a search.

    Attributes:
        role: the index of the role whose scores are computed.
        extra: how many plies a state that is not quiet is searched beyond the limit.
        swing: how much a step may change the estimate and lead to a quiet state.
        order: RULE, KILLER or HISTORY of the kernel.
        cuts: whether to prune.
        scout: whether moves after the first are searched with a null window first.
        table_bytes: the limit of the table in bytes; 0 for no table.
        rest: whether a node is evaluated without moves, until a child is made; see
            `rests`.
    """

    role: int
    extra: int = 0
    swing: int = 0
    order: int = kernel.RULE
    cuts: bool = True
    scout: bool = False
    table_bytes: int = 0
    rest: bool = False


class Searcher:
    """A search from one root, with increasing depth.

    Args:
        wiring: the network, laid out for the role.
        state: the bits of the fluents at the root, in words.
        settings: the settings of the search.
    """

    def __init__(
        self, wiring: Wiring, state: NDArray[np.uint64], settings: Settings
    ) -> None:
        total, _, moves, _, words, _ = (int(n) for n in wiring.sizes)
        self._wiring = wiring
        self._most = 0
        entries = 0
        if settings.table_bytes and moves <= table.MOST_MOVE:
            size = 8 * (words + table.REST)
            self._most = _power(settings.table_bytes // size)
            entries = min(_FIRST_ENTRIES, self._most)
        marks = (total + 63) // 64
        self._stack = _new_stack(wiring, _FIRST_PLIES)
        self._memory = Memory(
            table=table.new_table(entries, words),
            history=np.zeros(moves, np.int64),
            dirty=np.zeros(marks, np.uint64),
            summary=np.zeros((marks + 63) // 64, np.uint64),
            settings=np.array(
                [
                    0, settings.extra, settings.swing, settings.order, settings.cuts,
                    settings.scout, entries > 0, settings.role, settings.rest,
                ],
                np.int64,
            ),
            counts=np.zeros(kernel.COUNTS, np.int64),
            window=np.zeros(2, np.int64),
        )  # fmt: skip
        self._rate = 64.0
        kernel.begin(wiring, state, self._stack)

    @property
    def counts(self) -> NDArray[np.int64]:
        """The counts of the kernel: NODES, LEAVES, LIMITED, CUTOFFS, HITS."""
        return self._memory.counts

    def search(
        self,
        joint: Sequence[int],
        depth: int,
        alpha: int,
        beta: int,
        pause: Callable[[], None] = lambda: None,
        nodes: int | None = None,
    ) -> tuple[int, list[tuple[int, ...]]]:
        """Return the score of a joint move of the root, and its line.

        The score is fail-soft. The line begins with the joint move.

        Args:
            joint: the move of each role, as an index.
            depth: how many plies to look ahead, from the root.
            alpha: the lower bound of the window: the role has at least this score.
            beta: the upper bound of the window: the others can hold the role to it.
            pause: called repeatedly; it may raise an exception.
            nodes: how many more states may be visited, None for no limit.

        Raises:
            StuckError: a role has no legal move in a nonterminal state.
            RulesError: a terminal state has no goal value.
            LimitError: a value is too large, or no more states may be visited.
        """
        memory, counts = self._memory, self._memory.counts
        memory.settings[kernel.LIMIT] = depth
        memory.window[:] = alpha, beta
        self._stack.joints[0, :] = joint
        counts[kernel.STARTED] = 0
        end = None if nodes is None else int(counts[kernel.NODES]) + nodes
        status = kernel.PAUSED
        while status != kernel.DONE:
            if status == kernel.PAUSED:
                pause()
                before = int(counts[kernel.NODES])
                if end is not None and before >= end:
                    raise LimitError("the nodes are over", "nodes")
                stop = before + int(self._rate)
                counts[kernel.STOP] = stop if end is None else min(stop, end)
                started = time.perf_counter()
            elif status == kernel.PLIES:
                self._stack = _deeper(self._wiring, self._stack)
            elif status == kernel.ROOM:
                self._stack = _roomier(self._stack)
            elif status == kernel.TABLE:
                self._grow(pause)
            elif status == kernel.NO_MOVE:
                raise StuckError(self._held(int(counts[kernel.PLY])))
            else:
                raise _ERRORS[status]()
            status = kernel.search(self._wiring, self._stack, self._memory)
            if status == kernel.PAUSED:
                seconds = max(time.perf_counter() - started, 1e-6)
                rate = (int(counts[kernel.NODES]) - before) * SLICE / seconds
                self._rate = max(16.0, min(rate, 8 * self._rate))
        length = int(counts[kernel.LENGTH]) * len(joint)
        rest = self._stack.best[1, :length].reshape(-1, len(joint)).tolist()
        return int(counts[kernel.SCORE]), [tuple(joint), *map(tuple, rest)]

    def try_out(self, nodes: int = 1000) -> float:
        """Return the processor time of a node in seconds.

        Args:
            nodes: how many to visit, or fewer if they take longer than TRIAL.
        """
        joint = [moves[0] for moves in self.legal()]
        if -1 in joint:
            return 0.0
        begin = int(self.counts[kernel.NODES])
        started = time.thread_time()

        def pause() -> None:
            taken = time.thread_time() - started
            if taken > TRIAL or self.counts[kernel.NODES] >= begin + nodes:
                raise TimeoutError

        with suppress(TimeoutError, RulesError, LimitError):
            self.search(joint, 6, -kernel.INFINITY, kernel.INFINITY, pause)
        searched = max(int(self.counts[kernel.NODES]) - begin, 1)
        return (time.thread_time() - started) / searched

    def legal(self) -> list[list[int]]:
        """Return the legal moves of each role at the root."""
        wiring, words = self._wiring, self._stack.words[0]
        row = self._stack.rows[0].view(np.uint8)
        found = []
        for begin, end, first, default, guard in wiring.roles:
            bits = words[begin:end].copy()
            if guard >= 0 and not (row[guard >> 1] >> 7) ^ (guard & 1):
                masked = wiring.masks[begin - 2 * wiring.sizes[4] :][: end - begin]
                bits &= ~masked
            places = np.flatnonzero(
                np.unpackbits(bits.view(np.uint8), bitorder="little")
            )
            found.append((first + places).tolist() or [int(default)])
        return found

    def _held(self, ply: int) -> NDArray[np.bool_]:
        """Return for each fluent whether it holds at a ply."""
        row = self._stack.rows[ply].view(np.uint8)
        return np.asarray(row[1 : 1 + int(self._wiring.sizes[1])] >> 7, np.bool_)

    def _grow(self, pause: Callable[[], None]) -> None:
        """Double the table, or record that it may not grow.

        Args:
            pause: is called again and again; as long as it may raise an exception, the
                table is the old one.
        """
        counts = self._memory.counts
        words = int(self._wiring.sizes[4])
        entries = len(self._memory.table) // (words + table.REST)
        if entries * 2 > self._most:
            counts[kernel.FULL] = 2
            return
        larger = table.new_table(min(entries * 4, self._most), words)
        portion = PORTION * (words + table.REST)
        for first in range(0, len(self._memory.table), portion):
            table.rehash(self._memory.table[first : first + portion], larger, words)
            pause()
        self._memory = self._memory._replace(table=larger)
        counts[kernel.FULL] = 0


def rests(wiring: Wiring, state: NDArray[np.uint64], role: int) -> bool:
    """Return whether it is faster to let moves rest at each node, by trying it.

    When moves rest, what they set in motion comes to an end once at a node, instead of
    once for each child; where fluents stay as they are only because of some move, that
    moves much more.
    """
    seconds: dict[bool, float] = {}
    for rest in (False, True, False, True):
        settings = Settings(role, order=kernel.HISTORY, table_bytes=1 << 20, rest=rest)
        searcher = Searcher(wiring, state, settings)
        searcher.try_out(100)
        taken = searcher.try_out()
        seconds[rest] = min(taken, seconds.get(rest, taken))
    return seconds[True] < seconds[False]


_ERRORS: dict[int, Callable[[], Exception]] = {
    kernel.NO_GOAL: partial(
        RulesError, "no goal value is defined for the role in this state"
    ),
    kernel.TOO_LARGE: partial(
        LimitError, "expected values below 2^49 either way", "size"
    ),
}


def _power(number: int) -> int:
    """Return the greatest power of 2 up to a number, or a bucket if that is more."""
    return max(table.BUCKET, 1 << max(number.bit_length() - 1, 0))


def _new_stack(wiring: Wiring, plies: int) -> Stack:
    total, _, moves, _, _, words = (int(n) for n in wiring.sizes)
    roles = len(wiring.roles)
    return Stack(
        rows=np.zeros((plies, (total + 7) // 8), np.uint64),
        words=np.zeros((plies, words), np.uint64),
        frames=np.zeros((plies, kernel.FIELDS), np.int64),
        joints=np.zeros((plies, roles), np.int32),
        does=np.full((plies, roles), -1, np.int32),
        spans=np.zeros((plies, roles, 3), np.int32),
        best=np.zeros((plies, kernel.LINE * roles), np.int32),
        choice=np.zeros((plies, kernel.LINE * roles), np.int32),
        killers=np.full((plies, 2, roles), -1, np.int32),
        room=np.zeros(2 * moves + 64, np.int32),
        keys=np.zeros(2 * moves + 64, np.int64),
    )


def _deeper(wiring: Wiring, stack: Stack) -> Stack:
    """Return a stack of twice the plies, with the same content."""
    plies = len(stack.rows)
    larger = _new_stack(wiring, 2 * plies)
    for name in Stack._fields[:-2]:
        getattr(larger, name)[:plies] = getattr(stack, name)
    return larger._replace(room=stack.room, keys=stack.keys)


def _roomier(stack: Stack) -> Stack:
    """Return a stack with room for twice the moves."""
    room = np.concatenate([stack.room, np.zeros_like(stack.room)])
    keys = np.concatenate([stack.keys, np.zeros_like(stack.keys)])
    return stack._replace(room=room, keys=keys)
