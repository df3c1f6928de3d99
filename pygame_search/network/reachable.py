"""Find all states that can be reached, level by level: a table knows those found."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pygame_search.errors import LimitError
from pygame_search.network.choose import Choice
from pygame_search.network.enumerate import (
    DONE,
    FULL,
    GOES_ON,
    OPEN,
    SLICE,
    Counts,
    look_at_clock,
)
from pygame_search.network.expand import Expanding, begin, expanding, proceed
from pygame_search.network.jit import inner_kernel
from pygame_search.network.network import Network
from pygame_search.network.packing import from_rows, pack
from pygame_search.network.rows import LANES, count, fetch, load
from pygame_search.network.schedule import Schedule, schedule

_ZERO = np.uint64(0)

_T = TypeVar("_T", bound=np.generic)

#: How many bytes the states that are found may take.
MEMORY = 4 << 30

#: So many states are moved at a time.
PORTION = 1 << 16

#: Beside OPEN of `enumerate`: where the next batch begins, how many of those taken up
#: are terminal, how many new ones are found, and how many there are in all.
NEXT, ENDS, FOUND, KNOWN = range(1, 5)


@inner_kernel
def home(states: NDArray[np.uint64], number: int, places: np.uint64) -> np.uint64:
    """Return where in a table of so many places, a power of 2, a state belongs."""
    mixed = _ZERO
    for word in range(states.shape[1]):
        mixed = (mixed ^ states[number, word]) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(32)
    return mixed & (places - np.uint64(1))


@inner_kernel
def _put(
    states: NDArray[np.uint64], number: int, place: np.uint64, table: NDArray[np.uint64]
) -> bool:
    """Put a state into a table; return False if it is there already.

    Args:
        states: packed ones.
        number: which of them.
        place: where it belongs.
        table: states, or zeros where there is none; the next free place is taken.
    """
    last = np.uint64(len(table) - 1)
    words = states.shape[1]
    while table[place, words - 1] != 0:
        same = True
        for word in range(words):
            same &= table[place, word] == states[number, word]
        if same:
            return False
        place = (place + np.uint64(1)) & last
    for word in range(words):
        table[place, word] = states[number, word]
    return True


@inner_kernel
def refill(old: NDArray[np.uint64], table: NDArray[np.uint64]) -> None:
    """Put the states of a table into a larger one."""
    places = np.uint64(len(table))
    for number in range(len(old)):
        if old[number, old.shape[1] - 1] != 0:
            _put(old, number, home(old, number, places), table)


@inner_kernel
def reach(
    rounds: int,
    plan: Schedule,
    now: Expanding,
    room: Choice,
    batch: NDArray[np.int64],
    states: NDArray[np.uint64],
    further: NDArray[np.uint64],
    made: NDArray[np.uint64],
    homes: NDArray[np.uint64],
    table: NDArray[np.uint64],
) -> int:
    """Find the states that follow those of one depth, and are new.

    Args:
        rounds: how many, before it looks up.
        plan: of the network, with `keep`.
        now: of `expanding`.
        room: the same.
        batch: see OPEN and NEXT.
        states: those of the depth, packed.
        further: gets the new ones.
        made: room for the successors of a round.
        homes: room for where they belong.
        table: all states found so far.
    """
    words = states.shape[1]
    for _ in range(rounds):
        if not batch[OPEN]:
            number = min(LANES, len(states) - batch[NEXT])
            if number == 0:
                return DONE
            each = begin(states, batch[NEXT], number, plan, now, room)
            batch[NEXT] += number
            batch[ENDS] += count(load(now.over, _ZERO))
            if each == 0:
                continue
            batch[OPEN] = 1
        if batch[FOUND] + LANES > len(further):
            return FULL
        if 5 * (batch[KNOWN] + LANES) > 3 * len(table):
            return FULL
        if not proceed(plan, now, room):
            batch[OPEN] = 0
        size = from_rows(now.others, len(plan.next), now.made, now.square, made, 0)
        for number in range(size):
            homes[number] = home(made, number, np.uint64(len(table)))
            fetch(table, homes[number] * np.uint64(words))
        for number in range(size):
            if _put(made, number, homes[number], table):
                for word in range(words):
                    further[batch[FOUND], word] = made[number, word]
                batch[FOUND] += 1
                batch[KNOWN] += 1
    return GOES_ON


def reachable(
    network: Network,
    *,
    state: NDArray[np.uint8] | None = None,
    memory: int = MEMORY,
    seconds: float | None = None,
) -> Iterator[Counts]:
    """Yield how many states can be reached in 0, 1, 2, ... plies, and in no fewer.

    States are compared in full: none is taken for another.

    Args:
        network: of the game.
        state: for each fluent whether it holds; by default as at the start.
        memory: how many bytes the states may take.
        seconds: how long it may take.

    Raises:
        LimitError: the time is over, or the memory is full.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    plan = schedule(network, keep=True)
    now, room = expanding(plan)
    states = pack(np.atleast_2d(network.initial if state is None else state))
    words = states.shape[1]
    made, homes = np.zeros((LANES, words), np.uint64), np.zeros(LANES, np.uint64)
    table = np.zeros((1 << 14, words), np.uint64)
    refill(states, table)
    further = np.zeros((4 * LANES, words), np.uint64)
    batch = np.zeros(5, np.int64)
    batch[KNOWN] = 1
    rounds, depth = 1, 0
    while len(states):
        batch[[OPEN, NEXT, ENDS, FOUND]] = 0
        result = GOES_ON
        while result != DONE:
            look_at_clock(deadline)
            started = time.perf_counter()
            result = reach(
                rounds, plan, now, room, batch, states, further, made, homes, table
            )
            took = (time.perf_counter() - started) / rounds
            rounds = max(1, min(2 * rounds, int(SLICE / took)))
            if result == FULL:
                used = table.nbytes + states.nbytes + further.nbytes
                used += 2 * max(table.nbytes, further.nbytes)
                if used > memory:
                    raise LimitError(
                        f"{batch[KNOWN]:,} states at most {depth + 1} plies away fill "
                        f"the memory: {memory:,} bytes"
                    )
                if batch[FOUND] + LANES > len(further):
                    further = larger(further, deadline)
                else:
                    table = _rehashed(table, deadline)
        yield Counts(depth, len(states), int(batch[ENDS]))
        states = further[: batch[FOUND]]
        further = np.zeros((max(4 * LANES, 2 * len(states)), words), np.uint64)
        depth += 1


def larger(rows: NDArray[_T], deadline: float | None) -> NDArray[_T]:
    """Return a copy with twice the room; in portions, so that Ctrl-C is heard."""
    copy = np.zeros((2 * len(rows), *rows.shape[1:]), rows.dtype)
    for first in range(0, len(rows), PORTION):
        look_at_clock(deadline)
        part = rows[first : first + PORTION]
        copy[first : first + len(part)] = part
    return copy


def _rehashed(table: NDArray[np.uint64], deadline: float | None) -> NDArray[np.uint64]:
    """Return a table of twice the size with the same states."""
    larger = np.zeros((2 * len(table), table.shape[1]), np.uint64)
    for first in range(0, len(table), PORTION):
        look_at_clock(deadline)
        refill(table[first : first + PORTION], larger)
    return larger
