"""What the kernels that search one state at a time have in common.

A search keeps for each ply a row and its words (`events/propagate.py`), and the joint
move that led there. Its kernel runs for a number of nodes, or until an array is too
small, and resumes where it stopped; `driver.py` calls it again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import fetch, lowest, octets
from pygame_search.network.events.propagate import (
    ONE,
    Row,
    U,
    Words,
    holds,
    settle,
    turn,
)
from pygame_search.network.events.table import REST, bucket
from pygame_search.network.events.wiring import (
    DEFAULT,
    END_WORD,
    FIRST_MOVE,
    FIRST_WORD,
    FLUENTS,
    GUARD,
    LITERAL,
    ROW_WORDS,
    STATE_WORDS,
    WIRES,
    Ints,
    Wiring,
)
from pygame_search.network.jit import inner_kernel

Numbers = NDArray[np.int32]

#: Why a kernel returns: the root is searched; the clock is to be checked; there are too
#: few plies, there is no room for moves or children, no room in the table; an end has
#: no goal value; a role has no move; a value is too large.
DONE, PAUSED, PLIES, ROOM, TABLE, NO_GOAL, NO_MOVE, TOO_LARGE = range(8)

#: Instead of a reason to return: go on.
GO_ON = -1

#: The first fields of the counts of a search: the nodes; the number of nodes at which
#: to pause; the entries in the table, and whether it may not grow; the ply at which to
#: resume, or where a role has no move.
NODES, STOP, FILLED, FULL, PLY = range(5)

#: Fields of a span: where the moves of a role begin and end, and the one that is tried.
BEGIN, END, TRIED = range(3)


class Memory(NamedTuple):
    """What a search keeps beside its stack.

    Attributes:
        table: of states that were searched.
        dirty, summary: for `settle`.
        counts: see NODES.
    """

    table: Words
    dirty: Words
    summary: Words
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
def make_child(
    wiring: Wiring,
    stack: Any,
    memory: Memory,
    mask: Any,
    ply: Any,
    joint: Numbers,
    for_end: Any,
    rest: Any,
    probed: Any,
) -> Any:
    """Compute the row and the words of a child.

    Args:
        wiring: the network.
        stack: has the rows, the words, and in `does` the joint move that each row has.
        memory: of the search.
        mask: of the table.
        ply: of the parent.
        joint: the joint move.
        for_end: whether only what a leaf needs is evaluated.
        rest: whether the moves are taken back in the row.
        probed: whether the child will be looked for in the table.

    Returns:
        How much the sum of the weights changes, and where the child's bucket begins in
        the table, -1 if it is not probed.
    """
    rows, words, does = stack.rows, stack.words, stack.does
    dirty, summary = memory.dirty, memory.summary
    sizes = wiring.sizes
    first_move, size = 1 + sizes[FLUENTS], sizes[STATE_WORDS]
    child = ply + 1
    for i in range(rows.shape[1]):
        rows[child, i] = rows[ply, i]
    for i in range(size, sizes[ROW_WORDS]):
        words[child, i] = words[ply, i]
    row = octets(rows[child])
    here = words[child]
    changed = False
    for r in range(len(joint)):
        made, before = joint[r], does[ply, r]
        does[child, r] = made
        if made != before:
            changed = True
            if before >= 0:
                turn(row, dirty, summary, U(first_move + before))
            turn(row, dirty, summary, U(first_move + made))
    # One piece of code settles both times, for it is large: first the moves, then the
    # fluents.
    gained = np.int64(0)
    at = np.int64(-1)
    half = U(0)
    for phase in range(2):
        if phase == 1:
            for i in range(size):
                here[i] = words[ply, i] ^ here[size + i]
            if probed:
                at = bucket(mask, here, size)
                fetch(memory.table, at)
                fetch(memory.table, at + 8)
            if for_end:
                half = U(sizes[WIRES])
            elif rest:
                for r in range(len(joint)):
                    turn(row, dirty, summary, U(first_move + joint[r]))
                    does[child, r] = -1
            for i in range(size):
                bits = here[size + i]
                while bits != 0:
                    turn(row, dirty, summary, U(1 + 64 * i) + lowest(bits))
                    bits &= bits - ONE
        elif not changed:
            continue
        gained += settle(wiring, row, here, dirty, summary, half)
    return gained, at


@inner_kernel
def legal_moves(
    wiring: Wiring, row: Row, words: Words, role: Any, room: Numbers, place: Any
) -> Any:
    """List the legal moves of a role from a place on; return where they end.

    A role without another move has its default move, if there is one.
    """
    roles, size = wiring.roles, wiring.sizes[STATE_WORDS]
    end = place
    move, guard = roles[role, FIRST_MOVE], roles[role, GUARD]
    guarded = guard >= 0 and holds(row, guard) == 0
    for i in range(roles[role, FIRST_WORD], roles[role, END_WORD]):
        bits = words[i]
        if guarded:
            bits &= ~wiring.masks[i - 2 * size]
        while bits != 0:
            room[end] = move + np.int64(lowest(bits))
            end += 1
            bits &= bits - ONE
        move += 64
    if end == place and roles[role, DEFAULT] >= 0:
        room[end] = roles[role, DEFAULT]
        end += 1
    return end


@inner_kernel
def goal_of(goals: Ints, row: Row) -> Any:
    """Return the number of the goal that holds at an end; -1 for none or several."""
    found = np.int64(-1)
    for goal in range(len(goals)):
        if holds(row, goals[goal, LITERAL]) == 1:
            if found >= 0:
                return np.int64(-1)
            found = np.int64(goal)
    return found
