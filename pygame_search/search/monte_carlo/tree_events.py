"""The events of a tree grown by random games, as `trace` reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame_search.machine.machine import Machine
from pygame_search.model.scores import terminal_score
from pygame_search.search.core.trace import Listener
from pygame_search.search.monte_carlo.bounds import Value, plain
from pygame_search.search.monte_carlo.node import Node


@dataclass(slots=True)
class Counted:
    """A node as the events have described it so far.

    Attributes:
        index: the number of nodes entered before it.
        ply: its distance from the root, in plies.
        visits: the number of random games through it.
        total: the sum of their values there for the role.
        proven: whether its value is proven.
    """

    index: int
    ply: int
    visits: int = 0
    total: Value = 0
    proven: bool = False


class Emitter:
    """Emits the events of a tree.

    Args:
        listen: called with each event.
        role: the index of the role that the search is for.
        goal_range: its lowest and its highest goal value, equal if not known.
        machine: the state machine.
    """

    def __init__(
        self,
        listen: Listener,
        role: int,
        goal_range: tuple[int, int],
        machine: Machine,
    ) -> None:
        self._listen = listen
        self._role = role
        self._range = goal_range
        self._machine = machine
        self._counted: dict[Node, Counted] = {}
        self._below: Node | None = None

    def enter(self, node: Node, above: Node | None = None, joint: int = 0) -> None:
        """Emit a new node and the joint move, by its index, that leads to it."""
        ply, texts = 0, []
        if above is not None:
            assert above.node is not None
            ply = self._counted[above].ply + 1
            [texts] = self._machine.texts([above.node.joint(joint)])
            if above is not self._below:
                self._below = above
                self._listen(["expand", self._counted[above].index])
        self._counted[node] = Counted(len(self._counted), ply)
        self._listen(["enter", ply, texts, self._machine.number(node.state)])

    def end(self, node: Node) -> None:
        """Emit that the game is over in a node, which was entered last."""
        value, ply = int(node.bounds.low[self._role]), self._counted[node].ply
        self._listen(["leaf", "terminal", terminal_score(value, ply, *self._range)])

    def visit(self, node: Node, sample: Sequence[Value]) -> None:
        """Emit one more game through a node, with its value there."""
        counted = self._counted[node]
        counted.visits += 1
        counted.total += sample[self._role]
        mean = float(counted.total / counted.visits)
        self._listen(["visit", counted.index, counted.visits, mean])

    def bound(self, node: Node) -> None:
        """Emit once that the value of a node is proven."""
        counted, low = self._counted[node], node.bounds.low[self._role]
        if not counted.proven and low == node.bounds.high[self._role]:
            counted.proven = True
            self._listen(["proven", counted.index, plain(low)])

    def line(self, joints: Sequence[Sequence[str]]) -> None:
        """Emit the best line, at the end of the search."""
        self._listen(["line", [list(joint) for joint in joints]])
