"""Make all successors of up to LANES states at a time, one per state in each round.

In round n every state with at least n moves makes its n-th move; with several roles the
rounds go through all combinations of their move numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import inner_kernel
from pygame_search.network.lanes.evaluate import (
    evaluate_moves,
    evaluate_state,
    successors,
)
from pygame_search.network.lanes.lane_words import (
    WORDS,
    empty_rows,
    literal,
    load,
    some,
    splat,
    store,
)
from pygame_search.network.lanes.random_move import (
    PLANES,
    RANK,
    TOTAL,
    Choice,
    choice,
    select,
    take_all,
    tally,
)
from pygame_search.network.lanes.schedule import Schedule
from pygame_search.network.lanes.transpose import to_rows

_WORDS = np.uint64(WORDS)
_ZERO = np.uint64(0)


class Expanding(NamedTuple):
    """States being expanded.

    Attributes:
        rows: the states, and the network evaluated on them.
        others: the successors of a round, and the network evaluated on them.
        over: a row: which states are terminal.
        made: a row: which lanes have a successor in this round.
        totals: for each role, how many moves it has in each lane, in PLANES rows.
        planes: for each role, how many of these rows are in use.
        most: for each role, the greatest number of moves in a lane.
        ranks: for each role, the number of its move in the next round, from 0.
        square: working memory for packing.
    """

    rows: NDArray[np.uint64]
    others: NDArray[np.uint64]
    over: NDArray[np.uint64]
    made: NDArray[np.uint64]
    totals: NDArray[np.uint64]
    planes: NDArray[np.int64]
    most: NDArray[np.int64]
    ranks: NDArray[np.int64]
    square: NDArray[np.uint64]


def expanding(plan: Schedule) -> tuple[Expanding, Choice]:
    """Return the working memory of `begin` and `proceed`.

    Args:
        plan: the schedule of the network, with `keep`.
    """
    roles = len(plan.planes)
    return Expanding(
        rows=empty_rows(plan.rows),
        others=empty_rows(plan.rows),
        over=empty_rows(1),
        made=empty_rows(1),
        totals=empty_rows(PLANES * roles),
        planes=np.zeros(roles, np.int64),
        most=np.zeros(roles, np.int64),
        ranks=np.zeros(roles, np.int64),
        square=empty_rows(64),
    ), choice(plan)


@inner_kernel
def begin(
    packed: NDArray[np.uint64],
    first: int,
    number: int,
    plan: Schedule,
    now: Expanding,
    room: Choice,
) -> int:
    """Begin to expand states.

    Args:
        packed: packed states; see `packing`.
        first: the index of the first state to expand.
        number: how many states, at most LANES.
        plan: the schedule of the network, with `keep`.
        now: receives the states.
        room: working memory; `active` receives the states that are not terminal.

    Returns:
        The number of rounds; 0 if no state has a successor.
    """
    to_rows(packed, first, number, len(plan.next), now.rows, now.square)
    evaluate_state(now.rows, plan)
    for w in range(WORDS):
        bits = (number - w + WORDS - 1) // WORDS
        full = ~_ZERO
        part = (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
        room.active[w] = full if bits >= 64 else part
    lanes = load(room.active, _ZERO)
    over = literal(now.rows, np.uint64(plan.terminal)) & lanes
    store(now.over, _ZERO, over)
    store(room.active, _ZERO, lanes & ~over)
    rounds = 1
    for role in range(len(now.most)):
        planes = tally(now.rows, plan, role, room)
        now.planes[role] = planes
        left = splat(~_ZERO)
        most = 0
        for p in range(planes - 1, -1, -1):
            value = load(room.work, np.uint64(TOTAL + p) * _WORDS)
            store(now.totals, np.uint64(PLANES * role + p) * _WORDS, value)
            value = value & left
            if some(value):
                left = value
                most |= 1 << p
        now.most[role] = most
        now.ranks[role] = 0
        rounds *= most
    if rounds:
        for role in range(len(now.most)):
            _make(role, plan, now, room)
    return rounds


@inner_kernel
def proceed(plan: Schedule, now: Expanding, room: Choice) -> bool:
    """Make the successors of a round, in `now.others`; return whether more follow."""
    evaluate_moves(now.rows, plan)
    successors(now.rows, plan, now.others)
    made = load(room.active, _ZERO)
    for role in range(len(now.most)):
        made = made & _has(role, now)
    store(now.made, _ZERO, made)
    for role in range(len(now.most) - 1, -1, -1):
        if now.most[role] == 1:
            continue
        now.ranks[role] += 1
        again = now.ranks[role] == now.most[role]
        if again:
            now.ranks[role] = 0
        _make(role, plan, now, room)
        if not again:
            return True
    return False


@inner_kernel
def _has(role: int, now: Expanding) -> Any:
    """Return a row: the lanes in which the role has a move with its rank."""
    short = splat(_ZERO)
    for p in range(now.planes[role]):
        bit = splat(_ZERO - np.uint64((now.ranks[role] >> p) & 1))
        total = load(now.totals, np.uint64(PLANES * role + p) * _WORDS)
        short = (total & ~bit) | (short & ~(total ^ bit))
    return short


@inner_kernel
def _make(role: int, plan: Schedule, now: Expanding, room: Choice) -> None:
    """Make a role's move with its rank in each lane that has one."""
    if now.most[role] == 1:
        take_all(now.rows, plan, role, room)
        return
    planes = now.planes[role]
    for p in range(planes):
        bit = splat(_ZERO - np.uint64((now.ranks[role] >> p) & 1))
        store(room.work, np.uint64(RANK + p) * _WORDS, bit)
    select(now.rows, plan, role, planes, room)
