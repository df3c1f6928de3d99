"""Alpha-beta as in the lecture; the twin of `logic/search/fail_hard.pl`.

Alpha is the best score for the role so far, Beta the best for the others (SP.268):

    max-value(state, a, b):                     min-value(state, a, b):
      for s in successors(state):                 for s in successors(state):
        a = max(a, min-value(s, a, b))              b = min(b, max-value(s, a, b))
        if a >= b: return a    (cut-off)            if b <= a: return b    (cut-off)
      return a                                    return b

The score is fail-hard: a score outside the window is replaced by its bound. With the
window (Alpha, Beta) and the minimax score V of a node that is neither a leaf nor in the
table:

    Alpha < V < Beta        Score = V, and Line is the principal variation
    V =< Alpha              Score = Alpha
    V >= Beta               Score = Beta
"""

from __future__ import annotations

from pygame_search.machine.machine import Choice, Expansion, Key
from pygame_search.model.scores import INFINITY
from pygame_search.search.core.memory import Line
from pygame_search.search.core.standing_pat import line_from
from pygame_search.search.core.task import RootMove, Task
from pygame_search.search.game_tree.move_order import ordered_choices
from pygame_search.search.game_tree.window import (
    cut,
    joints,
    keep,
    known,
    lowered,
    raised,
    window_search,
)


def fail_hard(
    task: Task,
    state: Key,
    alpha: int = -INFINITY,
    beta: int = INFINITY,
    *,
    all_best: bool = False,
) -> list[RootMove]:
    """Return the choices of the role with their scores; see `window_search`."""
    return window_search(min_value, task, state, alpha, beta, all_best)


def value(
    task: Task,
    ply: int,
    alpha: int,
    beta: int,
    parent: tuple[Key, Expansion],
    joint: int,
    state: Key,
) -> tuple[int, Line]:
    """Return the score of a state, clipped to the window, and its line."""
    before, node_before = parent
    task.enter(ply, node_before, joint, state)
    node = task.node(ply, state)
    line: Line = None
    score = task.leaf(node, ply, before, state)
    if score is None:
        found = known(task, state, ply, alpha, beta)
        if found is not None:
            score, line = found
        else:
            limited = task.limited
            score, line = max_value(task, node, state, ply, alpha, beta)
            keep(task, state, ply, (alpha, beta), limited, score, line)
    task.leave(score)
    return score, line


def max_value(
    task: Task, node: Expansion, state: Key, ply: int, alpha: int, beta: int
) -> tuple[int, Line]:
    """Return alpha, raised by the choices of the role until it reaches beta."""
    line: Line = None
    choices = ordered_choices(task, node, state, ply)
    for i, choice in enumerate(choices):
        score, line1 = min_value(task, choice, node, state, ply, alpha, beta)
        if score > alpha:
            line = line1
            alpha = raised(task, alpha, beta, score)
        if alpha >= beta:
            cut(task, node, ply, alpha, beta, line, joints(choices[i + 1 :]))
            break
    return alpha, line


def min_value(
    task: Task,
    choice: Choice,
    node: Expansion,
    state: Key,
    ply: int,
    alpha: int,
    beta: int,
) -> tuple[int, Line]:
    """Return beta, lowered by the answers of the others until it reaches alpha."""
    line: Line = None
    here = state, node
    for i, (joint, successor) in enumerate(choice):
        score, rest = value(task, ply + 1, alpha, beta, here, joint, successor)
        if score < beta:
            line = line_from(joint, state, successor, rest)
            beta = lowered(task, alpha, beta, score)
        if beta <= alpha:
            cut(task, node, ply, alpha, beta, line, joints([choice[i + 1 :]]))
            break
    return beta, line
