"""The moves of a node of alpha-beta: their order, and which one is tried."""

from __future__ import annotations

from typing import Any

import numpy as np

from pygame_search.network.game_functions import (
    Machine,
    address,
    list_noisy,
    noisy_of,
)
from pygame_search.network.jit import inner_kernel
from pygame_search.network.searches.alphabeta_stack import (
    ALONE,
    ALPHA,
    ALPHA0,
    ANSWERS,
    BEFORE,
    BETA,
    BETA0,
    CHOICES,
    HISTORY,
    KILLER,
    ROOM_END,
    RULE,
    SCOUTED,
    Stack,
)
from pygame_search.network.searches.node import (
    BEGIN,
    END,
    TRIED,
    Ints,
    Numbers,
    legal_moves,
)
from pygame_search.network.searches.table import mine_of, other_of

_KNOWN, _NOISY = 1 << 62, 1 << 58


@inner_kernel
def begin_node(frame: Ints, alpha: Any, beta: Any, limited: Any) -> None:
    """Begin a frame; see `open_node`."""
    frame[ALPHA0], frame[BETA0] = alpha, beta
    frame[ALPHA], frame[BETA] = alpha, beta
    frame[CHOICES], frame[ANSWERS], frame[SCOUTED] = 0, 0, 0
    frame[BEFORE] = limited


@inner_kernel
def open_node(
    machine: Machine,
    stack: Stack,
    ply: Any,
    place: Any,
    alpha: Any,
    beta: Any,
    limited: Any,
) -> Any:
    """Begin the search of an inner node; return whether each role has a move.

    Args:
        machine: of the game.
        stack: has its state, and gets its frame.
        ply: of the node.
        place: where in the room its moves begin.
        alpha: the lower bound of its window.
        beta: the upper bound.
        limited: the leaves that the limit has stopped so far.
    """
    frame, spans = stack.frames[ply], stack.spans
    begin_node(frame, alpha, beta, limited)
    frame[ALONE] = 0
    several, stuck = 0, False
    state = address(stack.states, np.int64(ply))
    for r in range(machine.roles):
        end = legal_moves(machine, state, r, stack.room, place)
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
def first_joint(
    machine: Machine,
    stack: Stack,
    history: Ints,
    entry: Any,
    order: Any,
    noisy: Any,
    ply: Any,
) -> None:
    """Sort the moves, if there is anything to sort them by, and try the first.

    Args:
        machine: of the game.
        stack: of the search.
        history: the same.
        entry: the last word of the table's entry, 0 if there is none.
        order: of the moves.
        noisy: whether noisy moves come first.
        ply: the ply.
    """
    if order != RULE or entry != 0:
        _sort(machine, stack, history, entry, order, noisy, ply)
    for r in range(stack.spans.shape[1]):
        try_first(stack, ply, r)


@inner_kernel
def _sort(
    machine: Machine,
    stack: Stack,
    history: Ints,
    entry: Any,
    order: Any,
    noisy: Any,
    ply: Any,
) -> None:
    """Put the moves of a table entry, noisy ones and those with cutoffs first.

    Where one role alone has a choice, only its first move is found: the others are
    when their turn comes, which after a cutoff it does not.
    """
    spans, room, keys = stack.spans, stack.room, stack.keys
    roles = spans.shape[1]
    mine = other = np.int64(-1)
    if entry != 0:
        mine, other = mine_of(entry), other_of(entry)
    for role in range(roles):
        for i in range(spans[ply, role, BEGIN], spans[ply, role, END]):
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
    if noisy:
        _prefer_noisy(machine, stack, ply)
    for r in range(roles):
        begin, end = spans[ply, r, BEGIN], spans[ply, r, END]
        last = end - 1
        if alone >= 0:
            last = min(last, begin + 1)
        for i in range(begin, last):
            choose(room, keys, i, end)


@inner_kernel
def _prefer_noisy(machine: Machine, stack: Stack, ply: Any) -> None:
    """Put the noisy moves before the others, but after that of a table entry.

    If a role cannot avoid a noisy move, all joint moves are noisy.
    """
    spans, room, keys = stack.spans, stack.room, stack.keys
    state, end = address(stack.states, np.int64(ply)), stack.frames[ply, ROOM_END]
    for free in range(2):  # first the roles without a choice, then the others
        for r in range(machine.roles):
            at = np.int64(spans[ply, r, BEGIN])
            count = spans[ply, r, END] - at
            if (count > 1) != (free == 1):
                continue
            listed = list_noisy(
                machine.context, state, np.int64(r), address(room, np.int64(end))
            )
            found = noisy_of(listed)
            if found == count:
                return
            # Both lists ascend.
            for i in range(end, end + found):
                while room[at] != room[i]:
                    at += 1
                keys[at] += _NOISY


@inner_kernel
def choose(room: Numbers, keys: Ints, place: Any, end: Any) -> None:
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
def learn(
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
def is_left(spans: Numbers, ply: Any, role: Any) -> Any:
    """Return whether a role has moves after the one that is tried."""
    return spans[ply, role, TRIED] + 1 < spans[ply, role, END]


@inner_kernel
def try_next(stack: Stack, ply: Any, role: Any, order: Any) -> None:
    """Try the next move of a role."""
    spans = stack.spans
    spans[ply, role, TRIED] += 1
    if stack.frames[ply, ALONE] == role and order != RULE:
        choose(stack.room, stack.keys, spans[ply, role, TRIED], spans[ply, role, END])
    stack.joints[ply, role] = stack.room[spans[ply, role, TRIED]]


@inner_kernel
def try_first(stack: Stack, ply: Any, role: Any) -> None:
    """Try the first move of a role again."""
    stack.spans[ply, role, TRIED] = stack.spans[ply, role, BEGIN]
    stack.joints[ply, role] = stack.room[stack.spans[ply, role, BEGIN]]


@inner_kernel
def next_answer(stack: Stack, ply: Any, role: Any, order: Any) -> Any:
    """Try the next answer to a choice; if there is none, return False."""
    for r in range(stack.spans.shape[1] - 1, -1, -1):
        if r != role:
            if is_left(stack.spans, ply, r):
                try_next(stack, ply, r, order)
                return True
            try_first(stack, ply, r)
    return False


@inner_kernel
def first_answer(stack: Stack, ply: Any, role: Any) -> None:
    """Go back to the first answer."""
    for r in range(stack.spans.shape[1]):
        if r != role:
            try_first(stack, ply, r)
