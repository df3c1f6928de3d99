"""Expectimax; the twin of `logic/search/expectimax.pl`.

Minimax with chance moves (Michie 1966): the role `random` of GDL-II makes each of its
moves with the same probability (Thielscher 2010), unless the rules give them weights.

    expectimax(state):
      if it is a leaf: return its goal value, or an estimate
      return the best, over my moves, of
        the worst, over the answers of the others, of
          the mean, over the moves of `random`, of expectimax(successor)

If all outcomes of chance are wins, the mean is a win, at their mean distance; likewise
for losses. Otherwise the mean is neither, and wins and losses count with their goal
values. Scores are rational numbers, so that equal scores compare as equal; they are
reported as floats.
"""

from __future__ import annotations

from fractions import Fraction

from pygame_search.machine.machine import Choice, Expansion, Key
from pygame_search.model.scores import SURE
from pygame_search.search.core.memory import Line
from pygame_search.search.core.standing_pat import line_from, made
from pygame_search.search.core.task import RootMove, Task

Score = int | Fraction


def expectimax(task: Task, state: Key) -> list[RootMove]:
    """Return, for each choice of the role, its joint move, its score and its line.

    The list is empty as in `minimax`. A line ends where chance decides.
    """
    task.enter(0, None, 0, state)
    node = task.node(0, state)
    moves: list[RootMove] = []
    result: Score | None = task.leaf(node, 0, state, state)
    if result is None:
        for choice in task.choices(node, state, 0):
            score, line = worst(task, choice, node, state, 0)
            joint = choice[0][0] if line is None else line[0]
            moves.append(RootMove(joint, reported(score), "exact", line))
            result = score if result is None else max(result, score)
    assert result is not None
    task.leave(reported(result))
    return moves


def value(
    task: Task, ply: int, parent: tuple[Key, Expansion], joint: int, state: Key
) -> tuple[Score, Line]:
    """Return the score of a state reached by `joint`, and its line."""
    before, node_before = parent
    task.enter(ply, node_before, joint, state)
    node = task.node(ply, state)
    line: Line = None
    score: Score | None = task.leaf(node, ply, before, state)
    if score is None:
        score, line = best(task, node, state, ply)
    task.leave(reported(score))
    return score, line


def best(task: Task, node: Expansion, state: Key, ply: int) -> tuple[Score, Line]:
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
) -> tuple[Score, Line]:
    """Return the score and line of the worst answer to a choice."""
    first, *others = answers(task, choice, node)
    score, line = mean(task, first, node, state, ply)
    for answer in others:
        score1, line1 = mean(task, answer, node, state, ply)
        if score1 < score:
            score, line = score1, line1
    return score, line


def answers(task: Task, choice: Choice, node: Expansion) -> list[Choice]:
    """Group the joint moves of a choice that differ only in the move of chance."""
    if task.chance is None:
        return [(pair,) for pair in choice]
    found: dict[tuple[int, ...], Choice] = {}
    for pair in choice:
        joint = made(node, pair[0])
        others = joint[: task.chance] + joint[task.chance + 1 :]
        found[others] = (*found.get(others, ()), pair)
    return list(found.values())


def mean(
    task: Task, answer: Choice, node: Expansion, state: Key, ply: int
) -> tuple[Score, Line]:
    """Return the mean score over the moves of chance; no line if it has several."""
    here = state, node
    if len(answer) == 1:
        [(joint, successor)] = answer
        score, line = value(task, ply + 1, here, joint, successor)
        return score, line_from(joint, state, successor, line)
    scores = [value(task, ply + 1, here, joint, after)[0] for joint, after in answer]
    wins = all(score > SURE for score in scores)
    losses = all(score < -SURE for score in scores)
    if not (wins or losses):
        scores = [plain_score(task, score) for score in scores]
    likely = [node.likelihood(joint) for joint, _ in answer]
    total = sum(weight * score for weight, score in zip(likely, scores, strict=True))
    return Fraction(total, sum(likely)), None


def plain_score(task: Task, score: Score) -> Score:
    """Return a score, with a win or loss replaced by its goal value."""
    low, high = task.goal_range
    return high if score > SURE else low if score < -SURE else score


def reported(score: Score) -> float:
    """Return a score as an integer if it is whole, else as a float."""
    whole = isinstance(score, int) or score.denominator == 1
    return int(score) if whole else float(score)
