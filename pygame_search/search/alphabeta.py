"""Alpha-beta pruning; the twin of `logic/alphabeta.pl`.

Minimax that leaves out what cannot matter. Alpha is the score that the role has for
sure by a choice made before, beta what the others can hold it to. A node whose score
is at most alpha the role will avoid, one of at least beta the others will: what is
left of it is cut off (SP.268; CS4480).

The score is fail-soft. With the window (alpha, beta) and the minimax score v:

    alpha < v < beta     score == v, and the line is the principal variation
    v <= alpha           v <= score <= alpha, an upper bound
    v >= beta            beta <= score <= v, a lower bound
"""

from __future__ import annotations

from pygame_search.machine import Choice, Expansion
from pygame_search.search.task import Line, RootMoves, Task

#: Beyond every score.
INFINITY = 1 << 51


def alphabeta(
    task: Task,
    state: int,
    alpha: int = -INFINITY,
    beta: int = INFINITY,
    *,
    all_best: bool = False,
) -> RootMoves:
    """Return, for each choice of the role, its joint move, its score and its line.

    The score of a move is only an upper bound when it is not above those of all moves
    before it. Choices after one of at least beta are left out.

    Args:
        task: the search.
        state: where to begin.
        alpha: what the role has for sure, in scores.
        beta: what the others can hold it to.
        all_best: whether the moves as good as the best are to have their exact score
            too: the window at the root then stays open by one below the best.
    """
    task.enter(0, None, 0, state)
    node = task.machine.expand(state)
    if node.terminal:
        task.tell("leave", task.terminal(node, 0))
        return []
    moves: RootMoves = []
    best_score = -INFINITY
    choices = node.choices(task.role)
    for i, choice in enumerate(choices):
        score, line = worst(task, choice, node, state, 0, alpha, beta)
        assert line is not None
        moves.append((line[0], score, line))
        best_score = max(best_score, score)
        if best_score >= beta and i + 1 < len(choices):
            task.cut(node, best_score, beta, _joints(choices[i + 1 :]))
            break
        alpha = raised(task, alpha, beta, best_score - all_best)
    task.tell("leave", best_score)
    return moves


def value(
    task: Task,
    state: int,
    ply: int,
    alpha: int,
    beta: int,
    parent: Expansion,
    joint: int,
) -> tuple[int, Line]:
    """Return the score of a state within the window, and its line."""
    task.enter(ply, parent, joint, state)
    node = task.machine.expand(state)
    line: Line = None
    if node.terminal:
        score = task.terminal(node, ply)
    elif ply >= task.limit:
        score = task.estimate(state)
    else:
        score, line = best(task, node, state, ply, alpha, beta)
    task.tell("leave", score)
    return score, line


def best(
    task: Task, node: Expansion, state: int, ply: int, alpha: int, beta: int
) -> tuple[int, Line]:
    """Return the best of the choices; a score of beta or more is enough."""
    choices = node.choices(task.role)
    score, line = worst(task, choices[0], node, state, ply, alpha, beta)
    for i in range(1, len(choices)):
        if score >= beta:
            task.cut(node, score, beta, _joints(choices[i:]))
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
    state: int,
    ply: int,
    alpha: int,
    beta: int,
) -> tuple[int, Line]:
    """Return the worst that the others can make of a choice; alpha is enough."""
    joint, successor = choice[0]
    score, rest = value(task, successor, ply + 1, alpha, beta, node, joint)
    line: Line = (joint, state, successor, rest)
    for i in range(1, len(choice)):
        if score <= alpha:
            task.cut(node, alpha, score, [joint for joint, _ in choice[i:]])
            break
        beta = lowered(task, alpha, beta, score)
        joint, successor = choice[i]
        score1, rest = value(task, successor, ply + 1, alpha, beta, node, joint)
        if score1 < score:
            score, line = score1, (joint, state, successor, rest)
    return score, line


def raised(task: Task, alpha: int, beta: int, score: int) -> int:
    """Return alpha, raised to score if that is more."""
    if score > alpha:
        task.tell("raise", score, beta)
        return score
    return alpha


def lowered(task: Task, alpha: int, beta: int, score: int) -> int:
    """Return beta, lowered to score if that is less."""
    if score < beta:
        task.tell("raise", alpha, score)
        return score
    return beta


def _joints(choices: tuple[Choice, ...]) -> list[int]:
    return [joint for choice in choices for joint, _ in choice]
