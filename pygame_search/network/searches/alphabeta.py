"""Alpha-beta over a network, in one kernel with its own stack.

It finds the same scores in the same windows as `logic/search/alphabeta.pl`. A node is a
frame of arrays. The kernel runs for a number of nodes at a time and can resume where it
stopped. It also returns when one of its arrays is too small, and resumes with larger
ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.scores import SURE, WIN
from pygame_search.network.bits import fetch, lowest, octets
from pygame_search.network.events.propagate import (
    ONE,
    U,
    Words,
    evaluate,
    holds,
    settle,
    turn,
)
from pygame_search.network.events.table import (
    EXACT,
    LOWER,
    MOST_LEFT,
    UPPER,
    bucket,
    complete_at,
    find,
    flag_at,
    from_root,
    left_at,
    mask_of,
    mine_at,
    other_at,
    place_for,
    score_at,
    write,
)
from pygame_search.network.events.wiring import Ints, Wiring
from pygame_search.network.jit import bare_kernel, inner_kernel

Numbers = NDArray[np.int32]

#: Beyond every score.
INFINITY = 1 << 51

#: Why the kernel returns.
DONE, PAUSED, PLIES, ROOM, TABLE, NO_GOAL, NO_MOVE, TOO_LARGE = range(8)

#: Orders of moves.
RULE, KILLER, HISTORY = range(3)

#: Fields of `settings`; see `searcher.Settings`.
(LIMIT, EXTRA, SWING, ORDER, CUTS, SCOUT, TABLED, ROLE, REST) = range(9)

#: Fields of `counts`: those of the search; the number of nodes at which to pause; the
#: node to go on from, and whether there is one; the score found; how many entries the
#: table has, and whether that is much: 1, or 2 where it cannot be helped; the length of
#: the line found.
(
    NODES, LEAVES, LIMITED, CUTOFFS, HITS,
    STOP, PLY, STARTED, SCORE, FILLED, FULL, LENGTH,
) = range(12)  # fmt: skip
COUNTS = 12

#: Fields of a frame: the window, as it was and as it is; the best score and the worst
#: answer of this choice; whether there are any; the leaves that the limit had stopped
#: before; the worth of the features; the role that alone has a choice, or -1; the end
#: of its moves in the room; how the child is scouted; the moves that the table knows;
#: the lengths of the lines.
(
    ALPHA0, BETA0, ALPHA, BETA, BEST, WORST, CHOICES, ANSWERS, BEFORE, WORTH, ALONE,
    ROOM_END, SCOUTED, MINE, OTHER, BEST_LENGTH, CHOICE_LENGTH,
) = range(17)  # fmt: skip
FIELDS = 17

#: How a child is scouted: with a window just above alpha, or just below beta.
ABOVE, BELOW = 1, 2

#: The largest number of plies of a line that are stored.
LINE = 128

_KNOWN = 1 << 62
_SURE = SURE
_WIN = WIN


class Stack(NamedTuple):
    """The arrays of a search that grow with its depth.

    Attributes:
        rows: of each ply, as 64-bit words.
        words: of each ply.
        frames: of each ply, FIELDS numbers.
        joints: for each ply the joint move that is tried.
        does: for each ply the joint move that led to it.
        spans: for each ply and role where its moves begin and end in `room`, and which
            one is tried.
        best, choice: for each ply the lines of the best choice and of the current one.
        killers: for each ply two joint moves.
        room: the moves of all plies.
        keys: the sort keys of the moves; high ones come first.
    """

    rows: Words
    words: Words
    frames: Ints
    joints: Numbers
    does: Numbers
    spans: Numbers
    best: Numbers
    choice: Numbers
    killers: Numbers
    room: Numbers
    keys: Ints


class Memory(NamedTuple):
    """What a search keeps beside its stack.

    Attributes:
        table: see `table.py`.
        history: for each move a measure of the cutoffs that it has caused.
        dirty, summary: for `settle`.
        settings, counts: see the fields.
        window: alpha and beta of the root.
    """

    table: Words
    history: Ints
    dirty: Words
    summary: Words
    settings: Ints
    counts: Ints
    window: Ints


# ---- the search ------------------------------------------------------------


@inner_kernel
def _choose(room: Numbers, keys: Ints, place: Any, end: Any) -> None:
    """Swap the move with the highest key among the following ones to a place."""
    best = place
    for i in range(place + 1, end):
        if keys[i] > keys[best]:
            best = i
    if best != place:
        move, key = room[best], keys[best]
        room[best], keys[best] = room[place], keys[place]
        room[place], keys[place] = move, key


@inner_kernel
def _learn(
    history: Ints,
    killers: Numbers,
    order: Any,
    roles: Any,
    ply: Any,
    limit: Any,
    lines: Numbers,
) -> None:
    """Record a cutoff by the first joint move of a line."""
    left = limit - ply
    if left < 0:
        return
    if order == HISTORY:
        for r in range(roles):
            history[lines[ply, r]] += np.int64(1) << min(left, 40)
    elif order == KILLER:
        same = True
        for r in range(roles):
            same &= killers[ply, 0, r] == lines[ply, r]
        if not same:
            for r in range(roles):
                killers[ply, 1, r] = killers[ply, 0, r]
                killers[ply, 0, r] = lines[ply, r]


@inner_kernel
def _keep(
    table: Words,
    mask: Any,
    size: Any,
    state: Words,
    frame: Ints,
    line: Numbers,
    spans: Numbers,
    counts: Ints,
    left: Any,
    ply: Any,
    score: Any,
    full_width: bool,
    me: Any,
    roles: Any,
) -> None:
    """Store the score of the state of a ply in the table."""
    at = place_for(table, mask, state, size, left)
    if at < 0:
        return
    flag = EXACT
    if score <= frame[ALPHA0]:
        flag = UPPER
    elif score >= frame[BETA0]:
        flag = LOWER
    # A win or loss in so many plies stays one, unless some lines went beyond the limit.
    complete = counts[LIMITED] == frame[BEFORE] or (full_width and abs(score) > _SURE)
    other = np.int64(-1)
    for r in range(roles):
        if r != me and (other < 0 or spans[r, 1] - spans[r, 0] > 1):
            other = np.int64(line[r])
    if table[at + size + 1] == 0:
        counts[FILLED] += 1
        if counts[FULL] == 0 and 2 * counts[FILLED] * (size + 2) > len(table):
            counts[FULL] = 1
    score = from_root(score, -ply)
    write(table, at, state, size, score, left, flag, complete, line[me], other)


@bare_kernel
def begin(wiring: Wiring, state: Words, stack: Stack) -> None:
    """Evaluate the root."""
    row = octets(stack.rows[0])
    stack.frames[0, WORTH] = evaluate(wiring, state, row, stack.words[0])
    stack.does[0, :] = -1


@bare_kernel
def search(wiring: Wiring, stack: Stack, memory: Memory) -> int:
    """Search below a joint move of the root, `stack.joints[0]`, in the window.

    Before the first call the count STARTED is 0; the count STOP is the number of nodes
    at which to pause. The kernel returns the reason why it stopped. After DONE the
    counts hold the score, and `stack.best[1]` holds the line. The score is fail-soft,
    as in `alphabeta.pl`.
    """
    settings, counts = memory.settings, memory.counts
    limit, extra, swing = settings[LIMIT], settings[EXTRA], settings[SWING]
    order, cuts, scout = settings[ORDER], settings[CUTS] != 0, settings[SCOUT] != 0
    tabled, me, rest = settings[TABLED] != 0, settings[ROLE], settings[REST] != 0
    total, fluents, moves = wiring.sizes[0], wiring.sizes[1], wiring.sizes[2]
    size, end_words = wiring.sizes[4], wiring.sizes[5]
    owned, goals = wiring.roles, wiring.goals
    roles = len(owned)
    masks = wiring.masks
    table, history = memory.table, memory.history
    mask = mask_of(table, size)
    dirty, summary = memory.dirty, memory.summary
    rows, words, frames = stack.rows, stack.words, stack.frames
    joints, does, spans = stack.joints, stack.does, stack.spans
    best, tried, killers = stack.best, stack.choice, stack.killers
    room, keys = stack.room, stack.keys
    stride = rows.shape[1]
    terminal, quiet = wiring.outputs[0], wiring.outputs[1]

    ply = counts[PLY]
    if counts[STARTED] == 0:
        counts[STARTED] = 1
        ply = 0
        frames[0, ALPHA], frames[0, BETA] = memory.window[0], memory.window[1]
        frames[0, SCOUTED] = 0
        frames[0, ROOM_END] = 0
    while True:
        # ---- may it go on? -------------------------------------------------
        child = ply + 1
        status = -1
        if counts[NODES] >= counts[STOP]:
            status = PAUSED
        elif child + 1 >= len(rows):
            status = PLIES
        elif frames[ply, ROOM_END] + moves > len(room):
            status = ROOM
        elif counts[FULL] == 1:
            status = TABLE
        if status >= 0:
            counts[PLY] = ply
            return status

        # ---- the child: the moves, the state, what is known of it -----------
        counts[NODES] += 1
        for i in range(stride):
            rows[child, i] = rows[ply, i]
        for i in range(size, end_words):
            words[child, i] = words[ply, i]
        row = octets(rows[child])
        here = words[child]
        changed = False
        for r in range(roles):
            made, before = joints[ply, r], does[ply, r]
            does[child, r] = made
            if made != before:
                changed = True
                if before >= 0:
                    turn(row, dirty, summary, U(1 + fluents + before))
                turn(row, dirty, summary, U(1 + fluents + made))
        worth = frames[ply, WORTH]
        # One piece of code settles both times, for it is large: first the moves, then
        # the fluents.
        found = False
        score: Any = np.int64(0)
        known: Any = np.int64(-1)
        frames[child, MINE], frames[child, OTHER] = -1, -1
        alpha, beta = frames[ply, ALPHA], frames[ply, BETA]
        if frames[ply, SCOUTED] == ABOVE:
            beta = alpha + 1
        elif frames[ply, SCOUTED] == BELOW:
            alpha = beta - 1
        half = U(0)
        probed = tabled and child < limit
        place: Any = np.int64(0)
        for phase in range(2):
            if phase == 1:
                for i in range(size):
                    here[i] = words[ply, i] ^ here[size + i]
                if probed:
                    place = bucket(mask, here, size)
                    fetch(table, place)
                    fetch(table, place + 8)
                if child >= limit + extra:
                    half = U(total)
                elif rest:
                    for r in range(roles):
                        turn(row, dirty, summary, U(1 + fluents + joints[ply, r]))
                        does[child, r] = -1
                for i in range(size):
                    bits = here[size + i]
                    while bits != 0:
                        turn(row, dirty, summary, U(1 + 64 * i) + lowest(bits))
                        bits &= bits - ONE
            elif not changed:
                continue
            worth += settle(wiring, row, here, dirty, summary, half)
        frames[child, WORTH] = worth
        frames[child, BEST_LENGTH] = 0

        # ---- a leaf, or known from the table? ------------------------------
        if holds(row, terminal) == 1:
            kind: Any = np.int64(2)
            for g in range(len(goals)):
                if holds(row, goals[g, 0]) == 1:
                    if kind != 2:  # two different ones are none
                        return NO_GOAL
                    kind = goals[g, 1]
                    score = goals[g, 2]
            if kind == 2:
                return NO_GOAL
            if kind != 0:
                score = kind * (_WIN - child)
            counts[LEAVES] += 1
            found = True
        elif child >= limit:
            if (
                child >= limit + extra
                or (quiet >= 0 and holds(row, quiet) == 1)
                or (quiet < 0 and abs(worth - frames[ply, WORTH]) <= swing)
            ):
                score = worth
                if abs(score) >= _SURE:
                    return TOO_LARGE
                counts[LEAVES] += 1
                counts[LIMITED] += 1
                found = True
        elif probed:
            known = find(table, place, here, size)
            if known >= 0:
                frames[child, MINE] = mine_at(table, known, size)
                frames[child, OTHER] = other_at(table, known, size)
                before, left = left_at(table, known, size), limit - child
                complete = complete_at(table, known, size)
                flag = flag_at(table, known, size)
                score = score_at(table, known, size, child)
                # A score inside the window will change a line, which is wanted whole:
                # the node is searched again.
                if (before == left or (complete == 1 and before < left)) and (
                    (flag != UPPER and score >= beta)
                    or (flag != LOWER and score <= alpha)
                ):
                    found = True
                    counts[HITS] += 1
                    counts[LIMITED] += 1 - complete

        # ---- an inner node: its moves --------------------------------------
        if not found:
            frame = frames[child]
            frame[ALPHA0], frame[BETA0] = alpha, beta
            frame[ALPHA], frame[BETA] = alpha, beta
            frame[CHOICES], frame[ANSWERS], frame[SCOUTED] = 0, 0, 0
            frame[BEFORE] = counts[LIMITED]
            frame[ALONE] = -1
            place = frames[ply, ROOM_END]
            several = 0
            for r in range(roles):
                spans[child, r, 0] = place
                base, guard = owned[r, 2], owned[r, 4]
                guarded = guard >= 0 and holds(row, guard) == 0
                for i in range(owned[r, 0], owned[r, 1]):
                    bits = here[i]
                    if guarded:
                        bits &= ~masks[i - 2 * size]
                    while bits != 0:
                        room[place] = base + np.int64(lowest(bits))
                        place += 1
                        bits &= bits - ONE
                    base += 64
                if place == spans[child, r, 0] and owned[r, 3] >= 0:
                    room[place] = owned[r, 3]
                    place += 1
                spans[child, r, 1] = place
                spans[child, r, 2] = spans[child, r, 0]
                if place == spans[child, r, 0]:
                    counts[PLY] = child
                    return NO_MOVE
                if place - spans[child, r, 0] > 1:
                    several += 1
                    frame[ALONE] = r
            frame[ROOM_END] = place
            if several > 1:
                frame[ALONE] = -1
            for i in range(spans[child, 0, 0], place):
                move = room[i]
                key: Any = np.int64(0)
                if order == HISTORY:
                    key = history[move]
                elif order == KILLER:
                    for r in range(roles):
                        if move == killers[child, 0, r]:
                            key = 2
                        elif move == killers[child, 1, r] and key == 0:
                            key = 1
                if move == frame[MINE] or move == frame[OTHER]:
                    key = _KNOWN
                keys[i] = key
            if order != RULE or known >= 0:
                for r in range(roles):
                    last = spans[child, r, 1] - 1
                    if frame[ALONE] == r:
                        last = spans[child, r, 0] + 1
                    if several > 1 or frame[ALONE] == r:
                        for i in range(spans[child, r, 0], last):
                            _choose(room, keys, i, spans[child, r, 1])
            for r in range(roles):
                joints[child, r] = room[spans[child, r, 0]]
            ply = child
            continue

        # ---- the score goes up ---------------------------------------------
        while True:
            # The score is that of `child`, whose line is in best[child].
            if ply == 0:
                counts[SCORE] = score
                counts[LENGTH] = frames[1, BEST_LENGTH]
                return DONE
            frame = frames[ply]
            if frame[SCOUTED] != 0 and frame[ALPHA] < score < frame[BETA]:
                frame[SCOUTED] = 0
                break
            if frame[ANSWERS] == 0 or score < frame[WORST]:
                frame[WORST] = score
                length = min(frames[child, BEST_LENGTH] + 1, LINE)
                for r in range(roles):
                    tried[ply, r] = joints[ply, r]
                for i in range(roles, length * roles):
                    tried[ply, i] = best[child, i - roles]
                frame[CHOICE_LENGTH] = length
            frame[ANSWERS] += 1
            # The next answer to this choice.
            done = True
            for r in range(roles - 1, -1, -1):
                if r == me:
                    continue
                if spans[ply, r, 2] + 1 < spans[ply, r, 1]:
                    spans[ply, r, 2] += 1
                    if frame[ALONE] == r and order != RULE:
                        _choose(room, keys, spans[ply, r, 2], spans[ply, r, 1])
                    joints[ply, r] = room[spans[ply, r, 2]]
                    done = False
                    break
                spans[ply, r, 2] = spans[ply, r, 0]
                joints[ply, r] = room[spans[ply, r, 0]]
            if not done:
                if not cuts:
                    break
                if frame[WORST] > frame[ALPHA]:
                    frame[BETA] = min(frame[BETA], frame[WORST])
                    frame[SCOUTED] = 0
                    if scout and frame[BETA] - frame[ALPHA] > 1:
                        frame[SCOUTED] = BELOW
                    break
                counts[CUTOFFS] += 1
                _learn(history, killers, order, roles, ply, limit, tried)
                for r in range(roles):
                    if r != me:
                        spans[ply, r, 2] = spans[ply, r, 0]
                        joints[ply, r] = room[spans[ply, r, 0]]
            # The choice is done.
            if frame[CHOICES] == 0 or frame[WORST] > frame[BEST]:
                frame[BEST] = frame[WORST]
                for i in range(frame[CHOICE_LENGTH] * roles):
                    best[ply, i] = tried[ply, i]
                frame[BEST_LENGTH] = frame[CHOICE_LENGTH]
            frame[CHOICES] += 1
            frame[ANSWERS] = 0
            if spans[ply, me, 2] + 1 < spans[ply, me, 1]:
                if not cuts or frame[BEST] < frame[BETA0]:
                    spans[ply, me, 2] += 1
                    if frame[ALONE] == me and order != RULE:
                        _choose(room, keys, spans[ply, me, 2], spans[ply, me, 1])
                    joints[ply, me] = room[spans[ply, me, 2]]
                    frame[BETA] = frame[BETA0]
                    frame[SCOUTED] = 0
                    if cuts:
                        frame[ALPHA] = max(frame[ALPHA], frame[BEST])
                        if scout and frame[BETA] - frame[ALPHA] > 1:
                            frame[SCOUTED] = ABOVE
                    break
                counts[CUTOFFS] += 1
                _learn(history, killers, order, roles, ply, limit, best)
            # The node is done.
            score = frame[BEST]
            if tabled and ply < limit and limit - ply <= MOST_LEFT:
                _keep(
                    table, mask, size, words[ply], frame, best[ply], spans[ply], counts,
                    limit - ply, ply, score, extra == 0, me, roles,
                )  # fmt: skip
            child = ply
            ply -= 1
