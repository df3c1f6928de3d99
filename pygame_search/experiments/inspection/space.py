"""What running shows of a state space: its nodes, goals, costs and estimates."""

from __future__ import annotations

import heapq
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from pygame_search.experiments.inspection.findings import (
    Finding,
    Findings,
    code_of,
    diagnostic,
)
from pygame_search.experiments.inspection.rule_lines import first_rule
from pygame_search.game import Game
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Key
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import DiagnosedError, LimitError
from pygame_search.support.json_objects import JsonObject

#: The most nodes of a complete inspection.
MOST_NODES = 20_000


@dataclass(frozen=True, slots=True)
class SpaceInspection(JsonObject):
    """What was inspected of a state space, and what was found.

    Attributes:
        exhaustive: whether all nodes were visited.
        nodes: how many different nodes were reached.
        goals: how many of these are goals.
        findings: the first finding of each kind.
        seconds: the processor time used.
    """

    exhaustive: bool
    nodes: int
    goals: int
    findings: tuple[Finding, ...]
    seconds: float

    json_members = "exhaustive nodes goals seconds"

    def diagnostics(self, game: Game) -> tuple[Diagnostic, ...]:
        """Return the findings, placed at the first rules of their relations."""
        return tuple(diagnostic(game, finding) for finding in self.findings)


def inspect_space(
    game: Game,
    *,
    seconds: float = 5.0,
    nodes: int = MOST_NODES,
    clock: Callable[[], float] = time.process_time,
) -> SpaceInspection:
    """Visit the nodes of a state space, nearest first, and return what this shows.

    If all nodes are visited, each estimate is compared with the cost of the cheapest
    path to a goal (Russell and Norvig, Artificial Intelligence, 3.5: A* finds a
    cheapest path if no estimate is higher).

    Args:
        game: a state space.
        seconds: how long the inspection may take.
        nodes: the most nodes to keep.
        clock: returns the time in seconds; by default the processor time.
    """
    return _Inspector(game, seconds, nodes, clock, Findings(game)).inspection()


@dataclass(slots=True)
class _Inspector:
    """Inspects the nodes of a state space.

    Attributes:
        findings: the first finding of each kind.
        arcs: for each node, those with an arc to it, each with the cost.
        goals: the goals among the nodes reached.
    """

    game: Game
    seconds: float
    most: int
    clock: Callable[[], float]
    findings: Findings
    arcs: dict[Key, list[tuple[Key, int]]] = field(default_factory=dict)
    goals: list[Key] = field(default_factory=list)

    def inspection(self) -> SpaceInspection:
        started = self.clock()
        machine = ClauseMachine(self.game, memo=True)
        every = self._all(machine, started + self.seconds / 2)
        if every and not self.goals:
            count = len(self.arcs)
            self.findings.add(
                "no_goal_reached",
                f"no path leads to a goal: none of the {count:,} nodes is one",
                "see whether is_goal describes a node as arc writes it",
            )
        elif every and self.game.has_estimate:
            self._overestimates(machine, started + self.seconds)
        return SpaceInspection(
            every,
            len(self.arcs),
            len(self.goals),
            self.findings.causes_first(),
            round(self.clock() - started, 3),
        )

    def _all(self, machine: ClauseMachine, until: float) -> bool:
        """Visit the nodes, nearest first; return whether these were all."""
        starts = machine.start_texts()
        if len(starts) > 1:
            self.findings.add(
                "start_twice",
                f"start gives {starts[0]} and {starts[1]}",
                "a state space has only one start node",
            )
            return False
        start = machine.start()
        self.arcs[start] = []
        waiting = deque([start])
        while waiting:
            if self.clock() > until:
                return False
            node = waiting.popleft()
            try:
                if machine.is_goal(node):
                    self.goals.append(node)
                steps = machine.neighbours(node)
            except LimitError as error:
                self._limit(node, error)
                return False
            except DiagnosedError as error:
                if error.kind == "wrong_neighbours":
                    mend = "write neighbours(node, [node, node])"
                    self.findings.add("neighbours_type", str(error), mend)
                else:
                    self.findings.add("wrong_cost", str(error), _cost_mend(str(error)))
                return False
            for _, after, cost in steps:
                if after not in self.arcs:
                    if len(self.arcs) >= self.most:
                        return False
                    self.arcs[after] = []
                    waiting.append(after)
                self.arcs[after].append((node, cost))
        return True

    def _limit(self, node: Key, error: LimitError) -> None:
        """Report a node whose arcs, goal or estimate reach a limit."""
        text = self.game.node_text(cast(int, node))
        message = f"the node {text} cannot be expanded: {error.reason}"
        line, _ = first_rule(self.game.book.text, "arc")
        self.findings.add(code_of(error), message, "", line=error.line or line)

    def _overestimates(self, machine: ClauseMachine, until: float) -> None:
        """Report an estimate that exceeds the cost of the cheapest path to a goal."""
        for node, cost in self._costs().items():
            if self.clock() > until:
                return
            try:
                estimate = machine.estimate(node)
            except LimitError as error:
                self._limit(node, error)
                return
            except DiagnosedError as error:
                self.findings.add(
                    "wrong_estimate", str(error), "give each node a number"
                )
                return
            if estimate > cost:
                text = self.game.node_text(machine.number(node))
                self.findings.add(
                    "overestimate",
                    f"h of {text} is {estimate}, and the cheapest path from there to a "
                    f"goal costs {cost}",
                    "let h be no higher: otherwise a_star may miss the cheapest path",
                )
                return

    def _costs(self) -> dict[Key, int]:
        """Return the cost of the cheapest path to a goal, of each node with a path."""
        costs: dict[Key, int] = {}
        waiting = [(0, node) for node in self.goals]
        while waiting:
            cost, node = heapq.heappop(waiting)
            if node not in costs:
                costs[node] = cost
                for before, step in self.arcs[node]:
                    heapq.heappush(waiting, (cost + step, before))
        return costs


def _cost_mend(message: str) -> str:
    """Return how to mend the cost that stands at the end of a message."""
    if found := re.search(r"found '(\d+)'$", message):
        return f"write {found[1]}, without quotation marks"
    if found := re.search(r"found ([a-z]\w*)$", message):
        return f"{found[1]} is a name: write a number, such as 5"
    return "write a whole number, 0 or more"
