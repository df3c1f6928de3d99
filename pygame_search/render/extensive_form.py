"""A game with hidden information as a tree, with its information sets.

The nodes that a player cannot tell apart, where it has a choice, have the same number,
and a dashed line joins them in the picture, as textbooks draw it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pygame_search.game import Game
from pygame_search.machine.machine import Key
from pygame_search.machine.perception import Perception
from pygame_search.model.position import joint_text
from pygame_search.model.rules import CHANCE
from pygame_search.render.svg_parts import (
    MONO,
    SANS,
    child_of,
    finished,
    paper,
    text_at,
    wide,
)
from pygame_search.support.errors import LimitError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Shown, one_line
from pygame_search.support.words import counted

if TYPE_CHECKING:
    from rich.tree import Tree

#: The most nodes that are drawn.
MOST_NODES = 200


@dataclass(slots=True)
class Node:
    """A history of the game.

    Attributes:
        move: the joint move that led to it; empty at the root.
        chance: how likely chance makes that move, as a text; empty if it makes none.
        sets: the number of the information set of each player that has a choice.
        drawn: whether chance has a choice.
        goals: the goal of each player, at an end.
        children: what follows.
    """

    move: str
    chance: str
    sets: dict[str, int]
    drawn: bool = False
    goals: tuple[int | None, ...] = ()
    children: list[Node] = field(default_factory=list)
    place: tuple[float, float] = (0.0, 0.0)

    @property
    def words(self) -> str:
        """Who chooses there, or the goals at the end."""
        if self.goals:
            return ", ".join("-" if goal is None else str(goal) for goal in self.goals)
        choosers = [f"{role} {{{number}}}" for role, number in self.sets.items()]
        return ", ".join([*choosers, *([CHANCE] if self.drawn else [])]) or "-"

    def all(self) -> Iterator[Node]:
        """Yield the node and all below it."""
        yield self
        for child in self.children:
            yield from child.all()

    def as_json(self) -> dict[str, Any]:
        """Return the node and all below it."""
        found: dict[str, Any] = {"move": self.move}
        if self.chance:
            found["chance"] = self.chance
        if self.goals:
            return found | {"goals": list(self.goals)}
        return found | {
            "sets": self.sets, "children": [one.as_json() for one in self.children]
        }  # fmt: skip


@dataclass(frozen=True, slots=True, repr=False)
class ExtensiveForm(Printed, JsonObject):
    """All histories of a game, and which of them a player cannot tell apart.

    Attributes:
        game: how the game is called.
        players: its players, in the order of the goals.
        root: the start.
    """

    game: str
    players: tuple[str, ...]
    root: Node

    def as_json(self) -> dict[str, Any]:
        """Return the players and the tree."""
        return {"players": list(self.players), "tree": self.root.as_json()}

    def __repr__(self) -> str:
        """Return one line: the game, and how many nodes there are."""
        count = sum(1 for _ in self.root.all())
        return one_line(self, self.game, counted(count, "node", "nodes"))

    def printed(self) -> Shown:
        """Return the tree; `ann {2}` chooses in its information set number 2."""
        from rich.tree import Tree

        from pygame_search.support.console import Text

        def added(tree: Tree, node: Node) -> None:
            for child in node.children:
                likely = f" {child.chance}" if child.chance else ""
                added(tree.add(Text(f"{child.move}{likely}  {child.words}")), child)

        top = Tree(Text(self.root.words))
        added(top, self.root)
        return top

    def svg(self) -> str:
        """Return the tree as a picture; dashed lines join information sets."""
        return _picture(self)


def extensive_form(game: Game, most: int = MOST_NODES) -> ExtensiveForm:
    """Return all histories of a game from its start.

    Args:
        game: a game with hidden information.
        most: the most histories.

    Raises:
        LimitError: there are more.
    """
    return _Unfolded(game, most).form()


class _Unfolded:
    """All histories, breadth first, each with what the players know there."""

    def __init__(self, game: Game, most: int) -> None:
        self._game = game
        self._machine = game.with_percepts().machine
        self._perception = Perception(self._machine)
        self._most = most
        self._sets: dict[tuple[int, int], int] = {}
        self._met = 0

    def form(self) -> ExtensiveForm:
        """Return the tree."""
        roles = self._game.roles
        root = Node("", "", {})
        row = [(root, self._machine.initial(), (0,) * len(roles))]
        while row:
            row = [
                below for node, state, views in row
                for below in self._below(node, state, views)
            ]  # fmt: skip
        return ExtensiveForm(self._game.call, self._game.players, root)

    def _below(
        self, node: Node, state: Key, views: tuple[int, ...]
    ) -> list[tuple[Node, Key, tuple[int, ...]]]:
        """Fill a node, and return its children with their states and views."""
        self._met += 1
        if self._met > self._most:
            raise LimitError(
                f"the game has more than {self._most} histories to draw; `solve` lists "
                "what is done in each information set",
                "size",
            )
        game, found = self._game, self._machine.playable(state)
        players = [i for i, role in enumerate(game.roles) if role != CHANCE]
        if found.terminal:
            node.goals = tuple(found.values[i] for i in players)
            return []
        choosers = [i for i, moves in enumerate(found.moves) if len(moves) > 1]
        node.drawn = any(game.roles[i] == CHANCE for i in choosers)
        for i in choosers:
            if game.roles[i] != CHANCE:
                number = self._sets.setdefault((i, views[i]), len(self._sets) + 1)
                node.sets[game.roles[i]] = number
        below = []
        for index, successor in enumerate(found.successors):
            joint = found.joint(index)
            likely = self._perception.drawn(found, index)
            after = self._perception.views_after(views, joint, successor)
            move = joint_text([self._perception.text(one) for one in joint])
            child = Node(move, str(likely) if node.drawn else "", {})
            node.children.append(child)
            below.append((child, successor, after))
        return below


# ---- the picture ---------------------------------------------------------------------

_STYLE = f"""
text {{ font-family: {SANS}; font-size: 12px; fill: #111827; text-anchor: middle;
       paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }}
.title {{ font-size: 18px; font-weight: bold; text-anchor: start; }}
.note {{ font-size: 13px; text-anchor: start; }}
.move {{ font-family: {MONO}; font-size: 11px; fill: #334155; }}
.edge {{ stroke: #64748b; stroke-width: 1.3; }}
.set {{ stroke-width: 1.6; stroke-dasharray: 5 4; fill: none; }}
.node {{ fill: #ffffff; stroke: #111827; stroke-width: 1.3; }}
"""

_MARGIN, _HEAD, _ROW, _GAP = 24, 76, 104, 18

#: The colours of the dashed lines, in turn; each has a bend of its own.
_COLOURS = "#b45309", "#1d4ed8", "#15803d", "#b91c1c", "#7e22ce", "#0f766e"


def _picture(form: ExtensiveForm) -> str:
    """Return the tree as SVG."""
    nodes = list(form.root.all())
    _placed(form.root)
    title = form.game
    note = (
        f"goals of {', '.join(form.players)}; a dashed line joins an information set: "
        "the player does not know where in it the game is"
    )
    width = max(node.place[0] for node in nodes) + _MARGIN + 60
    height = max(node.place[1] for node in nodes) + 44
    width = max(width, wide(title, 18) + 2 * _MARGIN, wide(note, 13) + 2 * _MARGIN)
    picture = paper("extensive-form", title, _STYLE)
    text_at(picture, _MARGIN, 34, title, "title")
    text_at(picture, _MARGIN, 56, note, "note")
    for node in nodes:
        x, y = node.place
        for child in node.children:
            a, b = child.place
            line = {"x1": x, "y1": y, "x2": a, "y2": b, "class": "edge"}
            child_of(picture, "line", line)
    for number, same in _sets(nodes).items():
        colour = _COLOURS[number % len(_COLOURS)]
        bend = 20 + 11 * (number % len(_COLOURS))
        for one, other in pairwise(sorted(same, key=lambda node: node.place)):
            (x, y), (a, b) = one.place, other.place
            curve = f"M{x},{y} Q{(x + a) / 2},{(y + b) / 2 + bend} {a},{b}"
            child_of(picture, "path", {"d": curve, "class": "set", "stroke": colour})
    for node in nodes:
        x, y = node.place
        for child in node.children:
            a, b = child.place
            words = f"{child.move} {child.chance}".strip()
            text_at(picture, a + (x - a) * 0.3, b + (y - b) * 0.3, words, "move")
        if node.children:
            child_of(picture, "circle", {"cx": x, "cy": y, "r": 5, "class": "node"})
        if node.words != "-":
            text_at(picture, x, y - 10 if node.children else y + 16, node.words)
    return finished(picture, width, height)


def _placed(root: Node) -> None:
    """Place the leaves side by side, and each node above the middle of its children."""
    right = float(_MARGIN + 40)

    def place(node: Node, depth: int) -> None:
        nonlocal right
        for child in node.children:
            place(child, depth + 1)
        y = float(_HEAD + 24 + depth * _ROW)
        if node.children:
            ends = node.children[0].place[0], node.children[-1].place[0]
            node.place = sum(ends) / 2, y
            return
        room = max(wide(node.words, 12), wide(f"{node.move} {node.chance}", 11)) + _GAP
        node.place = right + room / 2, y
        right += room

    place(root, 0)


def _sets(nodes: list[Node]) -> dict[int, list[Node]]:
    """Return the nodes of each information set that has several."""
    found: dict[int, list[Node]] = {}
    for node in nodes:
        for number in node.sets.values():
            found.setdefault(number, []).append(node)
    return {number: same for number, same in found.items() if len(same) > 1}
