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
    make_step,
)
from pygame_search.network.jit import bare_kernel, inner_kernel, linked_kernel
from pygame_search.network.searches.node import (
    BEGIN,
    DONE,
    END,
    FILLED,
    GO_ON,
    NO_GOAL,
    NO_MOVE,
    NODES,
    PLY,
    TRIED,
    WORTH,
    Ints,
    Memory,
    Numbers,
    goal_at,
    legal_moves,
    reason_to_return,
)
from pygame_search.network.searches.table import (
    REST,
    U,
    Words,
    bucket,
    find,
    mask_of,
    place_of,
)

#: The proof or disproof number of a node that cannot be proved or disproved.
INFINITE = (1 << 31) - 1
_MOST = INFINITE - 1

#: The count after those of every search: the number of recurrences on the path.
REPEATS = PLY + 1
COUNTS = REPEATS + 1

#: Fields of a frame: where its children begin in the room, and end; how many choices
#: the role has; the numbers at which to come back; the child that is looked at; the
#: nodes before it.
FIRST, LAST, CHOICES, MOST_PROOF, MOST_DISPROOF, CHILD, BEFORE = range(7)
FIELDS = 7

#: Data of a child: its proof and disproof number, and whether these depend on a
#: recurrence.
PROOF, DISPROOF, AGAIN = range(3)

#: An entry of the table beside the words of the state: the numbers, and the work.
_HALF = U(32)
_LOW = U(0xFFFFFFFF)


class Settings(NamedTuple):
    """What is to be proved.

    Attributes:
        role: the index of the role.
        enough: the least goal value that is enough.
        endless: whether endless play is enough, too.
    """

    role: int
    enough: int
    endless: bool


class Stack(NamedTuple):
    """The arrays that grow with the depth of a search.

    Attributes:
        path: the state of each ply.
        frames: of each ply, FIELDS numbers.
        spans: room for where the moves of each role begin and end, and the one tried.
        moves: room for the moves of a node.
        states: of each child.
        known: of each child, see PROOF.
        joints: of each child the joint move.
    """

    path: Words
    frames: Ints
    spans: Ints
    moves: Numbers
    states: Words
    known: Ints
    joints: Numbers


@bare_kernel
def look_up(table: Words, states: Words, size: int, entries: int, known: Ints) -> None:
    """Look up the numbers of some states; unknown states have 1 and 1.

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
        entry = find(table, bucket(mask, state, size), state, size)
        known[i, PROOF], known[i, DISPROOF] = _numbers(table, entry, size)


@linked_kernel
def search(machine: Machine, settings: Settings, stack: Stack, memory: Memory) -> int:
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
        number = _list_moves(machine, stack, ply)
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
            stack.spans[settings.role, END] - stack.spans[settings.role, BEGIN]
        )
        frame[BEFORE] = counts[NODES]
        if not _make_children(machine, settings, stack, memory, mask, ply):
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
                    _store(memory, mask, path[ply], size, proof, disproof, work)
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
            state = states[child]
            entry = find(table, bucket(mask, state, size), state, size)
            if entry >= 0:
                proof, disproof = _numbers(table, entry, size)
                if proof != known[child, PROOF] or disproof != known[child, DISPROOF]:
                    known[child, PROOF], known[child, DISPROOF] = proof, disproof
                    known[child, AGAIN] = 0
                    continue

            # Step 6. A state that recurs on the path is a failure of the side that must
            # end the game.
            if _recurs(path, state, size, ply):
                known[child, PROOF] = 0 if settings.endless else INFINITE
                known[child, DISPROOF] = INFINITE if settings.endless else 0
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
            _make(machine, stack, ply, child, 1)
            ply += 1
            break


# ---- the children ----------------------------------------------------------


@inner_kernel
def _list_moves(machine: Machine, stack: Stack, ply: Any) -> Any:
    """List the legal moves of a ply; return the number of joint moves."""
    state, spans = address(stack.path, np.int64(ply)), stack.spans
    number: Any = np.int64(1)
    place: Any = np.int64(0)
    for r in range(machine.roles):
        end = legal_moves(machine, state, r, stack.moves, place)
        spans[r, BEGIN], spans[r, END], spans[r, TRIED] = place, end, place
        number *= end - place
        place = end
    return number


@inner_kernel
def _make_children(
    machine: Machine,
    settings: Settings,
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
        _next_joint(stack, stack.joints[child], settings.role)
        memory.counts[NODES] += 1
        _make(machine, stack, ply, child, 0)
        for i in range(size):
            state[i] = stack.path[ply + 1, i]
        at = bucket(mask, state, size)
        fetch(table, at)
        fetch(table, at + 8)
        known[child, AGAIN] = 0
        if is_terminal(machine.context, below) == 1:
            goal = goal_at(machine, below, settings.role)
            if goal < 0:
                return False
            proved = machine.goals[goal, WORTH] >= settings.enough
            known[child, PROOF] = 0 if proved else INFINITE
            known[child, DISPROOF] = INFINITE if proved else 0
            continue
        entry = find(table, at, state, size)
        known[child, PROOF], known[child, DISPROOF] = _numbers(table, entry, size)
    return True


@inner_kernel
def _next_joint(stack: Stack, joint: Numbers, role: Any) -> None:
    """Write the joint move that is tried, and go on to the next.

    The others' moves change first, so that the answers to a choice are neighbours.
    """
    spans = stack.spans
    for r in range(len(joint)):
        joint[r] = stack.moves[spans[r, TRIED]]
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
def _make(machine: Machine, stack: Stack, ply: Any, child: Any, whole: Any) -> None:
    """Make a child of a ply, as the next state of the path; or what its end needs."""
    make_step(
        machine.context, address(stack.path, np.int64(ply)),
        address(stack.joints, np.int64(child)),
        address(stack.path, np.int64(ply + 1)), np.int64(whole),
    )  # fmt: skip


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


@inner_kernel
def _numbers(table: Words, entry: Any, size: Any) -> Any:
    """Return the proof and disproof number of an entry; 1 and 1 for none."""
    if entry < 0:
        return np.int64(1), np.int64(1)
    numbers = table[entry + size]
    return np.int64(numbers >> _HALF), np.int64(numbers & _LOW)


@inner_kernel
def _store(
    memory: Memory,
    mask: Any,
    state: Words,
    size: Any,
    proof: Any,
    disproof: Any,
    work: Any,
) -> None:
    """Store the numbers of a state; in a full bucket the least work makes room."""
    table = memory.table
    at = place_of(table, mask, state, size)
    if table[at + size + REST - 1] == 0:
        memory.counts[FILLED] += 1
    for i in range(size):
        table[at + i] = state[i]
    table[at + size] = U(proof) << _HALF | U(disproof)
    table[at + size + REST - 1] = U(work)
