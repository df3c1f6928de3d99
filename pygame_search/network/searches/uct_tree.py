"""The tree of UCT: select a leaf, and back up the results.

Nodes stand in arrays, the children of a node side by side: one for each joint move, the
last role's move changing fastest. A node keeps how many random games went through it
and the sum of their goal values for each *side*: two roles whose goals add up to a
constant share one side, which one of them maximises and the other minimises; otherwise
each role has its own.

Games in progress count as visits in the exploration term, but not in the mean ("watch
the unobserved", Liu et al. 2020), so many games can begin before the first one is over.

With one side, bounds of a node's value are backed up from ends of the game (Cazenave
and Saffidine, Score Bounded Monte-Carlo Tree Search, 2010). A child that cannot be
better than what is proven already is no longer visited, and a value is proven when its
bounds meet.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import Number, inner_kernel, kernel

#: What `Tree.first` says of a node without children: not yet, to be expanded, the end
#: of the game.
LEAF, QUEUED, END = 0, -1, -2

#: The values of `Tree.mover` where no single role chooses: chance, or several roles.
CHANCE, SEVERAL = -1, -2

#: Scales the words of the random number generator to fractions.
_FRACTION = 2.0**-53


class Tree(NamedTuple):
    """The nodes.

    Attributes:
        states: packed.
        visits: how many finished games went through a node. The end of a game counts
            once from the beginning.
        flying: how many games in progress went through it.
        sums: for each side the sum of goal values.
        low, high: bounds of the first side's goal value.
        parent: of each node.
        first: the first child; LEAF, QUEUED or END if there is none.
        mover: the role that alone has a choice, CHANCE or SEVERAL.
        counts: for each role how many legal moves it has.
        luck: the weight of the move of chance that leads to a node; of no node, if
            chance does not draw by weight.
    """

    states: NDArray[np.uint64]
    visits: NDArray[np.float64]
    flying: NDArray[np.int32]
    sums: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    parent: NDArray[np.int32]
    first: NDArray[np.int32]
    mover: NDArray[np.int8]
    counts: NDArray[np.int32]
    luck: NDArray[np.float64]


class Manner(NamedTuple):
    """The settings of the search in a form for kernels.

    Attributes:
        exploration: the constant of UCB1, for values from 0 to 1.
        weights: for each role the factor that scales a goal value of its side to the
            range from 0 to 1, up to a shift; negative for the role that minimises.
        sides: for each role its side.
        chance: the role that moves at random, or -1.
        weighed: whether it draws by weight: 1 or 0.
        rivals: whether two roles are one side: 1 or 0.
        solver: whether bounds are backed up: 1 or 0.
        flat: whether only the root is expanded and its children are visited equally
            often: 1 or 0.
        patience: the visits after which a leaf is expanded.
        each: the least number of games that begin at a leaf.
        low, high: the least and the greatest goal value of the first side.
        full: whether more begin while the tree is small, so that no lane is idle: 1
            or 0.
    """

    exploration: float
    weights: NDArray[np.float64]
    sides: NDArray[np.int64]
    chance: int
    weighed: int
    rivals: int
    solver: int
    flat: int
    patience: int
    each: int
    low: float
    high: float
    full: int


@inner_kernel
def below(number: Number, chaos: NDArray[np.uint64]) -> int:
    """Return a random number below another (xorshift64*)."""
    word = chaos[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    chaos[0] = word
    word *= np.uint64(0x2545F4914F6CDD1D)
    return np.int64(np.float64(word >> np.uint64(11)) * _FRACTION * number)  # type: ignore[return-value]


@inner_kernel
def children_of(node: Number, most: int, tree: Tree) -> int:
    """Return how many joint moves a node has; if more than most, any larger number."""
    number = np.int64(1)
    for role in range(tree.counts.shape[1]):
        if number <= most:
            number *= tree.counts[node, role]
    return number  # type: ignore[return-value]


@inner_kernel
def descend(
    games: Number, tree: Tree, manner: Manner, chaos: NDArray[np.uint64]
) -> int:
    """Go down from the root to a leaf, or to a node whose value is exact.

    Args:
        games: how many games begin there; they are counted as in progress.
        tree: the value of its root is not proven.
        manner: how to choose.
        chaos: random numbers.

    Returns:
        The node.
    """
    node: Number = np.int64(0)
    tree.flying[0] += games
    while tree.first[node] > 0 and not (
        manner.solver and tree.low[node] == tree.high[node]
    ):
        first = np.int64(tree.first[node])
        mover = np.int64(tree.mover[node])
        if manner.flat:
            node = first + _rarest(node, tree, chaos)
        elif mover >= 0:
            node = first + _choice(node, mover, tree, manner, chaos)
        else:
            node = first + _joint(node, mover, tree, manner, chaos)
        tree.flying[node] += games
    return node  # type: ignore[return-value]


@inner_kernel
def _rarest(node: Number, tree: Tree, chaos: NDArray[np.uint64]) -> int:
    """Return the number of the child that was visited least."""
    first = np.int64(tree.first[node])
    best: Number = np.int64(0)
    least, equal = np.inf, 0
    for i in range(children_of(node, len(tree.first), tree)):
        seen = tree.visits[first + i] + tree.flying[first + i]
        if seen < least:
            best, least, equal = i, seen, 1
        elif seen == least:
            equal += 1
            if below(equal, chaos) == 0:
                best = i
    return best  # type: ignore[return-value]


@inner_kernel
def _choice(
    node: Number, role: Number, tree: Tree, manner: Manner, chaos: NDArray[np.uint64]
) -> int:
    """Return the number of the child that the only role with a choice takes."""
    visits, flying, low, high = tree.visits, tree.flying, tree.low, tree.high
    first = np.int64(tree.first[node])
    side = manner.sides[role]
    weight = manner.weights[role]
    least, most = low[node], high[node]
    wide = manner.exploration**2 * np.log(visits[node] + flying[node])
    # For a child whose first games are in progress the mean of this node stands in.
    usual = tree.sums[side, node] / visits[node] if visits[node] > 0 else 0.0
    best: Number = np.int64(0)
    top, fresh = -np.inf, 0
    for i in range(np.int64(tree.counts[node, role])):
        child = first + i
        if manner.solver:
            if weight > 0:
                if high[child] <= least:
                    continue
            elif low[child] >= most:
                continue
        number = visits[child]
        seen = number + flying[child]
        if seen == 0:
            fresh += 1
            if below(fresh, chaos) == 0:
                best = i
        elif fresh == 0:
            mean = tree.sums[side, child] / number if number > 0 else usual
            score = weight * mean + np.sqrt(wide / seen)
            if score > top:
                best, top = i, score
    return best  # type: ignore[return-value]


@inner_kernel
def _lucky(
    first: Number,
    number: Number,
    stride: Number,
    tree: Tree,
    manner: Manner,
    chaos: NDArray[np.uint64],
) -> int:
    """Return the number of a move of chance, drawn by weight if moves have weights.

    Args:
        first: the child for the first move.
        number: how many moves there are.
        stride: how far apart their children are.
        tree: has the weights.
        manner: whether there are any.
        chaos: random numbers.
    """
    if not manner.weighed:
        return below(number, chaos)
    total = np.int64(0)
    for i in range(number):
        total += np.int64(tree.luck[first + i * stride])
    left = np.int64(below(total, chaos))
    for i in range(number):
        left -= np.int64(tree.luck[first + i * stride])
        if left < 0:
            return i
    return number - 1  # type: ignore[return-value]


@inner_kernel
def _joint(
    node: Number, mover: Number, tree: Tree, manner: Manner, chaos: NDArray[np.uint64]
) -> int:
    """Return the number of a child: each role chooses by the results of its moves."""
    if mover == CHANCE:
        children = children_of(node, len(tree.first), tree)
        return _lucky(
            np.int64(tree.first[node]), children, np.int64(1), tree, manner, chaos
        )
    visits, flying, counts = tree.visits, tree.flying, tree.counts
    first = np.int64(tree.first[node])
    total = children_of(node, len(tree.first), tree)
    wide = manner.exploration**2 * np.log(visits[node] + flying[node])
    index = np.int64(0)
    stride = np.int64(1)
    for role in range(counts.shape[1] - 1, -1, -1):
        number = np.int64(counts[node, role])
        best: Number = np.int64(0)
        top, fresh, equal = -np.inf, 0, 0
        if role == manner.chance:
            best = _lucky(first, number, stride, tree, manner, chaos)
            number = np.int64(0)
        side, weight = manner.sides[role], manner.weights[role]
        usual = tree.sums[side, node] / visits[node] if visits[node] > 0 else 0.0
        for i in range(number if number > 1 else 0):
            known, seen, together = 0.0, 0.0, 0.0
            for block in range(first + i * stride, first + total, number * stride):
                for child in range(block, block + stride):
                    known += visits[child]
                    seen += flying[child]
                    together += tree.sums[side, child]
            seen += known
            if seen == 0:
                fresh += 1
                if below(fresh, chaos) == 0:
                    best = i
            elif fresh == 0:
                mean = together / known if known > 0 else usual
                score = weight * mean + np.sqrt(wide / seen)
                if score > top:
                    best, top, equal = i, score, 1
                elif score == top:  # otherwise the roles would move in step
                    equal += 1
                    if below(equal, chaos) == 0:
                        best = i
        index += best * stride
        stride *= np.int64(counts[node, role])
    return index  # type: ignore[return-value]


@inner_kernel
def back_up(
    node: Number,
    games: Number,
    values: NDArray[np.float64],
    tree: Tree,
    manner: Manner,
) -> None:
    """Back up the results of games.

    Args:
        node: where they began.
        games: how many.
        values: their results for each side; overwritten.
        tree: is updated.
        manner: whether there are bounds. If a mean lies beyond the bound of a role that
            chooses, that role would not come here, and the bound is backed up.
    """
    visits, sums, low, high = tree.visits, tree.sums, tree.low, tree.high
    while True:
        visits[node] += games
        tree.flying[node] -= games
        for side in range(len(values)):
            sums[side, node] += games * values[side]
        if node == 0:
            return
        parent = np.int64(tree.parent[node])
        if manner.solver and tree.mover[parent] >= 0:
            mean = sums[0, node] / visits[node]
            if mean < low[parent]:
                values[0] = low[parent]
            elif mean > high[parent]:
                values[0] = high[parent]
        node = parent


@inner_kernel
def tighten(node: Number, tree: Tree, manner: Manner) -> None:
    """Update the bounds of a node and of its ancestors from their children."""
    while True:
        low, high = _bounds(node, tree, manner)
        if low <= tree.low[node] and high >= tree.high[node]:
            return
        tree.low[node] = max(low, tree.low[node])
        tree.high[node] = min(high, tree.high[node])
        if node == 0:
            return
        node = np.int64(tree.parent[node])


@inner_kernel
def _bounds(node: Number, tree: Tree, manner: Manner) -> tuple[float, float]:
    """Return the bounds of a node's value from those of its children.

    The lower bound is what the maximising role can be sure of even if the other knows
    its move, the upper bound what it can reach if it knows the other's.
    """
    first = np.int64(tree.first[node])
    roles = tree.counts.shape[1]
    # The number of moves and the stride of the maximiser, the minimiser and chance.
    counts = (np.int64(1), np.int64(1), np.int64(1))
    strides = (np.int64(0), np.int64(0), np.int64(0))
    stride = np.int64(1)
    for role in range(roles - 1, -1, -1):
        number = np.int64(tree.counts[node, role])
        if role == manner.chance:
            counts = (counts[0], counts[1], number)
            strides = (strides[0], strides[1], stride)
        elif manner.weights[role] > 0:
            counts = (number, counts[1], counts[2])
            strides = (stride, strides[1], strides[2])
        else:
            counts = (counts[0], number, counts[2])
            strides = (strides[0], stride, strides[2])
        stride *= number
    sure = -np.inf
    for mine in range(counts[0]):
        worst = np.inf
        for other in range(counts[1]):
            total = often = 0.0
            for luck in range(counts[2]):
                child = (
                    first + mine * strides[0] + other * strides[1] + luck * strides[2]
                )
                weight = tree.luck[child] if manner.weighed else 1.0
                total += weight * tree.low[child]
                often += weight
            worst = min(worst, total / often)
        sure = max(sure, worst)
    hope = np.inf
    for other in range(counts[1]):
        best = -np.inf
        for mine in range(counts[0]):
            total = often = 0.0
            for luck in range(counts[2]):
                child = (
                    first + mine * strides[0] + other * strides[1] + luck * strides[2]
                )
                weight = tree.luck[child] if manner.weighed else 1.0
                total += weight * tree.high[child]
                often += weight
            best = max(best, total / often)
        hope = min(hope, best)
    return sure, hope


@kernel
def measure(nodes: int, tree: Tree, manner: Manner, plies: NDArray[np.int32]) -> None:
    """Find the greatest length of games from nodes whose value is proven.

    The role that chooses wins as soon as it can, and otherwise delays the end.

    Args:
        nodes: how many the tree has; children come after their parents.
        tree: the tree.
        manner: of the search.
        plies: receives the number for each node, -1 where it is not known.
    """
    for node in range(nodes - 1, -1, -1):
        plies[node] = 0 if tree.first[node] == END else -1
        value = tree.low[node]
        if tree.first[node] <= 0 or value != tree.high[node]:
            continue
        mover = np.int64(tree.mover[node])
        sooner = False
        if mover >= 0:
            most = manner.high if manner.weights[mover] > 0 else manner.low
            sooner = value == most
        first = np.int64(tree.first[node])
        best: Number = np.int64(-1)
        for child in range(first, first + children_of(node, len(tree.first), tree)):
            known = np.int64(plies[child])
            if known < 0 or (mover >= 0 and tree.low[child] != value):
                continue
            if best < 0 or (known < best if sooner else known > best):
                best = known
        plies[node] = -1 if best < 0 else 1 + best
