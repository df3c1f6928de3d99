"""Count what lies below a state: the nodes of the game tree, or distinct states."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event

import numpy as np
from numpy.typing import NDArray

from pygame_search.errors import LimitError
from pygame_search.network.choose import Choice
from pygame_search.network.evaluate import evaluate_state
from pygame_search.network.expand import Expanding, begin, expanding, proceed
from pygame_search.network.jit import inner_kernel
from pygame_search.network.network import Network
from pygame_search.network.packing import from_rows, pack
from pygame_search.network.rows import LANES, count, fetch, literal, load
from pygame_search.network.schedule import Schedule, schedule
from pygame_search.network.threads import spread

_ZERO = np.uint64(0)

#: How long a kernel runs before it looks up, in seconds.
SLICE = 0.01

#: How many successors a batch of states may have, unless one state has more.
MOST_SUCCESSORS = 1 << 20

#: How many bytes the states that are found may take.
MEMORY = 4 << 30

#: So many states are moved at a time.
PORTION = 1 << 16

#: What a kernel ends with: it has looked up, is done, or needs room for more states.
GOES_ON, DONE, FULL = range(3)

#: What is known of the batch of states that is being expanded: whether there is one,
#: its depth, and how much room is needed.
OPEN, DEPTH, NEEDED = range(3)

#: The same for distinct states: where the next batch begins, how many of those taken up
#: are terminal, how many new ones are found, and how many there are in all.
NEXT, ENDS, FOUND, KNOWN = range(1, 5)


@dataclass(frozen=True, slots=True)
class Counts:
    """What is found so many plies below a state.

    Attributes:
        depth: how many.
        nodes: how many paths, or distinct states, there are.
        terminal: how many of them are terminal.
    """

    depth: int
    nodes: int
    terminal: int


@inner_kernel
def walk(
    rounds: int,
    depth: int,
    most_successors: int,
    plan: Schedule,
    now: Expanding,
    room: Choice,
    batch: NDArray[np.int64],
    nodes: NDArray[np.int64],
    terminal: NDArray[np.int64],
    states: NDArray[np.uint64],
    firsts: NDArray[np.int64],
    sizes: NDArray[np.int64],
) -> int:
    """Count the nodes of a tree.

    Args:
        rounds: how many, before it looks up.
        depth: how many levels the tree has below its root.
        most_successors: how many a batch of states may have, unless it is one state.
        plan: of the network, with `keep`.
        now: of `expanding`.
        room: the same.
        batch: see OPEN.
        nodes: gets the number of nodes of each depth.
        terminal: gets the number of terminal ones.
        states: those that are still to be expanded, packed, depth by depth.
        firsts: where those of each depth begin, and where the last ones end.
        sizes: how many there are of each depth.
    """
    for _ in range(rounds):
        if not batch[OPEN]:
            level = _fullest(sizes)
            if level < 0:
                return DONE
            number = min(LANES, sizes[level])
            last = firsts[level] + sizes[level]
            each = begin(states, last - number, number, plan, now, room)
            if each * number > most_successors and number > 1:
                number = max(1, most_successors // each)
                each = begin(states, last - number, number, plan, now, room)
            if level + 1 < depth:
                needed = sizes[level + 1] + each * number
                if needed > firsts[level + 2] - firsts[level + 1]:
                    batch[DEPTH] = level + 1
                    batch[NEEDED] = needed
                    return FULL
            sizes[level] -= number
            terminal[level] += count(load(now.over, _ZERO))
            batch[DEPTH] = level
            if each == 0:
                continue
            batch[OPEN] = 1
        level = batch[DEPTH] + 1
        if not proceed(plan, now, room):
            batch[OPEN] = 0
        made = load(now.made, _ZERO)
        nodes[level] += count(made)
        if level == depth:
            evaluate_state(now.others, plan)
            over = literal(now.others, np.uint64(plan.terminal))
            terminal[level] += count(over & made)
        else:
            end = from_rows(
                now.others, len(plan.next), now.made, now.square,
                states, firsts[level] + sizes[level],
            )  # fmt: skip
            sizes[level] = end - firsts[level]
    return GOES_ON


@inner_kernel
def _fullest(sizes: NDArray[np.int64]) -> int:
    """Return the greatest depth with enough states for all lanes, else the least."""
    least = -1
    for level in range(len(sizes) - 1, -1, -1):
        if sizes[level] >= LANES:
            return level
        if sizes[level] > 0:
            least = level
    return least


class _Tree:
    """Counts the nodes of trees.

    Args:
        plan: of the network, with `keep`.
        states: for each depth but the last, packed states to be expanded.
        most_successors: how many a batch of states may have.
    """

    def __init__(
        self,
        plan: Schedule,
        states: Sequence[NDArray[np.uint64]],
        most_successors: int,
    ) -> None:
        self._plan, self._depth, self._most = plan, len(states), most_successors
        self._now, self._room = expanding(plan)
        self._batch = np.zeros(3, np.int64)
        self.nodes = np.zeros(self._depth + 1, np.int64)
        self.terminal = np.zeros(self._depth + 1, np.int64)
        self._sizes = np.array([len(some) for some in states], np.int64)
        self._firsts = np.concatenate([[0], np.cumsum(self._sizes)])
        self._states = np.concatenate(states)
        self._rounds = 1

    def run(self) -> bool:
        """Go on for about SLICE; return whether all are counted."""
        started = time.perf_counter()
        result = walk(
            self._rounds, self._depth, self._most, self._plan, self._now, self._room,
            self._batch, self.nodes, self.terminal,
            self._states, self._firsts, self._sizes,
        )  # fmt: skip
        if result == FULL:
            self._grow()
            return False
        took = (time.perf_counter() - started) / self._rounds
        self._rounds = max(1, min(2 * self._rounds, int(SLICE / took)))
        return bool(result == DONE)

    def _grow(self) -> None:
        """Make room for the states of one depth."""
        rooms = np.diff(self._firsts)
        rooms[self._batch[DEPTH]] = 2 * self._batch[NEEDED]
        firsts = np.concatenate([[0], np.cumsum(rooms)])
        states = np.zeros((firsts[-1], self._states.shape[1]), np.uint64)
        for new, part in zip(firsts, self._pending(), strict=False):
            states[new : new + len(part)] = part
        self._states, self._firsts = states, firsts

    def _pending(self) -> list[NDArray[np.uint64]]:
        """Return the states of each depth that are still to be expanded."""
        begins = zip(self._firsts, self._sizes, strict=False)
        return [self._states[first : first + size] for first, size in begins]

    def shares(self, number: int) -> list[_Tree]:
        """Return what is left to do in so many parts, none where it is little.

        Args:
            number: how many parts.
        """
        while self._batch[OPEN] or self._sizes.max() < LANES:
            self._rounds = 1
            if self.run():
                return []
        return [
            _Tree(
                self._plan,
                [states[i::number] for states in self._pending()],
                self._most,
            )
            for i in range(number)
        ]


def perft(
    network: Network,
    depth: int,
    *,
    state: NDArray[np.uint8] | None = None,
    seconds: float | None = None,
    workers: int = 1,
    most_successors: int = MOST_SUCCESSORS,
) -> tuple[Counts, ...]:
    """Return how many paths of joint moves there are of each length up to depth.

    Terminal states are not expanded; the counts end where there are no paths.

    Args:
        network: of the game.
        depth: at least 1.
        state: for each fluent whether it holds; by default as at the start.
        seconds: how long it may take.
        workers: how many threads count.
        most_successors: how many a batch of states may have; their memory.

    Raises:
        LimitError: the time was over.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    root = pack(np.atleast_2d(network.initial if state is None else state))
    levels = [root, *[root[:0]] * (depth - 1)]
    tree = _Tree(schedule(network, keep=True), levels, most_successors)
    parts = [tree] if workers == 1 else tree.shares(workers)
    stop = Event()

    def part(number: int) -> None:
        while not parts[number].run() and not stop.is_set():
            _look_at_clock(deadline)

    spread(part, len(parts), workers, stop)
    totals = parts if workers == 1 else [tree, *parts]
    nodes = np.sum([one.nodes for one in totals], axis=0)
    terminal = np.sum([one.terminal for one in totals], axis=0)
    return tuple(
        Counts(ply, int(n), int(t))
        for ply, (n, t) in enumerate(zip(nodes, terminal, strict=True))
        if n
    )


def _look_at_clock(deadline: float | None) -> None:
    if deadline is not None and time.monotonic() > deadline:
        raise LimitError("the time is over")


@inner_kernel
def _home(states: NDArray[np.uint64], number: int, places: np.uint64) -> np.uint64:
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
            _put(old, number, _home(old, number, places), table)


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
            homes[number] = _home(made, number, np.uint64(len(table)))
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
            _look_at_clock(deadline)
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
                    further = _larger(further, deadline)
                else:
                    table = _rehashed(table, deadline)
        yield Counts(depth, len(states), int(batch[ENDS]))
        states = further[: batch[FOUND]]
        further = np.zeros((max(4 * LANES, 2 * len(states)), words), np.uint64)
        depth += 1


def _larger(states: NDArray[np.uint64], deadline: float | None) -> NDArray[np.uint64]:
    """Return a copy with twice the room; in portions, so that Ctrl-C is heard."""
    larger = np.zeros((2 * len(states), states.shape[1]), np.uint64)
    for first in range(0, len(states), PORTION):
        _look_at_clock(deadline)
        part = states[first : first + PORTION]
        larger[first : first + len(part)] = part
    return larger


def _rehashed(table: NDArray[np.uint64], deadline: float | None) -> NDArray[np.uint64]:
    """Return a table of twice the size with the same states."""
    larger = np.zeros((2 * len(table), table.shape[1]), np.uint64)
    for first in range(0, len(table), PORTION):
        _look_at_clock(deadline)
        refill(table[first : first + PORTION], larger)
    return larger
