"""Strategies: a move of one role in every state that it can reach by following it.

A prover knows most states that it has proved; those that its table has lost are proved
again. The reachable states are found batch by batch. Their graph, with only the chosen
move of the role in each state, is then analysed like any other graph.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import inner_kernel
from pygame_search.network.lanes.expand import begin, expanding, proceed
from pygame_search.network.lanes.lane_words import LANES, WORDS, empty_rows
from pygame_search.network.lanes.random_move import PLANES
from pygame_search.network.lanes.schedule import schedule
from pygame_search.network.lanes.transpose import from_rows
from pygame_search.network.network import Network
from pygame_search.network.packing import pack
from pygame_search.network.searches.graph import Graph, index, numbered
from pygame_search.network.searches.prover import Proofs
from pygame_search.network.searches.reachable import home
from pygame_search.network.searches.retrograde import lanes_of, look
from pygame_search.support.errors import LimitError, NoGoalError

#: The most successors of a batch of states, unless it is one state.
MOST_SUCCESSORS = 1 << 16


@inner_kernel
def enter(
    made: NDArray[np.uint64],
    states: NDArray[np.uint64],
    known: int,
    table: NDArray[np.uint32],
    numbers: NDArray[np.uint32],
) -> int:
    """Number states, and return how many are known then."""
    for i in range(len(made)):
        place = home(made, i, np.uint64(len(table)))
        found = numbered(made, i, place, states, known, table)
        if found == known:
            known += 1
        numbers[i] = np.uint32(found)
    return known


class Follower:
    """Finds the reachable states, and the role's move in each.

    Args:
        network: of the game.
        role: whose strategy it is, as an index.
        values: its goal values, the least first.
        enough: the value that it must reach.
        prover: has proved it at the root.
        root: for each fluent whether it holds.
        memory: how many bytes it may take.
    """

    def __init__(
        self,
        network: Network,
        role: int,
        values: tuple[int, ...],
        enough: int,
        prover: Proofs,
        root: NDArray[np.uint8],
        memory: int,
    ) -> None:
        self._role, self._values, self._enough = role, values, enough
        self._prover, self._memory = prover, memory
        self._plan = plan = schedule(network, keep=True)
        self._now, self._room = expanding(plan)
        self._rows, self._square = empty_rows(plan.rows), empty_rows(64)
        self._made = np.zeros((LANES, len(network.fluents) // 64 + 1), np.uint64)
        own = plan.goals[plan.goals[:, 0] == role]
        self._ends = np.concatenate([[plan.terminal], own[:, 2]]).astype(np.int64)
        self._end_numbers = np.array([values.index(v) for v in own[:, 1]], np.int64)
        self._states = np.zeros((4 * LANES, self._made.shape[1]), np.uint64)
        self._states[0] = pack(np.atleast_2d(root))[0]
        self._table = np.zeros(16 * LANES, np.uint32)
        index(self._states, 0, 1, self._table)
        self._known = 1
        self._pause: Callable[[], None] = lambda: None

    def run(self, pause: Callable[[int], None]) -> tuple[Graph, NDArray[np.int32]]:
        """Return the graph of the strategy, and the number of the move in each state.

        Args:
            pause: is called with the number of states, and may raise an exception.

        Raises:
            LimitError: the memory is full.
            RulesError: an end has no goal value for the role, or several.
        """
        parts: list[tuple[NDArray[np.int64], ...]] = []
        self._pause = lambda: pause(self._known)
        done = 0
        width = LANES
        while done < self._known:
            self._pause()
            number = min(width, self._known - done)
            rounds = begin(
                self._states, done, number, self._plan, self._now, self._room
            )
            if rounds * number > MOST_SUCCESSORS and number > 1:
                width = max(1, MOST_SUCCESSORS // rounds)
                continue
            parts.append(self._batch(done, number, rounds))
            done += number
            width = LANES
        sizes, edges, counts, goals, chosen = map(
            np.concatenate, zip(*parts, strict=True)
        )
        graph = Graph(
            self._states[: self._known],
            np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            edges.astype(np.uint32),
            counts.astype(np.uint16),
            goals.astype(np.int16)[:, None],
        )
        return graph, chosen.astype(np.int32)

    def _batch(
        self, first: int, number: int, rounds: int
    ) -> tuple[NDArray[np.int64], ...]:
        """Return the edge counts, edges, moves, goals and choices of some states."""
        now, roles = self._now, len(self._now.most)
        literals = self._ends
        ends, values = self._judged(lanes_of(now.rows, literals)[:, :number])
        if (ends & (values < 0)).any():
            raise NoGoalError("no goal value is defined for the role in this state")
        totals = now.totals.reshape(-1, WORDS)
        planes = lanes_of(totals.reshape(-1), 2 * np.arange(len(totals)))[:, :number]
        weights = (1 << np.arange(PLANES))[:, None]
        counts = np.stack(
            [
                (planes[PLANES * r : PLANES * r + PLANES] * weights).sum(axis=0)
                for r in range(roles)
            ],
            axis=1,
        )
        # Unused digits may be left from an earlier batch.
        for r in range(roles):
            counts[:, r] &= (1 << int(now.planes[r])) - 1
        counts[ends] = 0
        goals = np.where(ends, values + 1, 0)
        chosen = np.full(number, -1, np.int64)
        sizes = np.zeros(number, np.int64)
        if rounds == 0 or ends.all():
            return sizes, np.zeros(0, np.int64), counts, goals, chosen
        lanes, made = self._successors()
        own = counts[:, self._role]
        inner = counts[:, self._role + 1 :].prod(axis=1)
        starts = np.concatenate([[0], np.cumsum(counts.prod(axis=1))])
        ranks = np.arange(len(lanes)) - starts[lanes]
        choices = ranks // inner[lanes] % own[lanes]
        firsts = np.concatenate([[0], np.cumsum(own)])
        proved = self._proved(made)
        good = np.ones(firsts[-1], np.bool_)
        np.logical_and.at(good, firsts[lanes] + choices, proved)
        for lane in np.flatnonzero(~ends).tolist():
            chosen[lane] = self._chosen(first + lane, good[firsts[lane] :][: own[lane]])
        kept = choices == chosen[lanes]
        counts[~ends, self._role] = 1
        sizes = np.bincount(lanes[kept], minlength=number)
        return sizes, self._numbers(made[kept]), counts, goals, chosen

    def _chosen(self, state: int, good: NDArray[np.bool_]) -> int:
        """Return the number of the role's move in a state, the first good one."""
        if len(good) == 1:
            return 0
        if good.any():
            return int(good.argmax())
        bits = self._states[state].copy()
        bits[-1] &= ~(np.uint64(1) << np.uint64(63))
        size = (len(self._plan.next) + 63) // 64
        if not self._prover.prove(bits[:size], self._pause):
            raise AssertionError("expected a state that is proved")
        return int(self._prover.good()[0])

    def _successors(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Return the lane of each successor, in order, and the successors."""
        now, lanes, made, more = self._now, [], [], True
        one = np.zeros(1, np.int64)
        while more:
            more = proceed(self._plan, now, self._room)
            size = from_rows(
                now.others, len(self._plan.next), now.made, now.square, self._made, 0
            )
            lanes.append(np.flatnonzero(lanes_of(now.made, one)[0]))
            made.append(self._made[:size].copy())
        order = np.argsort(np.concatenate(lanes), kind="stable")
        return np.concatenate(lanes)[order], np.concatenate(made)[order]

    def _judged(
        self, held: NDArray[np.uint8]
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Return which states are terminal, and the number of the value of each.

        The number is -1 where the role has no value, or several.
        """
        numbers = np.full(held.shape[1], -1, np.int64)
        for row, number in zip(held[1:], self._end_numbers, strict=True):
            numbers[row != 0] = number
        numbers[np.count_nonzero(held[1:], axis=0) > 1] = -1
        return held[0] != 0, numbers

    def _proved(self, made: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return which states are known to be worth enough."""
        values = np.array(self._values)
        size = (len(self._plan.next) + 63) // 64
        bits = made[:, :size].copy()
        if size == made.shape[1]:
            bits[:, -1] &= ~(np.uint64(1) << np.uint64(63))
        proved: NDArray[np.bool_] = self._prover.known(bits)[:, 0] == 0
        for begin_ in range(0, len(made), LANES):
            number = min(LANES, len(made) - begin_)
            look(made, begin_, number, self._plan, self._rows, self._square)
            held = lanes_of(self._rows, self._ends)[:, :number]
            ends, numbers = self._judged(held)
            part = proved[begin_ : begin_ + number]
            part[ends] = (values[numbers[ends]] >= self._enough) & (numbers[ends] >= 0)
        return proved

    def _numbers(self, made: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the numbers of states, and keep the states."""
        needed = self._known + len(made)
        while needed > len(self._states):
            if 4 * (self._states.nbytes + self._table.nbytes) > self._memory:
                raise LimitError(
                    f"a strategy for {self._known:,} states, which are not all, takes "
                    f"the memory of {self._memory:,} bytes",
                    "memory",
                )
            room = np.zeros((2 * len(self._states), made.shape[1]), np.uint64)
            room[: self._known] = self._states[: self._known]
            self._states = room
            self._table = np.zeros(2 * len(self._table), np.uint32)
            index(self._states, 0, self._known, self._table)
        numbers = np.zeros(len(made), np.uint32)
        made = np.ascontiguousarray(made)
        self._known = int(enter(made, self._states, self._known, self._table, numbers))
        return numbers.astype(np.int64)
