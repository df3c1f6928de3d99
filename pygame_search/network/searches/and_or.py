"""Depth-first search of an AND/OR tree with a table: alpha-beta for a yes or a no.

The search proves or disproves that a role can end the game with at least a given value.
The role chooses, and the others answer; a choice is proved by proving all answers to
it. Each node makes all its children first. The ends among them, those that the table
knows, and those in which the side to move wins at once (`game_functions.py`) need no
search, and often decide the node. The others are searched in the order of the threats
that they make, and then of the fluents that they make true: how many rules of the goals
use these, and then how often they were made true in children that decided their nodes
(the history heuristic of J. Schaeffer 1989, of fluents in place of moves).

Several threads may search from the same root, with one table. Each marks the states
near the root that it searches, and the others begin with another child (as in ABDADA,
J.-C. Weill 1996).

A state that recurs on the path is a failure of the side that must end the game, as in
`proof_number.py`. A failure that rests on a recurrence further up the path is not
stored.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from pygame_search.network.bits import fetch, lowest
from pygame_search.network.game_functions import (
    Machine,
    address,
    is_terminal,
    list_wins,
    make_key,
    make_step,
    mover_of,
    threats_of,
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
    TRIED,
    WORTH,
    Ints,
    Memory,
    Numbers,
    goal_at,
    reason_to_return,
)
from pygame_search.network.searches.proof import (
    INFINITE,
    Question,
    list_joints,
    make,
    next_joint,
    numbers_of,
    store,
)
from pygame_search.network.searches.table import (
    ONE,
    U,
    Words,
    bucket,
    digest,
    mask_of,
)

#: Whether something is disproved, proved, or neither yet.
NO, YES, OPEN = range(3)

#: The counts after those of every search: the recurrences on the path; whether the root
#: is proved, and by which choice; how many moves were tried as wins, and won; and the
#: nodes at which both the role and the others have a choice.
REPEATS, RESULT, CHOSEN, TRIED_WINS, WINS, TOGETHER = range(PLY + 1, PLY + 7)
COUNTS = TOGETHER + 1

#: Fields of a frame: where its children begin and end, and the one that is searched;
#: the nodes before it; the least ply at which a state recurred below it; who has a
#: choice. If that is one side alone, the children may stand in any order.
FIRST, LAST, CHILD, BEFORE, AGAIN, WHO = range(6)
FIELDS = 6

#: Who has a choice: the role alone, the others alone, or both.
ROLE, OTHERS, BOTH = range(3)

#: Data of a child: the number of the choice; its bucket in the table, -1 where it needs
#: no search; its result then, else its sort key.
CHOICE, PLACE, KEY = range(3)

#: No recurrence: more plies than any path has.
NEVER = 1 << 40

#: After so many moves that were tried as wins, a quarter of them must have won.
_TRIALS = 64


#: The weight in a sort key of a threat, and of a rule of the goals.
_THREAT, USE = 1 << 40, 1 << 30


class Stack(NamedTuple):
    """The arrays that grow with the depth of a search.

    Attributes:
        path: the state of each ply.
        frames: of each ply, FIELDS numbers.
        spans: room for where the moves of each role begin and end, and the one tried.
        moves: room for the moves of a node.
        wins: room for joint moves that may win.
        states: of each child the words that tell it from others.
        keys: of each child its key in the table; the last is room for another.
        known: of each child, see CHOICE.
        joints: of each child the joint move.
    """

    path: Words
    frames: Ints
    spans: Ints
    moves: Numbers
    wins: Numbers
    states: Words
    keys: Words
    known: Ints
    joints: Numbers


class Team(NamedTuple):
    """What threads that search from one root know of each other.

    Attributes:
        member: the number of this thread, from 1.
        busy: which thread searches a state, by its digest; 0 for none. It is empty if
            there are no other threads. Nothing but the order depends on it.
    """

    member: int
    busy: Numbers


#: Down to this ply states are marked.
_MARKED_PLIES = 16


@partial(linked_kernel, patience=40.0)  # most of its time goes to the functions
def search(
    machine: Machine,
    question: Question,
    stack: Stack,
    memory: Memory,
    history: Ints,
    team: Team,
) -> int:
    """Search until the root is proved or disproved, or STOP nodes are visited.

    Before the first call PLY is 0, and the path begins with the root, which is not
    terminal.

    Args:
        machine: of the game.
        question: what is to be proved.
        stack: the arrays of the search.
        memory: what it keeps beside them.
        history: for each bit of a state what it is worth to make it 1: USE times how
            many rules of the goals use it, and how often a child in which it became 1
            has decided its node.
        team: the threads that share the table.
    """
    counts, size = memory.counts, machine.key
    mask = mask_of(memory.table, size)
    failure = np.int64(YES if question.endless else NO)
    marked = _MARKED_PLIES if len(team.busy) > 0 else 0
    path, frames = stack.path, stack.frames
    ply = counts[PLY]
    while True:
        # Step 1. List the joint moves. Return if the clock is to be checked or an
        # array is too small; all that is needed to go on is in the arrays.
        frame = frames[ply]
        number = list_joints(machine, path, ply, stack.spans, stack.moves)
        if number == 0:
            counts[PLY] = ply
            return NO_MOVE
        reason = reason_to_return(
            memory, size, ply, len(frames), frame[FIRST] + number, len(stack.known)
        )
        if reason != GO_ON:
            counts[PLY] = ply
            return reason

        # Step 2. Make the children, and keep those that must be searched.
        frame[BEFORE], frame[AGAIN] = counts[NODES], NEVER
        frame[LAST] = frame[FIRST] + number
        choices = stack.spans[question.role, END] - stack.spans[question.role, BEGIN]
        frame[WHO] = _who(choices, number)
        if frame[WHO] == BOTH:
            counts[TOGETHER] += 1
        if not _make_children(machine, question, stack, memory, history, mask, ply):
            return NO_GOAL
        result = _searched(stack, memory, size, ply)
        while True:
            # Step 3. Store the result of a node, and take it to the parent.
            while result != OPEN:
                again = frames[ply, AGAIN]
                if again >= ply or result != failure:
                    again = np.int64(NEVER)
                    _store(machine, stack, memory, mask, ply, result)
                if ply == 0:
                    counts[RESULT] = result
                    counts[CHOSEN] = stack.known[frames[0, CHILD], CHOICE]
                    return DONE
                ply -= 1
                if ply < marked:
                    _mark(stack, team, size, frames[ply, CHILD], np.int32(0))
                frames[ply, AGAIN] = min(frames[ply, AGAIN], again)
                result = _next_child(stack, history, ply, result)

            # Step 4. The next child: the table may know it by now, or it recurs.
            child = frames[ply, CHILD]
            if ply < marked and frames[ply, WHO] != BOTH:
                _prefer_free(stack, team, size, child, frames[ply, LAST])
            stack.known[child, PLACE] = bucket(mask, stack.keys[child], size)
            result = _entry(stack, memory, size, child)
            above = np.int64(-1)
            if result == OPEN:
                above = _recurrence(stack, size, ply, child)
            if above >= 0:
                counts[REPEATS] += 1
                frames[ply, AGAIN] = min(frames[ply, AGAIN], above)
                result = failure
            if result != OPEN:
                result = _next_child(stack, history, ply, result)
                continue

            # Step 5. Down to the child.
            if ply < marked:
                _mark(stack, team, size, child, np.int32(team.member))
            make(machine, path, stack.joints, ply, child, 1)
            frames[ply + 1, FIRST] = frames[ply, LAST]
            ply += 1
            break


# ---- the children ----------------------------------------------------------


@inner_kernel
def _who(choices: Any, number: Any) -> Any:
    """Return who has a choice among joint moves, of which a role has some choices."""
    if choices == number:
        return np.int64(ROLE)
    return np.int64(OTHERS if choices == 1 else BOTH)


@inner_kernel
def _make_children(
    machine: Machine,
    question: Question,
    stack: Stack,
    memory: Memory,
    history: Ints,
    mask: Any,
    ply: Any,
) -> Any:
    """Make the children of a ply, with what is known of them without the table.

    Returns:
        Whether each end of the game among them has a goal value.
    """
    frame, spans, size, role = (
        stack.frames[ply], stack.spans, machine.key, question.role
    )  # fmt: skip
    below = address(stack.path, np.int64(ply + 1))
    mover = mover_of(machine.context, address(stack.path, np.int64(ply)))
    for child in range(frame[FIRST], frame[LAST]):
        state, data = stack.states[child], stack.known[child]
        data[CHOICE], data[PLACE] = spans[role, TRIED] - spans[role, BEGIN], -1
        next_joint(spans, stack.moves, stack.joints[child], role)
        memory.counts[NODES] += 1
        make(machine, stack.path, stack.joints, ply, child, 0)
        for i in range(size):
            state[i] = stack.path[ply + 1, i]
        if is_terminal(machine.context, below) == 1:
            goal = goal_at(machine, below, role)
            if goal < 0:
                return False
            data[KEY] = np.int64(machine.goals[goal, WORTH] >= question.enough)
            continue
        data[KEY] = _won_at_once(machine, question, stack, memory, ply + 1)
        if data[KEY] == OPEN:
            key = stack.keys[child]
            make_key(machine.context, below, address(stack.keys, np.int64(child)))
            data[PLACE] = bucket(mask, key, size)
            fetch(memory.table, data[PLACE])
            fetch(memory.table, data[PLACE] + 8)
            data[KEY] = _promise(stack, history, size, ply, child)
            if mover >= 0:
                threats = threats_of(machine.context, below, mover)
                data[KEY] += _THREAT * threats
    return True


@inner_kernel
def _won_at_once(
    machine: Machine, question: Question, stack: Stack, memory: Memory, ply: Any
) -> Any:
    """Return YES or NO if a move that ends the game decides a state, else OPEN."""
    counts, context = memory.counts, machine.context
    if counts[TRIED_WINS] >= _TRIALS and 4 * counts[WINS] < counts[TRIED_WINS]:
        return np.int64(OPEN)
    state = address(stack.path, np.int64(ply))
    below = address(stack.path, np.int64(ply + 1))
    mover = mover_of(context, state)
    if mover < 0:
        return np.int64(OPEN)
    found = list_wins(context, state, address(stack.wins, np.int64(0)))
    for i in range(found):
        counts[TRIED_WINS] += 1
        joint = address(stack.wins, np.int64(i * machine.roles))
        make_step(context, state, joint, below, np.int64(0))
        if is_terminal(context, below) == 1:
            goal = goal_at(machine, below, question.role)
            if goal >= 0:
                proved = machine.goals[goal, WORTH] >= question.enough
                if proved == (mover == question.role):
                    counts[WINS] += 1
                    return np.int64(proved)
    return np.int64(OPEN)


@inner_kernel
def _promise(stack: Stack, history: Ints, size: Any, ply: Any, child: Any) -> Any:
    """Return what the fluents that a child makes true are worth."""
    total: Any = np.int64(0)
    for i in range(size):
        bits = stack.states[child, i] & ~stack.path[ply, i]
        while bits != 0:
            total += history[64 * i + np.int64(lowest(bits))]
            bits &= bits - ONE
    return total


@inner_kernel
def _learn(stack: Stack, history: Ints, ply: Any, child: Any) -> None:
    """Record that a child has decided its parent."""
    for i in range(stack.states.shape[1]):
        bits = stack.states[child, i] & ~stack.path[ply, i]
        while bits != 0:
            history[64 * i + np.int64(lowest(bits))] += 1
            bits &= bits - ONE


@inner_kernel
def _mark(stack: Stack, team: Team, size: Any, child: Any, member: Any) -> None:
    """Record who searches a child."""
    mask = U(len(team.busy) - 1)
    team.busy[np.int64(digest(stack.keys[child], size) & mask)] = member


@inner_kernel
def _prefer_free(stack: Stack, team: Team, size: Any, child: Any, last: Any) -> None:
    """Swap a child that another thread searches with one that none does."""
    mask = U(len(team.busy) - 1)
    for at in range(child, last):
        member = team.busy[np.int64(digest(stack.keys[at], size) & mask)]
        if member in (0, team.member):
            if at != child:
                _swap(stack, child, at)
            return


# ---- their results ---------------------------------------------------------


@inner_kernel
def _searched(stack: Stack, memory: Memory, size: Any, ply: Any) -> Any:
    """Keep the children that must be searched, the most promising first.

    Those whose result is known are left out, with their choice if they disprove it.

    Returns:
        The result of the node if they decide it, else OPEN.
    """
    frame, known = stack.frames[ply], stack.known
    first, last = frame[FIRST], frame[LAST]
    kept, begin, child, refuting = first, first, first, first
    choice: Any = np.int64(-1)
    refuted = False
    while child <= last:
        if child == last or known[child, CHOICE] != choice:
            if choice >= 0 and not refuted and kept == begin:
                frame[CHILD] = child - 1
                known[child - 1, CHOICE] = choice
                return np.int64(YES)
            if refuted:
                kept = begin
            if child == last:
                break
            choice, begin, refuted = known[child, CHOICE], kept, False
        if not refuted:
            result = known[child, KEY]
            if known[child, PLACE] >= 0:
                result = _entry(stack, memory, size, child)
            if result == NO:
                refuted, refuting = True, child
            elif result == OPEN:
                _move(stack, child, kept)
                kept += 1
        child += 1
    frame[LAST], frame[CHILD] = kept, first
    if kept == first:
        frame[CHILD] = refuting
        return np.int64(NO)
    if frame[WHO] != BOTH:
        for child in range(first + 1, kept):
            at = child
            while at > first and known[at - 1, KEY] < known[at, KEY]:
                _swap(stack, at - 1, at)
                at -= 1
    return np.int64(OPEN)


@inner_kernel
def _move(stack: Stack, child: Any, to: Any) -> None:
    """Move a child to another place."""
    if child != to:
        for i in range(stack.states.shape[1]):
            stack.states[to, i] = stack.states[child, i]
            stack.keys[to, i] = stack.keys[child, i]
        for i in range(stack.known.shape[1]):
            stack.known[to, i] = stack.known[child, i]
        for i in range(stack.joints.shape[1]):
            stack.joints[to, i] = stack.joints[child, i]


@inner_kernel
def _swap(stack: Stack, one: Any, two: Any) -> None:
    """Swap two children."""
    for i in range(stack.states.shape[1]):
        word = stack.states[one, i]
        stack.states[one, i] = stack.states[two, i]
        stack.states[two, i] = word
        word = stack.keys[one, i]
        stack.keys[one, i] = stack.keys[two, i]
        stack.keys[two, i] = word
    for i in range(stack.known.shape[1]):
        number = stack.known[one, i]
        stack.known[one, i] = stack.known[two, i]
        stack.known[two, i] = number
    for i in range(stack.joints.shape[1]):
        move = stack.joints[one, i]
        stack.joints[one, i] = stack.joints[two, i]
        stack.joints[two, i] = move


@inner_kernel
def _next_child(stack: Stack, history: Ints, ply: Any, result: Any) -> Any:
    """Take the result of a child; return that of its parent, or OPEN.

    After a proof the next answer to the choice is searched, after a disproof the next
    choice.
    """
    frame, known = stack.frames[ply], stack.known
    child, last = frame[CHILD], frame[LAST]
    after = child + 1
    if result == NO:
        while after < last and known[after, CHOICE] == known[child, CHOICE]:
            after += 1
    if after == last or (
        result == YES and known[after, CHOICE] != known[child, CHOICE]
    ):
        if frame[WHO] != (ROLE if result == NO else OTHERS):
            _learn(stack, history, ply, child)  # the others left no choice
        return np.int64(result)
    frame[CHILD] = after
    return np.int64(OPEN)


@inner_kernel
def _entry(stack: Stack, memory: Memory, size: Any, child: Any) -> Any:
    """Return the result of a child that the table knows, or OPEN."""
    table, place = memory.table, stack.known[child, PLACE]
    proof, disproof = numbers_of(table, place, stack.keys[child], size)
    if proof == 0:
        return np.int64(YES)
    return np.int64(NO if disproof == 0 else OPEN)


@inner_kernel
def _recurrence(stack: Stack, size: Any, ply: Any, child: Any) -> Any:
    """Return the ply of the path at which a child has been before; -1 for none."""
    path, state = stack.path, stack.states[child]
    for above in range(ply + 1):
        if path[above, 0] == state[0]:
            same = True
            for i in range(1, size):
                same &= path[above, i] == state[i]
            if same:
                return np.int64(above)
    return np.int64(-1)


@inner_kernel
def _store(
    machine: Machine, stack: Stack, memory: Memory, mask: Any, ply: Any, result: Any
) -> None:
    """Store the result of a ply in the table."""
    proof, disproof = np.int64(0), np.int64(INFINITE)
    if result == NO:
        proof, disproof = disproof, proof
    work = memory.counts[NODES] - stack.frames[ply, BEFORE]
    store(machine, memory, mask, stack.path, ply, stack.keys, proof, disproof, work)
