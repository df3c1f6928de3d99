"""Counterfactual regret minimisation by external sampling, over the tree of a game.

In each iteration each player in turn looks at all its own moves on the plays that
follow from one random choice of chance, and of the other player by its strategy, in
every state that is met. What it finds there is on average the regret of a whole
iteration. Where the other player chooses, its strategy is added to its totals.

See Marc Lanctot, Kevin Waugh, Martin Zinkevich and Michael Bowling, "Monte Carlo
sampling for regret minimization in extensive games", NIPS 2009.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import Number, bare_kernel, inner_kernel
from pygame_search.network.searches.regret import chance_of, positive_sum
from pygame_search.network.searches.uct_tree import below

#: Random fractions are multiples of 1 / _GRAIN.
_GRAIN = 1 << 53

#: The fields of a frame: the transition of its first move, how far apart those of the
#: moves are, how many moves there are, which is tried, the sequence of the first, and
#: where its values are.
PLACE, STRIDE, MANY, TRIED, FIRST, VALUES = range(6)


class Tree(NamedTuple):
    """The states of a game of two players, each with what the players know there.

    Attributes:
        starts: where the transitions of each state begin, and after the last one, where
            they end. They are the joint moves, the last role's changing first.
        children: the state to which each transition leads.
        drawn: how likely chance makes its move in each transition.
        counts: how many moves each role has in each state; 1 for each at an end.
        sets: of each state and player the sequence of the first move in its information
            set; -1 where it has no choice.
        goals: the first player's goal at each end, 0 in other states.
        roles: the role of each player.
        steps: how many states a play has at most.
    """

    starts: NDArray[np.int64]
    children: NDArray[np.int32]
    drawn: NDArray[np.float64]
    counts: NDArray[np.int32]
    sets: NDArray[np.int32]
    goals: NDArray[np.float64]
    roles: NDArray[np.int64]
    steps: int


class Sampled(NamedTuple):
    """What a player has learnt; each array has a number for each of its sequences.

    Attributes:
        regrets: how much better the move would have been than the strategy, summed.
        totals: the sum of the probabilities of the move where the set was met.
    """

    regrets: NDArray[np.float64]
    totals: NDArray[np.float64]


class Room(NamedTuple):
    """Working memory.

    Attributes:
        frames: a row for each choice of the player on the way to a state.
        values: what the moves tried there are worth.
        chaos: the state of the random numbers, one word.
    """

    frames: NDArray[np.int64]
    values: NDArray[np.float64]
    chaos: NDArray[np.uint64]


@inner_kernel
def _of_chance(
    tree: Tree, begin: Number, stride: Number, many: Number, room: Room
) -> int:
    """Return the rank of a move of chance, each as likely as its weight says."""
    left = float(below(_GRAIN, room.chaos)) / _GRAIN
    for rank in range(many - 1):
        left -= tree.drawn[begin + rank * stride]
        if left < 0.0:
            return rank
    return many - 1  # type: ignore[return-value]


@inner_kernel
def _of_other(other: Sampled, first: Number, many: Number, room: Room) -> int:
    """Return the rank of a move by the other's strategy; add that to its totals."""
    left = float(below(_GRAIN, room.chaos)) / _GRAIN
    regrets = other.regrets
    positive = positive_sum(regrets, first, first + many)
    chosen = -1
    for rank in range(many):
        chance = chance_of(regrets[first + rank], positive, many)
        other.totals[first + rank] += chance
        left -= chance
        if left < 0.0 and chosen < 0:
            chosen = rank
    return many - 1 if chosen < 0 else chosen  # type: ignore[return-value]


@inner_kernel
def _enter(
    tree: Tree, row: Number, player: Number, other: Sampled, room: Room, depth: Number
) -> Number:
    """Choose for chance and the other player in a state.

    Returns:
        The transition of the player's first move; where it has a choice, its frame is
        made at the depth, otherwise MANY is 1 there.
    """
    begin = tree.starts[row]
    place, stride = np.int64(begin), np.int64(1)
    frame = room.frames[depth]
    frame[MANY] = 1
    for role in range(tree.counts.shape[1] - 1, -1, -1):
        many = np.int64(tree.counts[row, role])
        if many > 1:
            if role == tree.roles[player]:
                frame[STRIDE] = stride
                frame[MANY] = many
            elif role == tree.roles[1 - player]:
                first = np.int64(tree.sets[row, 1 - player])
                place += _of_other(other, first, many, room) * stride
            else:
                place += _of_chance(tree, begin, stride, many, room) * stride
        stride *= many
    frame[PLACE] = place
    return place


@inner_kernel
def _leave(
    frame: NDArray[np.int64], own: Sampled, values: NDArray[np.float64]
) -> float:
    """Add the regrets of a set whose moves are all tried; return what it is worth."""
    first, many, base = frame[FIRST], frame[MANY], frame[VALUES]
    positive = positive_sum(own.regrets, first, first + many)
    mean = 0.0
    for rank in range(many):
        chance = chance_of(own.regrets[first + rank], positive, many)
        mean += chance * values[base + rank]
    for rank in range(many):
        own.regrets[first + rank] += values[base + rank] - mean
    return mean


@inner_kernel
def _walk(tree: Tree, player: Number, own: Sampled, other: Sampled, room: Room) -> None:
    """Do the part of an iteration in which one player looks at all its moves."""
    frames, values = room.frames, room.values
    sign = 1.0 if player == 0 else -1.0
    row, depth = np.int64(0), 0
    while True:
        while tree.starts[row] < tree.starts[row + 1]:
            place = _enter(tree, row, player, other, room, depth)
            frame = frames[depth]
            if frame[MANY] > 1:
                frame[TRIED] = 0
                frame[FIRST] = tree.sets[row, player]
                below_it = frames[depth - 1]
                frame[VALUES] = 0 if depth == 0 else below_it[VALUES] + below_it[MANY]
                depth += 1
            row = np.int64(tree.children[place])
        value = sign * tree.goals[row]
        while depth > 0:
            frame = frames[depth - 1]
            values[frame[VALUES] + frame[TRIED]] = value
            frame[TRIED] += 1
            if frame[TRIED] < frame[MANY]:
                row = np.int64(
                    tree.children[frame[PLACE] + frame[TRIED] * frame[STRIDE]]
                )
                break
            value = _leave(frame, own, values)
            depth -= 1
        if depth == 0:
            return


@bare_kernel
def sample(
    many: Number,
    done: NDArray[np.int64],
    tree: Tree,
    one: Sampled,
    two: Sampled,
    room: Room,
) -> None:
    """Do some iterations.

    Args:
        many: how many.
        done: the number of those done before, which grows.
        tree: the game.
        one: what the first player has learnt.
        two: what the second has.
        room: it has a frame for each state of a play.
    """
    for _ in range(many):
        _walk(tree, 0, one, two, room)
        _walk(tree, 1, two, one, room)
        done[0] += 1
