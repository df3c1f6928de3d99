"""What the kernels that prove values have in common: question, moves, and table.

A proof shows that a role can end the game with at least a given value. The table holds
for each state a proof and a disproof number; a state is proved if the first is 0, and
disproved if the second is. `proof_number.py` and `and_or.py` read each other's tables.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any, NamedTuple

import numpy as np

from pygame_search.network.game_functions import (
    Machine,
    address,
    make_key,
    make_step,
)
from pygame_search.network.jit import inner_kernel, linked_kernel
from pygame_search.network.searches.node import (
    BEGIN,
    END,
    FILLED,
    TRIED,
    Ints,
    Memory,
    Numbers,
    legal_moves,
)
from pygame_search.network.searches.table import (
    REST,
    U,
    Words,
    bucket,
    find,
    mask_of,
    place_of,
    write,
)

#: The proof or disproof number of a node that cannot be proved or disproved.
INFINITE = (1 << 31) - 1

#: Fields of what is known of a state: its proof and its disproof number.
PROOF, DISPROOF = range(2)

#: An entry of the table beside the words of the state: the numbers, and the work.
_HALF = U(32)
_LOW = U(0xFFFFFFFF)


class Question(NamedTuple):
    """What is to be proved.

    Attributes:
        role: the index of the role.
        enough: the least goal value that is enough.
        endless: whether endless play is enough, too.
    """

    role: int
    enough: int
    endless: bool


@partial(linked_kernel, patience=inf)  # it calls no functions of the game
def look_up(table: Words, states: Words, size: int, entries: int, known: Ints) -> int:
    """Look up the numbers of some states; unknown ones have 1 and 1. Return how many.

    Args:
        table: of entries, each the words of a state, its proof number in the higher
            half of a word and its disproof number in the lower one, and the nodes that
            it took.
        states: one after the other.
        size: the words of a state.
        entries: how many states.
        known: gets the numbers of each.
    """
    mask = mask_of(table, size)
    for i in range(entries):
        state = states[i * size : (i + 1) * size]
        at = bucket(mask, state, size)
        known[i, PROOF], known[i, DISPROOF] = numbers_of(table, at, state, size)
    return entries


@inner_kernel
def numbers_of(table: Words, at: Any, state: Words, size: Any) -> Any:
    """Return the proof and disproof number of a state; 1 and 1 if it is not known.

    Args:
        table: has them.
        at: where the bucket of the state begins.
        state: the state.
        size: its words.
    """
    numbers, work = find(table, at, state, size)
    if work == 0:
        return np.int64(1), np.int64(1)
    return parts_of(numbers)


@inner_kernel
def parts_of(numbers: Any) -> Any:
    """Return the proof and disproof number that are kept in one word."""
    return np.int64(numbers >> _HALF), np.int64(numbers & _LOW)


@inner_kernel
def store(
    machine: Machine,
    memory: Memory,
    mask: Any,
    path: Words,
    ply: Any,
    keys: Words,
    proof: Any,
    disproof: Any,
    work: Any,
) -> None:
    """Store the numbers of a ply; in a full bucket the least work makes room.

    Args:
        machine: of the game.
        memory: of the search.
        mask: of its table.
        path: has the state of the ply.
        ply: the ply.
        keys: the last of them is room for the key of the state.
        proof: the proof number.
        disproof: the disproof number.
        work: how many nodes they took.
    """
    table, size, room = memory.table, machine.key, len(keys) - 1
    make_key(
        machine.context, address(path, np.int64(ply)), address(keys, np.int64(room))
    )
    at = place_of(table, mask, keys[room], size)
    if table[at + size + REST - 1] == 0:
        memory.counts[FILLED] += 1
    numbers = U(proof) << _HALF | U(disproof)
    write(table, at, keys[room], size, numbers, U(work))


@inner_kernel
def list_joints(
    machine: Machine, path: Words, ply: Any, spans: Ints, moves: Numbers
) -> Any:
    """List the legal moves of a ply; return the number of joint moves.

    Args:
        machine: of the game.
        path: has the state of the ply.
        ply: the ply.
        spans: gets where the moves of each role begin and end, and the first as tried.
        moves: gets the moves.
    """
    state = address(path, np.int64(ply))
    number: Any = np.int64(1)
    place: Any = np.int64(0)
    for r in range(machine.roles):
        end = legal_moves(machine, state, r, moves, place)
        spans[r, BEGIN], spans[r, END], spans[r, TRIED] = place, end, place
        number *= end - place
        place = end
    return number


@inner_kernel
def next_joint(spans: Ints, moves: Numbers, joint: Numbers, role: Any) -> None:
    """Write the joint move that is tried, and go on to the next.

    The others' moves change first, so that the answers to a choice are neighbours.
    """
    for r in range(len(joint)):
        joint[r] = moves[spans[r, TRIED]]
    carry = True
    for r in range(len(joint) - 1, -1, -1):
        if carry and r != role:
            spans[r, TRIED] += 1
            carry = spans[r, TRIED] == spans[r, END]
            if carry:
                spans[r, TRIED] = spans[r, BEGIN]
    if carry:
        spans[role, TRIED] += 1


@inner_kernel
def make(
    machine: Machine, path: Words, joints: Numbers, ply: Any, child: Any, whole: Any
) -> None:
    """Make a child of a ply, as the next state of the path; or what its end needs."""
    make_step(
        machine.context, address(path, np.int64(ply)),
        address(joints, np.int64(child)),
        address(path, np.int64(ply + 1)), np.int64(whole),
    )  # fmt: skip
