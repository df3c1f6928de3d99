"""The common parts of the searches with a window; the twin of `logic/search/window.pl`.

Alpha is the score that the role can already force by another choice, beta the score to
which the others can hold it. The role avoids a node whose score is at most alpha; the
others avoid a node whose score is at least beta. The forms of alpha-beta (alphabeta.py,
fail_hard.py, pvs.py) differ only below the root.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame_search.machine.machine import Choice, Expansion, Key
from pygame_search.model.scores import INFINITY
from pygame_search.search.core.memory import Line
from pygame_search.search.core.task import RootMove, Task
from pygame_search.search.game_tree.move_order import ordered_choices

#: worst(task, choice, node, state, ply, alpha, beta)
Worst = Callable[[Task, Choice, Expansion, Key, int, int, int], tuple[int, Line]]


def window_search(
    worst: Worst, task: Task, state: Key, alpha: int, beta: int, all_best: bool
) -> list[RootMove]:
    """Return the choices of the role at the root with their scores, in rule order.

    Choices after a cut-off are left out. Of the best moves, the first in rule order
    gets an exact score, in whatever order they are tried; with all_best, each does. To
    this end alpha stays one below the best score where a tie counts. If the task needs
    every score exact, the window is not narrowed.

    Args:
        worst: returns the score and line of the worst answer to a choice.
        task: the search.
        state: the root.
        alpha: the score that the role can already force.
        beta: the score to which the others can hold it.
        all_best: whether every move as good as the best gets an exact score.
    """
    task.enter(0, None, 0, state)
    node = task.expand(state)
    result = task.leaf(node, 0, state, state)
    if result is not None:
        task.leave(result)
        return []
    if (alpha, beta) != (-INFINITY, INFINITY):
        task.emit("raise", alpha, beta)
    before = task.limited
    found: list[tuple[int, RootMove]] = []
    best: tuple[int, int, Line] | None = None
    reported = alpha
    placed = _placed(task, node, ordered_choices(task, node, state, 0))
    for i, (place, choice) in enumerate(placed):
        sure = alpha
        if best is not None and not task.exact:
            counts_too = all_best or place < best[1]
            sure = max(alpha, best[0] - counts_too)
        reported = raised(task, reported, beta, sure)
        score, line = worst(task, choice, node, state, 0, sure, beta)
        bound = "upper" if score <= sure else "lower" if score >= beta else "exact"
        joint = choice[0][0] if line is None else line[0]
        found.append((place, RootMove(joint, score, bound, line)))
        if (
            best is None
            or score > best[0]
            or (score == best[0] and bound != "upper" and place < best[1])
        ):
            best = score, place, line
        if best[0] >= beta and i + 1 < len(placed):
            rest = [choice for _, choice in placed[i + 1 :]]
            cut(task, node, 0, best[0], beta, best[2], joints(rest))
            break
    assert best is not None
    found.sort(key=lambda pair: pair[0])
    keep(task, state, 0, (alpha, beta), before, best[0], best[2])
    task.leave(best[0])
    return [move for _, move in found]


def _placed(
    task: Task, node: Expansion, choices: Sequence[Choice]
) -> list[tuple[int, Choice]]:
    """Return each choice with its place in rule order."""
    places = {
        node.joint(choice[0][0])[task.role]: place
        for place, choice in enumerate(node.choices(task.role))
    }
    return [(places[node.joint(choice[0][0])[task.role]], choice) for choice in choices]


def raised(task: Task, alpha: int, beta: int, score: int) -> int:
    """Return alpha, raised to score if that is more."""
    if score > alpha:
        task.emit("raise", score, beta)
        return score
    return alpha


def lowered(task: Task, alpha: int, beta: int, score: int) -> int:
    """Return beta, lowered to score if that is less."""
    if score < beta:
        task.emit("raise", alpha, score)
        return score
    return beta


def cut(
    task: Task,
    node: Expansion,
    ply: int,
    alpha: int,
    beta: int,
    line: Line,
    rest: list[int],
) -> None:
    """Report a cut-off by the first move of a line, so the order learns from it."""
    if not rest:
        return
    left = task.limit - ply
    if task.memory is not None and line is not None and left >= 0:
        task.memory.learn(ply, left, node.joint(line[0]))
    task.cut_off(node, alpha, beta, rest)


def known(
    task: Task, state: Key, ply: int, alpha: int, beta: int
) -> tuple[int, Line] | None:
    """Return the score and line of a state from the table if they settle the window."""
    if task.memory is None or ply >= task.limit:
        return None
    found = task.memory.known(state, task.limit - ply, ply, alpha, beta)
    if found is None:
        return None
    score, entry = found
    task.hits += 1
    if not entry.complete:
        task.limited += 1
    task.emit("hit", entry.flag, score)
    return score, entry.line


def keep(
    task: Task,
    state: Key,
    ply: int,
    window: tuple[int, int],
    before: int,
    score: int,
    line: Line,
) -> None:
    """Store the score of a state; `before` was `task.limited` before its search."""
    if task.memory is not None and ply < task.limit:
        complete = task.limited == before
        left = task.limit - ply
        task.memory.keep(state, left, ply, window, score, complete, line)


def joints(choices: Sequence[Choice]) -> list[int]:
    """Return the joint moves of choices, in order."""
    return [joint for choice in choices for joint, _ in choice]
