"""Proof-number search over a network: depth first, with a table (df-pn, Nagai 2002).

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

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import lowest, octets
from pygame_search.network.events.propagate import (
    ONE,
    U,
    Words,
    evaluate,
    holds,
    settle,
    turn,
)
from pygame_search.network.events.table import BUCKET, bucket, find, mask_of, new_table
from pygame_search.network.events.wiring import Ints, Wiring
from pygame_search.network.jit import Number, bare_kernel, inner_kernel
from pygame_search.support.errors import RulesError

Numbers = NDArray[np.int32]

#: How large a table may be, in bytes.
TABLE_BYTES = 1 << 28

#: How long the kernel runs before the clock and Ctrl-C are checked, in seconds.
SLICE = 0.01

#: The proof or disproof number of a node that cannot be proved or disproved.
INFINITE = (1 << 31) - 1
_MOST = INFINITE - 1

#: Why the kernel returns.
DONE, PAUSED, PLIES, ROOM, TABLE, NO_GOAL, NO_MOVE = range(7)

#: Fields of `settings`: the role; the least goal value that is enough; and whether
#: endless play is enough.
ROLE, ENOUGH, ENDLESS = range(3)

#: Fields of `counts`: the nodes; the number of nodes at which to pause; the ply and the
#: step at which to resume; the number of entries in the table; whether the table may
#: not grow; and the number of recurrences on the path.
NODES, STOP, PLY, STEP, FILLED, FULL, REPEATS = range(7)
COUNTS = 7

#: Steps: a node is new; its numbers have changed.
OPEN, WEIGH = range(2)

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

#: Of a type of their own where True and False would be one each.
_YES, _NO = np.bool_(True), np.bool_(False)


class Stack(NamedTuple):
    """The arrays that grow with the depth of a search.

    Attributes:
        rows, words: of each ply, see `events`.
        frames: of each ply, FIELDS numbers.
        does: of each ply the joint move that led to it, -1 for none.
        spans: room for where the moves of each role begin and end, and the one tried.
        moves: room for the moves of a node.
        states: of each child.
        known: of each child, see PROOF.
        joints: of each child the joint move.
    """

    rows: Words
    words: Words
    frames: Ints
    does: Numbers
    spans: Ints
    moves: Numbers
    states: Words
    known: Ints
    joints: Numbers


class Memory(NamedTuple):
    """What a search keeps beside its stack.

    Attributes:
        table: see `look_up`.
        dirty, summary: for `settle`.
        settings, counts: see the fields.
    """

    table: Words
    dirty: Words
    summary: Words
    settings: Ints
    counts: Ints


@inner_kernel
def _keep(
    table: Words,
    mask: Any,
    state: Words,
    size: Any,
    proof: Any,
    disproof: Any,
    work: Any,
    counts: Ints,
) -> Any:
    """Store the numbers of a state; in a full bucket the least work makes room."""
    at = bucket(mask, state, size)
    place = at
    least = U(0xFFFFFFFFFFFFFFFF)
    for _ in range(BUCKET):
        if table[at + size + 1] == U(0):
            place = at
            counts[FILLED] += 1
            break
        same = True
        for i in range(size):
            same &= table[at + i] == state[i]
        if same:
            place = at
            break
        if table[at + size + 1] < least:
            least, place = table[at + size + 1], at
        at += size + 2
    for i in range(size):
        table[place + i] = state[i]
    table[place + size] = U(proof) << _HALF | U(disproof)
    table[place + size + 1] = U(work)


@bare_kernel
def _make(
    wiring: Wiring,
    stack: Stack,
    dirty: Words,
    summary: Words,
    ply: Number,
    joint: Numbers,
    leaf: bool | np.bool_,
) -> None:
    """Compute the row and words of the child of a ply, in full or for its end only."""
    rows, words, does = stack.rows, stack.words, stack.does
    total, fluents = wiring.sizes[0], wiring.sizes[1]
    size, end = wiring.sizes[4], wiring.sizes[5]
    child = ply + 1
    for i in range(rows.shape[1]):
        rows[child, i] = rows[ply, i]
    for i in range(size, end):
        words[child, i] = words[ply, i]
    row = octets(rows[child])
    here = words[child]
    for r in range(len(joint)):
        made, before = joint[r], does[ply, r]
        does[child, r] = made
        if made != before:
            if before >= 0:
                turn(row, dirty, summary, U(1 + fluents + before))
            turn(row, dirty, summary, U(1 + fluents + made))
    half = U(0)
    for phase in range(2):
        if phase == 1:
            for i in range(size):
                here[i] = words[ply, i] ^ here[size + i]
            if leaf:
                half = U(total)
            for i in range(size):
                bits = here[size + i]
                while bits != U(0):
                    turn(row, dirty, summary, U(1 + 64 * i) + lowest(bits))
                    bits &= bits - ONE
        settle(wiring, row, here, dirty, summary, half)


@bare_kernel
def begin(wiring: Wiring, state: Words, stack: Stack) -> None:
    """Evaluate the root."""
    evaluate(wiring, state, octets(stack.rows[0]), stack.words[0])
    stack.does[0, :] = -1
    stack.frames[0, :] = 0
    stack.frames[0, MOST_PROOF] = INFINITE
    stack.frames[0, MOST_DISPROOF] = INFINITE


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
        at = find(table, bucket(mask, state, size), state, size)
        known[i, PROOF], known[i, DISPROOF] = 1, 1
        if at >= 0:
            known[i, PROOF] = np.int64(table[at + size] >> _HALF)
            known[i, DISPROOF] = np.int64(table[at + size] & _LOW)


@bare_kernel
def search(wiring: Wiring, stack: Stack, memory: Memory) -> int:
    """Search until the root is proved or disproved, or STOP nodes are visited.

    Before the first call PLY and STEP are 0, and `begin` has evaluated the root, which
    is not terminal. After DONE the children of the root begin at index 0.
    """
    settings, counts = memory.settings, memory.counts
    me, enough, endless = settings[ROLE], settings[ENOUGH], settings[ENDLESS] != 0
    size = wiring.sizes[4]
    owned, goals, masks = wiring.roles, wiring.goals, wiring.masks
    roles = len(owned)
    table = memory.table
    mask = mask_of(table, size)
    dirty, summary = memory.dirty, memory.summary
    rows, words, frames = stack.rows, stack.words, stack.frames
    spans, moves = stack.spans, stack.moves
    states, known, joints = stack.states, stack.known, stack.joints
    terminal = wiring.outputs[0]
    ply = counts[PLY]
    step = counts[STEP]
    while True:
        frame = frames[ply]
        if step == OPEN:
            # ---- the children ----------------------------------------------
            row = octets(rows[ply])
            here = words[ply]
            place = 0
            product: Any = np.int64(1)
            for r in range(roles):
                spans[r, 0] = place
                base, guard = owned[r, 2], owned[r, 4]
                guarded = guard >= 0 and holds(row, guard) == 0
                for i in range(owned[r, 0], owned[r, 1]):
                    bits = here[i]
                    if guarded:
                        bits &= ~masks[i - 2 * size]
                    while bits != U(0):
                        moves[place] = base + np.int64(lowest(bits))
                        place += 1
                        bits &= bits - ONE
                    base += 64
                if place == spans[r, 0] and owned[r, 3] >= 0:
                    moves[place] = owned[r, 3]
                    place += 1
                spans[r, 1] = place
                spans[r, 2] = spans[r, 0]
                if place == spans[r, 0]:
                    return NO_MOVE
                product *= place - spans[r, 0]
            status = -1
            if counts[NODES] >= counts[STOP]:
                status = PAUSED
            elif ply + 2 >= len(rows):
                status = PLIES
            elif frame[FIRST] + product > len(known):
                status = ROOM
            elif counts[FULL] == 0 and 2 * counts[FILLED] * (size + 2) > len(table):
                status = TABLE
            if status >= 0:
                counts[PLY], counts[STEP] = ply, step
                return status
            frame[LAST] = frame[FIRST] + product
            frame[CHOICES] = spans[me, 1] - spans[me, 0]
            frame[BEFORE] = counts[NODES]
            for at in range(frame[FIRST], frame[LAST]):
                joint = joints[at]
                for r in range(roles):
                    joint[r] = moves[spans[r, 2]]
                # The others' moves change first, so that the answers to a choice are
                # neighbours.
                carry = True
                for r in range(roles - 1, -1, -1):
                    if carry and r != me:
                        spans[r, 2] += 1
                        carry = spans[r, 2] == spans[r, 1]
                        if carry:
                            spans[r, 2] = spans[r, 0]
                if carry:
                    spans[me, 2] += 1
                counts[NODES] += 1
                _make(wiring, stack, dirty, summary, ply, joint, _YES)
                child_row = octets(rows[ply + 1])
                state = states[at]
                for i in range(size):
                    state[i] = words[ply + 1, i]
                known[at, AGAIN] = 0
                if holds(child_row, terminal) == 1:
                    kind: Any = np.int64(-1)
                    for g in range(len(goals)):
                        if holds(child_row, goals[g, 0]) == 1:
                            if kind != -1:  # two different ones are none
                                return NO_GOAL
                            kind = np.int64(goals[g, 2] >= enough)
                    if kind == -1:
                        return NO_GOAL
                    known[at, PROOF] = 0 if kind == 1 else INFINITE
                    known[at, DISPROOF] = INFINITE if kind == 1 else 0
                    continue
                entry = find(table, bucket(mask, state, size), state, size)
                known[at, PROOF], known[at, DISPROOF] = 1, 1
                if entry >= 0:
                    known[at, PROOF] = np.int64(table[entry + size] >> _HALF)
                    known[at, DISPROOF] = np.int64(table[entry + size] & _LOW)
            step = WEIGH

        # ---- the numbers of the node, and its best child ----------------------
        first, last = frame[FIRST], frame[LAST]
        answers = (last - first) // frame[CHOICES]
        proof: Any = np.int64(INFINITE)
        second_proof: Any = np.int64(INFINITE)
        most_disproof: Any = np.int64(0)
        open_choices: Any = np.int64(0)
        proved_again, disproved_again = False, False
        chosen: Any = np.int64(-1)
        for at in range(first, last, answers):
            most_proof: Any = np.int64(0)
            open_answers: Any = np.int64(0)
            disproof = np.int64(INFINITE)
            again_proof, again_disproof = False, True
            for a in range(at, at + answers):
                if known[a, PROOF] > 0:
                    open_answers += 1
                elif known[a, AGAIN] != 0:
                    again_proof = True
                most_proof = max(most_proof, known[a, PROOF])
                disproof = min(disproof, known[a, DISPROOF])
                if known[a, DISPROOF] == 0 and known[a, AGAIN] == 0:
                    again_disproof = False
            if most_proof < INFINITE and open_answers > 1:
                most_proof = min(most_proof + open_answers - 1, np.int64(_MOST))
            if disproof > 0:
                open_choices += 1
            elif again_disproof:
                disproved_again = True
            most_disproof = max(most_disproof, disproof)
            if most_proof < proof or chosen < 0:
                second_proof = proof
                proof = most_proof
                chosen = at
                proved_again = again_proof
            elif most_proof == 0 and not again_proof:
                proved_again = False
            else:
                second_proof = min(second_proof, most_proof)
        disproof = most_disproof
        if disproof < INFINITE and open_choices > 1:
            disproof = min(disproof + open_choices - 1, np.int64(_MOST))

        if (
            proof == 0
            or disproof == 0
            or proof >= frame[MOST_PROOF]
            or disproof >= frame[MOST_DISPROOF]
        ):
            # ---- back to the parent -------------------------------------------
            again = (proof == 0 and proved_again) or (disproof == 0 and disproved_again)
            if not again:
                _keep(
                    table, mask, words[ply], size, proof, disproof,
                    counts[NODES] - frame[BEFORE], counts,
                )  # fmt: skip
            if ply == 0:
                return DONE
            ply -= 1
            at = frames[ply, CHILD]
            known[at, PROOF], known[at, DISPROOF] = proof, disproof
            known[at, AGAIN] = 1 if again else 0
            continue

        # ---- down to the answer with the least disproof number ----------------
        at = chosen
        choice_disproof: Any = np.int64(INFINITE)
        second_disproof: Any = np.int64(INFINITE)
        open_answers = np.int64(0)
        for a in range(chosen, chosen + answers):
            if known[a, PROOF] == 0:
                continue
            open_answers += 1
            if known[a, DISPROOF] < choice_disproof:
                second_disproof = choice_disproof
                choice_disproof = known[a, DISPROOF]
                at = a
            else:
                second_disproof = min(second_disproof, known[a, DISPROOF])
        state = states[at]
        entry = find(table, bucket(mask, state, size), state, size)
        if entry >= 0:
            proof = np.int64(table[entry + size] >> _HALF)
            disproof = np.int64(table[entry + size] & _LOW)
            if proof != known[at, PROOF] or disproof != known[at, DISPROOF]:
                known[at, PROOF], known[at, DISPROOF] = proof, disproof
                known[at, AGAIN] = 0
                continue
        repeated = False
        for above in range(ply + 1):
            same = True
            for i in range(size):
                same &= words[above, i] == state[i]
            repeated |= same
        if repeated:
            known[at, PROOF] = 0 if endless else INFINITE
            known[at, DISPROOF] = INFINITE if endless else 0
            known[at, AGAIN] = 1
            counts[REPEATS] += 1
            continue
        frame[CHILD] = at
        most_proof = min(frame[MOST_PROOF], second_proof + (second_proof >> 2) + 1)
        most_disproof = frame[MOST_DISPROOF]
        if most_disproof < INFINITE:
            most_disproof -= max(open_choices - 1, 0)
        most_disproof = min(most_disproof, second_disproof + (second_disproof >> 2) + 1)
        if most_proof < INFINITE:
            most_proof -= max(open_answers - 1, 0)
        below = frames[ply + 1]
        below[MOST_PROOF] = min(most_proof, INFINITE)
        below[MOST_DISPROOF] = min(most_disproof, INFINITE)
        below[FIRST] = last
        _make(wiring, stack, dirty, summary, ply, joints[at], _NO)
        ply += 1
        step = OPEN


class Prover:
    """Proves or disproves for any position that a role can reach a value.

    Args:
        wiring: the network, laid out for the role.
        role: the index of the role.
        enough: the least value that is enough.
        endless: whether endless play is enough, too.
        table_bytes: the limit of the table in bytes.
    """

    def __init__(
        self,
        wiring: Wiring,
        role: int,
        enough: int,
        *,
        endless: bool = False,
        table_bytes: int = TABLE_BYTES,
    ) -> None:
        total, _, _, _, self._size, _ = (int(n) for n in wiring.sizes)
        self._wiring = wiring
        entry = 8 * (self._size + 2)
        self._most = max(BUCKET, 1 << max(table_bytes // entry, 1).bit_length() - 1)
        marks = (total + 63) // 64
        self._stack = _new_stack(wiring, 32, 1024)
        self._memory = Memory(
            table=new_table(min(self._most, 1 << 12), self._size),
            dirty=np.zeros(marks, np.uint64),
            summary=np.zeros((marks + 63) // 64, np.uint64),
            settings=np.array([role, enough, endless], np.int64),
            counts=np.zeros(COUNTS, np.int64),
        )
        self._rate = 64.0

    @property
    def nodes(self) -> int:
        """The number of nodes visited."""
        return int(self._memory.counts[NODES])

    @property
    def entries(self) -> int:
        """The number of states in the table."""
        return int(self._memory.counts[FILLED])

    @property
    def repeats(self) -> int:
        """The number of recurrences on the path; 0 in a game that always ends."""
        return int(self._memory.counts[REPEATS])

    def known(self, states: NDArray[np.uint64]) -> Ints:
        """Return the proof and disproof number of states, 1 and 1 if not known.

        Args:
            states: the bits of the fluents, in words; none is an end of the game.
        """
        found = np.zeros((len(states), 2), np.int64)
        flat = np.ascontiguousarray(states).reshape(-1)
        look_up(self._memory.table, flat, self._size, len(states), found)
        return found

    def prove(
        self, state: NDArray[np.uint64], pause: Callable[[], None] = lambda: None
    ) -> bool:
        """Return whether the value is proved in a state; if not, it is disproved.

        Args:
            state: the bits of the fluents, in words; it is no end of the game.
            pause: called repeatedly; it may raise an exception.

        Raises:
            RulesError: a terminal state has no goal value, or a role has no move.
        """
        counts = self._memory.counts
        begin(self._wiring, state, self._stack)
        counts[PLY], counts[STEP] = 0, OPEN
        status = PAUSED
        while status != DONE:
            if status == PAUSED:
                pause()
                before = self.nodes
                counts[STOP] = before + int(self._rate)
                started = time.perf_counter()
            elif status in (PLIES, ROOM):
                self._stack = _larger(self._wiring, self._stack, status)
            elif status == TABLE:
                self._grow()
            else:
                raise RulesError(_ERRORS[status])
            status = search(self._wiring, self._stack, self._memory)
            if status == PAUSED:
                seconds = max(time.perf_counter() - started, 1e-6)
                rate = (self.nodes - before) * SLICE / seconds
                self._rate = max(16.0, min(rate, 8 * self._rate))
        return len(self.good()) > 0

    def good(self) -> NDArray[np.int64]:
        """Return which choices of the role were proved in the state asked last."""
        frame = self._stack.frames[0]
        children = self._stack.known[: frame[LAST]]
        answers = int(frame[LAST] // frame[CHOICES])
        proved = (children[:, PROOF] == 0).reshape(-1, answers).all(axis=1)
        return np.flatnonzero(proved)

    @property
    def table(self) -> Words:
        """The table, from which another prover with the same settings can resume."""
        return self._memory.table

    def take_up(self, table: Words) -> None:
        """Copy the entries of another prover with the same settings to the table."""
        entries = min(self._most, len(table) // (self._size + 2))
        self._memory = self._memory._replace(table=new_table(entries, self._size))
        rehash(table, self._memory.table, self._size, self._memory.counts)

    def _grow(self) -> None:
        """Enlarge the table, or record that it may not grow."""
        table, counts = self._memory.table, self._memory.counts
        entries = len(table) // (self._size + 2)
        if 2 * entries > self._most:
            counts[FULL] = 1
            return
        larger = new_table(min(4 * entries, self._most), self._size)
        counts[FILLED] = 0
        rehash(table, larger, self._size, counts)
        self._memory = self._memory._replace(table=larger)


_ERRORS = {
    NO_GOAL: "no goal value is defined for the role in a terminal state",
    NO_MOVE: "a role has no legal move in a state that is no end",
}


@bare_kernel
def rehash(old: Words, new: Words, size: int, counts: Ints) -> None:
    """Copy all entries to a larger table."""
    mask = mask_of(new, size)
    for at in range(0, len(old), size + 2):
        if old[at + size + 1] != U(0):
            _keep(
                new, mask, old[at : at + size], size, old[at + size] >> _HALF,
                old[at + size] & _LOW, old[at + size + 1], counts,
            )  # fmt: skip


def _new_stack(wiring: Wiring, plies: int, room: int) -> Stack:
    total, _, moves, _, size, words = (int(n) for n in wiring.sizes)
    roles = len(wiring.roles)
    return Stack(
        rows=np.zeros((plies, (total + 7) // 8), np.uint64),
        words=np.zeros((plies, words), np.uint64),
        frames=np.zeros((plies, FIELDS), np.int64),
        does=np.full((plies, roles), -1, np.int32),
        spans=np.zeros((roles, 3), np.int64),
        moves=np.zeros(moves + roles, np.int32),
        states=np.zeros((room, size), np.uint64),
        known=np.zeros((room, 3), np.int64),
        joints=np.zeros((room, roles), np.int32),
    )


def _larger(wiring: Wiring, stack: Stack, full: int) -> Stack:
    """Return a copy of the stack with twice the plies or twice the room."""
    plies, room = len(stack.rows), len(stack.known)
    larger = _new_stack(
        wiring, plies * (1 + (full == PLIES)), room * (1 + (full == ROOM))
    )
    pairs: Any = zip(larger, stack, strict=True)
    for new, old in pairs:
        new[: len(old)] = old
    return larger
