"""Retrograde analysis: the value of every state, from the ends of the game backwards.

The value of a state for a role is one number, its *rank*: first the number of the goal
value, then the distance to the end, so that the greater of two ranks is better for the
role. A step back increases the distance by one.

A state is known once all its successors are known; in a game that always ends these
are all states. From the others play can go on for ever. Their floor (see
`pygame_search.solving.solution`) is their value within n plies, if play that is not
over then has the least value, for n = 0, 1, 2, ... until nothing changes; their ceiling
is the same with more than the greatest value.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.rules import CHANCE
from pygame_search.network.jit import Number, inner_kernel
from pygame_search.network.lanes.evaluate import evaluate_state
from pygame_search.network.lanes.lane_words import LANES, WORDS, empty_rows
from pygame_search.network.lanes.schedule import GROUP, Schedule, schedule
from pygame_search.network.lanes.transpose import to_rows
from pygame_search.network.network import Network
from pygame_search.network.searches.graph import SEVERAL, Graph
from pygame_search.network.searches.pace import Pace
from pygame_search.network.searches.reachable import PORTION
from pygame_search.support.clock import look_at_clock
from pygame_search.support.errors import InputError, NoGoalError

#: In place of a value where no rule gives one.
NO_VALUE = -(1 << 62)

#: A rank is the number of the value times SPAN and a number below it: END less the
#: distance where the role wants the end soon, else the distance, up to END for ever.
SPAN = 1 << 32
END = 1 << 31
_UNKNOWN = -1
_LOWEST = -(1 << 62)
_HIGHEST = 1 << 62
_PART = SPAN - 1
_BITS = 32


@inner_kernel
def _before(rank: Number, late: Number) -> Number:
    """Return the rank of a state whose best successor has a rank."""
    part = rank & _PART
    if (rank >> _BITS) < late:
        return rank + 1 if part < END else rank
    return rank - 1 if part > 0 else rank


@inner_kernel
def _backed_up(
    state: Number,
    graph: Graph,
    role: Number,
    ranks: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> Number:
    """Return the best rank of a state's successors, or that a successor is not known.

    Args:
        state: not terminal.
        graph: has it.
        role: the role that chooses, against the worst answers of the others.
        ranks: of all states.
        chosen: receives the number of that choice.
    """
    start = graph.starts[state]
    own = np.int64(graph.counts[state, role])
    inner = np.int64(1)
    for other in range(role + 1, graph.counts.shape[1]):
        inner *= graph.counts[state, other]
    outer = (graph.starts[state + 1] - start) // (own * inner)
    best = np.int64(_LOWEST)
    for choice in range(own):
        worst = np.int64(_HIGHEST)
        for o in range(outer):
            for i in range(inner):
                edge = start + (o * own + choice) * inner + i
                rank = ranks[graph.edges[edge]]
                if rank == _UNKNOWN:
                    return np.int64(_UNKNOWN)
                worst = min(worst, rank)
        if worst > best:
            best = worst
            chosen[0] = choice
    return best


@inner_kernel
def settle_known(
    begin: Number,
    end: Number,
    kept: Number,
    graph: Graph,
    role: Number,
    column: Number,
    late: Number,
    waiting: NDArray[np.uint32],
    ranks: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> Number:
    """Settle the waiting states whose successors are all known.

    Args:
        begin: the first of those that wait.
        end: after the last.
        kept: how many before them are still not known.
        graph: has them.
        role: whose ranks they are.
        column: of its goals.
        late: values below this number are better later.
        waiting: states; afterwards those still not known come first.
        ranks: receives what becomes known.
        chosen: room for a number.

    Returns:
        How many are not known up to the end; -1 if an end has no goal value.
    """
    for i in range(begin, end):
        state = np.int64(waiting[i])
        if graph.starts[state] == graph.starts[state + 1]:
            number = np.int64(graph.goals[state, column])
            if number <= 0:
                chosen[0] = state
                return np.int64(-1)
            number -= 1
            ranks[state] = number * SPAN + (0 if number < late else END)
            continue
        rank = _backed_up(state, graph, role, ranks, chosen)
        if rank == _UNKNOWN:
            waiting[kept] = state
            kept += 1
        else:
            ranks[state] = _before(rank, late)
    return kept


@inner_kernel
def back_up(
    begin: Number,
    end: Number,
    graph: Graph,
    role: Number,
    late: Number,
    waiting: NDArray[np.uint32],
    ranks: NDArray[np.int64],
    longer: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> Number:
    """Find the values of some states when play may take one ply more.

    Args:
        begin: the first of those that wait.
        end: after the last.
        graph: has them.
        role: whose ranks they are.
        late: values below this number are better later.
        waiting: states.
        ranks: of all states.
        longer: receives the new ranks of those that wait.
        chosen: room for a number.

    Returns:
        How many have changed.
    """
    changed = np.int64(0)
    for i in range(begin, end):
        state = np.int64(waiting[i])
        rank = _before(_backed_up(state, graph, role, ranks, chosen), late)
        changed += rank != ranks[state]
        longer[i] = rank
    return changed


@inner_kernel
def choose(
    begin: Number,
    end: Number,
    graph: Graph,
    role: Number,
    ranks: NDArray[np.int64],
    choices: NDArray[np.int32],
    chosen: NDArray[np.int64],
) -> None:
    """Find the number of the role's first best move in some states."""
    for state in range(begin, end):
        choices[state - begin] = -1
        if graph.starts[state] < graph.starts[state + 1]:
            _backed_up(np.int64(state), graph, role, ranks, chosen)
            choices[state - begin] = chosen[0]


@inner_kernel
def look(
    states: NDArray[np.uint64],
    begin: int,
    number: int,
    plan: Schedule,
    rows: NDArray[np.uint64],
    square: NDArray[np.uint64],
) -> None:
    """Evaluate the part of the network that depends on the states alone."""
    to_rows(states, begin, number, len(plan.next), rows, square)
    evaluate_state(rows, plan)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What every state is worth to a role.

    Attributes:
        network: of the game.
        graph: the states.
        role: as an index.
        values: its goal values, the least first.
        draw: what endless play is worth, None where no rule says it.
        floor: the ranks of the states if endless play has the least value. A loss is
            better late, everything else soon.
        ceiling: the ranks if endless play is worth more than all, and everything is
            better late; the same array in a game that always ends.
        endless: the states from which play can go on for ever.
        chosen: for each state the number of the role's move, where the graph has but
            what follows that; see `strategy`.
        only: the value of every end, where the rules name only one.
    """

    network: Network
    graph: Graph
    role: int
    values: tuple[int, ...]
    draw: int | None
    floor: NDArray[np.int64]
    ceiling: NDArray[np.int64]
    endless: NDArray[np.uint32]
    chosen: NDArray[np.int32] | None = None
    only: int | None = None

    @property
    def finite(self) -> bool:
        """Whether the game always ends."""
        return not len(self.endless)

    def known(self, states: slice) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the value of some states and their distance.

        NO_VALUE stands for what no rule gives a value, -1 for the distance of what
        need not end.
        """
        values = np.array(self.values, np.int64)
        floor = self.floor[states]
        low = values[floor >> _BITS]
        plies = _plies(floor, 1)
        if self.finite:
            return low, plies
        ceiling = self.ceiling[states]
        high = values[np.minimum(ceiling >> _BITS, len(values) - 1)]
        if self.draw is None:
            same = low == high
            if self.only is not None:
                same |= low == self.only
            return np.where(same, low, NO_VALUE), np.where(same, plies, -1)
        worth = np.clip(self.draw, low, high)
        others = np.where(high == worth, _plies(ceiling, len(values)), -1)
        plies = np.where((worth < self.draw) | (worth == values[0]), others, plies)
        return worth, np.where((worth == self.draw) & (plies != 0), -1, plies)

    def state(self, number: int = 0) -> tuple[int | None, int | None]:
        """Return the value of a state and its distance, None where there is none."""
        [value], [plies] = self.known(slice(number, number + 1))
        return (
            None if value == NO_VALUE else int(value),
            None if plies < 0 else int(plies),
        )

    def best_moves(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.bool_]]]:
        """Yield the best move in each state, and whether the role has no other.

        Moves are places in the network; -1 at the end. Each pair of arrays is that of
        the next LANES states, in order.
        """
        plan = schedule(self.network, keep=True)
        rows, square = empty_rows(plan.rows), empty_rows(64)
        first = int(self.network.move_starts[self.role])
        own = slice(GROUP * plan.groups[self.role], GROUP * plan.groups[self.role + 1])
        legal = plan.legal[own][plan.chosen[own] != plan.rows - 1].astype(np.int64)
        worths = None if self.finite else self.known(slice(None))[0]
        for begin in range(0, len(self.graph.states), LANES):
            number = min(LANES, len(self.graph.states) - begin)
            choices = self._choices(begin, begin + number, worths)
            look(self.graph.states, begin, number, plan, rows, square)
            counted = np.cumsum(
                lanes_of(rows, legal)[:, :number], axis=0, dtype=np.int32
            )
            moves = np.argmax(counted == choices + 1, axis=0)
            best = np.where(choices >= 0, first + moves, -1).astype(np.int32)
            yield best, counted[-1] == 1

    def _choices(
        self, begin: int, end: int, worths: NDArray[np.int64] | None
    ) -> NDArray[np.int32]:
        """Return the number of the best choice in some states, -1 for none."""
        if self.chosen is not None:
            return self.chosen[begin:end]
        choices, chosen = np.zeros(end - begin, np.int32), np.zeros(1, np.int64)
        choose(begin, end, self.graph, self.role, self.floor, choices, chosen)
        if worths is None:
            return choices
        here = worths[begin:end]
        if self.draw is None:
            return np.where(here == NO_VALUE, -1, choices).astype(np.int32)
        others = np.zeros_like(choices)
        for ranks, right in (
            (self.ceiling, (here < self.draw) | (here == self.values[0])),
            (worths - worths.min(), here == self.draw),  # ranks are 0 or more
        ):
            if right.any():
                choose(begin, end, self.graph, self.role, ranks, others, chosen)
                choices[right] = others[right]
        return choices


def _plies(ranks: NDArray[np.int64], late: int) -> NDArray[np.int64]:
    """Return the distances of ranks, -1 for none."""
    part = ranks & _PART
    plies = np.where(ranks >> _BITS < late, part, END - part)
    return np.where(plies == END, -1, plies)


def lanes_of(
    rows: NDArray[np.uint64], literals: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """Return for each literal and lane whether it holds."""
    words = rows.reshape(-1, WORDS)[literals >> 1]
    words = words ^ (np.uint64(0) - (literals & 1).astype(np.uint64))[:, None]
    # Lane n is bit n // WORDS of word n % WORDS.
    octets = np.ascontiguousarray(words).view(np.uint8)
    bits = np.unpackbits(octets, axis=1, bitorder="little")
    turned: NDArray[np.uint8] = bits.reshape(-1, WORDS, 64).transpose(0, 2, 1)
    return turned.reshape(-1, LANES)


class _Solver:
    """Finds the ranks of all states of a graph for a role."""

    def __init__(
        self,
        graph: Graph,
        role: int,
        column: int,
        deadline: float | None,
        progress: Callable[[int], None],
    ) -> None:
        self._graph, self._role, self._column = graph, role, column
        self._deadline, self._progress = deadline, progress
        self._chosen = np.zeros(1, np.int64)
        self._size = len(graph.starts) - 1

    def ranks(
        self, late: int, endless: int
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """Return the ranks, and the states from which play can go on for ever.

        Args:
            late: values below this number are better late.
            endless: the rank of play without end.
        """
        ranks = np.full(self._size, _UNKNOWN, np.int64)
        waiting = np.arange(self._size - 1, -1, -1, dtype=np.uint32)
        before = -1
        while len(waiting) not in (0, before):
            before = len(waiting)
            kept: Any = 0
            for begin, end in self._portions(before):
                kept = settle_known(
                    begin, end, kept, self._graph, self._role, self._column, late,
                    waiting, ranks, self._chosen,
                )  # fmt: skip
                if kept < 0:
                    several = self._graph.goals[self._chosen[0], self._column]
                    what = "several values" if several == SEVERAL else "no value"
                    raise NoGoalError(
                        f"expected one goal value of the role in each terminal state, "
                        f"found {what} in one"
                    )
            waiting = waiting[:kept]
            self._progress(self._size - int(kept))
        ranks[waiting] = endless
        self._back_up(waiting, ranks, late)
        return ranks, waiting.copy()

    def _back_up(
        self, waiting: NDArray[np.uint32], ranks: NDArray[np.int64], late: int
    ) -> None:
        longer = np.zeros(len(waiting), np.int64)
        changed: Any = len(waiting)
        while changed:
            changed = 0
            for begin, end in self._portions(len(waiting)):
                changed += back_up(
                    begin, end, self._graph, self._role, late, waiting, ranks, longer,
                    self._chosen,
                )  # fmt: skip
            for begin in range(0, len(waiting), PORTION):
                look_at_clock(self._deadline)
                part = slice(begin, begin + PORTION)
                ranks[waiting[part]] = longer[part]

    def _portions(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield portions that take about SLICE each."""
        begin, pace = 0, Pace(64, least=64)
        while begin < number:
            look_at_clock(self._deadline)
            started = time.perf_counter()
            end = min(begin + pace.steps, number)
            yield begin, end
            pace.took(time.perf_counter() - started, end - begin)
            begin = end


def analyse(
    network: Network,
    graph: Graph,
    role: int,
    values: tuple[int, ...],
    *,
    column: int = 0,
    draw: int | None = None,
    only: int | None = None,
    deadline: float | None = None,
    progress: Callable[[int], None] = lambda known: None,
) -> Analysis:
    """Return what every state of a graph is worth to a role.

    Args:
        network: of the game.
        graph: all that can be reached.
        role: as an index.
        values: its goal values, as the graph numbers them.
        column: that of the role in the graph's goals.
        draw: what endless play is worth, None where no rule says it.
        only: the value of every end, where the rules name only one.
        deadline: the time.monotonic() at which to stop, or None.
        progress: called with the number of known states.

    Raises:
        LimitError: the time is over.
        NoGoalError: an end has no goal value, or several.
        InputError: chance has a part in the game.
    """
    if CHANCE in network.roles:
        raise InputError(
            "expected a game without chance: a position has no certain value in a game "
            "with chance"
        )
    solver = _Solver(graph, role, column, deadline, progress)
    floor, endless = solver.ranks(1, END)
    ceiling = floor
    if len(endless):
        ceiling, _ = solver.ranks(len(values), len(values) * SPAN)
    return Analysis(
        network, graph, role, values, draw, floor, ceiling, endless, only=only
    )
