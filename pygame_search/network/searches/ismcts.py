"""Information set Monte Carlo tree search by the code of a game: the kernel.

Each simulation draws a world and plays a game in it, one step after the other. Until a
role meets a view that is not in the tree yet, the roles choose by the bounds of their
moves (`search/hidden/ismcts.py` is the same in Python); after that, at random.

A view is a row of `Views`: the number of the view before it, the own move, and the bits
of the state that tell what was perceived in the step. Rows are compared as a whole, so
equal numbers mean the same moves and percepts since the start, and no view is mistaken
for another. A role chooses by the number of a view and by its legal moves alone.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.game_functions import (
    NO_GOAL_VALUE,
    Machine,
    address,
    goal_of,
    is_terminal,
    list_moves,
    make_step,
    weight_of,
)
from pygame_search.network.jit import inner_kernel, linked_kernel
from pygame_search.network.searches.node import (
    DONE,
    FULL,
    NO_GOAL,
    NO_MOVE,
    NODES,
    PAUSED,
    PLIES,
    PLY,
    ROOM,
    SEVERAL,
    STOP,
    Ints,
    Memory,
    Numbers,
)
from pygame_search.network.searches.reachable import home
from pygame_search.network.searches.walks import ENDED, LEFT, Walk, draw, next_word

#: More reasons to return, after those of `node.py`: a game is too long; a move of
#: chance has no weight, or several.
LONG, NO_WEIGHT = SEVERAL + 1, SEVERAL + 2

#: The fields of the counts after ENDED: whether all who had a choice so far knew their
#: view; how many moves were chosen by it in the game in hand; how many views, arms and
#: nodes there are.
KNOWN, CHOSEN, VIEWS, ARMS, GROWN = range(ENDED + 1, ENDED + 6)
COUNTS = GROWN + 1

#: Scales 53 random bits to a fraction.
_FRACTION = 2.0**-53

_ONE = np.uint64(1)


class Worlds(NamedTuple):
    """The worlds that the role of the search thinks possible.

    Attributes:
        states: of each its words.
        sums: of each the weights up to it.
        views: of each the number of the view of each observer.
    """

    states: NDArray[np.uint64]
    sums: NDArray[np.float64]
    views: Ints


class Sight(NamedTuple):
    """What players know, and how they choose by it.

    Attributes:
        observers: the roles whose views are followed.
        own: for each role the place of the observer by whose view it chooses.
        places: the words of a state that have percepts.
        masks: for each role and place the bits that tell what it perceived.
        span: for each role the lowest and the highest goal value, as far as is known.
        chance: the role that moves at random, -1 for none.
        weighed: whether it draws by weight: 1 or 0.
        exploration: the constant of UCB1, for goals scaled to the range from 0 to 1.
    """

    observers: Ints
    own: Ints
    places: Ints
    masks: NDArray[np.uint64]
    span: NDArray[np.float64]
    chance: int
    weighed: int
    exploration: float


class Views(NamedTuple):
    """The views, numbered as they were met, and the nodes.

    Attributes:
        keys: of each view the one before it, the observer and its move, and what it
            perceived since. The row behind the last is for one that is looked up.
        slots: a hash table: the number of a view plus 1, or 0. Its size is a power
            of 2.
        first: for each view, and role that chooses by it, the first arm of its node; 0
            if there is no node.
    """

    keys: NDArray[np.uint64]
    slots: Numbers
    first: Numbers


class Arms(NamedTuple):
    """The moves in the nodes, numbered from 1; those of a node are linked.

    Attributes:
        moves: the move of each, ascending in a node.
        after: the next arm of its node, 0 for none.
        made: how often it was made.
        available: how often it could have been.
        totals: the sum of the goals of its role.
    """

    moves: Numbers
    after: Numbers
    made: Ints
    available: Ints
    totals: NDArray[np.float64]


class Hand(NamedTuple):
    """The game in hand.

    Attributes:
        views: of each observer.
        path: the roles and arms that were chosen.
        goals: of each role, at the end.
    """

    views: Ints
    path: Numbers
    goals: NDArray[np.float64]


@inner_kernel
def _share(total: Any, random: Any) -> Any:
    """Return a random part of a number, from 0 on, and less than all of it."""
    return np.float64(next_word(random) >> np.uint64(11)) * _FRACTION * total


@inner_kernel
def _drawn_world(worlds: Worlds, random: Any) -> Any:
    """Return the number of a world, each as likely as its weight."""
    share = _share(worlds.sums[len(worlds.sums) - 1], random)
    low, high = np.int64(0), np.int64(len(worlds.sums) - 1)
    while low < high:
        middle = (low + high) >> 1
        if worlds.sums[middle] > share:
            high = middle
        else:
            low = middle + 1
    return low


@inner_kernel
def _begin(walk: Walk, counts: Ints, worlds: Worlds, hand: Hand, random: Any) -> None:
    """Begin a game in a world."""
    world = _drawn_world(worlds, random)
    for word in range(worlds.states.shape[1]):
        walk.states[0, word] = worlds.states[world, word]
    for at in range(len(hand.views)):
        hand.views[at] = worlds.views[world, at]
    counts[KNOWN] = 1


@inner_kernel
def _luck(
    machine: Machine, walk: Walk, sight: Sight, state: Any, count: Any, random: Any
) -> Any:
    """Return one of the first moves in `walk.room`, drawn by weight if there are any.

    It is -1 if one of these moves of chance has no weight, or several.
    """
    if sight.weighed == 0:
        return np.int64(walk.room[draw(random, count)])
    total = np.int64(0)
    for i in range(count):
        weight = weight_of(machine.context, state, np.int64(walk.room[i]))
        if weight <= 0:
            return np.int64(-1)
        total += weight
    left = np.int64(_share(np.float64(total), random))
    for i in range(count):
        left -= weight_of(machine.context, state, np.int64(walk.room[i]))
        if left < 0:
            return np.int64(walk.room[i])
    return np.int64(walk.room[count - 1])


@inner_kernel
def _placed(views: Views, number: Any, room: Any) -> Any:
    """Put a view into the table unless an equal one is there; return which one is.

    If there is no room for another one, it is not put there, and -1 is returned.
    """
    last = np.uint64(len(views.slots) - 1)
    place = home(views.keys, number, np.uint64(len(views.slots)))
    while views.slots[place] != 0:
        old = np.int64(views.slots[place]) - 1
        same = True
        for word in range(views.keys.shape[1]):
            same &= views.keys[old, word] == views.keys[number, word]
        if same:
            return old
        place = (place + _ONE) & last
    if not room:
        return np.int64(-1)
    views.slots[place] = number + 1
    return np.int64(number)


@partial(linked_kernel, patience=inf)  # it calls no functions of the game
def refill(views: Views, first: int, number: int) -> int:
    """Put the views from the first up to a number into an empty table."""
    for view in range(first, number):
        _placed(views, view, True)
    return 0


@inner_kernel
def _observe(
    walk: Walk, counts: Ints, sight: Sight, views: Views, hand: Hand, following: Any
) -> None:
    """Give each observer its view after a step.

    A new one is -1 where the memory is full, and so are all that follow it. The row
    `following` has the state after the step.
    """
    for at in range(len(sight.observers)):
        if hand.views[at] < 0:
            continue
        role, new = np.int64(sight.observers[at]), np.int64(counts[VIEWS])
        views.keys[new, 0] = np.uint64(hand.views[at])
        views.keys[new, 1] = np.uint64(walk.joints[0, role]) | np.uint64(role << 32)
        for i in range(len(sight.places)):
            word = walk.states[following, sight.places[i]]
            views.keys[new, 2 + i] = word & sight.masks[role, i]
        hand.views[at] = _placed(views, new, new + 1 < len(views.keys))
        counts[VIEWS] += hand.views[at] == new


@inner_kernel
def _chosen(
    walk: Walk, counts: Ints, sight: Sight, views: Views, arms: Arms, hand: Hand,
    role: Any, count: Any, random: Any,
) -> Any:  # fmt: skip
    """Return the move of the highest bound, by what a role knows; new ones first.

    It is one of the first moves in `walk.room`, of which there are several.
    """
    view = np.int64(hand.views[sight.own[role]])
    if view < 0:  # the memory is full
        counts[KNOWN] = 0
        return np.int64(walk.room[draw(random, count)])
    if views.first[view, role] == 0:
        counts[KNOWN] = 0
        counts[GROWN] += counts[ARMS] < len(arms.moves)
    least, most = sight.span[role, 0], sight.span[role, 1]
    scale = 1.0 / (most - least) if most > least else 1.0
    before, arm = np.int64(0), np.int64(views.first[view, role])
    best, fresh, equal = np.int64(0), np.int64(0), np.int64(0)
    top = -np.inf
    for i in range(count):
        move = walk.room[i]
        while arm != 0 and arms.moves[arm] < move:
            before, arm = arm, np.int64(arms.after[arm])
        if arm == 0 or arms.moves[arm] != move:
            new = np.int64(counts[ARMS])
            if new == len(arms.moves):  # the memory is full: it is not tried here
                continue
            counts[ARMS] = new + 1
            arms.moves[new], arms.after[new] = move, arm
            if before == 0:
                views.first[view, role] = new
            else:
                arms.after[before] = new
            arm = new
        arms.available[arm] += 1
        made = arms.made[arm]
        if made == 0:
            fresh += 1
            if draw(random, fresh) == 0:
                best = arm
        elif fresh == 0:
            mean = (arms.totals[arm] / np.float64(made) - least) * scale
            often = np.log(np.float64(arms.available[arm]))
            bound = mean + sight.exploration * np.sqrt(often / np.float64(made))
            if bound > top:
                best, top, equal = arm, bound, np.int64(1)
            elif bound == top:
                equal += 1
                if draw(random, equal) == 0:
                    best = arm
        before, arm = arm, np.int64(arms.after[arm])
    if best == 0:
        return np.int64(walk.room[draw(random, count)])
    hand.path[counts[CHOSEN], 0], hand.path[counts[CHOSEN], 1] = role, best
    counts[CHOSEN] += 1
    return np.int64(arms.moves[best])


@inner_kernel
def _back_up(
    machine: Machine, counts: Ints, sight: Sight, arms: Arms, hand: Hand, state: Any
) -> bool:
    """Count the goals of a state for the moves chosen; return whether it has them."""
    for role in range(machine.roles):
        value = goal_of(machine.context, state, np.int64(role))
        if value == NO_GOAL_VALUE:
            if role != sight.chance:
                return False
            value = np.int64(0)
        goal = np.float64(value)
        hand.goals[role] = goal
        sight.span[role, 0] = min(sight.span[role, 0], goal)
        sight.span[role, 1] = max(sight.span[role, 1], goal)
    for at in range(counts[CHOSEN]):
        arm = hand.path[at, 1]
        arms.made[arm] += 1
        arms.totals[arm] += hand.goals[hand.path[at, 0]]
    return True


@linked_kernel
def simulate(
    machine: Machine,
    walk: Walk,
    memory: Memory,
    worlds: Worlds,
    sight: Sight,
    views: Views,
    arms: Arms,
    hand: Hand,
    random: NDArray[np.uint64],
    longest: int,
) -> int:
    """Run simulations; return why the kernel stopped.

    Args:
        machine: of the game.
        walk: the states of the game in hand, by turns in two rows.
        memory: has the counts; PLY is how long the game in hand is. If FULL is 1 no
            array grows any more.
        worlds: where games begin.
        sight: what players know.
        views: what they have known in these games, and the nodes.
        arms: the moves in the nodes.
        hand: the game in hand.
        random: the state of the random numbers.
        longest: the number of plies at which a game is given up.
    """
    counts, roles = memory.counts, machine.roles
    while True:
        if counts[NODES] >= counts[STOP]:
            return PAUSED
        ply = np.int64(counts[PLY])
        if ply == 0 and counts[LEFT] == 0:
            return DONE
        if counts[CHOSEN] + roles > len(hand.path):
            return PLIES
        if counts[FULL] == 0 and (
            counts[VIEWS] + len(sight.observers) >= len(views.keys)
            or counts[ARMS] + machine.moves > len(arms.moves)
        ):
            return ROOM
        if ply == 0:
            _begin(walk, counts, worlds, hand, random)
        state = address(walk.states, ply & 1)
        if is_terminal(machine.context, state) == 1:
            if not _back_up(machine, counts, sight, arms, hand, state):
                return NO_GOAL
            counts[PLY] = counts[CHOSEN] = 0
            counts[LEFT] -= 1
            counts[ENDED] += 1
            continue
        if ply == longest:
            return LONG
        knows = counts[KNOWN]
        for role in range(roles):
            count = list_moves(
                machine.context, state, np.int64(role), address(walk.room, np.int64(0))
            )
            if count == 0:
                return NO_MOVE
            move = np.int64(walk.room[0])
            if count > 1:
                if role == sight.chance:
                    move = _luck(machine, walk, sight, state, count, random)
                    if move < 0:
                        return NO_WEIGHT
                elif knows == 0:
                    move = np.int64(walk.room[draw(random, count)])
                else:
                    move = _chosen(
                        walk, counts, sight, views, arms, hand, np.int64(role), count,
                        random,
                    )  # fmt: skip
            walk.joints[0, role] = move
        following = (ply + 1) & 1
        make_step(
            machine.context, state, address(walk.joints, np.int64(0)),
            address(walk.states, following), np.int64(1),
        )  # fmt: skip
        if counts[KNOWN] == 1:
            _observe(walk, counts, sight, views, hand, following)
        counts[PLY] = ply + 1
        counts[NODES] += 1
