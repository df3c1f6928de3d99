"""Breadth-first game-tree search; the twin of `logic/search/breadth.pl`.

Minimax that first builds the tree, level by level, each from left to right, and then
backs up the scores from the deepest level to the root, as one does by hand. The whole
tree is in memory; depth-first search keeps only one line of it.

The score of an inner state is not known when the state is visited. It is
empty until the scores below it are backed up.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pygame_search.machine.machine import Expansion, Key
from pygame_search.search.core.memory import Line
from pygame_search.search.core.standing_pat import line_from
from pygame_search.search.core.task import RootMove, Task


@dataclass(slots=True, eq=False)
class Node:
    """A state of the tree.

    Attributes:
        index: the number of nodes entered before it.
        joint: the index of the joint move that leads to it.
        state: the key of the state.
        expansion: the expansion of the state.
        score: None until the scores below it are backed up.
        limit: the depth limit there.
        line: the principal variation from it.
        choices: for each choice of the role, the nodes of its answers.
    """

    index: int
    joint: int
    state: Key
    expansion: Expansion
    score: int | None
    limit: int
    line: Line = None
    choices: list[list[Node]] = field(default_factory=list)


def breadth(task: Task, state: Key) -> list[RootMove]:
    """Return, for each choice of the role, its joint move, its score and its line.

    The list is empty as in `minimax`.
    """
    task.enter(0, None, 0, state)
    node = task.node(0, state)
    score = task.leaf(node, 0, state, state)
    root = Node(0, 0, state, node, score, task.limit)
    if root.score is not None:
        task.emit("back", 0, root.score)
        return []
    for inner in reversed(levels(task, root)):
        back_up(task, inner)
    moves = []
    for choice in root.choices:
        score, line = worst(root, choice)
        assert line is not None
        moves.append(RootMove(line[0], score, "exact", line))
    return moves


def levels(task: Task, root: Node) -> list[Node]:
    """Build the tree, and return its inner nodes."""
    expanded: list[Node] = []
    level, entered, ply = [root], 1, 0
    while level:
        ply += 1
        below: list[Node] = []
        for inner in level:
            found = expand(task, inner, ply, entered)
            entered += len(found)
            below += [node for node in found if node.score is None]
        expanded += level
        level = below
    return expanded


def expand(task: Task, inner: Node, ply: int, entered: int) -> list[Node]:
    """Enter the children of a node, and return them."""
    task.emit("expand", inner.index)
    found: list[Node] = []
    task.limit = inner.limit
    for choice in task.choices(inner.expansion, inner.state, ply - 1):
        inner.choices.append([])
        for joint, state in choice:
            task.enter(ply, inner.expansion, joint, state)
            node = task.node(ply, state)
            score = task.leaf(node, ply, inner.state, state)
            number = entered + len(found)
            below = Node(number, joint, state, node, score, task.limit)
            task.limit = inner.limit
            inner.choices[-1].append(below)
            found.append(below)
    return found


def back_up(task: Task, inner: Node) -> None:
    """Set the score and line of a node to those of its first best choice."""
    first, *others = inner.choices
    score, line = worst(inner, first)
    for choice in others:
        score1, line1 = worst(inner, choice)
        if score1 > score:
            score, line = score1, line1
    inner.score, inner.line = score, line
    task.emit("back", inner.index, score)


def worst(inner: Node, choice: list[Node]) -> tuple[int, Line]:
    """Return the score and line of the worst answer to a choice."""
    scored = [(node.score, node) for node in choice if node.score is not None]
    score, node = min(scored, key=lambda pair: pair[0])
    return score, line_from(node.joint, inner.state, node.state, node.line)
