"""Minimax; the twin of `logic/search/minimax.pl`.

The score of a terminal state comes from its goal value, and that of a state at the
depth limit is an estimate. Otherwise it is the score of the best choice of the role, if
the others give the worst answer to each choice (CPSC 322, lecture 18; SP.268; CS4480).

    minimax(state):
      if it is a leaf: return its goal value, or an estimate
      return the best, over my choices, of
        the worst, over the answers of the others, of minimax(successor)

A choice is a move of the role; its answers are the joint moves that contain it. If
another role is to move, there is one choice, `noop`, and the search is for its worst
answer. If the role itself is to move, each choice has one answer. So one function
covers the states of both players, for which textbooks write two functions.
"""

from __future__ import annotations

from pygame_search.machine.machine import Choice, Expansion, Key
from pygame_search.search.core.memory import Line
from pygame_search.search.core.standing_pat import line_from
from pygame_search.search.core.task import RootMove, Task


def minimax(task: Task, state: Key) -> list[RootMove]:
    """Return, for each choice of the role, its joint move, its score and its line.

    The list is empty if the game is over or the limit is 0.
    """
    task.enter(0, None, 0, state)
    node = task.node(0, state)
    moves: list[RootMove] = []
    result: float | None = task.leaf(node, 0, state, state)
    if result is None:
        for choice in task.choices(node, state, 0):
            score, line = worst(task, choice, node, state, 0)
            assert line is not None
            moves.append(RootMove(line[0], score, "exact", line))
        result = max(move.score for move in moves)
    task.leave(result)
    return moves


def value(
    task: Task, ply: int, parent: tuple[Key, Expansion], joint: int, state: Key
) -> tuple[int, Line]:
    """Return the score of a state reached by `joint`, and its line."""
    before, node_before = parent
    task.enter(ply, node_before, joint, state)
    node = task.node(ply, state)
    line: Line = None
    score = task.leaf(node, ply, before, state)
    if score is None:
        score, line = best(task, node, state, ply)
    task.leave(score)
    return score, line


def best(task: Task, node: Expansion, state: Key, ply: int) -> tuple[int, Line]:
    """Return the score and line of the best choice, the first of equals."""
    first, *others = task.choices(node, state, ply)
    score, line = worst(task, first, node, state, ply)
    for choice in others:
        score1, line1 = worst(task, choice, node, state, ply)
        if score1 > score:
            score, line = score1, line1
    return score, line


def worst(
    task: Task, choice: Choice, node: Expansion, state: Key, ply: int
) -> tuple[int, Line]:
    """Return the score and line of the worst answer to a choice."""
    here = state, node
    (joint, successor), *others = choice
    score, rest = value(task, ply + 1, here, joint, successor)
    line = line_from(joint, state, successor, rest)
    for joint, successor in others:
        score1, rest = value(task, ply + 1, here, joint, successor)
        if score1 < score:
            score, line = score1, line_from(joint, state, successor, rest)
    return score, line
