"""Alpha-beta over a network, in one kernel with its own stack.

It finds the same scores in the same windows as `logic/search/alphabeta.pl`. A node is a
frame of arrays. The kernel runs for a number of nodes at a time and can resume where it
stopped. It also returns when one of its arrays is too small, and resumes with larger
ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pygame_search.model.scores import SURE, WIN
from pygame_search.network.bits import octets
from pygame_search.network.events.propagate import Row, Words, evaluate, holds
from pygame_search.network.events.table import (
    EXACT,
    LOWER,
    MOST_LEFT,
    REST,
    UPPER,
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
from pygame_search.network.events.wiring import (
    KIND,
    MOVES,
    QUIET,
    STATE_WORDS,
    TERMINAL,
    VALUE,
    Ints,
    Wiring,
)
from pygame_search.network.jit import bare_kernel, inner_kernel
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
    TOO_LARGE,
    TRIED,
    Memory,
    Numbers,
    goal_of,
    legal_moves,
    make_child,
    reason_to_return,
)

#: Beyond every score.
INFINITY = 1 << 51

#: Orders of moves.
RULE, KILLER, HISTORY = range(3)

#: The counts after those of every search: leaves; those that the limit has stopped;
#: cutoffs; states known from the table; the score of the root.
LEAVES, LIMITED, CUTOFFS, HITS, SCORE = range(PLY + 1, PLY + 6)
COUNTS = SCORE + 1

#: Fields of a frame: the window, as it was and as it is; the best score and the worst
#: answer of this choice; whether there are any; the leaves that the limit had stopped
#: before; the worth of the features; the role that alone has a choice, or -1; the end
#: of its moves in the room; how the child is scouted; the lengths of the lines.
(
    ALPHA0, BETA0, ALPHA, BETA, BEST, WORST, CHOICES, ANSWERS, BEFORE, WORTH, ALONE,
    ROOM_END, SCOUTED, BEST_LENGTH, CHOICE_LENGTH,
) = range(15)  # fmt: skip
FIELDS = 15

#: How a child is scouted: with a window just above alpha, or just below beta.
ABOVE, BELOW = 1, 2

#: What a new node is: one to be searched, or one whose score is known. Otherwise it is
#: an error, a reason to return.
INNER, SCORED = GO_ON, DONE

#: The largest number of plies of a line that are stored.
LINE = 128

_KNOWN = 1 << 62
_SURE = SURE
_WIN = WIN


class Settings(NamedTuple):
    """The settings of a search.

    Attributes:
        role: the index of the role whose scores are computed.
        extra: how many plies a state that is not quiet is searched beyond the limit.
        swing: how much a step may change the estimate and lead to a quiet state.
        order: RULE, KILLER or HISTORY.
        cuts: whether to prune.
        scout: whether moves after the first are searched with a null window first.
        table_bytes: the limit of the table in bytes; 0 for no table.
        rest: whether a node is evaluated without moves, until a child is made; see
            `searcher.rests`.
        limit: how many plies to look ahead, from the root.
    """

    role: int
    extra: int = 0
    swing: int = 0
    order: int = RULE
    cuts: bool = True
    scout: bool = False
    table_bytes: int = 0
    rest: bool = False
    limit: int = 0


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


@bare_kernel
def begin(wiring: Wiring, state: Words, stack: Stack) -> None:
    """Evaluate the root, and list its moves."""
    row, words = octets(stack.rows[0]), stack.words[0]
    stack.frames[0, WORTH] = evaluate(wiring, state, row, words)
    stack.does[0, :] = -1
    _open(wiring, stack, row, 0, np.int64(0), 0, 0, 0)


@bare_kernel
def search(
    wiring: Wiring, settings: Settings, stack: Stack, memory: Memory, history: Ints
) -> int:
    """Search below a joint move of the root, `stack.joints[0]`, in a window.

    Before the first call the count PLY is 0 and the frame of the root holds the window.
    The kernel returns the reason why it stopped. After DONE the counts hold the score,
    and `stack.best[1]` holds the line. The score is fail-soft, as in `alphabeta.pl`.

    Args:
        wiring: the network.
        settings: of the search.
        stack: its arrays.
        memory: what it keeps beside them.
        history: for each move a measure of the cutoffs that it has caused.
    """
    counts, table, frames = memory.counts, memory.table, stack.frames
    size, most_moves = wiring.sizes[STATE_WORDS], wiring.sizes[MOVES]
    mask = mask_of(table, size)
    limit, order, role = settings.limit, settings.order, settings.role
    tabled = len(table) > 0
    ply = counts[PLY]
    while True:
        # Step 1. Return if the clock is to be checked or an array is too small. All
        # that is needed to go on is in the arrays.
        reason = reason_to_return(
            memory, size, ply, len(stack.rows),
            frames[ply, ROOM_END] + most_moves, len(stack.room),
        )  # fmt: skip
        if reason != GO_ON:
            counts[PLY] = ply
            return reason

        # Step 2. Make the child. Its bucket of the table is fetched meanwhile.
        child = ply + 1
        probed = tabled and child < limit
        gained, at = make_child(
            wiring, stack, memory, mask, ply, stack.joints[ply],
            child >= limit + settings.extra, settings.rest, probed,
        )  # fmt: skip
        counts[NODES] += 1
        frames[child, WORTH] = frames[ply, WORTH] + gained
        frames[child, BEST_LENGTH] = 0
        row = octets(stack.rows[child])
        here = stack.words[child]

        # Step 3. A leaf: the end of the game, or a quiet state at the limit.
        status, score = _leaf(wiring, settings, row, frames, child, counts)

        # Step 4. A score or a bound from the table that is enough for the window.
        alpha, beta = _window(frames[ply])
        entry = np.int64(-1)
        if probed and status == INNER:
            entry = find(table, at, here, size)
            if entry >= 0:
                status, score = _known(
                    table, entry, size, child, limit - child, alpha, beta, counts
                )

        # Step 5. An inner node: list its moves, and go on below the first.
        if status == INNER:
            at = frames[ply, ROOM_END]
            if not _open(wiring, stack, row, child, at, alpha, beta, counts[LIMITED]):
                counts[PLY] = child
                return NO_MOVE
            if order != RULE or entry >= 0:
                _sort_moves(stack, history, table, entry, size, order, child)
            for r in range(len(wiring.roles)):
                _try_first(stack, child, r)
            ply = child
            continue
        if status != SCORED:
            return status

        while True:  # the score of the child is known; its line is best[child]
            # Step 6. The search is done when the score has come up to the root.
            if ply == 0:
                counts[SCORE] = score
                return DONE
            frame = frames[ply]

            # Step 7. A null window has shown only that the score lies between the
            # bounds: search the child again.
            if frame[SCOUTED] != 0 and frame[ALPHA] < score < frame[BETA]:
                frame[SCOUTED] = 0
                break

            # Step 8. The others answer with what is worst for the role. Try their next
            # answer, unless this one is at most alpha: the role has a better choice,
            # and the rest is cut off.
            _take_answer(stack, ply, score)
            if _next_answer(stack, ply, role, order):
                if not settings.cuts:
                    break
                if frame[WORST] > frame[ALPHA]:
                    frame[BETA] = min(frame[BETA], frame[WORST])
                    _scout(frame, settings.scout, BELOW)
                    break
                counts[CUTOFFS] += 1
                _learn(stack.killers, history, order, ply, limit, stack.choice)
                _first_answer(stack, ply, role)

            # Step 9. The role chooses what is best. Try its next choice, unless this is
            # at least beta: the others avoid the node, and the rest is cut off.
            _take_choice(stack, ply)
            if _is_left(stack.spans, ply, role):
                if not settings.cuts or frame[BEST] < frame[BETA0]:
                    _try_next(stack, ply, role, order)
                    frame[BETA] = frame[BETA0]
                    frame[SCOUTED] = 0
                    if settings.cuts:
                        frame[ALPHA] = max(frame[ALPHA], frame[BEST])
                        _scout(frame, settings.scout, ABOVE)
                    break
                counts[CUTOFFS] += 1
                _learn(stack.killers, history, order, ply, limit, stack.best)

            # Step 10. The node is done: store its score, and take it to the parent.
            score = frame[BEST]
            if tabled and ply < limit and limit - ply <= MOST_LEFT:
                _store(stack, memory, mask, size, settings, ply)
            child = ply
            ply -= 1


# ---- a new node ------------------------------------------------------------


@inner_kernel
def _leaf(
    wiring: Wiring, settings: Settings, row: Row, frames: Ints, ply: Any, counts: Ints
) -> tuple[int, Any]:
    """Return SCORED and the score of a leaf, or INNER; or an error."""
    worth = frames[ply, WORTH]
    score: Any = np.int64(0)
    if holds(row, wiring.outputs[TERMINAL]) == 1:
        goal = goal_of(wiring.goals, row)
        if goal < 0:
            return NO_GOAL, score
        score = wiring.goals[goal, VALUE]
        if wiring.goals[goal, KIND] != 0:
            score = wiring.goals[goal, KIND] * (_WIN - ply)
        counts[LEAVES] += 1
        return SCORED, score
    if ply < settings.limit:
        return INNER, score
    if ply < settings.limit + settings.extra:
        quiet = wiring.outputs[QUIET]
        if quiet >= 0 and holds(row, quiet) == 0:
            return INNER, score
        if quiet < 0 and abs(worth - frames[ply - 1, WORTH]) > settings.swing:
            return INNER, score
    if abs(worth) >= _SURE:
        return TOO_LARGE, score
    counts[LEAVES] += 1
    counts[LIMITED] += 1
    return SCORED, worth


@inner_kernel
def _window(frame: Ints) -> Any:
    """Return the window in which the child of a node is searched."""
    alpha, beta = frame[ALPHA], frame[BETA]
    if frame[SCOUTED] == ABOVE:
        beta = alpha + 1
    elif frame[SCOUTED] == BELOW:
        alpha = beta - 1
    return alpha, beta


@inner_kernel
def _known(
    table: Words,
    entry: Any,
    size: Any,
    ply: Any,
    left: Any,
    alpha: Any,
    beta: Any,
    counts: Ints,
) -> tuple[int, Any]:
    """Return SCORED and the score of an entry that is enough for a window, or INNER.

    A score inside the window will change a line, which is wanted whole: the node is
    searched again.
    """
    searched, complete = left_at(table, entry, size), complete_at(table, entry, size)
    flag, score = flag_at(table, entry, size), score_at(table, entry, size, ply)
    if (searched == left or (complete == 1 and searched < left)) and (
        (flag != UPPER and score >= beta) or (flag != LOWER and score <= alpha)
    ):
        counts[HITS] += 1
        counts[LIMITED] += 1 - complete
        return SCORED, score
    return INNER, score


@inner_kernel
def _open(
    wiring: Wiring,
    stack: Stack,
    row: Row,
    ply: Any,
    place: Any,
    alpha: Any,
    beta: Any,
    limited: Any,
) -> Any:
    """Begin the search of an inner node; return whether each role has a move.

    Args:
        wiring: the network.
        stack: gets the frame of the node.
        row: of the node.
        ply: of the node.
        place: where in the room its moves begin.
        alpha: the lower bound of its window.
        beta: the upper bound.
        limited: the leaves that the limit has stopped so far.
    """
    frame, spans = stack.frames[ply], stack.spans
    frame[ALPHA0], frame[BETA0] = alpha, beta
    frame[ALPHA], frame[BETA] = alpha, beta
    frame[CHOICES], frame[ANSWERS], frame[SCOUTED] = 0, 0, 0
    frame[BEFORE] = limited
    frame[ALONE] = -1
    several, stuck = 0, False
    for r in range(len(wiring.roles)):
        end = legal_moves(wiring, row, stack.words[ply], r, stack.room, place)
        spans[ply, r, BEGIN], spans[ply, r, END] = place, end
        spans[ply, r, TRIED] = place
        stuck |= end == place
        if end - place > 1:
            several += 1
            frame[ALONE] = r
        place = end
    frame[ROOM_END] = place
    if several > 1:
        frame[ALONE] = -1
    return not stuck


# ---- the order of moves ----------------------------------------------------


@inner_kernel
def _sort_moves(
    stack: Stack,
    history: Ints,
    table: Words,
    entry: Any,
    size: Any,
    order: Any,
    ply: Any,
) -> None:
    """Put the moves of a table entry and those that have caused cutoffs first.

    Where one role alone has a choice, only its first move is found: the others are
    when their turn comes, which after a cutoff it does not.
    """
    spans, room, keys = stack.spans, stack.room, stack.keys
    roles = spans.shape[1]
    mine = other = np.int64(-1)
    if entry >= 0:
        mine, other = mine_at(table, entry, size), other_at(table, entry, size)
    for i in range(spans[ply, 0, BEGIN], stack.frames[ply, ROOM_END]):
        move = room[i]
        key: Any = np.int64(0)
        if order == HISTORY:
            key = history[move]
        elif order == KILLER:
            for r in range(roles):
                if move == stack.killers[ply, 0, r]:
                    key = 2
                elif move == stack.killers[ply, 1, r] and key == 0:
                    key = 1
        if move in (mine, other):
            key = _KNOWN
        keys[i] = key
    alone = stack.frames[ply, ALONE]
    for r in range(roles):
        begin, end = spans[ply, r, BEGIN], spans[ply, r, END]
        last = end - 1
        if alone >= 0:
            last = min(last, begin + 1)
        for i in range(begin, last):
            _choose(room, keys, i, end)


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
    killers: Numbers, history: Ints, order: Any, ply: Any, limit: Any, lines: Numbers
) -> None:
    """Record a cutoff by the first joint move of a line."""
    left = limit - ply
    if left < 0:
        return
    roles = killers.shape[2]
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


# ---- the next joint move ---------------------------------------------------


@inner_kernel
def _is_left(spans: Numbers, ply: Any, role: Any) -> Any:
    """Return whether a role has moves after the one that is tried."""
    return spans[ply, role, TRIED] + 1 < spans[ply, role, END]


@inner_kernel
def _try_next(stack: Stack, ply: Any, role: Any, order: Any) -> None:
    """Try the next move of a role."""
    spans = stack.spans
    spans[ply, role, TRIED] += 1
    if stack.frames[ply, ALONE] == role and order != RULE:
        _choose(stack.room, stack.keys, spans[ply, role, TRIED], spans[ply, role, END])
    stack.joints[ply, role] = stack.room[spans[ply, role, TRIED]]


@inner_kernel
def _try_first(stack: Stack, ply: Any, role: Any) -> None:
    """Try the first move of a role again."""
    stack.spans[ply, role, TRIED] = stack.spans[ply, role, BEGIN]
    stack.joints[ply, role] = stack.room[stack.spans[ply, role, BEGIN]]


@inner_kernel
def _next_answer(stack: Stack, ply: Any, role: Any, order: Any) -> Any:
    """Try the next answer to a choice; if there is none, return False."""
    for r in range(stack.spans.shape[1] - 1, -1, -1):
        if r != role:
            if _is_left(stack.spans, ply, r):
                _try_next(stack, ply, r, order)
                return True
            _try_first(stack, ply, r)
    return False


@inner_kernel
def _first_answer(stack: Stack, ply: Any, role: Any) -> None:
    """Go back to the first answer."""
    for r in range(stack.spans.shape[1]):
        if r != role:
            _try_first(stack, ply, r)


@inner_kernel
def _scout(frame: Ints, scout: Any, how: Any) -> None:
    """Search the next child with a null window first, if that is narrower."""
    frame[SCOUTED] = 0
    if scout and frame[BETA] - frame[ALPHA] > 1:
        frame[SCOUTED] = how


# ---- scores and lines ------------------------------------------------------


@inner_kernel
def _take_answer(stack: Stack, ply: Any, score: Any) -> None:
    """Take the score and the line of a child, if it is the worst answer so far."""
    frame, roles = stack.frames[ply], stack.spans.shape[1]
    if frame[ANSWERS] == 0 or score < frame[WORST]:
        frame[WORST] = score
        length = min(stack.frames[ply + 1, BEST_LENGTH] + 1, LINE)
        for r in range(roles):
            stack.choice[ply, r] = stack.joints[ply, r]
        for i in range(roles, length * roles):
            stack.choice[ply, i] = stack.best[ply + 1, i - roles]
        frame[CHOICE_LENGTH] = length
    frame[ANSWERS] += 1


@inner_kernel
def _take_choice(stack: Stack, ply: Any) -> None:
    """Take the score and the line of a choice, if it is the best so far."""
    frame, roles = stack.frames[ply], stack.spans.shape[1]
    if frame[CHOICES] == 0 or frame[WORST] > frame[BEST]:
        frame[BEST] = frame[WORST]
        for i in range(frame[CHOICE_LENGTH] * roles):
            stack.best[ply, i] = stack.choice[ply, i]
        frame[BEST_LENGTH] = frame[CHOICE_LENGTH]
    frame[CHOICES] += 1
    frame[ANSWERS] = 0


@inner_kernel
def _store(
    stack: Stack, memory: Memory, mask: Any, size: Any, settings: Settings, ply: Any
) -> None:
    """Store the best score of a ply in the table."""
    table, counts, frame = memory.table, memory.counts, stack.frames[ply]
    left = settings.limit - ply
    at = place_for(table, mask, stack.words[ply], size, left)
    if at < 0:
        return
    score, flag = frame[BEST], EXACT
    if score <= frame[ALPHA0]:
        flag = UPPER
    elif score >= frame[BETA0]:
        flag = LOWER
    # A win or loss in so many plies stays one, unless some lines went beyond the limit.
    complete = counts[LIMITED] == frame[BEFORE] or (
        settings.extra == 0 and abs(score) > _SURE
    )
    mine, other = stack.best[ply, settings.role], np.int64(-1)
    for r in range(stack.spans.shape[1]):
        alone = stack.spans[ply, r, END] - stack.spans[ply, r, BEGIN] == 1
        if r != settings.role and (other < 0 or not alone):
            other = np.int64(stack.best[ply, r])
    if table[at + size + REST - 1] == 0:
        counts[FILLED] += 1
    score = from_root(score, -ply)
    write(table, at, stack.words[ply], size, score, left, flag, complete, mine, other)
