"""The events of a tree grown by random games, as `trace` reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame_search.model.scores import terminal_score
from pygame_search.search.core.task import JointTexts
from pygame_search.search.core.trace import Listener
from pygame_search.search.monte_carlo.bounds import Value, plain
from pygame_search.search.monte_carlo.node import Node


@dataclass(slots=True)
class Told:
    """What the events say of a node.

    Attributes:
        index: how many were entered before it.
        ply: its distance from the root, in plies.
        visits: how many random games went through it.
        total: the sum of what they counted there for the role.
        proven: whether its value is proven.
    """

    index: int
    ply: int
    visits: int = 0
    total: Value = 0
    proven: bool = False


class Teller:
    """Emits the events of a tree.

    Args:
        listen: called with each event.
        role: for whom the search is, as an index.
        goal_range: its lowest and its highest goal value, equal if not known.
        texts: gives the texts of joint moves.
    """

    def __init__(
        self,
        listen: Listener,
        role: int,
        goal_range: tuple[int, int],
        texts: JointTexts,
    ) -> None:
        self._listen = listen
        self._role = role
        self._range = goal_range
        self._texts = texts
        self._told: dict[Node, Told] = {}
        self._below: Node | None = None

    def enter(self, node: Node, above: Node | None = None, joint: int = 0) -> None:
        """Tell of a new node, to which the joint move of that index leads."""
        ply, texts = 0, []
        if above is not None:
            assert above.node is not None
            ply = self._told[above].ply + 1
            [texts] = self._texts([above.node.joint(joint)])
            if above is not self._below:
                self._below = above
                self._listen(["expand", self._told[above].index])
        self._told[node] = Told(len(self._told), ply)
        self._listen(["enter", ply, texts, node.state])

    def end(self, node: Node) -> None:
        """Tell that the game is over in the node entered last."""
        value, ply = int(node.bounds.low[self._role]), self._told[node].ply
        self._listen(["leaf", "terminal", terminal_score(value, ply, *self._range)])

    def visit(self, node: Node, sample: Sequence[Value]) -> None:
        """Tell that one more game went through a node, and what it counts there."""
        told = self._told[node]
        told.visits += 1
        told.total += sample[self._role]
        self._listen(
            ["visit", told.index, told.visits, float(told.total / told.visits)]
        )

    def bound(self, node: Node) -> None:
        """Tell that the value of a node is proven, when it is and nobody knows yet."""
        told, low = self._told[node], node.bounds.low[self._role]
        if not told.proven and low == node.bounds.high[self._role]:
            told.proven = True
            self._listen(["proven", told.index, plain(low)])

    def line(self, joints: Sequence[Sequence[str]]) -> None:
        """Tell of the best line, when all is done."""
        self._listen(["line", [list(joint) for joint in joints]])
