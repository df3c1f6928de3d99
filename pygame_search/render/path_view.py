"""A recorded path search, as every drawing of its tree shows it.

A node is a path. It is expanded, pruned, a goal, or left on the frontier. These kinds
differ in their words and shapes as well as in their colours.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pygame_search.game import Game, State
from pygame_search.model.position import joint_text
from pygame_search.render.events import event_words
from pygame_search.render.tree_view import Item, View, view_for
from pygame_search.search.core.trace import Node


def view_of(game: Game, role: str) -> View:
    """Return the view of a tree: as a role sees it; without a role as paths.

    Raises:
        InputError: no such role.
    """
    return view_for(game, role) if role else PathView(game, 0)


def _order(node: Node) -> str:
    return "" if node.order is None else f"#{node.order}"


@dataclass(frozen=True, slots=True)
class PathView(View):
    """The tree of a path search."""

    _names: dict[int, str] = field(default_factory=dict)

    def title(self) -> str:
        """Return the title of a picture."""
        return f"{self.game.title or self.game.name}: paths"

    def edge(self, node: Node, above: Node) -> str:
        """Return the move to a node; in a space of arcs, the cost of the arc."""
        if self.game.space == "game":
            return joint_text(node.joint)
        if node.cost is None or above.cost is None:  # at the step before its cost
            return ""
        return str(node.cost - above.cost)

    def name(self, item: Item) -> str:
        """Return the last node of a path; "" in a game, whose states are too long."""
        number = item.node.state
        if self.game.space == "game" or number is None:
            return ""
        if number not in self._names:
            self._names[number] = self.game.node_text(number)
        return self._names[number]

    def state(self, item: Item) -> State | None:
        """Return the state of a game; None in a space of arcs."""
        return View.state(self, item) if self.game.space == "game" else None

    def labels(self, item: Item) -> list[str]:
        """Return the lines of text at a path in a picture."""
        node = item.node
        marks = {"goal": "★ goal", "pruned": f"✗ {node.reason}"}
        mark = f"{_order(node)} {marks.get(node.kind, '')}".strip()
        lines = (self.name(item), mark, self._numbers(node))
        return [line for line in lines if line]

    def line(self, item: Item) -> str:
        """Return a path as one line of text."""
        node = item.node
        kinds = {"expanded": "", "pruned": f"pruned ({node.reason})"}
        words = f"{_order(node)} {kinds.get(node.kind, node.kind)}".strip()
        name = self.name(item) or item.text or "start"
        here = " <<<" if node.current else ""
        parts = (name, words, self._numbers(node))
        return f"{'  '.join(part for part in parts if part)}{here}"

    def _numbers(self, node: Node) -> str:
        if node.cost is None:
            return ""
        if node.estimate is None:
            return f"cost {node.cost}"
        return f"{node.cost} + {node.estimate} = {node.cost + node.estimate}"

    def members(self, item: Item) -> dict[str, Any]:
        """Return the JSON members of a path.

        `move` is its last move (null at the start), and `node` its last node, in the
        syntax of rule files. `kind` is `expanded`, `frontier`, `goal` or `pruned`;
        `order` numbers the expanded paths from 1, and `reason` says why a path is
        pruned. `best` is true along the path that was found.
        """
        node, state = item.node, self.state(item)
        return {
            "move": joint_text(node.joint) or None,
            **({"notation": item.notation} if item.notation else {}),
            "node": self.name(item) if state is None else list(state.facts),
            "kind": node.kind,
            "order": node.order,
            "cost": node.cost,
            "estimate": node.estimate,
            "reason": self._reason(node),
            "best": item.best,
            "ply": node.ply,
            "current": node.current,
            "children": [],
        }

    def _reason(self, node: Node) -> str | None:
        """Return why a path is pruned; None if it is not."""
        if not node.reason:
            return None
        [words] = event_words([["prune", 0, node.reason]], self.game, "")
        return words.partition(": ")[2]

    def summary(self, root: Item) -> str:
        """Return one line that says what the search found."""
        end, moves = root, []
        while below := [child for child in end.children if child.best]:
            [end] = below
            moves.append(joint_text(end.node.joint))
        if not root.best:
            return "no path to a goal so far"
        return f"path found, cost {end.node.cost}, {len(moves)} steps"
