"""Max^n; the twin of `logic/search/maxn.pl`.

Each role maximises its own score (Luckhardt and Irani 1986). A state has a list of
scores, one for each role:

    maxn(state):
      if it is a leaf: return its scores
      return the scores of the successor that are best for the role to move

If several roles have a choice in a state, they choose one after another, in the order
of the roles, and later roles know the earlier choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pygame_search.machine.machine import Expansion, Key
from pygame_search.search.core.memory import Line
from pygame_search.search.core.standing_pat import line_from, made
from pygame_search.search.core.task import RootMove, Task

#: A joint move, the scores of its successor for all roles, and the line that begins
#: with it.
Answer = tuple[int, list[int], Line]

#: The task for each role, to score the leaves.
Views = Sequence[Task]


def maxn(task: Task, state: Key) -> list[RootMove]:
    """Return, for each choice of the role, its joint move, its score and its line.

    The list is empty as in `minimax`. The score of a move is that for the role; the
    events have the scores for all roles.
    """
    views = [task.of_role(role) for role in range(len(task.goal_ranges))]
    task.enter(0, None, 0, state)
    node = task.node(0, state)
    moves: list[RootMove] = []
    scores = leaf_scores(task, views, node, 0, state, state)
    if scores is None:
        found = answers(task, views, node, state, 0)
        _, scores, _ = choice(node, found, 0)
        for joint, answer, line in root_choices(task, node, found):
            moves.append(RootMove(joint, answer[task.role], "exact", line))
    task.leave(scores)
    return moves


def root_choices(task: Task, node: Expansion, found: Sequence[Answer]) -> list[Answer]:
    """Return the answer for each move of the role if earlier roles choose best."""
    for role in range(task.role):
        groups = by_move(node, found, role)
        found = max(groups, key=lambda group: choice(node, group, role + 1)[1][role])
    groups = by_move(node, found, task.role)
    return [choice(node, group, task.role + 1) for group in groups]


def value(
    task: Task,
    views: Views,
    ply: int,
    parent: tuple[Key, Expansion],
    joint: int,
    state: Key,
) -> tuple[list[int], Line]:
    """Return the scores of a state reached by `joint`, and its line."""
    before, node_before = parent
    task.enter(ply, node_before, joint, state)
    node = task.node(ply, state)
    line: Line = None
    scores = leaf_scores(task, views, node, ply, before, state)
    if scores is None:
        found = answers(task, views, node, state, ply)
        _, scores, line = choice(node, found, 0)
    task.leave(scores)
    return scores, line


def answers(
    task: Task, views: Views, node: Expansion, state: Key, ply: int
) -> list[Answer]:
    """Return the scores and the line of each joint move."""
    found: list[Answer] = []
    for pairs in views[0].choices(node, state, ply):
        for joint, successor in pairs:
            here = state, node
            scores, rest = value(task, views, ply + 1, here, joint, successor)
            line = line_from(joint, state, successor, rest)
            found.append((joint, scores, line))
    return found


def choice(node: Expansion, found: Sequence[Answer], role: int) -> Answer:
    """Return the choice of a role and of those after it, the first of equals."""
    if len(found) == 1:
        return found[0]
    chosen = [choice(node, group, role + 1) for group in by_move(node, found, role)]
    return max(chosen, key=lambda answer: answer[1][role])


def by_move(
    node: Expansion, found: Sequence[Answer], role: int
) -> list[Sequence[Answer]]:
    """Group the answers by the move of a role; those of one move are adjacent."""
    moves = groupby(found, key=lambda answer: made(node, answer[0])[role])
    return [list(group) for _, group in moves]


def leaf_scores(
    task: Task, views: Views, node: Expansion, ply: int, parent: Key, state: Key
) -> list[int] | None:
    """Return the scores of a leaf for all roles; None for an inner node."""
    kind = task.kind(node, ply, parent, state)
    if kind is None:
        return None
    scores = [view.kind_score(kind, node, ply, state) for view in views]
    task.leaf_found(kind, scores)
    return scores
