"""Conspiracy-number search: how many leaves must change for the root to change.

The conspiracy number of a value is the least number of leaves that would have to change
their scores together for the root to have that value (McAllester 1988). The search
expands leaves of the likeliest conspiracies. It stops when every change of the root by
more than a given width needs more leaves than a threshold. There is no depth limit:
narrow lines are searched deeply, and parts whose value is clear are not searched
(Schaeffer 1990).

To raise the value of a state where the role chooses, one of its moves has to rise: the
number is the minimum over the moves. For a move to rise, every answer has to rise: the
number is the sum over the answers. To lower the value, sum and minimum are exchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf

from pygame_search.model.decimals import scaled_score, unscaled
from pygame_search.model.scores import (
    SURE,
    WIN,
    score_value,
    terminal_score,
    value_text,
)
from pygame_search.search.core.budget import budget_of
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.core.task import Task
from pygame_search.search.simultaneous.backward_induction import estimating

#: How many leaves have to change to reach a score, as pairs of a bound and a number:
#: the first pair with a bound of at least the score gives the number. Scores above the
#: last bound cannot be reached.
Steps = tuple[tuple[float, float], ...]


def needed(steps: Steps, score: float) -> float:
    """Return how many leaves have to change for a score to be reached.

    >>> [needed(((3, 0), (8, 2)), score) for score in (2, 4, 9)]
    [0, 2, inf]
    """
    return next((number for bound, number in steps if score <= bound), inf)


def combined(parts: Sequence[Steps], how: Callable[[Iterable[float]], float]) -> Steps:
    """Return how many leaves have to change if one part, or if every part must.

    Args:
        parts: the numbers for each part.
        how: `min` if one part is enough, `sum` if all must change.

    >>> combined([((3, 0), (8, 2)), ((5, 0), (6, 1))], min)
    ((5, 0), (6, 1), (8, 2))
    >>> combined([((3, 0), (8, 2)), ((5, 0), (6, 1))], sum)
    ((3, 0), (5, 2), (6, 3))
    """
    if len(parts) == 1:
        return parts[0]
    found: list[tuple[float, float]] = []
    for bound in sorted({bound for steps in parts for bound, _ in steps}):
        number = how([needed(steps, bound) for steps in parts])
        if number == inf:
            break
        if found and found[-1][1] == number:
            found.pop()
        found.append((bound, number))
    return tuple(found)


@dataclass(slots=True, eq=False)
class Node:
    """A state in the tree.

    Attributes:
        state: its number.
        ply: its distance from the root.
        score: a leaf's own score; otherwise the backed-up score.
        rises: how many leaves have to change to raise the score.
        falls: how many have to change to lower it; scores have the opposite sign.
        terminal: whether the game is over.
        choices: for each move of the role, the next states, one for each answer; None
            before the node is expanded.
    """

    state: int
    ply: int
    score: int
    rises: Steps
    falls: Steps
    terminal: bool = False
    choices: list[list[Node]] | None = None

    def worst(self, move: int) -> Node:
        """Return the state that the worst answer to a move leads to."""
        assert self.choices is not None
        return min(self.choices[move], key=lambda node: node.score)

    def best(self) -> int:
        """Return the best move; of equals, the first."""
        assert self.choices is not None
        return max(range(len(self.choices)), key=lambda i: self.worst(i).score)

    def firm(self, move: int) -> float:
        """Return how many leaves have to change to lower the goal value of a move."""
        assert self.choices is not None
        score = self.worst(move).score
        fall = -SURE if score > SURE else -score + 1
        lost = score < -SURE
        return inf if lost else needed(falls(self.choices[move]), fall)


def leaf(task: Task, state: int, ply: int) -> Node:
    """Return a new leaf: its own change is enough, unless the game is over."""
    task.nodes += 1
    task.leaves += 1
    found = task.machine.look(state)
    if found.terminal:
        score = terminal_score(task.goal(found), ply, *task.goal_range)
        return Node(state, ply, score, ((score, 0),), ((-score, 0),), True)
    score = task.estimate(state)
    low, high = task.goal_range
    most = WIN - ply - 1 if low < high else inf  # a win is at least one ply away
    return Node(state, ply, score, ((score, 0), (most, 1)), ((-score, 0), (most, 1)))


def expand(task: Task, path: list[Node]) -> None:
    """Expand the last state of a path from the root, and back up its numbers."""
    last = path[-1]
    task.leaves -= 1
    last.choices = [
        [leaf(task, state, last.ply + 1) for _, state in choice]
        for choice in task.expand(last.state).choices(task.role)
    ]
    for node in reversed(path):
        assert node.choices is not None
        node.score = node.worst(node.best()).score
        node.rises = combined([rises(answers) for answers in node.choices], min)
        node.falls = combined([falls(answers) for answers in node.choices], sum)


def rises(answers: list[Node]) -> Steps:
    """Return how many leaves raise a move: every answer has to rise."""
    return combined([node.rises for node in answers], sum)


def falls(answers: list[Node]) -> Steps:
    """Return how many leaves lower a move: one answer is enough."""
    return combined([node.falls for node in answers], min)


@dataclass(slots=True)
class Conspiracies:
    """The tree, and the conspiracies that could change its root.

    Attributes:
        task: the role, the machine, how leaves are scored.
        root: the root.
        threshold: conspiracies of more leaves than this are ruled out.
        width: by how much the score of the root may be wrong.
    """

    task: Task
    root: Node
    threshold: int
    width: int

    def to_rise(self) -> float:
        """Return how many leaves must change to raise the root beyond the width."""
        return needed(self.root.rises, self.root.score + self.width + 1)

    def to_fall(self) -> float:
        """Return how many leaves must change to lower the root beyond the width."""
        return needed(self.root.falls, -self.root.score + self.width + 1)

    def step(self) -> bool:
        """Expand a leaf of a likely conspiracy; return whether a likely one is left."""
        path = self.conspirator()
        if path is not None:
            expand(self.task, path)
        return min(self.to_rise(), self.to_fall()) <= self.threshold

    def conspirator(self) -> list[Node] | None:
        """Return the path to a leaf that could be part of a likely conspiracy.

        The score farthest from the root's is tried first: it is to be ruled out first.
        """
        root = self.root
        high = [b for b, n in root.rises if n <= self.threshold][-1] - root.score
        low = [b for b, n in root.falls if n <= self.threshold][-1] + root.score
        if max(high, low) <= self.width:
            return None
        if (high, -self.to_rise()) >= (low, -self.to_fall()):
            return self._raising(root.score + high)
        return self._lowering(-root.score + low)

    def _raising(self, score: float) -> list[Node]:
        """Return the path to a leaf that has to change to raise the root to a score."""
        path = [self.root]
        while (choices := path[-1].choices) is not None:
            answers = min(choices, key=lambda nodes: needed(rises(nodes), score))
            wrong = [node for node in answers if needed(node.rises, score)]
            path.append(min(wrong, key=lambda node: needed(node.rises, score)))
        return path

    def _lowering(self, score: float) -> list[Node]:
        """Return the path to a leaf that has to change to lower the root to a score."""
        path = [self.root]
        while (choices := path[-1].choices) is not None:
            wrong = [nodes for nodes in choices if needed(falls(nodes), score)]
            answers = min(wrong, key=lambda nodes: needed(falls(nodes), score))
            path.append(min(answers, key=lambda node: needed(node.falls, score)))
        return path

    def settled(self) -> bool:
        """Return whether no leaf can change the score of the root."""
        score = self.root.score
        rise = needed(self.root.rises, score + 1)
        return rise == needed(self.root.falls, -score + 1) == inf

    def sure(self) -> bool:
        """Return whether the goal value of the root cannot change."""
        score = self.root.score
        rise, fall = score + 1, -score + 1
        if score > SURE:
            fall = -SURE
        if score < -SURE:
            rise = -SURE
        lost, won = score < -SURE, score > SURE
        return (won or needed(self.root.rises, rise) == inf) and (
            lost or needed(self.root.falls, fall) == inf
        )

    def words(self) -> str:
        """Return, in words, how many leaves the score of the root depends on."""
        return (
            f"leaves that would have to change to raise it: {_many(self.to_rise())}, "
            f"to lower it: {_many(self.to_fall())}"
        )


def _many(number: float) -> str:
    return "impossible" if number == inf else f"{int(number):,}"


def answer(request: SearchRequest) -> SearchResult:
    """Return the best move, and how many leaves its value depends on."""
    state, call = request.state, request.call
    task = estimating(request)
    budget = budget_of(request, "nodes")
    found = Conspiracies(
        task, leaf(task, state.number, 0), call["threshold"],
        scaled_score(call["width"], task.unit),
    )  # fmt: skip
    expand(task, [found.root])
    low, high = task.goal_range

    def step() -> bool:
        value = unscaled(score_value(found.root.score, low, high)[0], task.unit)
        budget.say(lambda: f"{task.nodes:,} nodes: {value_text(value)}")
        return found.step()

    stopped = budget.run(step, lambda: task.nodes)
    if stopped == "complete" and not found.sure():
        stopped = "threshold"
    return _result(request, found, stopped)


def _result(request: SearchRequest, found: Conspiracies, stopped: str) -> SearchResult:
    """Return the answer to a request."""
    game, role = request.state.game, request.index
    root, task = found.root, found.task
    assert root.choices is not None
    texts, sure = task.machine.texts, found.sure()
    score, plies = score_value(root.score, *task.goal_range)
    value = unscaled(score, task.unit)
    moves = []
    for i in range(len(root.choices)):
        line = tuple(tuple(joint) for joint in texts(_line(task, root, i)))
        score, bound = score_value(root.worst(i).score, *task.goal_range)[0], "exact"
        worth = unscaled(score, task.unit)
        if sure and not (worth == value and root.firm(i) == inf):
            worth, bound = value, "upper"  # no move is worth more than the best one
        moves.append(MoveValue(line[0][role], line[0], worth, bound, line))
    best = max(range(len(moves)), key=lambda i: (root.worst(i).score, root.firm(i)))
    ties = [m for m in moves if m.exact and m.value == value and m is not moves[best]]
    return request.result(
        move=moves[best].move, value=value,
        moves=tuple(moves), best=(moves[best], *ties),
        line=moves[best].line, complete=found.sure(),
        distance=plies if game.decisive[role] and found.settled() else None,
        nodes=task.nodes, leaves=task.leaves, stopped=stopped, notes=(found.words(),),
    )  # fmt: skip


def _line(task: Task, node: Node, move: int) -> list[tuple[int, ...]]:
    """Return the joint moves of best play after a move, including it."""
    line = []
    while node.choices is not None:
        after = node.worst(move)
        choice = task.expand(node.state).choices(task.role)[move]
        joint = choice[node.choices[move].index(after)][0]
        line.append(task.expand(node.state).joint(joint))
        node = after
        move = node.best() if node.choices is not None else 0
    return line
