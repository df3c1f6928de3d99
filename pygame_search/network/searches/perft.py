"""Count the nodes of a game tree, level by level."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import inner_kernel
from pygame_search.network.lanes.evaluate import evaluate_state
from pygame_search.network.lanes.expand import Expanding, begin, expanding, proceed
from pygame_search.network.lanes.lane_words import (
    LANES,
    count,
    literal,
    load,
    store,
)
from pygame_search.network.lanes.random_move import Choice
from pygame_search.network.lanes.schedule import Schedule, schedule
from pygame_search.network.lanes.threads import spread
from pygame_search.network.lanes.transpose import from_rows
from pygame_search.network.network import Network
from pygame_search.network.packing import pack
from pygame_search.network.searches.pace import Pace
from pygame_search.support.clock import deadline_in, look_at_clock

_ZERO = np.uint64(0)

#: How many successors a batch of states may have, unless one state has more.
MOST_SUCCESSORS = 1 << 20

#: Why a kernel returns: the slice is over, it is done, or it needs room for states.
GOES_ON, DONE, FULL = range(3)

#: The fields of `batch`: whether a batch of states is being expanded, its depth, and
#: how much room is needed.
OPEN, DEPTH, NEEDED = range(3)


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts at one depth below a state.

    Attributes:
        depth: the number of plies.
        nodes: the number of paths, or of distinct states.
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
        rounds: how many to run before returning.
        depth: how many levels the tree has below its root.
        most_successors: the limit for a batch of states, unless it is a single state.
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
    turns = plan.mid_turn != 0
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
            if level + 1 < depth and _lacks(
                level + 1, each * number, firsts, sizes, batch
            ):
                return FULL
            if turns and _lacks(level, (each - 1) * number, firsts, sizes, batch):
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
        if level == depth or turns:
            evaluate_state(now.others, plan)
            over = literal(now.others, np.uint64(plan.terminal))
            within = made & literal(now.others, np.uint64(plan.mid_turn)) & ~over
            made = made & ~within
            if turns:  # these are still in the turn before
                store(now.made, _ZERO, within)
                _put(level - 1, plan, now, states, firsts, sizes)
                store(now.made, _ZERO, made)
            if level == depth:
                terminal[level] += count(over & made)
        nodes[level] += count(made)
        if level < depth:
            _put(level, plan, now, states, firsts, sizes)
    return GOES_ON


@inner_kernel
def _lacks(
    level: int,
    more: int,
    firsts: NDArray[np.int64],
    sizes: NDArray[np.int64],
    batch: NDArray[np.int64],
) -> bool:
    """Return whether a depth has no room for more states; then `batch` says so."""
    needed = sizes[level] + more
    if needed <= firsts[level + 1] - firsts[level]:
        return False
    batch[DEPTH] = level
    batch[NEEDED] = needed
    return True


@inner_kernel
def _put(
    level: int,
    plan: Schedule,
    now: Expanding,
    states: NDArray[np.uint64],
    firsts: NDArray[np.int64],
    sizes: NDArray[np.int64],
) -> None:
    """Keep the successors in the lanes `now.made`, to be expanded at a depth."""
    end = from_rows(
        now.others, len(plan.next), now.made, now.square,
        states, firsts[level] + sizes[level],
    )  # fmt: skip
    sizes[level] = end - firsts[level]


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
        self._pace = Pace()

    def run(self) -> bool:
        """Go on for about SLICE; return whether all are counted."""
        started = time.perf_counter()
        result = walk(
            self._pace.steps, self._depth, self._most, self._plan, self._now,
            self._room, self._batch, self.nodes, self.terminal,
            self._states, self._firsts, self._sizes,
        )  # fmt: skip
        if result == FULL:
            self._grow()
            return False
        self._pace.took(time.perf_counter() - started)
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
        """Split the remaining work into parts; return none if there is little work.

        Args:
            number: the number of parts.
        """
        while self._batch[OPEN] or self._sizes.max() < LANES:
            self._pace = Pace()
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
    """Return the number of paths of joint moves of each length up to depth.

    Terminal states are not expanded; the counts end at the first length without paths.

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
    deadline = deadline_in(seconds)
    root = pack(np.atleast_2d(network.initial if state is None else state))
    levels = [root, *[root[:0]] * (depth - 1)]
    tree = _Tree(schedule(network, keep=True), levels, most_successors)
    parts = [tree] if workers == 1 else tree.shares(workers)
    stop = Event()

    def part(number: int) -> None:
        while not parts[number].run() and not stop.is_set():
            look_at_clock(deadline)

    spread(part, len(parts), workers, stop)
    totals = parts if workers == 1 else [tree, *parts]
    nodes = np.sum([one.nodes for one in totals], axis=0)
    terminal = np.sum([one.terminal for one in totals], axis=0)
    return tuple(
        Counts(ply, int(n), int(t))
        for ply, (n, t) in enumerate(zip(nodes, terminal, strict=True))
        if n
    )
