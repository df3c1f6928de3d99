"""Alpha-beta over a network, in one kernel with its own stack.

What it finds is what `logic/alphabeta.pl` finds: the same scores in the same windows.
A node is a frame of arrays; the kernel runs for a number of nodes at a time, and can go
on where it was. It also comes back when one of its arrays is too small, and goes on
with larger ones.

Children are evaluated one by one (`events.py`) or up to 64 at a time (`lanes.py`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.evaluation import SURE, WIN
from pygame_search.network import lanes, table
from pygame_search.network.bits import bare, fetch, inlined, lowest
from pygame_search.network.events import ONE, U, Words, evaluate, holds, settle, turn
from pygame_search.network.table import EXACT, LOWER, MOST_LEFT, UPPER
from pygame_search.network.wiring import Ints, Wiring

Numbers = NDArray[np.int32]

#: Beyond every score.
INFINITY = 1 << 51

#: Why the kernel comes back.
DONE, PAUSED, PLIES, ROOM, TABLE, NO_GOAL, NO_MOVE, TOO_LARGE = range(8)

#: Orders of moves.
RULE, KILLER, HISTORY = range(3)

#: Fields of `settings`; `searcher.Settings` tells what they are.
(LIMIT, EXTRA, SWING, ORDER, CUTS, SCOUT, TABLED, ROLE, REST) = range(9)

#: Fields of `counts`: those of the search; the number of nodes at which to pause; the
#: node to go on from, and whether there is one; the score found, and the length of its
#: line; how many entries the table has, and whether that is much: 1, or 2 where it
#: cannot be helped.
(
    NODES, LEAVES, LIMITED, CUTOFFS, HITS,
    STOP, PLY, STARTED, SCORE, LENGTH, FILLED, FULL,
) = range(12)  # fmt: skip
COUNTS = 12

#: Fields of a frame: the window, as it was and as it is; the best score and the worst
#: answer of this choice; whether there are any; the leaves that the limit had stopped
#: before; the worth of the features; the role that alone has a choice, or -1; the end
#: of its moves in the room; how the child is scouted; the moves that the table knows;
#: the lengths of the lines; the joint moves that are evaluated, from .. to; the lane of
#: the node among its parent's.
(
    ALPHA0, BETA0, ALPHA, BETA, BEST, WORST, CHOICES, ANSWERS, BEFORE, WORTH, ALONE,
    ROOM_END, SCOUTED, MINE, OTHER, BEST_LENGTH, CHOICE_LENGTH, FROM, TO, LANE,
) = range(20)  # fmt: skip
FIELDS = 20

#: How a child is scouted: with a window just above alpha, or just below beta.
ABOVE, BELOW = 1, 2

#: The plies of a line that are kept.
LINE = 128

_KNOWN = 1 << 62
_SURE = SURE
_WIN = WIN


class Stack(NamedTuple):
    """The arrays of a search that grow with its depth.

    Attributes:
        rows: of each ply, as 64-bit words; see `events`.
        lanes: of each ply; see `lanes`.
        words: of each ply the state, what changes next, and the legal moves.
        frames: of each ply, FIELDS numbers.
        joints: of each ply the joint move that is tried.
        does: of each ply the joint move that led to it, -1 where it has come to rest.
        spans: of each ply and role where its moves begin and end in the room, and which
            one is tried.
        best: of each ply the line of the best choice.
        choice: of each ply the line of the choice that is tried.
        killers: of each ply two joint moves.
        room: the moves of all plies.
        keys: their ranks; high ones come first.
    """

    rows: Words
    lanes: Words
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
        table: see `table`.
        history: what each move has cut off.
        dirty, summary: for `events.settle`.
        values: of all wires, for `lanes.spread`.
        settings, counts: see the fields.
        window: alpha and beta of the root.
    """

    table: Words
    history: Ints
    dirty: Words
    summary: Words
    values: Words
    settings: Ints
    counts: Ints
    window: Ints


@bare
def begin(wiring: Wiring, state: Words, stack: Stack, memory: Memory) -> None:
    """Evaluate the root."""
    row = stack.rows[0].view(np.uint8)
    stack.frames[0, WORTH] = evaluate(wiring, state, row, stack.words[0])
    for r in range(len(wiring.roles)):
        stack.does[0, r] = -1
    for wire in range(len(memory.values)):
        memory.values[wire] = U(0)


@bare
def search_by_events(wiring: Wiring, stack: Stack, memory: Memory) -> int:
    """Search what follows a joint move of the root, evaluating children one by one.

    The joint move is `stack.joints[0]`, the window that of `memory`. Before the first
    call STARTED among the counts is 0; STOP is the number of nodes at which to pause.
    Returns why it comes back; after DONE the score is among the counts, and the line in
    `stack.best[1]`. The score is fail-soft, as in `alphabeta.pl`.
    """
    return _search(wiring, stack, memory, False)


@bare
def search_by_lanes(wiring: Wiring, stack: Stack, memory: Memory) -> int:
    """Search as `search_by_events` does, evaluating up to 64 children at a time."""
    return _search(wiring, stack, memory, True)


@inlined
def _search(wiring: Wiring, stack: Stack, memory: Memory, batched: Any) -> Any:
    """Search; the compiler leaves out what is not for `batched`."""
    settings, counts, frames = memory.settings, memory.counts, stack.frames
    limit, extra = settings[LIMIT], settings[EXTRA]
    mask = table.mask_of(memory.table, wiring.sizes[4])
    ply: Any = counts[PLY]
    if counts[STARTED] == 0:
        counts[STARTED] = 1
        ply = np.int64(0)
        _open_root(wiring, stack, memory)
    while True:
        status = _obstacle(wiring, stack, memory, ply)
        if status >= 0:
            counts[PLY] = ply
            return status
        # Down: the child of this node by the joint move.
        child = ply + 1
        counts[NODES] += 1
        alpha, beta = frames[ply, ALPHA], frames[ply, BETA]
        if frames[ply, SCOUTED] == ABOVE:
            beta = alpha + 1
        elif frames[ply, SCOUTED] == BELOW:
            alpha = beta - 1
        if batched:
            _by_lanes(wiring, stack, memory, ply, child >= limit + extra)
        else:
            _by_events(wiring, stack, memory, ply, mask)
        frames[child, BEST_LENGTH] = 0
        frames[child, MINE], frames[child, OTHER] = -1, -1
        score: Any = np.int64(0)
        found = False
        if _asked(wiring, stack, child, 0, batched) == 1:
            goal = _goal_of(wiring, stack, child, batched)
            if goal < 0:
                return NO_GOAL
            score = wiring.goals[goal, 2]
            if wiring.goals[goal, 1] != 0:
                score = wiring.goals[goal, 1] * (_WIN - child)
            counts[LEAVES] += 1
            found = True
        elif child >= limit:
            if _at_rest(wiring, stack, memory, child, batched):
                score = frames[child, WORTH]
                if abs(score) >= _SURE:
                    return TOO_LARGE
                counts[LEAVES] += 1
                counts[LIMITED] += 1
                found = True
        elif settings[TABLED] != 0:
            words = wiring.sizes[4]
            state = stack.words[child]
            at = table.bucket(mask, state, words)
            at = table.find(memory.table, at, state, words)
            if at >= 0:
                found = _known(stack, memory, child, at, words, alpha, beta)
                score = table.score_at(memory.table, at, words, child)
        if not found:
            if not _open(wiring, stack, memory, child, alpha, beta, batched):
                return NO_MOVE
            ply = child
            continue
        # Up, to the first node that has another joint move to try.
        while ply > 0 and not _take(wiring, stack, memory, ply, score, batched):
            score = frames[ply, BEST]
            if settings[TABLED] != 0 and ply < limit and limit - ply <= MOST_LEFT:
                _keep(wiring, stack, memory, ply, mask)
            ply -= 1
        if ply == 0:
            counts[SCORE] = score
            counts[LENGTH] = frames[1, BEST_LENGTH]
            return DONE


@inlined
def _obstacle(wiring: Wiring, stack: Stack, memory: Memory, ply: Any) -> Any:
    """Return why the search cannot go on now, -1 if it can."""
    if memory.counts[NODES] >= memory.counts[STOP]:
        return PAUSED
    if ply + 1 >= len(stack.frames):
        return PLIES
    if stack.frames[ply, ROOM_END] + wiring.sizes[2] > len(stack.room):
        return ROOM
    if memory.counts[FULL] == 1:
        return TABLE
    return -1


@inlined
def _open_root(wiring: Wiring, stack: Stack, memory: Memory) -> Any:
    """Make a frame of the root, whose only joint move is the one asked for."""
    frame = stack.frames[0]
    frame[ALPHA], frame[BETA] = memory.window[0], memory.window[1]
    frame[SCOUTED] = 0
    frame[FROM], frame[TO] = 0, 0
    for r in range(len(wiring.roles)):
        stack.room[r] = stack.joints[0, r]
        stack.spans[0, r, 0], stack.spans[0, r, 1], stack.spans[0, r, 2] = r, r + 1, r
    frame[ROOM_END] = len(wiring.roles)


# ---- children --------------------------------------------------------------


@inlined
def _by_events(
    wiring: Wiring, stack: Stack, memory: Memory, ply: Any, mask: Any
) -> Any:
    """Make the row of a child: first the moves change, then the fluents.

    In between, when the state is known, the cache begins to fetch what the table knows.
    """
    settings, sizes = memory.settings, wiring.sizes
    child, fluents, size = ply + 1, sizes[1], sizes[4]
    for i in range(stack.rows.shape[1]):
        stack.rows[child, i] = stack.rows[ply, i]
    for i in range(size, sizes[5]):
        stack.words[child, i] = stack.words[ply, i]
    row = stack.rows[child].view(np.uint8)
    here = stack.words[child]
    dirty, summary = memory.dirty, memory.summary
    for r in range(len(wiring.roles)):
        made, before = stack.joints[ply, r], stack.does[ply, r]
        stack.does[child, r] = made
        if made != before:
            if before >= 0:
                turn(row, dirty, summary, U(1 + fluents + before))
            turn(row, dirty, summary, U(1 + fluents + made))
    worth = stack.frames[ply, WORTH]
    half = U(0)
    # Twice through one piece of code, for it is large.
    for phase in range(2):
        if phase == 1:
            for i in range(size):
                here[i] = stack.words[ply, i] ^ here[size + i]
            if settings[TABLED] != 0 and child < settings[LIMIT]:
                place = table.bucket(mask, here, size)
                fetch(memory.table, place)
                fetch(memory.table, place + 8)
            if child >= settings[LIMIT] + settings[EXTRA]:
                half = U(sizes[0])
            elif settings[REST] != 0:
                for r in range(len(wiring.roles)):
                    turn(row, dirty, summary, U(1 + fluents + stack.joints[ply, r]))
                    stack.does[child, r] = -1
            for i in range(size):
                bits = here[size + i]
                while bits != 0:
                    turn(row, dirty, summary, U(1 + 64 * i) + lowest(bits))
                    bits &= bits - ONE
        worth += settle(wiring, row, here, dirty, summary, half)
    stack.frames[child, WORTH] = worth


@inlined
def _by_lanes(wiring: Wiring, stack: Stack, memory: Memory, ply: Any, leaf: Any) -> Any:
    """Take a child from its lane; where it has none, evaluate up to 64 children."""
    frame, spans, me = stack.frames[ply], stack.spans[ply], memory.settings[ROLE]
    roles, child = len(wiring.roles), ply + 1
    joint, others = np.int64(0), np.int64(1)
    for r in range(roles):
        if r != me:
            joint = joint * (spans[r, 1] - spans[r, 0]) + spans[r, 2] - spans[r, 0]
            others *= spans[r, 1] - spans[r, 0]
    joint += (spans[me, 2] - spans[me, 0]) * others
    if joint < frame[FROM] or joint >= frame[TO]:
        frame[FROM] = joint
        frame[TO] = min(joint + 64, others * (spans[me, 1] - spans[me, 0]))
        values = memory.values
        if ply == 0:
            lanes.from_row(wiring, values, stack.rows[0].view(np.uint8))
        else:
            lanes.from_lane(wiring, values, stack.lanes[ply - 1], frame[LANE])
        lanes.with_state(wiring, values, stack.words[ply])
        moves = 1 + wiring.sizes[1]
        for lane in range(frame[TO] - frame[FROM]):
            rest = joint + lane
            bit = ONE << U(lane)
            values[moves + stack.room[spans[me, 0] + rest // others]] |= bit
            rest %= others
            for r in range(roles - 1, -1, -1):
                if r != me:
                    length = spans[r, 1] - spans[r, 0]
                    values[moves + stack.room[spans[r, 0] + rest % length]] |= bit
                    rest //= length
        lanes.spread(wiring, values, stack.lanes[ply], leaf)
        for r in range(roles):
            for i in range(spans[r, 0], spans[r, 1]):
                values[moves + stack.room[i]] = U(0)
    kept, lane = stack.lanes[ply], joint - frame[FROM]
    lanes.state_of(wiring, kept, lane, stack.words[child])
    stack.frames[child, LANE] = lane
    stack.frames[child, WORTH] = lanes.worth_of(wiring, kept, lane)


@inlined
def _asked(wiring: Wiring, stack: Stack, child: Any, what: Any, batched: Any) -> Any:
    """Return, as 0 or 1, whether a child is terminal (0), or quiet (1)."""
    if batched:
        kept, lane = stack.lanes[child - 1], stack.frames[child, LANE]
        return lanes.asked(wiring, kept, lane, what)
    return np.int64(holds(stack.rows[child].view(np.uint8), wiring.outputs[what]))


@inlined
def _goal_of(wiring: Wiring, stack: Stack, child: Any, batched: Any) -> Any:
    """Return the index of the goal value that a child has, -1 if it has none."""
    row = stack.rows[0 if batched else child].view(np.uint8)
    for goal in range(len(wiring.goals)):
        if batched:
            kept, lane = stack.lanes[child - 1], stack.frames[child, LANE]
            if lanes.asked(wiring, kept, lane, 2 + goal) == 1:
                return goal
        elif holds(row, wiring.goals[goal, 0]) == 1:
            return goal
    return -1


@inlined
def _at_rest(
    wiring: Wiring, stack: Stack, memory: Memory, child: Any, batched: Any
) -> Any:
    """Return whether the search goes no further from a state at the limit."""
    settings = memory.settings
    if child >= settings[LIMIT] + settings[EXTRA]:
        return True
    if wiring.outputs[1] >= 0:
        return _asked(wiring, stack, child, 1, batched) == 1
    step = stack.frames[child, WORTH] - stack.frames[child - 1, WORTH]
    return abs(step) <= settings[SWING]


@inlined
def _known(
    stack: Stack, memory: Memory, child: Any, at: Any, words: Any, alpha: Any, beta: Any
) -> Any:
    """Return whether what the table knows of a child is enough; take its moves.

    A score inside the window will change a line, which is wanted whole: there the node
    is searched again.
    """
    known, counts, frame = memory.table, memory.counts, stack.frames[child]
    frame[MINE] = table.mine_at(known, at, words)
    frame[OTHER] = table.other_at(known, at, words)
    left, before = memory.settings[LIMIT] - child, table.left_at(known, at, words)
    complete = table.complete_at(known, at, words)
    flag, score = (
        table.flag_at(known, at, words),
        table.score_at(known, at, words, child),
    )
    if before != left and (complete == 0 or before > left):
        return False
    if (flag == UPPER or score < beta) and (flag == LOWER or score > alpha):
        return False
    counts[HITS] += 1
    counts[LIMITED] += 1 - complete
    return True


# ---- nodes -----------------------------------------------------------------


@inlined
def _open(
    wiring: Wiring,
    stack: Stack,
    memory: Memory,
    ply: Any,
    alpha: Any,
    beta: Any,
    batched: Any,
) -> Any:
    """Make a frame of a node, with its moves; return whether each role has one."""
    frame, spans, roles = stack.frames[ply], stack.spans[ply], len(wiring.roles)
    frame[ALPHA0], frame[BETA0] = alpha, beta
    frame[ALPHA], frame[BETA] = alpha, beta
    frame[CHOICES], frame[ANSWERS], frame[SCOUTED] = 0, 0, 0
    frame[BEFORE] = memory.counts[LIMITED]
    frame[FROM], frame[TO] = 0, 0
    here = stack.words[ply]
    row = stack.rows[0 if batched else ply].view(np.uint8)
    if batched:
        lanes.legal_of(wiring, stack.lanes[ply - 1], frame[LANE], here)
    place = stack.frames[ply - 1, ROOM_END]
    several = 0
    for r in range(roles):
        spans[r, 0] = place
        spans[r, 2] = place
        move = wiring.roles[r, 2]
        guard = wiring.roles[r, 4]
        guarded = not batched and guard >= 0 and holds(row, guard) == 0
        for word in range(wiring.roles[r, 0], wiring.roles[r, 1]):
            bits = here[word]
            if guarded:
                bits &= ~wiring.masks[word - 2 * wiring.sizes[4]]
            while bits != 0:
                stack.room[place] = move + np.int64(lowest(bits))
                place += 1
                bits &= bits - ONE
            move += 64
        if place == spans[r, 0]:
            if wiring.roles[r, 3] < 0:
                return False
            stack.room[place] = wiring.roles[r, 3]
            place += 1
        spans[r, 1] = place
        if place - spans[r, 0] > 1:
            several += 1
            frame[ALONE] = r
    if several != 1:
        frame[ALONE] = -1
    frame[ROOM_END] = place
    _order(stack, memory, ply, roles, batched)
    for r in range(roles):
        stack.joints[ply, r] = stack.room[spans[r, 0]]
    return True


@inlined
def _order(stack: Stack, memory: Memory, ply: Any, roles: Any, batched: Any) -> Any:
    """Put the moves of a node in order, or only the first where that may be enough."""
    frame, spans, order = stack.frames[ply], stack.spans[ply], memory.settings[ORDER]
    known = frame[MINE] >= 0 or frame[OTHER] >= 0
    if order == RULE and not known:
        return
    for i in range(spans[0, 0], frame[ROOM_END]):
        move = stack.room[i]
        key: Any = np.int64(0)
        if order == HISTORY:
            key = memory.history[move]
        elif order == KILLER:
            for r in range(roles):
                if move == stack.killers[ply, 0, r]:
                    key = np.int64(2)
                elif move == stack.killers[ply, 1, r] and key == 0:
                    key = np.int64(1)
        if move == frame[MINE] or move == frame[OTHER]:
            key = np.int64(_KNOWN)
        stack.keys[i] = key
    for r in range(roles):
        begin, end = spans[r, 0], spans[r, 1]
        if frame[ALONE] == r and not batched:
            _choose(stack, begin, end)
        elif end - begin > 1:
            _sort(stack, begin, end)


@inlined
def _choose(stack: Stack, place: Any, end: Any) -> Any:
    """Put the move of the highest key at a place in front of those that follow."""
    room, keys = stack.room, stack.keys
    best = place
    for i in range(place + 1, end):
        if keys[i] > keys[best]:
            best = i
    if best != place:
        move, key = room[best], keys[best]
        room[best], keys[best] = room[place], keys[place]
        room[place], keys[place] = move, key


@inlined
def _sort(stack: Stack, begin: Any, end: Any) -> Any:
    """Sort moves, high keys first (Shell 1959, with the gaps of Knuth 1973)."""
    room, keys = stack.room, stack.keys
    gap = np.int64(1)
    while 3 * gap + 1 < end - begin:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(begin + gap, end):
            move, key = room[i], keys[i]
            j: Any = np.int64(i)
            while j >= begin + gap and keys[j - gap] < key:
                room[j], keys[j] = room[j - gap], keys[j - gap]
                j -= gap
            room[j], keys[j] = move, key
        gap //= 3


@inlined
def _take(
    wiring: Wiring, stack: Stack, memory: Memory, ply: Any, score: Any, batched: Any
) -> Any:
    """Take the score of a child; return whether there is another joint move to try."""
    settings, frame, roles = memory.settings, stack.frames[ply], len(wiring.roles)
    cuts, scout = settings[CUTS] != 0, settings[SCOUT] != 0
    if frame[SCOUTED] != 0 and frame[ALPHA] < score < frame[BETA]:
        frame[SCOUTED] = 0
        return True
    if frame[ANSWERS] == 0 or score < frame[WORST]:
        frame[WORST] = score
        length = min(stack.frames[ply + 1, BEST_LENGTH] + 1, LINE)
        frame[CHOICE_LENGTH] = length
        for r in range(roles):
            stack.choice[ply, r] = stack.joints[ply, r]
        for i in range(roles, length * roles):
            stack.choice[ply, i] = stack.best[ply + 1, i - roles]
    frame[ANSWERS] += 1
    if _next_answer(wiring, stack, memory, ply, batched):
        if not cuts:
            return True
        if frame[WORST] > frame[ALPHA]:
            frame[BETA] = min(frame[BETA], frame[WORST])
            wide = frame[BETA] - frame[ALPHA] > 1
            frame[SCOUTED] = BELOW if scout and wide else 0
            return True
        memory.counts[CUTOFFS] += 1
        _learn(stack, memory, ply, roles, stack.choice)
        _first_answer(wiring, stack, memory, ply)
    if frame[CHOICES] == 0 or frame[WORST] > frame[BEST]:
        frame[BEST] = frame[WORST]
        frame[BEST_LENGTH] = frame[CHOICE_LENGTH]
        for i in range(frame[CHOICE_LENGTH] * roles):
            stack.best[ply, i] = stack.choice[ply, i]
    frame[CHOICES] += 1
    frame[ANSWERS] = 0
    if not _more(stack, memory, ply):
        return False
    if cuts and frame[BEST] >= frame[BETA0]:
        memory.counts[CUTOFFS] += 1
        _learn(stack, memory, ply, roles, stack.best)
        return False
    _step(stack, memory, ply, settings[ROLE], batched)
    frame[BETA] = frame[BETA0]
    frame[SCOUTED] = 0
    if cuts:
        frame[ALPHA] = max(frame[ALPHA], frame[BEST])
        if scout and frame[BETA] - frame[ALPHA] > 1:
            frame[SCOUTED] = ABOVE
    return True


@inlined
def _more(stack: Stack, memory: Memory, ply: Any) -> Any:
    """Return whether there is another choice."""
    me = memory.settings[ROLE]
    return stack.spans[ply, me, 2] + 1 < stack.spans[ply, me, 1]


@inlined
def _step(stack: Stack, memory: Memory, ply: Any, role: Any, batched: Any) -> Any:
    """Let a role try its next move."""
    spans, settings = stack.spans[ply], memory.settings
    spans[role, 2] += 1
    alone = stack.frames[ply, ALONE] == role and not batched
    if alone and settings[ORDER] != RULE:
        _choose(stack, spans[role, 2], spans[role, 1])
    stack.joints[ply, role] = stack.room[spans[role, 2]]


@inlined
def _next_answer(
    wiring: Wiring, stack: Stack, memory: Memory, ply: Any, batched: Any
) -> Any:
    """Go on to the next answer to this choice; after the last to the first again.

    The last role's move changes fastest. Returns whether there is a next one.
    """
    spans, me = stack.spans[ply], memory.settings[ROLE]
    for r in range(len(wiring.roles) - 1, -1, -1):
        if r == me:
            continue
        if spans[r, 2] + 1 < spans[r, 1]:
            _step(stack, memory, ply, r, batched)
            return True
        spans[r, 2] = spans[r, 0]
        stack.joints[ply, r] = stack.room[spans[r, 0]]
    return False


@inlined
def _first_answer(wiring: Wiring, stack: Stack, memory: Memory, ply: Any) -> Any:
    """Go back to the first answer."""
    spans = stack.spans[ply]
    for r in range(len(wiring.roles)):
        if r != memory.settings[ROLE]:
            spans[r, 2] = spans[r, 0]
            stack.joints[ply, r] = stack.room[spans[r, 0]]


@inlined
def _learn(stack: Stack, memory: Memory, ply: Any, roles: Any, lines: Numbers) -> Any:
    """Note that the first joint move of a line has cut off others."""
    left = memory.settings[LIMIT] - ply
    if left < 0:
        return
    if memory.settings[ORDER] == HISTORY:
        for r in range(roles):
            memory.history[lines[ply, r]] += np.int64(1) << min(left, 40)
    elif memory.settings[ORDER] == KILLER:
        same = True
        for r in range(roles):
            same &= stack.killers[ply, 0, r] == lines[ply, r]
        if not same:
            for r in range(roles):
                stack.killers[ply, 1, r] = stack.killers[ply, 0, r]
                stack.killers[ply, 0, r] = lines[ply, r]


@inlined
def _keep(wiring: Wiring, stack: Stack, memory: Memory, ply: Any, mask: Any) -> Any:
    """Keep the score that was found for a node."""
    frame, state, counts = stack.frames[ply], stack.words[ply], memory.counts
    words, me = wiring.sizes[4], memory.settings[ROLE]
    left, score = memory.settings[LIMIT] - ply, frame[BEST]
    at = table.place_for(memory.table, mask, state, words, left)
    if at < 0:
        return
    flag = EXACT
    if score <= frame[ALPHA0]:
        flag = UPPER
    elif score >= frame[BETA0]:
        flag = LOWER
    # A win or loss in so many plies stays one, unless some lines went beyond the limit.
    lasting = abs(score) > _SURE and memory.settings[EXTRA] == 0
    complete = lasting or counts[LIMITED] == frame[BEFORE]
    other = np.int64(-1)
    for r in range(len(wiring.roles)):
        choices = stack.spans[ply, r, 1] - stack.spans[ply, r, 0]
        if r != me and (other < 0 or choices > 1):
            other = np.int64(stack.best[ply, r])
    if memory.table[at + words + 1] == 0:
        counts[FILLED] += 1
        if counts[FULL] == 0 and 2 * counts[FILLED] * (words + 2) > len(memory.table):
            counts[FULL] = 1
    table.write(
        memory.table, at, state, words, table.from_root(score, -ply), left, flag,
        complete, stack.best[ply, me], other,
    )  # fmt: skip
