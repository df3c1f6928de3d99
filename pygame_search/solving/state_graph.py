"""All states that can be reached from one, and what they follow."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pygame_search.machine.machine import Expansion, Machine
from pygame_search.support.errors import LimitError, RulesError

#: The states that each choice of a role can lead to, one for each answer.
Choices = tuple[tuple[int, ...], ...]

_SAY = 256  # states, from one word of progress to the next


@dataclass(frozen=True, slots=True)
class Graph:
    """The states that can be reached, by their numbers.

    Attributes:
        root: where they are reached from.
        nodes: all about each, the root first, in the order in which they were met.
        parents: for each, those that it follows, in one step.
    """

    root: int
    nodes: Mapping[int, Expansion]
    parents: Mapping[int, list[int]]

    def choices(self, state: int, role: int) -> Choices:
        """Return what each choice of a role leads to."""
        return choices(self.nodes[state], role)

    def ends(self, role: int) -> dict[int, int]:
        """Return what each state is worth to a role in which the game is over."""
        return {
            state: goal(node, role)
            for state, node in self.nodes.items()
            if node.terminal
        }


def choices(node: Expansion, role: int) -> Choices:
    """Return the states that each choice of a role can lead to."""
    return tuple(tuple(state for _, state in answers) for answers in node.choices(role))


def goal(node: Expansion, role: int) -> int:
    """Return what the end of a game is worth to a role.

    Raises:
        RulesError: the rules do not say.
    """
    value = node.values[role]
    if value is None:
        raise RulesError("no goal value is defined for the role in this state")
    return value


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
        progress: called with the number so far.

    Raises:
        LimitError: the time is over.
        RulesError: in one of them the game is not over and cannot go on.
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
