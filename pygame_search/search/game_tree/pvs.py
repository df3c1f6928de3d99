"""Principal variation search; the twin of `logic/search/pvs.pl`.

Alpha-beta that relies on the move order: the first move is searched with the full
window, each other move with a null window, to prove that it is no better. If the proof
fails, the move is searched again with the full window (Marsland and Campbell 1982; the
scores are those of Reinefeld's NegaScout, 1983):

    as alpha-beta, but for each other choice:   and for each other answer:
      v1 = worst(choice, a, a + 1)                v1 = score(answer, b - 1, b)
      if a < v1 < b:                              if a < v1 < b:
        v1 = worst(choice, a, b)                    v1 = score(answer, a, b)
      v = max(v, v1)                              v = min(v, v1)

At the root each choice is searched with the full window, because its score is reported.
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


def pvs(
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
        scout = alpha + 1
        score1, line1 = worst(task, choices[i], node, state, ply, alpha, scout)
        if alpha < score1 < beta and beta > scout:
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
        scout = beta - 1
        joint, successor = choice[i]
        score1, rest = value(task, ply + 1, scout, beta, here, joint, successor)
        if alpha < score1 < beta and alpha < scout:
            score1, rest = value(task, ply + 1, alpha, beta, here, joint, successor)
        if score1 < score:
            score, line = score1, line_from(joint, state, successor, rest)
    return score, line
