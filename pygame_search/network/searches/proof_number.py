"""Proof-number search: depth first, with a table (df-pn, Nagai 2002).

The search proves or disproves that a role can end the game with at least a given value.
A node has a proof number and a disproof number, estimates of how many of its leaves
must be proved or disproved. Instead of the sum over the children they use the largest
term plus one for each other child (weak proof numbers), because with transpositions a
sum counts the same leaf many times. The search descends to the child with the least
work, and returns when its numbers exceed those of the second best child by a quarter.

With simultaneous moves, a choice of the role is proved by proving all answers to it.

A state that recurs on the path is a failure of the side that must end the game: the
role, or the others if endless play counts as enough. A proof for that side holds for
every path, because it rests on complete proofs alone. A result that depends on a
recurrence holds only on this path: it is not stored in the table, and it is forgotten
with the node above it (the graph history interaction problem; Kishimoto and Mueller
store such a result with its path).

The table holds the whole state of each entry, and lookups compare it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pygame_search.network.bits import fetch
from pygame_search.network.game_functions import (
    Machine,
    address,
    is_terminal,
    make_key,
)
from pygame_search.network.jit import inner_kernel, linked_kernel
from pygame_search.network.searches.node import (
    BEGIN,
    DONE,
    END,
    GO_ON,
    NO_GOAL,
    NO_MOVE,
    NODES,
    PLY,
    WORTH,
    Ints,
    Memory,
    Numbers,
    goal_at,
    reason_to_return,
)
from pygame_search.network.searches.proof import (
    DISPROOF,
    INFINITE,
    PROOF,
    Question,
    list_joints,
    make,
    next_joint,
    numbers_of,
    parts_of,
    store,
)
from pygame_search.network.searches.table import Words, bucket, find, mask_of

#: The most that a number may be which is not infinite.
_MOST = INFINITE - 1

#: The count after those of every search: the number of recurrences on the path.
REPEATS = PLY + 1
COUNTS = REPEATS + 1

#: Fields of a frame: where its children begin in the room, and end; how many choices
#: the role has; the numbers at which to come back; the child that is looked at; the
#: nodes before it.
FIRST, LAST, CHOICES, MOST_PROOF, MOST_DISPROOF, CHILD, BEFORE = range(7)
FIELDS = 7

#: Data of a child after its numbers: whether these depend on a recurrence.
AGAIN = DISPROOF + 1


class Stack(NamedTuple):
    """The arrays that grow with the depth of a search.

    Attributes:
        path: the state of each ply.
        frames: of each ply, FIELDS numbers.
        spans: room for where the moves of each role begin and end, and the one tried.
        moves: room for the moves of a node.
        states: of each child.
        keys: of each child its key in the table; the last is room for another.
        known: of each child, see PROOF.
        joints: of each child the joint move.
    """

    path: Words
    frames: Ints
    spans: Ints
    moves: Numbers
    states: Words
    keys: Words
    known: Ints
    joints: Numbers


@linked_kernel
def search(machine: Machine, question: Question, stack: Stack, memory: Memory) -> int:
    """Search until the root is proved or disproved, or STOP nodes are visited.

    Before the first call PLY is 0, and the path begins with the root, which is not
    terminal. After DONE the children of the root begin at index 0.
    """
    counts, table = memory.counts, memory.table
    size = machine.key
    mask = mask_of(table, size)
    path, frames = stack.path, stack.frames
    states, known = stack.states, stack.known
    ply = counts[PLY]
    while True:
        frame = frames[ply]
        # Step 1. List the joint moves. Return if the clock is to be checked or an
        # array is too small; all that is needed to go on is in the arrays.
        number = list_joints(machine, path, ply, stack.spans, stack.moves)
        if number == 0:
            return NO_MOVE
        reason = reason_to_return(
            memory, size, ply, len(frames), frame[FIRST] + number, len(known)
        )
        if reason != GO_ON:
            counts[PLY] = ply
            return reason

        # Step 2. Make the children, and look up what is known of them.
        frame[LAST] = frame[FIRST] + number
        frame[CHOICES] = (
            stack.spans[question.role, END] - stack.spans[question.role, BEGIN]
        )
        frame[BEFORE] = counts[NODES]
        if not _make_children(machine, question, stack, memory, mask, ply):
            return NO_GOAL

        while True:
            frame = frames[ply]

            # Step 3. The numbers of the node, and the choice of least proof number.
            proof, disproof, second_proof, chosen, open_choices, again = _weigh(
                known, frame
            )

            # Step 4. Back to the parent, if the node is proved or disproved, or more
            # work than its rivals by now. What depends on a recurrence is not stored.
            if (
                proof == 0
                or disproof == 0
                or proof >= frame[MOST_PROOF]
                or disproof >= frame[MOST_DISPROOF]
            ):
                if not again:
                    work = counts[NODES] - frame[BEFORE]
                    store(
                        machine, memory, mask, path, ply, stack.keys,
                        proof, disproof, work,
                    )  # fmt: skip
                if ply == 0:
                    return DONE
                ply -= 1
                parted = frames[ply, CHILD]
                known[parted, PROOF], known[parted, DISPROOF] = proof, disproof
                known[parted, AGAIN] = again
                continue

            # Step 5. The answer with the least disproof number. If the table knows more
            # of it by now, weigh again.
            child, second_disproof, open_answers = _best_answer(known, frame, chosen)
            state, key = states[child], stack.keys[child]
            numbers, work = find(table, bucket(mask, key, size), key, size)
            if work != 0:
                proof, disproof = parts_of(numbers)
                if proof != known[child, PROOF] or disproof != known[child, DISPROOF]:
                    known[child, PROOF], known[child, DISPROOF] = proof, disproof
                    known[child, AGAIN] = 0
                    continue

            # Step 6. A state that recurs on the path is a failure of the side that must
            # end the game.
            if _recurs(path, state, size, ply):
                known[child, PROOF] = 0 if question.endless else INFINITE
                known[child, DISPROOF] = INFINITE if question.endless else 0
                known[child, AGAIN] = 1
                counts[REPEATS] += 1
                continue

            # Step 7. Down to that answer, until its numbers exceed those of the second
            # best by a quarter, or the numbers of the node those of its own rivals.
            frame[CHILD] = child
            below = frames[ply + 1]
            below[FIRST] = frame[LAST]
            below[MOST_PROOF] = _without_others(
                min(frame[MOST_PROOF], _quarter_more(second_proof)), open_answers
            )
            below[MOST_DISPROOF] = min(
                _without_others(frame[MOST_DISPROOF], open_choices),
                _quarter_more(second_disproof),
            )
            make(machine, path, stack.joints, ply, child, 1)
            ply += 1
            break


# ---- the children ----------------------------------------------------------


@inner_kernel
def _make_children(
    machine: Machine,
    question: Question,
    stack: Stack,
    memory: Memory,
    mask: Any,
    ply: Any,
) -> Any:
    """Make the children of a ply, in the order of the choices of the role.

    Returns:
        Whether each end of the game among them has a goal value.
    """
    known, table, frame = stack.known, memory.table, stack.frames[ply]
    size = machine.key
    below = address(stack.path, np.int64(ply + 1))
    for child in range(frame[FIRST], frame[LAST]):
        state = stack.states[child]
        next_joint(stack.spans, stack.moves, stack.joints[child], question.role)
        memory.counts[NODES] += 1
        make(machine, stack.path, stack.joints, ply, child, 0)
        for i in range(size):
            state[i] = stack.path[ply + 1, i]
        key = stack.keys[child]
        make_key(machine.context, below, address(stack.keys, np.int64(child)))
        at = bucket(mask, key, size)
        fetch(table, at)
        fetch(table, at + 8)
        known[child, AGAIN] = 0
        if is_terminal(machine.context, below) == 1:
            goal = goal_at(machine, below, question.role)
            if goal < 0:
                return False
            proved = machine.goals[goal, WORTH] >= question.enough
            known[child, PROOF] = 0 if proved else INFINITE
            known[child, DISPROOF] = INFINITE if proved else 0
            continue
        known[child, PROOF], known[child, DISPROOF] = numbers_of(table, at, key, size)
    return True


@inner_kernel
def _recurs(path: Words, state: Words, size: Any, ply: Any) -> Any:
    """Return whether a state stands on the path."""
    repeated = False
    for above in range(ply + 1):
        same = True
        for i in range(size):
            same &= path[above, i] == state[i]
        repeated |= same
    return repeated


# ---- their numbers ---------------------------------------------------------


@inner_kernel
def _weigh(known: Ints, frame: Ints) -> Any:
    """Return the numbers of a node.

    Returns:
        The proof number and the disproof number; the proof number of the second best
        choice; where the children of the best begin; how many choices are not
        disproved; and whether what is proved or disproved depends on a recurrence.
    """
    first, last = frame[FIRST], frame[LAST]
    answers = (last - first) // frame[CHOICES]
    proof: Any = np.int64(INFINITE)
    second_proof: Any = np.int64(INFINITE)
    disproof: Any = np.int64(0)
    open_choices: Any = np.int64(0)
    proved_again, disproved_again = False, False
    chosen: Any = np.int64(-1)
    for choice in range(first, last, answers):
        its_proof, its_disproof, again = _weigh_choice(known, choice, answers)
        if its_disproof > 0:
            open_choices += 1
        elif again:
            disproved_again = True
        disproof = max(disproof, its_disproof)
        again_proof = its_proof == 0 and again
        if its_proof < proof or chosen < 0:
            second_proof = proof
            proof = its_proof
            chosen = choice
            proved_again = again_proof
        elif its_proof == 0 and not again_proof:
            proved_again = False
        else:
            second_proof = min(second_proof, its_proof)
    if disproof < INFINITE and open_choices > 1:
        disproof = min(disproof + open_choices - 1, np.int64(_MOST))
    again = (proof == 0 and proved_again) or (disproof == 0 and disproved_again)
    return proof, disproof, second_proof, chosen, open_choices, again


@inner_kernel
def _weigh_choice(known: Ints, choice: Any, answers: Any) -> Any:
    """Return the numbers of a choice, and whether they depend on a recurrence.

    It is proved if all answers are, and disproved if one is.
    """
    proof: Any = np.int64(0)
    disproof: Any = np.int64(INFINITE)
    open_answers: Any = np.int64(0)
    proved_again, disproved_again = False, True
    for child in range(choice, choice + answers):
        if known[child, PROOF] > 0:
            open_answers += 1
        elif known[child, AGAIN] != 0:
            proved_again = True
        proof = max(proof, known[child, PROOF])
        disproof = min(disproof, known[child, DISPROOF])
        if known[child, DISPROOF] == 0 and known[child, AGAIN] == 0:
            disproved_again = False
    if proof < INFINITE and open_answers > 1:
        proof = min(proof + open_answers - 1, np.int64(_MOST))
    again = (proof == 0 and proved_again) or (disproof == 0 and disproved_again)
    return proof, disproof, again


@inner_kernel
def _best_answer(known: Ints, frame: Ints, choice: Any) -> Any:
    """Return the open answer to a choice that has the least disproof number.

    Returns:
        Its child; the disproof number of the second best; how many answers are open.
    """
    answers = (frame[LAST] - frame[FIRST]) // frame[CHOICES]
    best = choice
    least: Any = np.int64(INFINITE)
    second: Any = np.int64(INFINITE)
    open_answers = np.int64(0)
    for child in range(choice, choice + answers):
        if known[child, PROOF] == 0:
            continue
        open_answers += 1
        if known[child, DISPROOF] < least:
            second = least
            least = known[child, DISPROOF]
            best = child
        else:
            second = min(second, known[child, DISPROOF])
    return best, second, open_answers


@inner_kernel
def _quarter_more(number: Any) -> Any:
    """Return what a rival's number is exceeded by before the search turns to it."""
    return number + (number >> 2) + 1


@inner_kernel
def _without_others(most: Any, number: Any) -> Any:
    """Return the share of one of some open children: the others count 1 each."""
    if most < INFINITE:
        most -= max(number - 1, 0)
    return most
