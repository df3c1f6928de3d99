"""A proof, or why there is none, as an SVG picture: one row per goal, top down."""

from __future__ import annotations

from dataclasses import dataclass

from pygame_search.explanation.proof_text import node_notes
from pygame_search.explanation.proof_tree import Node
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

#: The most rows of a picture; nobody would read a larger one.
MOST_ROWS = 1000

# All lengths are in pixels.
_ROW, _INDENT, _MARGIN, _HEADER = 24, 26, 24, 64
_GOAL, _NOTE, _LINE = 13, 11, 17
_DOT = 5
_HOLDS, _FAILS = "#15803d", "#b91c1c"

_STYLE = f"""
text {{ font-family: {SANS};
       font-size: {_NOTE}px; fill: #6b7280; }}
.title {{ font-size: 18px; font-weight: bold; fill: #111827; }}
.goal {{ font-family: {MONO};
        font-size: {_GOAL}px; fill: #111827; }}
.edge {{ stroke: #94a3b8; stroke-width: 1.3; fill: none; }}
.edge.fails {{ stroke: {_FAILS}; stroke-dasharray: 4 3; }}
"""


@dataclass(slots=True)
class _Row:
    """A node and its position."""

    node: Node
    depth: int
    parent: int
    failed: bool
    y: float = 0.0

    @property
    def x(self) -> float:
        """The x coordinate of its dot."""
        return _MARGIN + self.depth * _INDENT

    @property
    def note(self) -> str:
        """The text after the goal."""
        return "  ".join(node_notes(self.node))


def proof_svg(goal: str, tree: Node, legend: str = "") -> str:
    """Return the tree of a proof as a standalone SVG file.

    A goal with a green dot holds, one with a red dot does not. A dashed line leads to
    the goal at which a clause fails.

    Args:
        goal: the title.
        tree: the tree of an explanation.
        legend: lines below it.

    Raises:
        LimitError: it has more than MOST_ROWS goals.
    """
    rows = _rows(tree)
    if len(rows) > MOST_ROWS:
        raise LimitError(
            f"{len(rows):,} goals are too many for a picture: expected at most "
            f"{MOST_ROWS:,}",
            "size",
        )
    head = ("How: " if tree.holds else "Why not: ") + goal
    picture = paper("proof-tree", head, _STYLE)
    text_at(picture, _MARGIN, 34, head, "title")
    y, width = float(_HEADER), wide(head, 18)
    for row in rows:
        row.y = y
        y += _ROW + 15 * len(row.node.remarks)
    for row in rows:
        if row.parent >= 0:
            above = rows[row.parent]
            style = "edge fails" if row.failed else "edge"
            line = f"M{above.x:.1f} {above.y + _DOT:.1f}V{row.y:.1f}H{row.x - _DOT:.1f}"
            child_of(picture, "path", {"d": line, "class": style})
    for row in rows:
        colour = _HOLDS if row.node.holds else _FAILS
        dot = {"cx": row.x, "cy": row.y, "r": _DOT, "fill": colour}
        child_of(picture, "circle", dot)
        start = row.x + 12
        text_at(picture, start, row.y + 4, row.node.title, "goal")
        behind = start + wide(row.node.title, _GOAL) + 14
        text_at(picture, behind, row.y + 4, row.note)
        width = max(width, behind + wide(row.note, _NOTE))
        for number, words in enumerate(row.node.remarks, 1):
            text_at(picture, start, row.y + 4 + 15 * number, words)
            width = max(width, start + wide(words, _NOTE))
    for line in legend.splitlines():
        y += _LINE
        place = {"x": _MARGIN, "y": y, "class": "goal", "xml:space": "preserve"}
        child_of(picture, "text", place, line)
        width = max(width, _MARGIN + wide(line, _GOAL))
    return finished(picture, width + _MARGIN, y + _MARGIN)


def _rows(root: Node) -> list[_Row]:
    found: list[_Row] = []

    def add(node: Node, depth: int, parent: int, failed: bool) -> None:
        here = len(found)
        found.append(_Row(node, depth, parent, failed))
        for child in node.below:
            add(child, depth + 1, here, child is node.failed)

    add(root, 0, -1, False)
    return found
