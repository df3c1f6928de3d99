"""Backward induction for two roles that move simultaneously.

The payoff of a joint move is the value of its successor, so the search to a depth
solves a matrix game in each state where minimax takes a maximum. If the goals have a
constant sum, the result is the value of the game, and the two strategies are an
equilibrium. Otherwise the value of a role is what it can guarantee, and the pure
equilibria of the root are listed as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import fsum

from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Expansion
from pygame_search.model.decimals import unscaled
from pygame_search.model.position import joint_text
from pygame_search.model.scores import between_losses_and_wins, value_text
from pygame_search.search.core.budget import budget_of
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.core.setup import new_task
from pygame_search.search.core.task import Task
from pygame_search.search.monte_carlo.bounds import Outcomes, answered
from pygame_search.search.simultaneous.matrix_game import (
    Mixed,
    pure_equilibria,
    solve,
    tidy,
)
from pygame_search.support.clock import look_at_clock
from pygame_search.support.errors import InputError


@dataclass(slots=True)
class Induction:
    """The values of states for a role that plays mixed strategies.

    Attributes:
        task: the role, the machine and the scores of leaves; its limit is not used.
        chance: the index of the role `random`, or None.
        limited: the number of states stopped by the depth limit.
    """

    task: Task
    chance: int | None
    limited: int = 0
    _known: dict[tuple[int, int], float] = field(default_factory=dict)

    def value(self, state: int, depth: int) -> float:
        """Return the value of a state with `depth` plies left."""
        key = state, depth
        if key not in self._known:
            self._known[key] = self._value(state, depth)
        return self._known[key]

    def payoffs(self, node: Expansion, depth: int) -> list[list[float]]:
        """Return the payoff of each move of the role against each answer of the other.

        Args:
            node: a state that is not terminal.
            depth: the number of plies left, including this one.
        """
        mid_turn = self.task.machine.mid_turn
        worth = [
            self.value(after, depth if mid_turn(after) else depth - 1)
            for after in node.successors
        ]

        def mean(ends: Outcomes) -> float:
            likely = [node.likelihood(joint) for joint in ends]
            total = sum(w * worth[joint] for w, joint in zip(likely, ends, strict=True))
            return tidy(total / sum(likely))

        return [
            [mean(ends) for ends in answers]
            for answers in answered(node, self.chance)[self.task.role]
        ]

    def _value(self, state: int, depth: int) -> float:
        task = self.task
        task.nodes += 1
        look_at_clock(task.deadline)
        if depth == 0:
            node = task.machine.look(state)
            if not node.terminal:
                self.limited += 1
                return unscaled(task.estimate(state), task.unit)
        else:
            node = task.expand(state)
        if node.terminal:
            value = between_losses_and_wins(task.goal(node))
            return unscaled(value, task.unit)
        return solve(self.payoffs(node, depth)).value


@dataclass(frozen=True, slots=True)
class Drawn:
    """The mixed strategies at the root.

    Attributes:
        mixed: the value and the strategies.
        mine: the payoff of each move against each answer.
        others: the payoff of the other role; None if the goals have a constant sum.
        limited: the number of states stopped by the depth limit.
    """

    mixed: Mixed
    mine: list[list[float]]
    others: list[list[float]] | None
    limited: int


def answer(request: SearchRequest) -> SearchResult:
    """Return a mixed strategy, by iterative deepening within the limits.

    Raises:
        InputError: there are more than two roles.
    """
    game = request.state.game
    if len(game.players) > 2:
        raise InputError(
            f"matrix is for two roles, found {', '.join(game.players)}: use uct"
        )
    mine = estimating(request)
    rival = next((r for r in game.players if r != request.role), None)
    others = None
    if rival is not None and not game.constant_sum:
        others = estimating(replace(request, role=rival))
    budget = budget_of(request, "depth")
    found: list[Drawn] = []

    def deepen() -> bool:
        for task in (mine, others):
            if task is not None:
                task.deadline = budget.deadline if found else None
        try:
            found.append(drawn(request, mine, others, len(found) + 1))
        except RecursionError:  # play is too long for a deeper search
            if not found:
                raise
            budget.most = len(found)
        value = found[-1].mixed.value
        budget.say(lambda: f"depth {len(found)}: {value_text(value)}")
        return found[-1].limited > 0

    stopped = budget.run(deepen, lambda: len(found))
    nodes = mine.nodes + (0 if others is None else others.nodes)
    return _result(request, found[-1], rival, len(found), nodes, stopped)


def estimating(request: SearchRequest) -> Task:
    """Return a task that scores leaves for the role, without a depth limit."""
    return new_task(replace(request, depth=None))


def drawn(request: SearchRequest, mine: Task, others: Task | None, depth: int) -> Drawn:
    """Return the mixed strategies at the root, looking `depth` plies ahead."""
    game, number = request.state.game, request.state.number
    node = mine.expand(number)
    induction = Induction(mine, game.chance)
    payoffs = induction.payoffs(node, depth)
    limited = induction.limited
    theirs = None
    if others is not None:
        induction = Induction(others, game.chance)
        columns = induction.payoffs(node, depth)
        theirs = [list(row) for row in zip(*columns, strict=True)]
        limited += induction.limited
    return Drawn(solve(payoffs), payoffs, theirs, limited)


def _result(
    request: SearchRequest,
    found: Drawn,
    rival: str | None,
    depth: int,
    nodes: int,
    stopped: str,
) -> SearchResult:
    state, role, mixed = request.state, request.index, found.mixed
    machine = ClauseMachine(state.game)
    node = machine.expand(state.number)
    rows = answered(node, state.game.chance)[role]
    joints = [
        [tuple(machine.texts([node.joint(ends[0])])[0]) for ends in row] for row in rows
    ]
    likely = mixed.columns.index(max(mixed.columns))
    moves = tuple(
        MoveValue(
            answers[likely][role],
            answers[likely],
            tidy(fsum(p * x for p, x in zip(mixed.columns, row, strict=True))),
            probability=chance,
        )
        for answers, row, chance in zip(joints, found.mine, mixed.rows, strict=True)
    )
    best = sorted(
        (move for move in moves if move.probability),
        key=lambda m: -(m.probability or 0),
    )
    notes = []
    if rival is not None and len(rows[0]) > 1:
        other = state.game.roles.index(rival)
        drawn = ", ".join(
            f"{joint[other]} {chance:.4g}"
            for joint, chance in zip(joints[0], mixed.columns, strict=True)
            if chance
        )
        notes.append(
            f"{rival}'s optimal strategy gives {request.role} no more: {drawn}"
        )
    if found.others is not None:
        cells = pure_equilibria(found.mine, found.others)
        listed = "; ".join(
            f"{joint_text(joints[i][j])} worth {value_text(found.mine[i][j])} and "
            f"{value_text(found.others[i][j])}"
            for i, j in cells
        )
        notes.append(f"pure equilibria: {listed or 'none'}")
    return request.result(
        move=best[0].move, value=mixed.value, moves=moves, best=tuple(best), line=(),
        depth=depth, complete=found.limited == 0, nodes=nodes,
        stopped=stopped, notes=tuple(notes),
    )  # fmt: skip
