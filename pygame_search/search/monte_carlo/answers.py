"""The answer of UCT: the best move of a tree, its line, and the result of each move."""

from __future__ import annotations

from pygame_search.game import State
from pygame_search.model.rules import CHANCE
from pygame_search.search.monte_carlo.bounds import Value, plain
from pygame_search.search.monte_carlo.node import Node
from pygame_search.search.monte_carlo.result import Arm, Sample
from pygame_search.search.monte_carlo.uct import Tree, index_of


def preferred(tree: Tree, node: Node, role: int) -> int:
    """Return the best move of a role in a state, as an index; the first of equals.

    That is the most visited unproven move, unless its mean is below the proven value of
    another move. Among moves with the same proven value it is the one that wins
    soonest or, if they do not win, ends latest.
    """
    counts, lows, highs = node.counts[role], node.lows[role], most_of(node, role)
    moves = range(len(counts))
    sure = node.bounds.low[role]
    safe = [i for i in moves if lows[i] == sure == highs[i]]
    doubtful = [i for i in moves if highs[i] > sure and counts[i]]
    if doubtful:
        most = max(doubtful, key=lambda i: counts[i])
        if not safe or node.sums[role][most] / counts[most] >= sure:
            return most
    if not safe:
        return max(moves, key=lambda i: (lows[i], counts[i]))
    sign = -1 if tree.wins(role, sure) else 1
    return max(safe, key=lambda i: sign * (plies_of(node, role, i) or 0))


def most_of(node: Node, role: int) -> list[Value]:
    """Return the upper bound of each move of a role.

    No move is worth more than the state if the others give their best answers.
    """
    return [min(high, node.bounds.high[role]) for high in node.highs[role]]


def plies_of(node: Node, role: int, move: int) -> int | None:
    """Return the most plies to the end with a move; None if not known."""
    joints = [joint for answer in node.rows[role][move] for joint in answer]
    ends = [node.children[joint].plies for joint in joints if joint in node.children]
    plies = [end for end in ends if end is not None]
    return 1 + max(plies) if plies else None


def found(state: State, tree: Tree, role: int, stopped: str) -> Sample:
    """Return the answer of a tree for a role, with the moves as texts."""
    node = tree.root
    best = preferred(tree, node, role)
    arms = tuple(
        _arm(state, tree, role, move) for move in range(len(node.counts[role]))
    )
    proven = not tree.in_doubt(role)
    mean = arms[best].means[role]
    value = plain(node.bounds.low[role]) if proven else arms[best].proven
    if value is None:
        assert mean is not None
        value = mean
    return Sample(arms, best, value, proven, tree.simulations, tree.nodes, stopped)


def _arm(state: State, tree: Tree, role: int, move: int) -> Arm:
    """Return a move of a role at the root with its results."""
    node = tree.root
    count = node.counts[role][move]
    low, high = node.lows[role][move], most_of(node, role)[move]
    proven = plain(low) if low == high else None
    joint, line = _line(tree, role, move)
    [first, *rest] = tree.machine.texts([joint, *line])
    return Arm(
        joint=tuple(first),
        visits=count,
        means=tuple(
            total / count if count and name != CHANCE else None
            for name, total in zip(
                state.game.roles, tree.totals[role][move], strict=True
            )
        ),
        proven=proven,
        plies=None if proven is None else plies_of(node, role, move),
        line=tuple(map(tuple, rest)),
    )


def _line(
    tree: Tree, role: int, move: int
) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
    """Return the best joint move that contains a move, and the line from the root.

    The line ends where chance decides, or where no move was tried.
    """
    first: tuple[int, ...] = ()
    line: list[tuple[int, ...]] = []
    node: Node | None = tree.root
    while node is not None and node.node is not None:
        drawn = tree.chance is not None and len(node.counts[tree.chance]) > 1
        chosen = [
            0
            if i == tree.chance
            else move
            if node is tree.root and i == role
            else preferred(tree, node, i)
            for i in range(len(node.counts))
        ]
        index = index_of(node.node, chosen)
        first = first or node.node.joint(index)
        if drawn or index not in node.children:
            break
        line.append(node.node.joint(index))
        node = node.children[index]
    return first, line
