"""How the tree of UCT grows: children are made and evaluated in LANES lanes.

Leaves to be expanded are collected, and their children are made as many at a time as
there are lanes. Ends of the game among them are found at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import lowest
from pygame_search.network.jit import Number, bare_kernel, inner_kernel
from pygame_search.network.lanes.evaluate import (
    evaluate_moves,
    evaluate_state,
    successors,
)
from pygame_search.network.lanes.lane_words import (
    LANES,
    WORDS,
    literal,
    load,
    some,
    splat,
    store,
)
from pygame_search.network.lanes.random_move import RANK, TOTAL, Choice, select, tally
from pygame_search.network.lanes.schedule import Schedule
from pygame_search.network.lanes.transpose import from_rows, turn
from pygame_search.network.searches.uct_tree import (
    CHANCE,
    END,
    LEAF,
    QUEUED,
    SEVERAL,
    Manner,
    Tree,
    children_of,
    tighten,
)

_WORDS = np.uint64(WORDS)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)

#: What the kernels count: games to begin, games over, steps so far, nodes, leaves at
#: which games began, nodes in the queue, their children, whether there is no room for
#: more nodes, why the kernel came back, the role without a move or without a value,
#: the number of leaves when nodes were expanded last.
LEFT, PLAYED, CLOCK, NODES, LEAVES, QUEUE, CHILDREN, FULL, STATUS, ROLE, LAST = range(
    11
)
COUNTERS = 11

#: Why it came back: for no reason, all is proven, a role is without a move, or without
#: a value at the end, goals do not add up to a constant, a game is too long, a move of
#: chance is without a weight.
GOING, PROVEN, NO_MOVE, NO_GOAL, NOT_CONSTANT, LONG, NO_WEIGHT = range(7)

#: Queue limit, in children: bounds the time between two looks at the clock.
MOST_CHILDREN = 4 * LANES


class Lanes(NamedTuple):
    """Games in progress, and children being made.

    Lane n is bit n // WORDS of word n % WORDS of a row.

    Attributes:
        counters: see LEFT and the constants after it.
        chaos: the generator for the choices in the tree.
        queue: the nodes waiting to be expanded.
        rows: the states of the games, and the network evaluated on them.
        leaf: for each lane the node at which its game began.
        began: the step at which it began.
        values: for each role and lane the goal value at an end.
        total: what the goal values add up to, once known.
        fresh: a row: the lanes that receive a new state.
        ended, none: rows: the lanes whose games have ended; no lane.
        initial, spare: for `advance`.
        square: room to pack and unpack.
        found: a value for each side.
        parents: for each lane the node whose child is made,
        ranks: the number of that child.
        wide: the states of parents, and the network evaluated on them.
        others: the same for the children.
    """

    counters: NDArray[np.int64]
    chaos: NDArray[np.uint64]
    queue: NDArray[np.int64]
    rows: NDArray[np.uint64]
    leaf: NDArray[np.int64]
    began: NDArray[np.int64]
    values: NDArray[np.float64]
    total: NDArray[np.float64]
    fresh: NDArray[np.uint64]
    ended: NDArray[np.uint64]
    none: NDArray[np.uint64]
    initial: NDArray[np.uint64]
    spare: NDArray[np.uint64]
    square: NDArray[np.uint64]
    found: NDArray[np.float64]
    parents: NDArray[np.int64]
    ranks: NDArray[np.int64]
    wide: NDArray[np.uint64]
    others: NDArray[np.uint64]


# ---- the ends of games -------------------------------------------------------


@inner_kernel
def read_goals(
    rows: NDArray[np.uint64], ended: Any, plan: Schedule, manner: Manner, lanes: Lanes
) -> bool:
    """Read the goal values of the lanes in a row; return whether all have just one."""
    values, held = lanes.values, lanes.spare
    g = 0
    for role in range(len(values)):
        left = ended
        several = splat(_ZERO)
        while g < len(plan.goals) and plan.goals[g, 0] == role:
            here = literal(rows, np.uint64(plan.goals[g, 2])) & ended
            several = several | (here & ~left)
            if some(here):
                left = left & ~here
                store(held, _ZERO, here)
                for w in range(WORDS):
                    word = held[w]
                    while word != 0:
                        lane = np.int64(lowest(word)) * WORDS + w
                        values[role, lane] = plan.goals[g, 1]
                        word &= word - _ONE
            g += 1
        if role != manner.chance and some(left | several):
            lanes.counters[ROLE] = role
            lanes.counters[STATUS] = NO_GOAL
            return False
    return True


@inner_kernel
def take_values(lane: Number, lanes: Lanes, manner: Manner) -> bool:
    """Read the values of each side; return whether two rivals' sum is as before."""
    found, total = lanes.found, 0.0
    for role in range(len(manner.sides) - 1, -1, -1):
        if role != manner.chance:
            found[manner.sides[role]] = lanes.values[role, lane]
            total += lanes.values[role, lane]
    if manner.rivals and lanes.total[0] != total:
        if not np.isnan(lanes.total[0]):
            lanes.counters[STATUS] = NOT_CONSTANT
            return False
        lanes.total[0] = total
    return True


# ---- the tree grows ----------------------------------------------------------


@inner_kernel
def gather(
    states: NDArray[np.uint64],
    nodes: NDArray[np.int64],
    mask: NDArray[np.uint64],
    fluents: int,
    rows: NDArray[np.uint64],
    square: NDArray[np.uint64],
) -> None:
    """Put states into lanes; the other lanes are unchanged.

    Args:
        states: packed.
        nodes: for each lane which of them.
        mask: a row: the lanes that receive one.
        fluents: how many bits a state has.
        rows: receive the bits, from row 1.
        square: 64 rows to work in.
    """
    fresh = load(mask, _ZERO)
    for word in range((fluents + 63) // 64):
        for w in range(WORDS):
            bits = mask[w]
            while bits != 0:
                lane = np.int64(lowest(bits)) * WORDS + w
                square[lane] = states[nodes[lane], word]
                bits &= bits - _ONE
        turn(square)
        for f in range(64 * word, min(fluents, 64 * word + 64)):
            value = load(square, np.uint64(f - 64 * word) * _WORDS) & fresh
            at = np.uint64(1 + f) * _WORDS
            store(rows, at, value | (load(rows, at) & ~fresh))


@inner_kernel
def _first_lanes(number: Number, row: NDArray[np.uint64]) -> None:
    """Set the first lanes of a row, a given number of them."""
    for w in range(WORDS):
        bits = (number - w + WORDS - 1) // WORDS
        row[w] = ~_ZERO if bits >= 64 else (_ONE << np.uint64(bits)) - _ONE


@bare_kernel
def enter(
    begin: int,
    number: int,
    tree: Tree,
    plan: Schedule,
    manner: Manner,
    lanes: Lanes,
    room: Choice,
) -> bool:
    """Evaluate new nodes, whose states stand in `lanes.others`.

    Args:
        begin: the first of them; its state stands in the first lane.
        number: how many.
        tree: receives them; it has their states.
        plan: of the network.
        manner: of the search.
        lanes: working memory.
        room: working memory; `active` has these lanes.

    Returns:
        Whether they have no fault.
    """
    rows = lanes.others
    evaluate_state(rows, plan)
    for role in range(len(plan.planes)):
        planes = tally(rows, plan, role, room)
        for lane in range(number):
            moves = np.int64(0)
            for p in range(planes):
                word = room.work[(TOTAL + p) * WORDS + lane % WORDS]
                moves |= np.int64((word >> np.uint64(lane // WORDS)) & _ONE) << p
            tree.counts[begin + lane, role] = moves
    for new in range(begin, begin + number):
        node: Number = new
        mover: Number = np.int64(CHANCE)
        choosing = 0
        for role in range(tree.counts.shape[1]):
            if tree.counts[node, role] > 1:
                choosing += 1
                mover = CHANCE if role == manner.chance else role
        tree.mover[node] = mover if choosing <= 1 else SEVERAL
        tree.first[node] = LEAF
        tree.visits[node] = 0
        tree.flying[node] = 0
        for side in range(len(lanes.found)):
            tree.sums[side, node] = 0
        tree.low[node] = manner.low
        tree.high[node] = manner.high
    over = literal(rows, np.uint64(plan.terminal)) & load(room.active, _ZERO)
    if not some(over):
        return True
    store(lanes.ended, _ZERO, over)
    if not read_goals(rows, over, plan, manner, lanes):
        return False
    for w in range(WORDS):
        word = lanes.ended[w]
        while word != 0:
            place = np.int64(lowest(word)) * WORDS + w
            word &= word - _ONE
            if not take_values(place, lanes, manner):
                return False
            node = np.int64(begin) + place
            tree.first[node] = END
            tree.visits[node] = 1
            for side in range(len(lanes.found)):
                tree.sums[side, node] = lanes.found[side]
            tree.low[node] = lanes.found[0]
            tree.high[node] = lanes.found[0]
    return True


@bare_kernel
def _make(
    begin: int,
    number: int,
    tree: Tree,
    plan: Schedule,
    lanes: Lanes,
    room: Choice,
) -> bool:
    """Make children: the states that follow `lanes.parents` and `lanes.ranks`.

    Args:
        begin: the first of them.
        number: how many.
        tree: receives their states.
        plan: of the network.
        lanes: `others` receives their states.
        room: working memory; `active` receives these lanes.

    Returns:
        Whether each move of chance has just one weight, where it draws by weight.
    """
    fluents = len(plan.next)
    work, ranks = room.work, lanes.ranks
    _first_lanes(number, room.active)
    gather(tree.states, lanes.parents, room.active, fluents, lanes.wide, lanes.square)
    evaluate_state(lanes.wide, plan)
    for role in range(len(plan.planes) - 1, -1, -1):
        planes = tally(lanes.wide, plan, role, room)
        for w in range(WORDS * planes):
            work[RANK * WORDS + w] = _ZERO
        for lane in range(number):
            moves = np.int64(tree.counts[lanes.parents[lane], role])
            rank = ranks[lane] % moves
            ranks[lane] //= moves
            for p in range(planes):
                bit = np.uint64(rank >> p) & _ONE
                work[(RANK + p) * WORDS + lane % WORDS] |= bit << np.uint64(
                    lane // WORDS
                )
        select(lanes.wide, plan, role, planes, room)
        if role == plan.chance and not _weigh(begin, number, tree, plan, lanes, room):
            return False
    evaluate_moves(lanes.wide, plan)
    successors(lanes.wide, plan, lanes.others)
    from_rows(lanes.others, fluents, room.active, lanes.square, tree.states, begin)
    for lane in range(number):
        tree.parent[begin + lane] = lanes.parents[lane]
    return True


@inner_kernel
def _weigh(
    begin: Number,
    number: Number,
    tree: Tree,
    plan: Schedule,
    lanes: Lanes,
    room: Choice,
) -> bool:
    """Set the weights of new children; return whether each has just one.

    The move of chance is made in their lanes.
    """
    lots, role = plan.lots, plan.chance
    for lane in range(number):
        alone = tree.counts[lanes.parents[lane], role] < 2
        tree.luck[begin + lane] = 1.0 if alone else 0.0
    active = load(room.active, _ZERO)
    held = lanes.spare
    for i in range(len(lots)):
        here = literal(lanes.wide, np.uint64(lots[i, 2])) & active
        here = here & load(lanes.wide, np.uint64(lots[i, 3]) * _WORDS)
        if not some(here):
            continue
        store(held, _ZERO, here)
        for w in range(WORDS):
            word = held[w]
            while word != 0:
                place = np.int64(lowest(word)) * WORDS + w
                word &= word - _ONE
                if tree.counts[lanes.parents[place], role] < 2:
                    continue
                if tree.luck[begin + place] != 0 or lots[i, 6] < 1:
                    return False
                tree.luck[begin + place] = lots[i, 6]
    least = 1.0
    for lane in range(number):
        least = min(least, tree.luck[begin + lane])
    return least > 0


@bare_kernel
def expand(
    tree: Tree, plan: Schedule, manner: Manner, lanes: Lanes, room: Choice
) -> bool:
    """Make the children of all nodes in the queue; return whether none has a fault."""
    counters, queue = lanes.counters, lanes.queue
    most = len(tree.first)
    begin = counters[NODES]
    entry: Any = np.int64(0)
    made: Any = np.int64(0)
    while entry < counters[QUEUE]:
        number: Any = np.int64(0)
        while entry < counters[QUEUE] and number < LANES:
            children = children_of(queue[entry], most, tree)
            part = min(children - made, LANES - number)
            for i in range(part):
                lanes.parents[number + i] = queue[entry]
                lanes.ranks[number + i] = made + i
            number += part
            made += part
            if made == children:
                entry += 1
                made = np.int64(0)
        if not _make(begin, number, tree, plan, lanes, room):
            counters[STATUS] = NO_WEIGHT
            return False
        if not enter(begin, number, tree, plan, manner, lanes, room):
            return False
        begin += number
    first = counters[NODES]
    for entry in range(counters[QUEUE]):
        node = queue[entry]
        tree.first[node] = first
        first += children_of(node, most, tree)
        if manner.solver:
            tighten(node, tree, manner)
    counters[NODES] = begin
    counters[QUEUE] = 0
    counters[CHILDREN] = 0
    return True


@inner_kernel
def enqueue(node: Number, tree: Tree, manner: Manner, lanes: Lanes) -> None:
    """Queue a leaf for expansion, if it has enough visits and there is room."""
    counters = lanes.counters
    if node != 0 and (
        manner.flat or tree.visits[node] + tree.flying[node] <= manner.patience
    ):
        return
    most = len(tree.first)
    children = children_of(node, most, tree)
    if counters[CHILDREN] >= MOST_CHILDREN:
        return
    if counters[NODES] + counters[CHILDREN] + children > most:
        counters[FULL] = 1
        return
    tree.first[node] = QUEUED
    lanes.queue[counters[QUEUE]] = node
    counters[QUEUE] += 1
    counters[CHILDREN] += children
