"""The graph of all states that can be reached from one."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pygame_search.machine.machine import Expansion, Machine
from pygame_search.support.errors import LimitError

#: For each choice of a role, the next states, one for each answer.
Choices = tuple[tuple[int, ...], ...]

_SAY = 256  # states between two reports of progress


@dataclass(frozen=True, slots=True)
class Graph:
    """The states that can be reached, by their numbers.

    Attributes:
        root: where they are reached from.
        nodes: a node for each state, root first, in the order of discovery.
        parents: the predecessors of each state.
    """

    root: int
    nodes: Mapping[int, Expansion]
    parents: Mapping[int, list[int]]

    def choices(self, state: int, role: int) -> Choices:
        """Return what each choice of a role leads to."""
        return choices(self.nodes[state], role)

    def ends(self, role: int) -> dict[int, int]:
        """Return the goal value of a role in each terminal state."""
        return {
            state: node.goal(role)
            for state, node in self.nodes.items()
            if node.terminal
        }


def choices(node: Expansion, role: int) -> Choices:
    """Return the states that each choice of a role can lead to."""
    return tuple(tuple(state for _, state in answers) for answers in node.choices(role))


def reachable(
    machine: Machine,
    root: int,
    *,
    deadline: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> Graph:
    """Return the graph of all states that can be reached, breadth first.

    Args:
        machine: the state machine.
        root: where to begin.
        deadline: the time.monotonic() at which to stop.
        progress: called with the number of states so far.

    Raises:
        LimitError: the time is over.
        RulesError: a state is not terminal and has no next state.
    """
    parents: dict[int, list[int]] = {root: []}
    nodes: dict[int, Expansion] = {}
    waiting = [root]
    for state in waiting:
        node = nodes[state] = machine.playable(state)
        for successor in dict.fromkeys(node.successors):
            if successor not in parents:
                parents[successor] = []
                waiting.append(successor)
            parents[successor].append(state)
        if len(nodes) % _SAY == 0 and progress is not None:
            progress(f"{len(nodes):,} states, {len(waiting) - len(nodes):,} waiting")
        if deadline is not None and time.monotonic() > deadline:
            raise LimitError(f"the time is over after {len(nodes):,} states", "time")
    return Graph(root, nodes, parents)
