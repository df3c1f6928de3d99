"""Expectimax by the code of a game: the kernel.

It finds the values of `search/game_tree/expectimax.py`, without lines and without the
distances of wins and losses, on which no value depends. A node is a frame of arrays,
so the kernel can resume where it stopped.

Where chance has one move only, the bounds of alpha-beta go on to the node below; the
outcomes of several moves are searched without bounds, as each counts in the mean.

Scores are exact, so that equal ones compare as equal: a kind (1 win, -1 loss, 0
between) and a fraction in lowest terms. Numerator and denominator are below 2^53, so
that their quotient in floating point is that of the exact number, rounded once. The
kernel stops where a fraction would be larger.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.scores import SURE
from pygame_search.network.game_functions import (
    WITHIN_TURN,
    Machine,
    address,
    is_terminal,
    make_step,
    weight_of,
    worth_of,
)
from pygame_search.network.jit import inner_kernel, linked_kernel
from pygame_search.network.searches.node import (
    BEGIN,
    DONE,
    END,
    GO_ON,
    KIND,
    NO_GOAL,
    NO_MOVE,
    NODES,
    PLY,
    SEVERAL,
    TOO_LARGE,
    TRIED,
    WORTH,
    Ints,
    Memory,
    Numbers,
    goal_at,
    legal_moves,
    reason_to_return,
)

#: More reasons to return, after those of `node.py`: a move of chance has no weight, or
#: several; a fraction is too large.
NO_WEIGHT, INEXACT = SEVERAL + 1, SEVERAL + 2

#: The counts after those of every search: leaves; those that the limit has stopped.
LEAVES, LIMITED = PLY + 1, PLY + 2
COUNTS = LIMITED + 1

#: The fields of a frame: the limit below; where its moves end in the room; the weights
#: of the outcomes so far, and the kind that all of them have, or 0.
LIMIT, ROOM_END, WEIGHT, SAME = range(4)
FIELDS = 4

#: The scores of a frame: the window; the best choice; the worst answer to this one; the
#: sum of the outcomes of chance, weighted.
ALPHA, BETA, BEST, WORST, SUM = range(5)
SCORES = 5

#: The kinds below and above all scores.
_LOWEST, _HIGHEST = -2, 2

#: The fields of a score.
_KIND, _ABOVE, _BELOW = range(3)

#: Numerators and denominators are less than the first number; before fractions are
#: reduced, less than the second.
MOST, _MOST_WIDE = 1 << 53, 2.0**62

_SURE = SURE


class Settings(NamedTuple):
    """The settings of a search.

    Attributes:
        role: the index of the role whose values are computed.
        chance: the role that moves at random.
        weighed: whether it draws by weight: 1 or 0.
        low, high: what a loss and a win are worth where they are part of a mean.
        turns: whether a turn may have several steps; a step within a turn does not
            count.
        limit: how many plies to look ahead, from the root.
    """

    role: int
    chance: int
    weighed: int
    low: int
    high: int
    turns: int
    limit: int = 0


class Stack(NamedTuple):
    """The arrays of a search that grow with its depth.

    Attributes:
        states: of each ply.
        frames: of each ply, FIELDS numbers.
        scores: of each ply SCORES scores: kind, numerator and denominator.
        joints: for each ply the joint move that is tried.
        spans: for each ply and role where its moves begin and end in `room`, and which
            one is tried.
        room: the moves of all plies.
    """

    states: NDArray[np.uint64]
    frames: Ints
    scores: Ints
    joints: Numbers
    spans: Numbers
    room: Numbers


# ---- fractions -------------------------------------------------------------


@inner_kernel
def _divisor(one: Any, other: Any) -> Any:
    """Return the greatest common divisor of a number and one above 0."""
    one, other = abs(one), other
    while one != 0:
        one, other = other % one, one
    return other


@inner_kernel
def _is_less(above: Any, below: Any, above1: Any, below1: Any) -> Any:
    """Return whether a fraction is less than another one (by continued fractions)."""
    while True:
        whole, whole1 = above // below, above1 // below1
        if whole != whole1:
            return whole < whole1
        rest, rest1 = above - whole * below, above1 - whole1 * below1
        if rest1 == 0:
            return False
        if rest == 0:
            return True
        above, below, above1, below1 = below1, rest1, below, rest


@inner_kernel
def _sum(above: Any, below: Any, above1: Any, below1: Any, times: Any) -> Any:
    """Return a fraction plus a multiple of another; 0/0 if that is too large."""
    divisor = _divisor(below, below1)
    factor, factor1 = below1 // divisor, below // divisor
    zero = np.int64(0)
    size = abs(np.float64(above)) * np.float64(factor)
    size += abs(np.float64(above1)) * np.float64(times) * np.float64(factor1)
    if size >= _MOST_WIDE or np.float64(below) * np.float64(factor) >= _MOST_WIDE:
        return zero, zero
    return _reduced(above * factor + above1 * times * factor1, below * factor)


@inner_kernel
def _share(above: Any, below: Any, parts: Any) -> Any:
    """Return a fraction divided by a number above 0; 0/0 if that is too large."""
    if np.float64(below) * np.float64(parts) >= _MOST_WIDE:
        return np.int64(0), np.int64(0)
    return _reduced(above, below * parts)


@inner_kernel
def _reduced(above: Any, below: Any) -> Any:
    """Return a fraction in lowest terms; 0/0 if it is too large."""
    divisor = _divisor(above, below)
    above, below = above // divisor, below // divisor
    if abs(above) >= MOST or below >= MOST:
        return np.int64(0), np.int64(0)
    return above, below


# ---- scores ----------------------------------------------------------------


@inner_kernel
def _put(score: Ints, kind: Any, above: Any, below: Any) -> None:
    """Set a score."""
    score[_KIND], score[_ABOVE], score[_BELOW] = kind, above, below


@inner_kernel
def _copy(score: Ints, other: Ints) -> None:
    """Set a score to another one."""
    _put(score, other[_KIND], other[_ABOVE], other[_BELOW])


@inner_kernel
def _less(score: Ints, other: Ints) -> Any:
    """Return whether a score is less than another one."""
    if score[_KIND] != other[_KIND] or score[_KIND] != 0:
        return score[_KIND] < other[_KIND]
    return _is_less(score[_ABOVE], score[_BELOW], other[_ABOVE], other[_BELOW])


# ---- nodes -----------------------------------------------------------------


@inner_kernel
def _open(machine: Machine, stack: Stack, ply: Any, place: Any) -> bool:
    """List the moves of a node from a place on; return whether each role has one."""
    state, spans = address(stack.states, np.int64(ply)), stack.spans
    for role in range(machine.roles):
        end = legal_moves(machine, state, role, stack.room, place)
        if end == place:
            return False
        spans[ply, role, BEGIN] = spans[ply, role, TRIED] = place
        spans[ply, role, END] = end
        place = end
    stack.frames[ply, ROOM_END] = place
    _put(stack.scores[ply, BEST], _LOWEST, 0, 1)
    _put(stack.scores[ply, WORST], _HIGHEST, 0, 1)
    _forget_outcomes(stack, ply)
    return True


@inner_kernel
def _forget_outcomes(stack: Stack, ply: Any) -> None:
    """Begin a mean over the moves of chance."""
    stack.frames[ply, WEIGHT] = stack.frames[ply, SAME] = 0
    _put(stack.scores[ply, SUM], 0, 0, 1)


@inner_kernel
def _has_luck(settings: Settings, stack: Stack, ply: Any) -> Any:
    """Return whether chance has several moves in a node."""
    span = stack.spans[ply, settings.chance]
    return span[END] - span[BEGIN] > 1


@inner_kernel
def _set_window(settings: Settings, stack: Stack, ply: Any) -> None:
    """Set the window of a node, whose parent has its own."""
    here, above = stack.scores[ply], stack.scores[ply - 1]
    _put(here[ALPHA], _LOWEST, 0, 1)
    _put(here[BETA], _HIGHEST, 0, 1)
    if _has_luck(settings, stack, ply - 1):
        return
    _copy(here[BETA], above[BETA])
    if _less(above[WORST], above[BETA]):
        _copy(here[BETA], above[WORST])
    if ply > 1:  # each choice of the root has an exact score
        _copy(here[ALPHA], above[ALPHA])
        if _less(above[ALPHA], above[BEST]):
            _copy(here[ALPHA], above[BEST])


@inner_kernel
def _leaf(
    machine: Machine, settings: Settings, stack: Stack, ply: Any, counts: Ints,
    score: Ints,
) -> int:  # fmt: skip
    """Set the score of a leaf; return DONE, or GO_ON for another node, or an error."""
    state, limit = address(stack.states, np.int64(ply)), stack.frames[ply - 1, LIMIT]
    stage = is_terminal(machine.context, state)
    if settings.turns == 1 and stage == WITHIN_TURN:
        limit += 1
    stack.frames[ply, LIMIT] = limit
    if stage == 1:
        counts[LEAVES] += 1
        goal = goal_at(machine, state, settings.role)
        if goal < 0:
            return NO_GOAL
        kind, worth = machine.goals[goal, KIND], machine.goals[goal, WORTH]
        if kind == 0 and abs(worth) >= _SURE:
            return TOO_LARGE
        _put(score, kind, 0 if kind != 0 else worth, 1)
        return DONE
    if ply < limit:
        return GO_ON
    worth = worth_of(machine.context, state, address(machine.weights, np.int64(0)))
    if abs(worth) >= _SURE:
        return TOO_LARGE
    counts[LEAVES] += 1
    counts[LIMITED] += 1
    _put(score, 0, worth, 1)
    return DONE


@inner_kernel
def _make(machine: Machine, settings: Settings, stack: Stack, ply: Any) -> None:
    """Make the joint move of a ply that is tried."""
    for role in range(machine.roles):
        stack.joints[ply, role] = stack.room[stack.spans[ply, role, TRIED]]
    whole = ply + 1 < stack.frames[ply, LIMIT] + settings.turns
    make_step(
        machine.context, address(stack.states, np.int64(ply)),
        address(stack.joints, np.int64(ply)), address(stack.states, np.int64(ply + 1)),
        np.int64(whole),
    )  # fmt: skip


@inner_kernel
def _try_next(span: Numbers) -> bool:
    """Try the next move of a span, or the first again if there is none."""
    span[TRIED] += 1
    if span[TRIED] < span[END]:
        return True
    span[TRIED] = span[BEGIN]
    return False


# ---- what is known of a child goes to its parent ---------------------------


@inner_kernel
def _take_outcome(
    machine: Machine, settings: Settings, stack: Stack, ply: Any, score: Ints
) -> int:
    """Add the score of an outcome of chance to the mean.

    Returns:
        GO_ON if there is another one to try, DONE if `score` is the mean, or an error.
    """
    if not _has_luck(settings, stack, ply):
        return DONE
    span, frame = stack.spans[ply, settings.chance], stack.frames[ply]
    total, weight, kind = stack.scores[ply, SUM], np.int64(1), score[_KIND]
    if settings.weighed == 1:
        state = address(stack.states, np.int64(ply))
        weight = weight_of(machine.context, state, np.int64(stack.room[span[TRIED]]))
        if weight <= 0:
            return NO_WEIGHT
    frame[SAME] = kind if frame[WEIGHT] == 0 or frame[SAME] == kind else 0
    frame[WEIGHT] += weight
    above, below = score[_ABOVE], score[_BELOW]
    if kind != 0:
        above, below = np.int64(settings.high if kind > 0 else settings.low), 1
    above, below = _sum(total[_ABOVE], total[_BELOW], above, below, weight)
    if below == 0 or frame[WEIGHT] >= MOST:
        return INEXACT
    _put(total, 0, above, below)
    if _try_next(span):
        return GO_ON
    above, below = _share(above, below, frame[WEIGHT])
    if below == 0:
        return INEXACT
    _put(score, frame[SAME], 0 if frame[SAME] != 0 else above, below)
    _forget_outcomes(stack, ply)
    return DONE


@inner_kernel
def _take_answer(
    roles: Any, settings: Settings, stack: Stack, ply: Any, score: Ints
) -> bool:
    """Take the score of an answer of the others; return whether to try another one.

    The others answer with what is worst for the role. An answer that is no better for
    it than another choice is enough.
    """
    own = stack.scores[ply]
    if _less(score, own[WORST]):
        _copy(own[WORST], score)
    enough = ply > 0 and not (
        _less(own[ALPHA], own[WORST]) and _less(own[BEST], own[WORST])
    )
    for role in range(roles - 1, -1, -1):
        if role == settings.role or role == settings.chance:
            continue
        span = stack.spans[ply, role]
        if enough:
            span[TRIED] = span[BEGIN]
        elif _try_next(span):
            return True
    return False


@inner_kernel
def _take_choice(settings: Settings, stack: Stack, ply: Any) -> bool:
    """Take the score of a choice of the role; return whether to try another one."""
    own = stack.scores[ply]
    if _less(own[BEST], own[WORST]):
        _copy(own[BEST], own[WORST])
    _put(own[WORST], _HIGHEST, 0, 1)
    if ply > 0 and not _less(own[BEST], own[BETA]):
        return False
    return _try_next(stack.spans[ply, settings.role])


# ---- the search ------------------------------------------------------------


@linked_kernel
def begin(machine: Machine, stack: Stack) -> int:
    """List the moves of the root; return DONE, or NO_MOVE if a role has none."""
    if not _open(machine, stack, np.int64(0), np.int64(0)):
        return NO_MOVE
    _put(stack.scores[0, ALPHA], _LOWEST, 0, 1)
    _put(stack.scores[0, BETA], _HIGHEST, 0, 1)
    return DONE


@linked_kernel
def search(
    machine: Machine,
    settings: Settings,
    stack: Stack,
    memory: Memory,
    score: Ints,
    found: Ints,
) -> int:
    """Search to the limit; return why the kernel stopped.

    Args:
        machine: of the game.
        settings: of the search.
        stack: its arrays, with the moves of the root.
        memory: has the counts; PLY is where the search is.
        score: room for a score.
        found: for each move of the role at the root, in the order of its span, gets
            its score.
    """
    counts, spans = memory.counts, stack.spans
    ply = np.int64(counts[PLY])
    while True:
        reason = reason_to_return(
            memory, machine.key, ply, len(stack.states),
            stack.frames[ply, ROOM_END] + machine.moves + 1, len(stack.room),
        )  # fmt: skip
        if reason != GO_ON:
            counts[PLY] = ply
            return reason
        _make(machine, settings, stack, ply)
        counts[NODES] += 1
        status = _leaf(machine, settings, stack, ply + 1, counts, score)
        if status == GO_ON:
            ply += 1
            place = np.int64(stack.frames[ply - 1, ROOM_END])
            if not _open(machine, stack, ply, place):
                counts[PLY] = ply
                return NO_MOVE
            _set_window(settings, stack, ply)
            continue
        while status == DONE:
            status = _take_outcome(machine, settings, stack, ply, score)
            if status != DONE:
                break
            if _take_answer(machine.roles, settings, stack, ply, score):
                status = GO_ON
                break
            if ply == 0:
                span = spans[0, settings.role]
                _copy(found[span[TRIED] - span[BEGIN]], stack.scores[0, WORST])
            if _take_choice(settings, stack, ply):
                status = GO_ON
                break
            if ply == 0:
                return DONE
            _copy(score, stack.scores[ply, BEST])
            ply -= 1
        if status != GO_ON:
            counts[PLY] = ply
            return status
