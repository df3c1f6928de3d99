"""Minimax; the twin of `logic/minimax.pl`.

The score of a state is that of its end, when the game is over; an estimate, at the
limit of the depth; else the best that the role can choose, when the others answer
each choice with what is worst for it (CPSC 322, lecture 18; SP.268; CS4480).
"""

from __future__ import annotations

from pygame_search.machine import Choice, Expansion
from pygame_search.search.task import Line, RootMoves, Task


def minimax(task: Task, state: int) -> RootMoves:
    """Return, for each choice of the role, its joint move, its score and its line.

    Empty when the game is over. A state other than a terminal one is always expanded,
    whatever the limit.
    """
    task.enter(0, None, 0, state)
    node = task.machine.expand(state)
    if node.terminal:
        task.tell("leave", task.terminal(node, 0))
        return []
    moves: RootMoves = []
    for choice in node.choices(task.role):
        score, line = worst(task, choice, node, state, 0)
        assert line is not None
        moves.append((line[0], score, line))
    task.tell("leave", max(score for _, score, _ in moves))
    return moves


def value(
    task: Task, state: int, ply: int, parent: Expansion, joint: int
) -> tuple[int, Line]:
    """Return the score of a state, and the principal variation from it."""
    task.enter(ply, parent, joint, state)
    node = task.machine.expand(state)
    line: Line = None
    if node.terminal:
        score = task.terminal(node, ply)
    elif ply >= task.limit:
        score = task.estimate(state)
    else:
        score, line = best(task, node, state, ply)
    task.tell("leave", score)
    return score, line


def best(task: Task, node: Expansion, state: int, ply: int) -> tuple[int, Line]:
    """Return the best of the choices, the first of equals."""
    first, *others = node.choices(task.role)
    score, line = worst(task, first, node, state, ply)
    for choice in others:
        score1, line1 = worst(task, choice, node, state, ply)
        if score1 > score:
            score, line = score1, line1
    return score, line


def worst(
    task: Task, choice: Choice, node: Expansion, state: int, ply: int
) -> tuple[int, Line]:
    """Return the worst that the others can make of a choice."""
    found: tuple[int, Line] | None = None
    for joint, successor in choice:
        score, line = value(task, successor, ply + 1, node, joint)
        if found is None or score < found[0]:
            found = score, (joint, state, successor, line)
    assert found is not None
    return found
