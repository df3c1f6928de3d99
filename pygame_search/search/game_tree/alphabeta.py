"""Alpha-beta pruning; the twin of `logic/search/alphabeta.pl`.

Minimax that skips nodes without effect on the result: one side avoids a node whose
score is at most Alpha or at least Beta, so the rest of it is cut off (SP.268; CS4480):

    score(state, a, b):                     worst(choice, a, b):
      v = worst(first choice, a, b)           v = score(first answer, a, b)
      for each other choice:                  for each other answer:
        if v >= b: return v    (cut-off)        if v <= a: return v    (cut-off)
        a = max(a, v)                           b = min(b, v)
        v = max(v, worst(choice, a, b))         v = min(v, score(answer, a, b))
      return v                                return v

The score is fail-soft. With the window (Alpha, Beta) and the minimax score V:

    Alpha < V < Beta        Score = V, and Line is the principal variation
    V =< Alpha              V =< Score =< Alpha, an upper bound
    V >= Beta               Beta =< Score =< V, a lower bound
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


def alphabeta(
    task: Task,
    state: Key,
    alpha: int = -INFINITY,
    beta: int = INFINITY,
    *,
    all_best: bool = False,
) -> list[RootMove]:
    """Return the choices of the role with their scores; see `window_search`."""
    return window_search(worst, task, state, alpha, beta, all_best)


def value(
    task: Task,
    ply: int,
    alpha: int,
    beta: int,
    parent: tuple[Key, Expansion],
    joint: int,
    state: Key,
) -> tuple[int, Line]:
    """Return the score of a state within the window, and its line."""
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
            score, line = best(task, node, state, ply, alpha, beta)
            keep(task, state, ply, (alpha, beta), limited, score, line)
    task.leave(score)
    return score, line


def best(
    task: Task, node: Expansion, state: Key, ply: int, alpha: int, beta: int
) -> tuple[int, Line]:
    """Return the score and line of the best choice; stop at beta or more."""
    choices = ordered_choices(task, node, state, ply)
    score, line = worst(task, choices[0], node, state, ply, alpha, beta)
    for i in range(1, len(choices)):
        if score >= beta:
            cut(task, node, ply, score, beta, line, joints(choices[i:]))
            break
        alpha = raised(task, alpha, beta, score)
        score1, line1 = worst(task, choices[i], node, state, ply, alpha, beta)
        if score1 > score:
            score, line = score1, line1
    return score, line


def worst(
    task: Task,
    choice: Choice,
    node: Expansion,
    state: Key,
    ply: int,
    alpha: int,
    beta: int,
) -> tuple[int, Line]:
    """Return the score and line of the worst answer to a choice; stop at alpha."""
    here = state, node
    joint, successor = choice[0]
    score, rest = value(task, ply + 1, alpha, beta, here, joint, successor)
    line = line_from(joint, state, successor, rest)
    for i in range(1, len(choice)):
        if score <= alpha:
            cut(task, node, ply, alpha, score, line, joints([choice[i:]]))
            break
        beta = lowered(task, alpha, beta, score)
        joint, successor = choice[i]
        score1, rest = value(task, ply + 1, alpha, beta, here, joint, successor)
        if score1 < score:
            score, line = score1, line_from(joint, state, successor, rest)
    return score, line
