"""A strategy from a position: a best move in every state that the role may reach.

Alpha-beta, with its table, is run again in every state that can be reached while the
role follows its strategy and the others play any moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame_search.machine.machine import Choice, Expansion
from pygame_search.search.core.task import RootMove, Task
from pygame_search.search.game_tree.alphabeta import alphabeta
from pygame_search.support.errors import LimitError

_SAY = 256  # states between two reports of progress


@dataclass(frozen=True, slots=True)
class Kept:
    """The entry of a state in a strategy.

    Attributes:
        value: the value that the role secures.
        distance: plies to the end when the role follows the strategy: the others delay
            the end, but hurry for the role's loss.
        move: the number of the role's move; None at the end.
        alone: whether it is the role's only move.
    """

    value: int
    distance: int
    move: int | None
    alone: bool = False


def strategy(
    task: Task,
    root: int,
    depth: int,
    *,
    deadline: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> dict[int, Kept]:
    """Return a strategy: an entry for each state that it can lead to.

    Args:
        task: the search, with a table.
        root: where to begin, a state from which the search finds the value.
        depth: the plies that suffice for this; more are tried where they do not.
        deadline: the time.monotonic() at which to stop.
        progress: called with the number of states.

    Raises:
        LimitError: the time is over.
    """
    task.deadline = deadline
    nodes: dict[int, Expansion] = {}
    chosen: dict[int, Choice] = {}
    plies = {root: 0}
    waiting = [root]
    for state in waiting:
        node = nodes[state] = task.machine.playable(state)
        if node.terminal:
            continue
        chosen[state] = best_choice(task, node, state, max(1, depth - plies[state]))
        for _, successor in chosen[state]:
            if successor not in plies:
                plies[successor] = plies[state] + 1
                waiting.append(successor)
        if len(nodes) % _SAY == 0 and progress is not None:
            progress(f"the strategy: {len(nodes):,} states")
    return backed_up(task, nodes, chosen, waiting)


def best_choice(task: Task, node: Expansion, state: int, depth: int) -> Choice:
    """Return the first of the best choices of the role."""
    options = node.choices(task.role)
    if len(options) == 1:
        return options[0]
    moves = decided(task, state, depth)
    best = max(range(len(moves)), key=lambda i: (exact(moves[i]), -i))
    joint = moves[best].joint
    return next(c for c in options if joint in [index for index, _ in c])


def exact(move: RootMove) -> float:
    """Return the score of a move, or minus infinity if it is known to be worse."""
    return float("-inf") if move.bound == "upper" else move.score


def decided(task: Task, state: int, depth: int) -> list[RootMove]:
    """Return the values of the role's choices, searched as deep as needed."""
    while True:
        task.limit, before = depth, task.limited
        moves = alphabeta(task, state)
        if task.limited == before:
            return moves
        depth += 1


def backed_up(
    task: Task, nodes: dict[int, Expansion], chosen: dict[int, Choice], order: list[int]
) -> dict[int, Kept]:
    """Return the entries of all states, computed backwards from the ends.

    Raises:
        LimitError: the strategy runs into a cycle and secures nothing.
    """
    low, high = task.goal_range
    kept: dict[int, Kept] = {}
    waiting = list(reversed(order))
    while waiting:
        left = []
        for state in waiting:
            node = nodes[state]
            if node.terminal:
                kept[state] = Kept(node.goal(task.role), 0, None)
                continue
            answers = [kept.get(successor) for _, successor in chosen[state]]
            known = [answer for answer in answers if answer is not None]
            if len(known) < len(answers):
                left.append(state)
                continue
            value = min(answer.value for answer in known)
            plies = [answer.distance for answer in known if answer.value == value]
            hurry = low != high and value == low
            far = 1 + (min(plies) if hurry else max(plies))
            move = node.joint(chosen[state][0][0])[task.role]
            kept[state] = Kept(value, far, move, len(node.moves[task.role]) == 1)
        if len(left) == len(waiting):
            raise LimitError("the strategy leads round a circle of moves", "plies")
        waiting = left
    return kept
