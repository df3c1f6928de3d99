"""Find all reachable states, level by level, with a hash table of the known ones."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import fetch
from pygame_search.network.jit import inner_kernel
from pygame_search.network.lanes.expand import Expanding, begin, expanding, proceed
from pygame_search.network.lanes.lane_words import (
    LANES,
    count,
    literal,
    load,
    some,
    splat,
    store,
)
from pygame_search.network.lanes.random_move import Choice
from pygame_search.network.lanes.schedule import Schedule, schedule
from pygame_search.network.lanes.transpose import START, from_rows, list_lanes
from pygame_search.network.network import Network
from pygame_search.network.packing import pack
from pygame_search.network.searches.pace import Pace
from pygame_search.network.searches.perft import (
    DONE,
    FULL,
    GOES_ON,
    OPEN,
    Counts,
)
from pygame_search.support.clock import deadline_in, look_at_clock
from pygame_search.support.errors import LimitError, NoGoalError

_ZERO = np.uint64(0)

_T = TypeVar("_T", bound=np.generic)

#: How many bytes the states that are found may take.
MEMORY = 4 << 30

#: How many states are copied at a time.
PORTION = 1 << 16

#: Beside OPEN of `enumerate`: where the next batch begins, how many of those taken up
#: are terminal, how many new ones are found, how many there are in all, where the batch
#: in hand begins, and how many of it are goals.
NEXT, ENDS, FOUND, KNOWN, FIRST, GOALS = range(1, 7)

#: Why the kernel comes back, beside DONE and FULL: it has met goals, or an end that no
#: goal value is defined for.
MET, NO_GOAL = 3, 4


@inner_kernel
def home(states: NDArray[np.uint64], number: int, places: np.uint64) -> np.uint64:
    """Return the home of a state in a table whose size is a power of 2."""
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
    """Insert a state into a table; return False if it is there already.

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
    """Copy the states of a table to a larger one."""
    places = np.uint64(len(table))
    for number in range(len(old)):
        if old[number, old.shape[1] - 1] != 0:
            _put(old, number, home(old, number, places), table)


@inner_kernel
def _note_goals(
    plan: Schedule,
    now: Expanding,
    wanted: NDArray[np.uint8],
    batch: NDArray[np.int64],
    goals: NDArray[np.int64],
) -> int:
    """Record the goal states of a batch; return the reason for the kernel to return."""
    over = load(now.over, _ZERO)
    valued = splat(_ZERO)
    several = splat(_ZERO)
    met = splat(_ZERO)
    for g in range(len(wanted)):
        held = literal(now.rows, np.uint64(plan.goals[g, 2])) & over
        several = several | (valued & held)
        valued = valued | held
        if wanted[g]:
            met = met | held
    if some((over & ~valued) | several):
        return NO_GOAL
    if not some(met):
        return GOES_ON
    store(now.made, _ZERO, met)
    batch[GOALS] = list_lanes(now.made, batch[FIRST], goals)
    return MET


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
    wanted: NDArray[np.uint8],
    places: NDArray[np.int64],
    parents: NDArray[np.int64],
) -> int:
    """Find the new states among the successors of one depth.

    Args:
        rounds: how many to run before returning.
        plan: of the network, with `keep`.
        now: of `expanding`.
        room: the same.
        batch: see OPEN and NEXT.
        states: those of the depth, packed.
        further: gets the new ones.
        made: room for the successors of a round.
        homes: room for where they belong.
        table: all states found so far.
        wanted: for each row of Schedule.goals whether it makes an end a goal; empty
            where goals are not looked for.
        places: gets those of the goals of a batch among the states; room for LANES.
        parents: gets for each new state the place of one before it; empty where nobody
            wants to know.
    """
    words = states.shape[1]
    for _ in range(rounds):
        if not batch[OPEN]:
            number = min(LANES, len(states) - batch[NEXT])
            if number == 0:
                return DONE
            batch[FIRST] = batch[NEXT]
            each = begin(states, batch[NEXT], number, plan, now, room)
            batch[NEXT] += number
            batch[ENDS] += count(load(now.over, _ZERO))
            batch[OPEN] = each != 0
            if len(wanted) > 0:
                why = _note_goals(plan, now, wanted, batch, places)
                if why != GOES_ON:
                    return why
            if each == 0:
                continue
        if batch[FOUND] + LANES > len(further):
            return FULL
        if 5 * (batch[KNOWN] + LANES) > 3 * len(table):
            return FULL
        if not proceed(plan, now, room):
            batch[OPEN] = 0
        size = from_rows(now.others, len(plan.next), now.made, now.square, made, START)
        for number in range(size):
            homes[number] = home(made, number, np.uint64(len(table)))
            fetch(table, homes[number] * np.uint64(words))
        if len(parents) > 0:
            list_lanes(now.made, batch[FIRST], places)
        for number in range(size):
            if _put(made, number, homes[number], table):
                for word in range(words):
                    further[batch[FOUND], word] = made[number, word]
                if len(parents) > 0:
                    parents[batch[FOUND]] = places[number]
                batch[FOUND] += 1
                batch[KNOWN] += 1
    return GOES_ON


class Reaching:
    """States found breadth first, all those of one depth before the next.

    Attributes:
        depth: that of the states in hand, in plies.
        states: these, packed.
        trail: for each depth before, its states and for each of the next depth the
            place of one before it; only where this is asked for.
        batch: what is known of the work; see NEXT.
        places: those of the goals that were met last, the first `batch[GOALS]`.

    Args:
        network: of the game.
        state: for each fluent whether it holds; by default as at the start.
        memory: how many bytes the states may take.
        wanted: for each goal of the network whether an end that has it is a goal; by
            default goals are not looked for.
        trail: whether to keep it.
    """

    def __init__(
        self,
        network: Network,
        *,
        state: NDArray[np.uint8] | None = None,
        memory: int = MEMORY,
        wanted: Sequence[bool] = (),
        trail: bool = False,
    ) -> None:
        self._plan = schedule(network, keep=True)
        self._now, self._room = expanding(self._plan)
        self._memory = memory
        self._wanted = np.array(wanted, np.uint8)
        self.depth = 0
        root = network.initial if state is None else state
        self.states = pack(np.atleast_2d(root))
        self._words = words = self.states.shape[1]
        self._made = np.zeros((LANES, words), np.uint64)
        self._homes = np.zeros(LANES, np.uint64)
        self._table = np.zeros((1 << 14, words), np.uint64)
        refill(self.states, self._table)
        self._further = np.zeros((4 * LANES, words), np.uint64)
        self._parents = np.zeros(4 * LANES if trail else 0, np.int64)
        self.trail: list[tuple[NDArray[np.uint64], NDArray[np.int64]]] = []
        self.places = np.zeros(LANES, np.int64)
        self.batch = np.zeros(7, np.int64)
        self.batch[KNOWN] = 1
        self._pace = Pace()

    def expand(self, deadline: float | None = None, *, most: int | None = None) -> int:
        """Expand the states in hand; return DONE, or MET where it has met goals.

        Args:
            deadline: the time.monotonic() at which to stop, or None.
            most: how many of the states to expand, or None for all.

        Raises:
            LimitError: the time is over, or the memory is full.
            RulesError: no goal value is defined at an end.
        """
        while True:
            look_at_clock(deadline)
            started = time.perf_counter()
            result = reach(
                self._pace.steps, self._plan, self._now, self._room, self.batch,
                self.states[:most], self._further, self._made, self._homes,
                self._table, self._wanted, self.places, self._parents,
            )  # fmt: skip
            if result == NO_GOAL:
                raise NoGoalError("no goal value is defined for the role in a state")
            if result in (DONE, MET):
                return result
            self._pace.took(time.perf_counter() - started)
            if result == FULL:
                self._make_room(deadline)

    def _make_room(self, deadline: float | None) -> None:
        table, further = self._table, self._further
        used = table.nbytes + self.states.nbytes + further.nbytes + self._parents.nbytes
        used += sum(states.nbytes + parents.nbytes for states, parents in self.trail)
        used += 2 * max(table.nbytes, further.nbytes)
        if used > self._memory:
            raise LimitError(
                f"{self.batch[KNOWN]:,} states at most {self.depth + 1} plies away "
                f"fill the memory: {self._memory:,} bytes",
                "memory",
            )
        if self.batch[FOUND] + LANES > len(further):
            self._further = larger(further, deadline)
            self._parents = larger(self._parents, deadline)
        else:
            self._table = _rehashed(table, deadline)

    def go_on(self) -> None:
        """Make the new states the current ones."""
        found = self.batch[FOUND]
        states = self._further[:found]
        if len(self._parents):
            self.trail.append((self.states, self._parents[:found].copy()))
            states = states.copy()
            self._parents = np.zeros(max(4 * LANES, 2 * found), np.int64)
        self.states = states
        self._further = np.zeros((max(4 * LANES, 2 * found), self._words), np.uint64)
        self.batch[[OPEN, NEXT, ENDS, FOUND]] = 0
        self.depth += 1

    def route(self, place: int) -> NDArray[np.uint64]:
        """Return the states on a shortest way to one of those in hand, with `trail`."""
        found = [self.states[place]]
        for states, parents in reversed(self.trail):
            place = int(parents[place])
            found.append(states[place])
        return np.array(found[::-1])


def reachable(
    network: Network,
    *,
    state: NDArray[np.uint8] | None = None,
    memory: int = MEMORY,
    seconds: float | None = None,
) -> Iterator[Counts]:
    """Yield the number of states whose distance from the start is 0, 1, 2, ... plies.

    States are compared in full, so none is mistaken for another.

    Args:
        network: of the game.
        state: for each fluent whether it holds; by default as at the start.
        memory: how many bytes the states may take.
        seconds: how long it may take.

    Raises:
        LimitError: the time is over, or the memory is full.
    """
    deadline = deadline_in(seconds)
    found = Reaching(network, state=state, memory=memory)
    while len(found.states):
        found.expand(deadline)
        yield Counts(found.depth, len(found.states), int(found.batch[ENDS]))
        found.go_on()


def larger(rows: NDArray[_T], deadline: float | None) -> NDArray[_T]:
    """Return a copy with twice the room; it is made in parts, so that Ctrl-C works."""
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
