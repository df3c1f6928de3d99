"""Alpha-beta over the functions of a game, in one kernel with its own stack.

It finds the same scores in the same windows as `logic/search/alphabeta.pl`. A node is a
frame of arrays. The kernel runs for a number of nodes at a time and can resume where it
stopped. It also returns when one of its arrays is too small, and resumes with larger
ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pygame_search.model.scores import INFINITY, SURE, WIN
from pygame_search.network.bits import fetch
from pygame_search.network.game_functions import (
    WITHIN_TURN,
    Machine,
    address,
    is_quiet,
    is_terminal,
    legal_of,
    list_noisy,
    make_step,
    noisy_of,
    worth_of,
)
from pygame_search.network.jit import Number, bare_kernel, inner_kernel, linked_kernel
from pygame_search.network.searches.alphabeta_moves import (
    begin_node,
    choose,
    first_answer,
    first_joint,
    is_left,
    learn,
    next_answer,
    open_node,
    try_next,
)
from pygame_search.network.searches.alphabeta_stack import (
    ABOVE,
    ALONE,
    ALPHA,
    ALPHA0,
    ANSWERED,
    ANSWERS,
    BEFORE,
    BELOW,
    BEST,
    BEST_CHOICE,
    BEST_LENGTH,
    BETA,
    BETA0,
    CHOICE_LENGTH,
    CHOICES,
    CUTOFFS,
    FLOOR,
    HITS,
    LEAVES,
    LENGTH,
    LIMIT,
    LIMITED,
    LINE,
    PLACE,
    ROOM_END,
    RULE,
    SCORE,
    SCOUTED,
    UNTIL,
    WORST,
    Root,
    Settings,
    Stack,
)
from pygame_search.network.searches.node import (
    BEGIN,
    DONE,
    END,
    FILLED,
    GO_ON,
    KIND,
    NO_GOAL,
    NO_MOVE,
    NODES,
    PLY,
    SEVERAL,
    TOO_LARGE,
    WORTH,
    Ints,
    Memory,
    goal_at,
    legal_moves,
    reason_to_return,
)
from pygame_search.network.searches.table import (
    EXACT,
    LOWER,
    MOST_LEFT,
    REST,
    UPPER,
    U,
    Words,
    bucket,
    complete_of,
    find,
    flag_of,
    from_root,
    left_of,
    mask_of,
    place_for,
    score_of,
    told,
    write,
)

#: What a new node is: one to be searched, or one whose score is known. Otherwise it is
#: an error, a reason to return.
INNER, SCORED = GO_ON, DONE

_SURE = SURE
_WIN = WIN
_NO_ENTRY = U(0)


@linked_kernel
def begin(machine: Machine, stack: Stack) -> int:
    """List the moves of the root, whose state is in the stack."""
    open_node(machine, stack, 0, np.int64(0), 0, 0, 0)
    return 0


@linked_kernel
def search(
    machine: Machine,
    settings: Settings,
    stack: Stack,
    memory: Memory,
    history: Ints,
    root: Root,
) -> int:
    """Search to the limit; return why the kernel stopped.

    Before the first call the count PLY is 0, and the frame of the root has its window
    and no choices. The scores are fail-soft, as in `alphabeta.pl`.

    Args:
        machine: of the game.
        settings: of the search.
        stack: its arrays.
        memory: what it keeps beside them.
        history: for each move a measure of the cutoffs that it has caused.
        root: the joint moves of the root; gets what is found.
    """
    counts, table, frames = memory.counts, memory.table, stack.frames
    size, most_moves = machine.key, (1 + settings.noisy) * machine.moves
    order, role, turns = settings.order, settings.role, np.int64(settings.turns)
    mask, tabled = mask_of(table, size), len(table) > 0
    leaves = settings.extra == 0 and not settings.scout and not settings.turns
    ply = counts[PLY]
    while True:
        # Step 1. Return if the clock is to be checked or an array is too small. All
        # that is needed to go on is in the arrays.
        reason = reason_to_return(
            memory, size, ply, len(stack.states),
            frames[ply, ROOM_END] + most_moves + 1, len(stack.room),
        )  # fmt: skip
        if reason != GO_ON:
            counts[PLY] = ply
            return reason

        # Step 2. Make the child. Its bucket of the table is fetched meanwhile.
        child, above = ply + 1, frames[ply, LIMIT]
        probed = tabled and child < above + turns
        its_bucket = _make(machine, settings, stack, memory, mask, ply, probed)
        counts[NODES] += 1
        here = stack.states[child]

        # Step 3. A leaf: the end of the game, or a quiet state at the limit.
        status, score = _leaf(machine, settings, stack, child, counts)
        limit = frames[child, LIMIT]

        # Step 4. A score or a bound from the table that is enough for the window.
        alpha, beta = _window(frames[ply])
        entry = _NO_ENTRY
        if probed and status == INNER and child < limit:
            status, score, entry = _known(
                memory, its_bucket, here, size, child, limit - child, alpha, beta
            )

        # Step 5. An inner node: list its moves, and go on below the first. Above the
        # limit all children are leaves, which need no frame.
        if status == INNER:
            place, limited = frames[ply, ROOM_END], counts[LIMITED]
            if settings.noisy and child >= limit:
                status, score = _open_noisy(
                    machine, settings, stack, child, place, alpha, beta, score, counts
                )
            elif not open_node(machine, stack, child, place, alpha, beta, limited):
                status = NO_MOVE
        if status == INNER:
            noisy_first = settings.noisy and child < limit and order != RULE
            first_joint(machine, stack, history, entry, order, noisy_first, child)
            if child + 1 < limit or not leaves or frames[child, ALONE] < 0:
                ply = child
                continue
            status, score = _last_ply(machine, settings, stack, memory, history, child)
            if status == SCORED and tabled:
                _store(stack, memory, mask, size, settings, child)
        if status != SCORED:
            counts[PLY] = child
            return status

        while True:  # the score of the child is known; its line is best[child]
            # Step 6. The root has rules of its own. The search is done when none of its
            # joint moves is left.
            if ply == 0:
                if not _next_at_root(root, settings, stack, memory, score):
                    return DONE
                break
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
            if next_answer(stack, ply, role, order):
                if not settings.cuts:
                    break
                if frame[WORST] > frame[ALPHA]:
                    frame[BETA] = min(frame[BETA], frame[WORST])
                    _scout(frame, settings.scout, BELOW)
                    break
                counts[CUTOFFS] += 1
                learn(stack.killers, history, order, ply, frame[LIMIT], stack.choice)
                first_answer(stack, ply, role)

            # Step 9. The role chooses what is best. Try its next choice, unless this is
            # at least beta: the others avoid the node, and the rest is cut off.
            _take_choice(stack, ply)
            if is_left(stack.spans, ply, role):
                if not settings.cuts or frame[BEST] < frame[BETA0]:
                    try_next(stack, ply, role, order)
                    frame[BETA] = frame[BETA0]
                    frame[SCOUTED] = 0
                    if settings.cuts:
                        frame[ALPHA] = max(frame[ALPHA], frame[BEST])
                        _scout(frame, settings.scout, ABOVE)
                    break
                counts[CUTOFFS] += 1
                learn(stack.killers, history, order, ply, frame[LIMIT], stack.best)

            # Step 10. The node is done: store its score, and take it to the parent.
            score = frame[BEST]
            if tabled and ply < frame[LIMIT] and frame[LIMIT] - ply <= MOST_LEFT:
                _store(stack, memory, mask, size, settings, ply)
            child = ply
            ply -= 1


@inner_kernel
def _scout(frame: Ints, scout: Any, how: Any) -> None:
    """Search the next child with a null window first, if that is narrower."""
    frame[SCOUTED] = 0
    if scout and frame[BETA] - frame[ALPHA] > 1:
        frame[SCOUTED] = how


# ---- the root --------------------------------------------------------------


@bare_kernel
def _next_at_root(
    root: Root, settings: Settings, stack: Stack, memory: Memory, score: Number
) -> bool:
    """Take a score, and go on to the next joint move; if there is none, return False.

    It is that of steps 8 and 9, but the order is given, nothing is scouted, and what is
    found of each choice is kept. Of the best choices the first in rule order gets an
    exact score: alpha stays one below the best for those that stand before it.

    It is no inner kernel: as a part of `search` it makes all other plies slower.
    """
    _take_answer(stack, 0, score)
    frame, choices, counts = stack.frames[0], root.choices, memory.counts
    number = frame[CHOICES]
    at = frame[ANSWERS]
    if number > 0:
        at += choices[number - 1, UNTIL]
    if at < choices[number, UNTIL]:
        if frame[WORST] > frame[ALPHA]:
            frame[BETA] = min(frame[BETA], frame[WORST])
            _try_at_root(root, stack, at)
            return True
        counts[CUTOFFS] += 1
    best = counts[BEST_CHOICE]
    _keep_choice(root, stack, number)
    if (
        number == 0
        or frame[WORST] > frame[BEST]
        or (
            frame[WORST] == frame[BEST] > frame[ALPHA]
            and choices[number, PLACE] < choices[best, PLACE]
        )
    ):
        frame[BEST], best = frame[WORST], number
        counts[BEST_CHOICE] = number
    number += 1
    frame[CHOICES], frame[ANSWERS] = number, 0
    if number == len(choices):
        return False
    if frame[BEST] >= frame[BETA0]:
        counts[CUTOFFS] += 1
        return False
    if not settings.exact:
        may_tie = settings.all_best or choices[number, PLACE] < choices[best, PLACE]
        frame[ALPHA] = max(frame[ALPHA0], frame[BEST] - np.int64(may_tie))
    frame[BETA] = frame[BETA0]
    _try_at_root(root, stack, choices[number - 1, UNTIL])
    return True


@inner_kernel
def _try_at_root(root: Root, stack: Stack, at: Any) -> None:
    """Try a joint move of the root."""
    for r in range(root.joints.shape[1]):
        stack.joints[0, r] = root.joints[at, r]


@inner_kernel
def _keep_choice(root: Root, stack: Stack, number: Any) -> None:
    """Keep what was found of a choice."""
    frame, choice = stack.frames[0], root.choices[number]
    choice[FLOOR], choice[SCORE] = frame[ALPHA], frame[WORST]
    choice[ANSWERED], choice[LENGTH] = frame[ANSWERS], frame[CHOICE_LENGTH]
    for i in range(frame[CHOICE_LENGTH] * root.joints.shape[1]):
        root.lines[number, i] = stack.choice[0, i]


# ---- a new node ------------------------------------------------------------


@inner_kernel
def _make(
    machine: Machine,
    settings: Settings,
    stack: Stack,
    memory: Memory,
    mask: Any,
    ply: Any,
    probed: Any,
) -> Any:
    """Make the child of a ply; return where its bucket begins in the table."""
    child = ply + 1
    limit = stack.frames[ply, LIMIT] + np.int64(settings.turns)
    whole = np.int64(child < limit + settings.extra)
    make_step(
        machine.context, address(stack.states, np.int64(ply)),
        address(stack.joints, np.int64(ply)), address(stack.states, np.int64(child)),
        whole,
    )  # fmt: skip
    its_bucket = np.int64(-1)
    if probed:
        its_bucket = bucket(mask, stack.states[child], machine.key)
        fetch(memory.table, its_bucket)
        fetch(memory.table, its_bucket + 8)
    stack.frames[child, BEST_LENGTH] = 0
    return its_bucket


@inner_kernel
def _leaf(
    machine: Machine, settings: Settings, stack: Stack, ply: Any, counts: Ints
) -> tuple[int, Any]:
    """Return SCORED and the score of a leaf, or INNER; or an error."""
    state = address(stack.states, np.int64(ply))
    context, weights = machine.context, address(machine.weights, np.int64(0))
    score: Any = np.int64(0)
    limit = stack.frames[ply - 1, LIMIT]
    stage = is_terminal(context, state)
    if stage == WITHIN_TURN:
        limit += 1
    stack.frames[ply, LIMIT] = limit
    if stage == 1:
        counts[LEAVES] += 1
        return _end(machine, settings, state, ply)
    if ply < limit:
        return INNER, score
    score = worth_of(context, state, weights)
    if ply < limit + settings.extra:
        if settings.noisy:
            if not _stays(stack, machine.key, ply):
                return INNER, score
            return _limited(counts, score)
        quiet = is_quiet(context, state)
        if quiet == 0:
            return INNER, score
        above = address(stack.states, np.int64(ply - 1))
        if quiet < 0 and abs(score - worth_of(context, above, weights)) > (
            settings.swing
        ):
            return INNER, score
    return _limited(counts, score)


@inner_kernel
def _limited(counts: Ints, score: Any) -> tuple[int, Any]:
    """Count a leaf that the limit has stopped; return SCORED, or TOO_LARGE."""
    if abs(score) >= _SURE:
        return TOO_LARGE, score
    counts[LEAVES] += 1
    counts[LIMITED] += 1
    return SCORED, score


@inner_kernel
def _stays(stack: Stack, size: Any, ply: Any) -> Any:
    """Return whether a state is the one above it."""
    same = True
    for i in range(size):
        same &= stack.states[ply, i] == stack.states[ply - 1, i]
    return same


@inner_kernel
def _open_noisy(
    machine: Machine,
    settings: Settings,
    stack: Stack,
    ply: Any,
    place: Any,
    alpha: Any,
    beta: Any,
    score: Any,
    counts: Ints,
) -> tuple[int, Any]:
    """Begin the search of a node beyond the limit, with standing pat.

    Standing pat is the first choice of the role, or the first answer to its only one;
    the noisy moves follow. If all joint moves are noisy there is no standing pat; if
    none is, the node is a leaf. See `logic/search/standing_pat.pl`.

    Args:
        machine: of the game.
        settings: of the search.
        stack: has its state, and gets its frame.
        ply: of the node.
        place: where in the room its moves begin.
        alpha: the lower bound of its window.
        beta: the upper bound.
        score: its estimate.
        counts: of the search.

    Returns:
        INNER, or SCORED and the score of the node, or an error.
    """
    frame, spans = stack.frames[ply], stack.spans
    state = address(stack.states, np.int64(ply))
    begin_node(frame, alpha, beta, counts[LIMITED])
    noisy = several = np.int64(0)
    alone: Any = np.int64(-1)
    end = np.int64(place)
    for r in range(machine.roles):
        listed = list_noisy(
            machine.context, state, np.int64(r), address(stack.room, end)
        )
        found, legal = noisy_of(listed), legal_of(listed)
        if legal == 0:
            return NO_MOVE, score
        if found == legal:  # nobody can avoid the noise
            if open_node(machine, stack, ply, place, alpha, beta, counts[LIMITED]):
                return INNER, score
            return NO_MOVE, score
        if legal > 1:
            several, alone = several + 1, np.int64(r)
            spans[ply, r, BEGIN], spans[ply, r, END] = end, end + found
            end += found
            noisy += found
    if noisy == 0:
        return _limited(counts, score)
    if several > 1:
        return SEVERAL, score
    for r in range(machine.roles):
        if r != alone:
            spans[ply, r, BEGIN] = end
            end = legal_moves(machine, state, r, stack.room, end)
            spans[ply, r, END] = end
    frame[ALONE], frame[ROOM_END] = alone, end
    counts[NODES] += 1
    status, score = _limited(counts, score)
    mine = alone == settings.role
    if mine:
        frame[BEST], frame[BEST_LENGTH], frame[CHOICES] = score, 0, 1
    else:
        frame[WORST], frame[CHOICE_LENGTH], frame[ANSWERS] = score, 0, 1
    if settings.cuts and status == SCORED:
        if (mine and score >= beta) or (not mine and score <= alpha):
            counts[CUTOFFS] += 1
            return SCORED, score
        if mine:
            frame[ALPHA] = max(alpha, score)
            _scout(frame, settings.scout, ABOVE)
        else:
            frame[BETA] = min(beta, score)
            _scout(frame, settings.scout, BELOW)
    return (INNER if status == SCORED else status), score


@inner_kernel
def _end(machine: Machine, settings: Settings, state: Any, ply: Any) -> tuple[int, Any]:
    """Return SCORED and the score of an end of the game; or NO_GOAL."""
    goal = goal_at(machine, state, settings.role)
    score: Any = np.int64(0)
    if goal < 0:
        return NO_GOAL, score
    score = machine.goals[goal, WORTH]
    if machine.goals[goal, KIND] != 0:
        score = machine.goals[goal, KIND] * (_WIN - ply)
    return SCORED, score


@inner_kernel
def _last_ply(
    machine: Machine,
    settings: Settings,
    stack: Stack,
    memory: Memory,
    history: Ints,
    ply: Any,
) -> tuple[int, Any]:
    """Search a node above leaves; return SCORED and its score, or an error.

    It does what steps 2, 3, 8 and 9 do, where one role alone has a choice. The scores
    are taken negative if that is an opponent, so that the highest is best.
    """
    frame, counts, joints = stack.frames[ply], memory.counts, stack.joints
    context, weights = machine.context, address(machine.weights, np.int64(0))
    here = address(stack.states, np.int64(ply))
    joint = address(joints, np.int64(ply))
    below = address(stack.states, np.int64(ply + 1))
    alone = frame[ALONE]
    at: Any = np.int64(stack.spans[ply, alone, BEGIN])
    end = np.int64(stack.spans[ply, alone, END])
    sign, enough = np.int64(1), frame[BETA0]
    if alone != settings.role:
        sign, enough = np.int64(-1), -frame[ALPHA0]
    if not settings.cuts:
        enough = np.int64(INFINITY)
    best, chosen = np.int64(-INFINITY), joints[ply, alone]
    tried = limited = np.int64(0)
    status: Any = SCORED
    while True:
        make_step(context, here, joint, below, np.int64(0))
        tried += 1
        if is_terminal(context, below) == 1:
            status, score = _end(machine, settings, below, ply + 1)
        else:
            score = worth_of(context, below, weights)
            limited += 1
            if abs(score) >= _SURE:
                status = TOO_LARGE
        if status != SCORED:
            break
        if tried == 1 or sign * score > best:
            best, chosen = sign * score, joints[ply, alone]
        at += 1
        if at == end:
            break
        if best >= enough:
            counts[CUTOFFS] += 1
            joints[ply, alone] = chosen
            learn(stack.killers, history, settings.order, ply, frame[LIMIT], joints)
            break
        if settings.order != RULE:
            choose(stack.room, stack.keys, at, end)
        joints[ply, alone] = stack.room[at]
    for r in range(machine.roles):
        stack.best[ply, r] = joints[ply, r]
    stack.best[ply, alone] = chosen
    frame[BEST], frame[BEST_LENGTH] = sign * best, 1
    counts[NODES] += tried
    counts[LEAVES] += tried
    counts[LIMITED] += limited
    return status, sign * best


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
    memory: Memory,
    its_bucket: Any,
    state: Words,
    size: Any,
    ply: Any,
    left: Any,
    alpha: Any,
    beta: Any,
) -> tuple[int, Any, Any]:
    """Return SCORED and a score that is enough for a window, or INNER.

    And the last word of the entry; it is 0 if there is none.

    A score inside the window will change a line, which is wanted whole: the node is
    searched again, beginning with the move of the entry.
    """
    table, counts = memory.table, memory.counts
    first, entry = find(table, its_bucket, state, size)
    score: Any = np.int64(0)
    if entry != 0:
        searched, complete = left_of(entry), complete_of(entry)
        flag, score = flag_of(entry), score_of(first, ply)
        if (searched == left or (complete == 1 and searched < left)) and (
            (flag != UPPER and score >= beta) or (flag != LOWER and score <= alpha)
        ):
            counts[HITS] += 1
            counts[LIMITED] += 1 - complete
            return SCORED, score, entry
    return INNER, score, entry


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
    left = frame[LIMIT] - ply
    at = place_for(table, mask, stack.states[ply], size, left)
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
    last = told(left, flag, complete, mine, other)
    write(table, at, stack.states[ply], size, U(from_root(score, -ply)), last)
