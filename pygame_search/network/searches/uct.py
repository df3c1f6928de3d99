"""UCT over a network: the tree of one state, and random games in LANES lanes.

The games of a leaf begin in lanes that are free, and each is played to its end. While
the tree is small, few leaves are in the lanes at a time, because the results of the
first games decide where the next ones begin.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import lowest
from pygame_search.network.jit import bare_kernel, inner_kernel
from pygame_search.network.lanes.evaluate import advance, evaluate_moves, evaluate_state
from pygame_search.network.lanes.lane_words import (
    LANES,
    WORDS,
    count,
    literal,
    load,
    some,
    splat,
    store,
)
from pygame_search.network.lanes.random_move import Choice, move_at_random
from pygame_search.network.lanes.schedule import Schedule
from pygame_search.network.searches.uct_expand import (
    CHILDREN,
    CLOCK,
    LAST,
    LEAVES,
    LEFT,
    LONG,
    NO_MOVE,
    PLAYED,
    PROVEN,
    QUEUE,
    ROLE,
    STATUS,
    Lanes,
    enqueue,
    expand,
    gather,
    read_goals,
    take_values,
)
from pygame_search.network.searches.uct_tree import (
    END,
    LEAF,
    QUEUED,
    Manner,
    Tree,
    back_up,
    descend,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

#: The least number of leaves in the lanes at a time, and which part of the leaves so
#: far may be in the lanes.
FEWEST, PART = 16, 4

#: The number of leaves after which nodes are expanded even with few children.
WAIT = 256

#: The share of the used lanes that is idle before new games begin.
IDLE = 8

#: The number of plies at which a game is given up.
LONGEST = 1_000_000

#: The number of steps between two checks for games that are too long.
_SOMETIMES = 1 << 12


@bare_kernel
def _begin(
    tree: Tree,
    plan: Schedule,
    manner: Manner,
    lanes: Lanes,
    active: NDArray[np.uint64],
    room: Choice,
) -> bool:
    """Begin games in free lanes; return whether there is no fault.

    Args:
        tree: decides where.
        plan: of the network.
        manner: of the search.
        lanes: receive the games.
        active: a row: the lanes with a game.
        room: working memory for new children.
    """
    counters, fresh = lanes.counters, lanes.fresh
    leaves = max(FEWEST, min(LANES // manner.each, counters[LEAVES] // PART))
    each = np.int64(manner.each)
    if manner.full:
        each = max(each, LANES // leaves)
    used = leaves * each
    free = used - count(load(active, _ZERO))
    if free < max(each, used // IDLE):
        return True
    if counters[LEAVES] == 0:
        enqueue(np.int64(0), tree, manner, lanes)
    if counters[QUEUE] and (
        counters[CHILDREN] >= min(LANES, counters[LEAVES])
        or counters[LEAVES] - counters[LAST] >= WAIT
    ):
        counters[LAST] = counters[LEAVES]
        if not expand(tree, plan, manner, lanes, room):
            return False
        if manner.solver and tree.low[0] == tree.high[0]:
            counters[STATUS] = PROVEN
            return True
    store(fresh, _ZERO, splat(_ZERO))
    w = np.int64(0)
    for _ in range(free // each):
        if counters[LEFT] == 0 or counters[QUEUE] == len(lanes.queue):
            break
        games = min(each, counters[LEFT])
        counters[LEFT] -= games
        counters[LEAVES] += 1
        node = np.int64(descend(games, tree, manner, lanes.chaos))
        if tree.first[node] == LEAF:
            enqueue(node, tree, manner, lanes)
        elif tree.first[node] != QUEUED:
            for side in range(len(lanes.found)):
                lanes.found[side] = tree.sums[side, node] / tree.visits[node]
            if tree.first[node] != END:
                lanes.found[0] = tree.low[node]
            back_up(node, games, lanes.found, tree, manner)
            counters[PLAYED] += games
            continue
        while games > 0:
            idle = ~active[w]
            while idle != 0 and games > 0:
                lane = np.int64(lowest(idle)) * WORDS + w
                bit = idle & (_ZERO - idle)
                idle ^= bit
                active[w] |= bit
                fresh[w] |= bit
                lanes.leaf[lane] = node
                lanes.began[lane] = counters[CLOCK]
                games -= 1
            if games > 0:
                w += 1
    if some(load(fresh, _ZERO)):
        gather(tree.states, lanes.leaf, fresh, len(plan.next), lanes.rows, lanes.square)
    return True


@inner_kernel
def _end(tree: Tree, manner: Manner, lanes: Lanes) -> bool:
    """Back up the results of the games that have ended."""
    for w in range(WORDS):
        word = lanes.ended[w]
        while word != 0:
            lane = np.int64(lowest(word)) * WORDS + w
            word &= word - _ONE
            if not take_values(lane, lanes, manner):
                return False
            back_up(lanes.leaf[lane], np.int64(1), lanes.found, tree, manner)
            lanes.counters[PLAYED] += 1
    return True


@inner_kernel
def _too_long(lanes: Lanes, active: NDArray[np.uint64]) -> bool:
    """Return whether a game is too long."""
    for w in range(WORDS):
        word = active[w]
        while word != 0:
            lane = np.int64(lowest(word)) * WORDS + w
            word &= word - _ONE
            if lanes.counters[CLOCK] - lanes.began[lane] > LONGEST:
                return True
    return False


@inner_kernel
def play(
    steps: int,
    tree: Tree,
    plan: Schedule,
    manner: Manner,
    lanes: Lanes,
    room: Choice,
    other: Choice,
) -> None:
    """Make steps in all lanes, and begin games in free ones.

    Args:
        steps: how many; it ends earlier when all is done, with a reason in STATUS.
        tree: is searched and grows.
        plan: of the network.
        manner: of the search.
        lanes: the games.
        room: working memory of the games; `active` has the lanes with one in progress.
        other: working memory for new children.
    """
    counters, rows, active = lanes.counters, lanes.rows, room.active
    for _ in range(steps):
        if counters[LEFT] > 0:
            fine = _begin(tree, plan, manner, lanes, active, other)
            if not fine or counters[STATUS] == PROVEN:
                return
        busy = load(active, _ZERO)
        if not some(busy):
            if counters[LEFT] > 0:
                continue
            return
        evaluate_state(rows, plan)
        over = literal(rows, np.uint64(plan.terminal)) & busy
        if some(over):
            store(lanes.ended, _ZERO, over)
            if not read_goals(rows, over, plan, manner, lanes):
                return
            if not _end(tree, manner, lanes):
                return
            store(active, _ZERO, busy & ~over)
        for role in range(len(plan.planes)):
            if not move_at_random(rows, plan, role, room):
                counters[STATUS] = NO_MOVE
                counters[ROLE] = role
                return
        evaluate_moves(rows, plan)
        advance(rows, plan, lanes.initial, lanes.none, lanes.spare)
        counters[CLOCK] += 1
        if counters[CLOCK] % _SOMETIMES == 0 and _too_long(lanes, active):
            counters[STATUS] = LONG
            return
