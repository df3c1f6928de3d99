"""The state graph: all reachable states, and the successor by each joint move.

States are numbered in breadth-first order. The successors of a state are stored one
after the other, in the order of the joint moves, in which the move of the last role
changes fastest. A hash table finds a state by its bits, all of which are compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import fetch
from pygame_search.network.jit import Number, inner_kernel
from pygame_search.network.lanes.expand import Expanding, begin, expanding, proceed
from pygame_search.network.lanes.lane_words import LANES, WORDS, literal, load, some
from pygame_search.network.lanes.random_move import PLANES, Choice
from pygame_search.network.lanes.schedule import Schedule, schedule
from pygame_search.network.lanes.transpose import START, from_rows
from pygame_search.network.network import Network
from pygame_search.network.packing import pack
from pygame_search.network.searches.pace import Pace
from pygame_search.network.searches.perft import (
    DONE,
    FULL,
    GOES_ON,
)
from pygame_search.network.searches.reachable import MEMORY, PORTION, home, larger
from pygame_search.support.clock import look_at_clock
from pygame_search.support.errors import LimitError, RulesError

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

#: Why the kernel comes back, beside those of `enumerate`.
NO_MOVE = 3

#: The fields of `batch`: whether a batch of states is open, where it begins, its size;
#: the numbers of states and of edges.
OPEN, NEXT, SIZE, KNOWN, EDGES = range(5)

#: In place of a goal value: there is none, or several.
NONE, SEVERAL = 0, -1

#: Beyond every goal value, either way.
FAR = 1 << 60

#: A state has a number of 32 bits.
MOST_STATES = (1 << 32) - 2

#: How many moves a role may have.
MOST_MOVES = (1 << 16) - 1


class Graph(NamedTuple):
    """The states and their successors.

    Attributes:
        states: packed, see `packing`.
        starts: the edges of state s are starts[s] up to starts[s + 1].
        edges: the successor that each leads to.
        counts: for each state and role the number of legal moves; 0 in terminal states.
        goals: for each state and each requested role the number of its goal value among
            the role's values, from 1; or NONE or SEVERAL. 0 in nonterminal states.
    """

    states: NDArray[np.uint64]
    starts: NDArray[np.int64]
    edges: NDArray[np.uint32]
    counts: NDArray[np.uint16]
    goals: NDArray[np.int16]


@inner_kernel
def index(
    states: NDArray[np.uint64], begin: int, end: int, table: NDArray[np.uint32]
) -> None:
    """Insert states into a table that contains none of them.

    Args:
        states: packed states.
        begin: the first one to insert.
        end: the end of those to insert.
        table: numbers of states, from 1; 0 marks a free place.
    """
    last = np.uint64(len(table) - 1)
    for number in range(begin, end):
        place = home(states, number, np.uint64(len(table)))
        while table[place] != 0:
            place = (place + _ONE) & last
        table[place] = np.uint32(number + 1)


@inner_kernel
def numbered(
    made: NDArray[np.uint64],
    which: int,
    place: np.uint64,
    states: NDArray[np.uint64],
    known: int,
    table: NDArray[np.uint32],
) -> Number:
    """Return the number of a state; a new state is added.

    Args:
        made: an array of states.
        which: the index of the state in it.
        place: its home in the table.
        states: the known states, with room for one more.
        known: how many states are known, which is the number of a new one.
        table: the numbers of the known states, see `index`.
    """
    last = np.uint64(len(table) - 1)
    words = states.shape[1]
    while table[place] != 0:
        found = np.int64(table[place]) - 1
        same = True
        for word in range(words):
            same &= states[found, word] == made[which, word]
        if same:
            return found
        place = (place + _ONE) & last
    for word in range(words):
        states[known, word] = made[which, word]
    table[place] = np.uint32(known + 1)
    return known


@inner_kernel
def _note(
    number: int,
    plan: Schedule,
    now: Expanding,
    wanted: NDArray[np.int64],
    batch: NDArray[np.int64],
    graph: Graph,
    lines: NDArray[np.int64],
) -> Number:
    """Record the moves and goals of a batch; return the end of its edges, or -1.

    Args:
        number: how many states it has.
        plan: of the network.
        now: has them.
        wanted: for each goal its column and the number of the value; -1 for others.
        batch: see OPEN.
        graph: gets what is noted.
        lines: gets where the edges of each lane begin.
    """
    first = batch[NEXT]
    roles = len(now.most)
    over = load(now.over, _ZERO)
    for g in range(len(wanted)):
        if wanted[g, 0] < 0:
            continue
        held = literal(now.rows, np.uint64(plan.goals[g, 2])) & over
        if not some(held):
            continue
        at = np.int64(plan.goals[g, 2] >> 1) * WORDS
        inverted = _ZERO - np.uint64(plan.goals[g, 2] & 1)
        for lane in range(number):
            bits = (now.rows[at + lane % WORDS] ^ inverted) & now.over[lane % WORDS]
            if (bits >> np.uint64(lane // WORDS)) & _ONE:
                column = wanted[g, 0]
                before = graph.goals[first + lane, column]
                graph.goals[first + lane, column] = (
                    wanted[g, 1] if before == NONE else SEVERAL
                )
    end: Number = batch[EDGES]
    for lane in range(number):
        bit = np.uint64(lane // WORDS)
        product: Number = 1
        for role in range(roles):
            moves: Number = 0
            for p in range(now.planes[role]):
                word = now.totals[(PLANES * role + p) * WORDS + lane % WORDS]
                moves |= np.int64((word >> bit) & _ONE) << p
            graph.counts[first + lane, role] = moves
            product *= moves
        if product == 0 and not (now.over[lane % WORDS] >> bit) & _ONE:
            return -1
        lines[lane] = end
        end += product
        graph.starts[first + lane + 1] = end
    return end


@inner_kernel
def grow(
    rounds: int,
    plan: Schedule,
    now: Expanding,
    room: Choice,
    wanted: NDArray[np.int64],
    batch: NDArray[np.int64],
    graph: Graph,
    made: NDArray[np.uint64],
    homes: NDArray[np.uint64],
    lines: NDArray[np.int64],
    table: NDArray[np.uint32],
) -> int:
    """Find states and their successors.

    Args:
        rounds: how many to run before returning.
        plan: of the network, with `keep`.
        now: of `expanding`.
        room: the same.
        wanted: see `_note`.
        batch: see OPEN.
        graph: what is found.
        made: room for the successors of a round.
        homes: room for where they belong.
        lines: where the next edge of each lane stands.
        table: the states found so far.
    """
    states, edges = graph.states, graph.edges
    words = states.shape[1]
    for _ in range(rounds):
        if 2 * (batch[KNOWN] + LANES) > len(table):
            return FULL
        if batch[KNOWN] + LANES > len(states):
            return FULL
        if not batch[OPEN]:
            number = min(LANES, batch[KNOWN] - batch[NEXT])
            if number == 0:
                return DONE
            for lane in range(number):
                for column in range(graph.goals.shape[1]):
                    graph.goals[batch[NEXT] + lane, column] = 0
            each = begin(states, batch[NEXT], number, plan, now, room)
            end = _note(number, plan, now, wanted, batch, graph, lines)
            if end < 0:
                return NO_MOVE
            if end > len(edges):
                batch[SIZE] = end
                return FULL
            batch[SIZE] = number
            if each == 0:
                batch[NEXT] += number
                continue
            batch[OPEN] = 1
        more = proceed(plan, now, room)
        size = from_rows(now.others, len(plan.next), now.made, now.square, made, START)
        for i in range(size):
            homes[i] = home(made, i, np.uint64(len(table)))
            fetch(table, homes[i])
        for i in range(size):
            if table[homes[i]] != 0:
                fetch(states, np.uint64(table[homes[i]] - 1) * np.uint64(words))
        lane = 0
        for i in range(size):
            while not (now.made[lane % WORDS] >> np.uint64(lane // WORDS)) & _ONE:
                lane += 1
            found = numbered(made, i, homes[i], states, batch[KNOWN], table)
            if found == batch[KNOWN]:
                batch[KNOWN] += 1
            edges[lines[lane]] = np.uint32(found)
            lines[lane] += 1
            lane += 1
        if not more:
            batch[EDGES] = graph.starts[batch[NEXT] + batch[SIZE]]
            batch[NEXT] += batch[SIZE]
            batch[OPEN] = 0
    return GOES_ON


class Builder:
    """Finds the graph of a game, or of all states reachable from a state.

    Args:
        network: of the game.
        columns: the roles whose goal values are wanted, as indices.
        ranges: the lowest and the highest value of each role, equal where not known.
        state: for each fluent whether it holds; by default as at the start.
        memory: how many bytes the graph may take.
        kept: a graph that is found in part, and its batch, as `parts` gave them.
    """

    def __init__(
        self,
        network: Network,
        columns: Sequence[int],
        ranges: Sequence[tuple[int, int]],
        *,
        state: NDArray[np.uint8] | None = None,
        memory: int = MEMORY,
        kept: tuple[Graph, NDArray[np.int64]] | None = None,
    ) -> None:
        if np.diff(network.move_starts).max(initial=0) > MOST_MOVES:
            raise LimitError(f"expected at most {MOST_MOVES:,} moves of a role", "size")
        self._memory = memory
        self._plan = schedule(network, keep=True)
        self._now, self._room = expanding(self._plan)
        self.values = tuple(
            role_values(self._plan.goals[:, :2].tolist(), role, ranges[role])
            for role in columns
        )
        self._wanted = np.full((len(self._plan.goals), 2), -1, np.int64)
        for g, (role, value, _) in enumerate(self._plan.goals.tolist()):
            if role in columns:
                column = list(columns).index(role)
                self._wanted[g] = column, 1 + self.values[column].index(value)
        if kept is None:
            root = pack(np.atleast_2d(network.initial if state is None else state))
            self._batch = np.zeros(5, np.int64)
            self._batch[KNOWN] = 1
            self._graph = _empty(root, len(network.roles), len(columns))
        else:
            self._graph, self._batch = _with_room(kept[0]), kept[1].copy()
        words = self._graph.states.shape[1]
        self._made = np.zeros((LANES, words), np.uint64)
        self._homes, self._lines = np.zeros(LANES, np.uint64), np.zeros(LANES, np.int64)
        self._table = np.zeros(0, np.uint32)

    @property
    def known(self) -> int:
        """The number of states found."""
        return int(self._batch[KNOWN])

    @property
    def bytes(self) -> int:
        """How many bytes the graph takes, with the table."""
        return self._table.nbytes + sum(part.nbytes for part in self._graph)

    def run(
        self,
        deadline: float | None = None,
        progress: Callable[[int], None] = lambda known: None,
        most: int | None = None,
    ) -> Graph:
        """Return the whole graph, or its beginning.

        Args:
            deadline: the time.monotonic() at which to stop, or None.
            progress: called repeatedly with the number of states found.
            most: after so many states it is enough; None for all.

        Raises:
            LimitError: the time is over, or the memory is full; the search can resume.
            RulesError: a role has no move in a nonterminal state.
        """
        self._index(deadline)
        pace, result = Pace(), GOES_ON
        while result != DONE and (most is None or self.known < most):
            look_at_clock(deadline)
            progress(self.known)
            started = time.perf_counter()
            result = grow(
                pace.steps, self._plan, self._now, self._room, self._wanted,
                self._batch, self._graph, self._made, self._homes, self._lines,
                self._table,
            )  # fmt: skip
            pace.took(time.perf_counter() - started)
            if result == FULL:
                self._make_room(deadline)
            elif result == NO_MOVE:
                raise RulesError("a role has no legal move in a state that is no end")
        return self.parts()[0]

    def parts(self) -> tuple[Graph, NDArray[np.int64]]:
        """Return the graph found so far, from which another object can resume."""
        batch = self._batch.copy()
        batch[OPEN] = 0
        graph, done, edges = self._graph, batch[NEXT], batch[EDGES]
        return Graph(
            graph.states[: batch[KNOWN]],
            graph.starts[: done + 1],
            graph.edges[:edges],
            graph.counts[:done],
            graph.goals[:done],
        ), batch

    def _index(self, deadline: float | None) -> None:
        """Rebuild the table with room for twice the states."""
        places = 1 << max(14, (2 * (self.known + LANES)).bit_length())
        self._table = np.zeros(0, np.uint32)
        table = np.zeros(places, np.uint32)
        for first in range(0, self.known, PORTION):
            look_at_clock(deadline)
            index(self._graph.states, first, min(first + PORTION, self.known), table)
        self._table = table

    def _make_room(self, deadline: float | None) -> None:
        """Double the arrays that are full.

        Raises:
            LimitError: the memory is full.
        """
        known, graph = self.known, self._graph
        needed = 0
        states = known + LANES > len(graph.states)
        table = 2 * (known + LANES) > len(self._table)
        if states:
            needed += 2 * (self.bytes - graph.edges.nbytes - self._table.nbytes)
        elif table:
            needed += self._table.nbytes
        else:
            needed += 2 * graph.edges.nbytes
        if self.bytes + needed > self._memory or known > MOST_STATES - LANES:
            raise LimitError(
                f"{known:,} states take {self.bytes:,} bytes and are not all: expected "
                f"to do with {self._memory:,} bytes",
                "memory",
            )
        if states:
            self._graph = graph._replace(
                states=larger(graph.states, deadline),
                starts=larger(graph.starts, deadline),
                counts=larger(graph.counts, deadline),
                goals=larger(graph.goals, deadline),
            )
        elif table:
            self._index(deadline)
        else:
            edges = graph.edges
            while self._batch[SIZE] > len(edges) or edges is graph.edges:
                edges = larger(edges, deadline)
            self._graph = graph._replace(edges=edges)


def ends(graph: Graph) -> bool | None:
    """Return whether no path of a graph is endless.

    None if that is not known, because some states have not been expanded.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    states, expanded = len(graph.states), len(graph.starts) - 1
    sizes = np.diff(graph.starts)
    if (np.repeat(np.arange(expanded), sizes) == graph.edges).any():
        return False
    starts = np.pad(graph.starts, (0, states - expanded), mode="edge")
    ones = np.ones(len(graph.edges), np.int8)
    edges = csr_array((ones, graph.edges, starts), shape=(states, states))
    if connected_components(edges, connection="strong")[0] < states:
        return False
    return True if expanded == states else None


def role_values(
    goals: Iterable[Sequence[int]], role: int, named: tuple[int, int]
) -> tuple[int, ...]:
    """Return the values that a role may get, in ascending order.

    If the rules do not give a lowest and a highest value, or only one value, no value
    is a loss or a win: -FAR and FAR are added beyond all of them.

    Args:
        goals: role indices, and the values that each may get.
        role: the index of the role.
        named: the lowest and the highest value that the rules name, equal if unknown.
    """
    found = {value for owner, value in goals if owner == role}
    beyond = set(named) if named[0] < named[1] else {-FAR, FAR}
    return tuple(sorted(found | beyond))


def _empty(root: NDArray[np.uint64], roles: int, columns: int) -> Graph:
    room = 4 * LANES
    states = np.zeros((room, root.shape[1]), np.uint64)
    states[0] = root[0]
    return Graph(
        states,
        np.zeros(room + 1, np.int64),
        np.zeros(4 * room, np.uint32),
        np.zeros((room, roles), np.uint16),
        np.zeros((room, columns), np.int16),
    )


def _with_room(graph: Graph) -> Graph:
    """Return a copy that can grow."""
    room = len(graph.states) + 4 * LANES
    sizes = room, room + 1, len(graph.edges) + 4 * room, room, room
    copies: list[NDArray[Any]] = []
    parts: tuple[NDArray[Any], ...] = graph
    for part, size in zip(parts, sizes, strict=True):
        copies.append(np.zeros((size, *part.shape[1:]), part.dtype))
        copies[-1][: len(part)] = part
    return Graph(*copies)
