"""What the kernels that search one state at a time have in common.

A search keeps the state of each ply (`game_functions.py`). Its kernel runs for a
number of nodes, or until an array is too small, and resumes where it stopped;
`driver.py` calls it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.scores import between_losses_and_wins
from pygame_search.network.game_functions import Machine, address, goal_of, list_moves
from pygame_search.network.jit import inner_kernel
from pygame_search.network.searches.table import REST, Words

Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]

#: Why a kernel returns: the root is searched; the clock is to be checked; there are too
#: few plies, there is no room for moves or children, no room in the table; an end has
#: no goal value; a role has no move; a value is too large; several roles have a choice
#: where only one may.
DONE, PAUSED, PLIES, ROOM, TABLE, NO_GOAL, NO_MOVE, TOO_LARGE, SEVERAL = range(9)

#: Instead of a reason to return: go on.
GO_ON = -1

#: The first fields of the counts of a search: the nodes; the number of nodes at which
#: to pause; the entries in the table, and whether it may not grow; the ply at which to
#: resume, or where a role has no move.
NODES, STOP, FILLED, FULL, PLY = range(5)

#: Fields of a span: where the moves of a role begin and end, and the one that is tried.
BEGIN, END, TRIED = range(3)

#: Fields of a row of `Machine.goals`.
VALUE, KIND, WORTH = range(3)


class Memory(NamedTuple):
    """What a search keeps beside its stack.

    Attributes:
        table: of states that were searched.
        counts: see NODES.
    """

    table: Words
    counts: Ints


@inner_kernel
def reason_to_return(
    memory: Memory, size: Any, ply: Any, plies: Any, needed: Any, room: Any
) -> int:
    """Return why a kernel must return before it makes children of a ply, or GO_ON.

    Args:
        memory: of the search.
        size: the words of a state.
        ply: whose children are made.
        plies: how many the stack has.
        needed: how much room there must be.
        room: how much there is.
    """
    counts = memory.counts
    if counts[NODES] >= counts[STOP]:
        return PAUSED
    if ply + 2 >= plies:
        return PLIES
    if needed > room:
        return ROOM
    if counts[FULL] == 0 and 2 * counts[FILLED] * (size + REST) > len(memory.table):
        return TABLE
    return GO_ON


@inner_kernel
def legal_moves(
    machine: Machine, state: Any, role: Any, room: Numbers, place: Any
) -> Any:
    """List the legal moves of a role from a place on; return where they end.

    Args:
        machine: of the game.
        state: the address of the state.
        role: the role.
        room: gets the moves.
        place: where they begin.
    """
    listed = list_moves(
        machine.context, state, np.int64(role), address(room, np.int64(place))
    )
    return place + listed


@inner_kernel
def goal_at(machine: Machine, state: Any, role: Any) -> Any:
    """Return which goal a role has at an end: a row of `goals`; -1 for none."""
    value = goal_of(machine.context, state, np.int64(role))
    for goal in range(len(machine.goals)):
        if machine.goals[goal, VALUE] == value:
            return np.int64(goal)
    return np.int64(-1)


def goal_rows(
    values: Iterable[int], goal_range: tuple[int, int], unit: int = 1
) -> Ints:
    """Return the rows of `Machine.goals`.

    Args:
        values: the goal values of the role that searches.
        goal_range: the lowest and highest of them, equal if unknown.
        unit: the factor for goal values.

    Raises:
        LimitError: a goal value is too large for this factor.
    """
    low, high = goal_range
    rows = []
    for value in sorted({*values}):
        kind = 0 if low == high else int(value == high) - int(value == low)
        score = value * unit
        if unit > 1:
            score = 0 if kind else between_losses_and_wins(score)
        rows.append((value, kind, score))
    return np.array(rows, np.int64).reshape(-1, 3)
