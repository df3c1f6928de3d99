"""The tree of a recorded search as an SVG picture, as textbooks draw game trees.

The root is at the top. The leaves of a parent stand side by side at even distances, and
each parent above the middle of its children; subtrees are as close as their outlines
let them be. At a triangle that points up the role chooses the highest value; at one
that points down the others choose the lowest. Kinds differ by shape, dashes and words
as well as by colour, so that a grey print tells them apart.

Fonts differ, so every text width is an estimate, and too wide rather than too narrow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from pygame_search.game import Game
from pygame_search.render.path_view import PathView, view_of
from pygame_search.render.svg_parts import (
    MONO,
    SANS,
    child_of,
    finished,
    paper,
    text_at,
    wide,
)
from pygame_search.render.tree_view import (
    COLOURS,
    CURRENT,
    MAX_DRAWN,
    Item,
    View,
    labels,
    seen,
)
from pygame_search.search.core.trace import Node

# All lengths are in pixels.
_FONT, _SMALL, _BOARD = 14, 11, 11
_LINE = 14  # from one small line to the next
_MARGIN = 24
_HEADER = 84  # above the root
_HEIGHT = {
    "terminal": 24, "limit": 24, "hit": 24, "repetition": 24, "open": 24, "cut": 10,
}  # fmt: skip
_INNER = 40  # the height of a triangle
_WALL = 0.55  # how far down the roof of a house reaches
_DROP = 28  # the vertical end of an edge, with the move on it
_SLANT = (30.0, 170.0)  # the least and the greatest height of the slanted part
_GAP = 14  # between two neighbours
_LEAST_WIDTH = 440
_FEW = 4  # the most moves of the best line above the picture

_STYLE = f"""
text {{ font-family: {SANS};
       font-size: {_SMALL}px; fill: #111827; text-anchor: middle; }}
.title {{ font-size: 18px; font-weight: bold; text-anchor: start; }}
.note {{ font-size: 13px; text-anchor: start; }}
.value {{ font-size: {_FONT}px; font-weight: bold; }}
.beside {{ text-anchor: start; }}
.board {{ font-family: {MONO};
         font-size: {_BOARD}px; }}
.cut {{ fill: #6b7280; }}
.edge {{ stroke: #64748b; stroke-width: 1.3; fill: none; }}
.edge.best {{ stroke: #111827; stroke-width: 3; }}
.edge.cut {{ stroke-dasharray: 4 3; fill: none; }}
.crossed {{ stroke: #f08080; stroke-width: 1.2; }}
.slash {{ stroke: #b91c1c; stroke-width: 1.6; fill: none; }}
"""

_LEGEND = {
    "max": "{role} chooses: the highest value",
    "min": "the others choose: the lowest value",
    "both": "all choose at once: the maximum of the minima",
    "own": "another chooses: the highest value for itself",
    "turns": "several choose, one after another, each for itself",
    "chance": "chance decides: the mean",
    "terminal": "the game is over",
    "limit": "the limit of the depth: an estimate",
    "hit": "known from the transposition table",
    "repetition": "a state above comes again",
    "open": "the search has not finished it",
    "cut": "cut off, as α ≥ β",
    "expanded": "expanded, #1 first",
    "frontier": "on the frontier",
    "goal": "a goal",
    "pruned": "pruned",
    "current": "the search is here",
}

#: The nodes of a path search: all their lines are inside the shape.
_PATH_KINDS = ("expanded", "frontier", "goal", "pruned")


_DASHES = {"cut": "3 2", "frontier": "5 3", "pruned": "2 2", "repetition": "1.5 2.5"}


@dataclass(slots=True)
class _Box:
    """The drawing of an item: texts, size, and the middle of the upper edge (x, y).

    Attributes:
        kind: as in COLOURS.
        inside: the value, in the shape.
        more: small lines, beside an inner node or below a leaf.
        board: the lines of the drawn board, below a leaf.
        width, height: of the shape.
        left, right: how far the whole drawing extends from the middle.
    """

    item: Item
    kind: str
    inside: str
    more: list[str]
    board: list[str]
    width: float
    height: float
    left: float = 0.0
    right: float = 0.0
    x: float = 0.0
    y: float = 0.0

    @property
    def bottom(self) -> float:
        """The lower edge of the whole drawing."""
        inside = self.item.inner or self.kind in _PATH_KINDS
        lines = 0 if inside else len(self.more)
        board = len(self.board) * (_BOARD + 2)
        return self.y + self.height + lines * _LINE + board + 6


Boxes = dict[Item, _Box]
Look = dict[str, object]


def svg(root: Node, game: Game, *, role: str, note: str = "") -> str:
    """Return the tree as a standalone SVG file.

    Many moves that were cut off together are drawn as one branch, with their names in
    its tooltip.

    Args:
        root: the root of the tree, from `trace.tree`.
        game: the game that was searched.
        role: the role for which it was searched.
        note: the line below the title; by default the value and the best line.

    Raises:
        InputError: no such role.
        LimitError: more than MAX_DRAWN nodes, or MAX_PLIES plies.
    """
    view = view_of(game, role)
    items = seen(view, root, MAX_DRAWN, gather=True)
    boxes = {item: _box(view, item) for item in items}
    head, note = view.title(), note or _summary(view, items[0])
    width = _place(boxes, max(wide(head, 18), wide(note, 13)))
    picture = paper("search-tree", head, _STYLE)
    text_at(picture, _MARGIN, 34, head, "title")
    text_at(picture, _MARGIN, 56, note, "note")
    for box in boxes.values():
        if box.item.parent is not None:
            _edge(picture, boxes[box.item.parent], box)
    for box in boxes.values():
        _node(picture, box)
    below = max(box.bottom for box in boxes.values())
    height = _legend(picture, boxes, role, below + _MARGIN, width) + _MARGIN
    return finished(picture, width, height)


def _summary(view: View, root: Item) -> str:
    if isinstance(view, PathView):
        return view.summary(root)
    if root.node.proof is not None:
        return f"proof number, disproof number {view.proof(root.node)}"
    if root.open:
        return "the search is not done"
    value = f"value {root.sign}{view.words(root.node.score)}"
    if root.node.sampled:
        value = f"value {', '.join(view.sample(root.node))}"
    line: list[str] = []
    below = [root]
    while below := [child for child in below[0].children if child.best]:
        line.append(below[0].text)
    if not line:
        return value
    dots = "; …" if len(line) > _FEW else ""
    return f"{value}, best line {'; '.join(line[:_FEW])}{dots}"


def _box(view: View, item: Item) -> _Box:
    words = view.labels(item) if isinstance(view, PathView) else labels(view, item)
    inside, *more = words or [""]
    kind = item.kind if item.kind in COLOURS else "limit"
    if kind == "cut":
        inside, more = "", [inside, *more]
    board = [] if item.children else view.board(item)
    width = _shape_width(item, kind, inside)
    box = _Box(item, kind, inside, more, board, width, _HEIGHT.get(kind, _INNER))
    small = max((wide(line, _SMALL) for line in more), default=0.0)
    drawn = max((wide(line, _BOARD) for line in board), default=0.0)
    if kind in _PATH_KINDS:
        box.width = width = max(width, small + 20)
        box.height = _HEIGHT["limit"] + _LINE * len(more)
    half = max(width, wide(item.way, _SMALL), drawn) / 2
    if item.inner:
        box.left, box.right = half, max(half, _beside(box)[0] + small if more else 0)
    else:
        box.left = box.right = max(half, small / 2)
    return box


def _shape_width(item: Item, kind: str, inside: str) -> float:
    if kind == "cut":
        return 10.0
    if item.inner:
        # A triangle has room for a line of text over half of its width.
        return max(46.0, wide(inside, _FONT) / 0.5 + 6)
    return max(34.0, wide(inside, _FONT) + 14)


def _place(boxes: Boxes, least: float) -> float:
    """Set the position of every box, and return the width of the picture."""
    _even(boxes)
    outlines: dict[Item, _Outline] = {}
    shifts: dict[Item, float] = {}
    for item, box in reversed(boxes.items()):
        below = [outlines.pop(child) for child in item.children]
        places, joined = _side_by_side(below) if below else ([], [])
        middle = (places[0] + places[-1]) / 2 if places else 0.0
        for child, place in zip(item.children, places, strict=True):
            shifts[child] = place - middle
        rest = [(left - middle, right - middle) for left, right in joined]
        outlines[item] = [(-box.left, box.right)] * _plies(box) + rest
    for item, box in boxes.items():
        box.x = boxes[item.parent].x + shifts[item] if item.parent else 0.0
    start = min(box.x - box.left for box in boxes.values())
    end = max(box.x + box.right for box in boxes.values())
    width = max(end - start, least, _LEAST_WIDTH) + 2 * _MARGIN
    for box in boxes.values():
        box.x += (width - end - start) / 2
    _lower(boxes)
    return width


#: Of each ply of a subtree the left and the right end, from the middle of its root.
_Outline = list[tuple[float, float]]


def _even(boxes: Boxes) -> None:
    """Give the leaves of a ply the same room, so that their distances are even."""
    leaves: dict[int, list[_Box]] = {}
    for item, box in boxes.items():
        if not item.children:
            leaves.setdefault(item.depth, []).append(box)
    for row in leaves.values():
        left, right = max(box.left for box in row), max(box.right for box in row)
        for box in row:
            box.left, box.right = left, right


def _side_by_side(outlines: list[_Outline]) -> tuple[list[float], _Outline]:
    """Return the places of subtrees, the first at 0, and the outline of them all."""
    places, joined = [0.0], [*outlines[0]]
    for outline in outlines[1:]:
        pairs = zip(joined, outline, strict=False)
        place = max(right - left for (_, right), (left, _) in pairs) + _GAP
        places.append(place)
        for ply, (left, right) in enumerate(outline):
            if ply < len(joined):
                joined[ply] = joined[ply][0], place + right
            else:
                joined.append((place + left, place + right))
    return places, joined


def _plies(box: _Box) -> int:
    """Return how many plies a box fills; a leaf also those that hang below it."""
    if box.item.children:
        return 1
    hanging = box.bottom - box.y - 6 - _INNER
    return 1 + math.ceil(max(0.0, hanging) / (_INNER + _SLANT[0] + _DROP))


def _lower(boxes: Boxes) -> None:
    """Set the y of each box: the wider the edges spread, the taller the ply."""
    spread: dict[int, float] = {}
    for item, box in boxes.items():
        for child in item.children:
            far = abs(boxes[child].x - box.x)
            spread[item.depth] = max(spread.get(item.depth, 0.0), far)
    heights = [float(_HEADER)]
    tallest = (
        max(box.height for item, box in boxes.items() if item.children) if spread else 0
    )
    for depth in range(len(spread)):
        least, most = _SLANT
        slant = min(max(least, spread[depth] * 0.16), most)
        heights.append(heights[-1] + max(tallest, _INNER) + slant + _DROP)
    for item, box in boxes.items():
        box.y = heights[item.depth]


def _edge(picture: ElementTree.Element, parent: _Box, box: _Box) -> None:
    """Draw an edge: slanted to above the node, then vertical, with the move on it."""
    cut, x, top = box.kind == "cut", box.x, box.y - _DROP
    style = "edge cut" if cut else "edge best" if box.item.best else "edge"
    start = parent.y + parent.height
    line = f"M{parent.x:.1f} {start:.1f}L{x:.1f} {top:.1f}"
    line += f"M{x:.1f} {box.y - 7:.1f}V{box.y:.1f}"
    child_of(picture, "path", {"d": line, "class": style})
    if cut:
        across, up = x + (parent.x - x) * 0.2, top + (start - top) * 0.2
        slash = f"M{across - 7:.1f} {up + 4:.1f}l10 -8m4 0l-10 8"
        child_of(picture, "path", {"d": slash, "class": "slash"})
    text_at(picture, x, box.y - 12, box.item.way, "cut" if cut else "")


def _node(picture: ElementTree.Element, box: _Box) -> None:
    group = child_of(picture, "g", {"class": f"node {box.kind}"})
    if box.item.hidden:
        child_of(group, "title", {}, ", ".join(box.item.hidden))
    look = _look(box.kind, open_=box.item.open, current=box.item.node.current)
    _shape(group, box.kind, box.x, box.y, box.width, box.height, look)
    if box.item.inner:
        _inner_texts(group, box)
    else:
        _leaf_texts(group, box)
    line = box.bottom - len(box.board) * (_BOARD + 2) - 6
    for row in box.board:
        line += _BOARD + 2
        text_at(group, box.x, line + 3, row, "board")


def _inner_texts(group: ElementTree.Element, box: _Box) -> None:
    """Write the value in a triangle, and the plies beside its point."""
    bottom = box.y + box.height
    up = box.kind in ("max", "own")
    line = bottom - 7 if up else box.y + (18 if box.kind == "min" else 25)
    text_at(group, box.x, line, box.inside, "value")
    right, first = _beside(box)
    for i, words in enumerate(box.more):
        text_at(group, box.x + right, first + i * _LINE, words, "beside")


def _beside(box: _Box) -> tuple[float, float]:
    """Return where the lines beside a node begin: x from its middle, y of the first."""
    h, many = box.height, len(box.more) - 1
    if box.kind in ("max", "own"):
        y = 9.0
        share = (y + many * _LINE + 2) / (h * _WALL if box.kind == "own" else h)
    else:
        y = h - 4 - many * _LINE
        share = (1 - (y - _SMALL) / h) * (1 if box.kind == "min" else 2)
    return min(share, 1.0) * box.width / 2 + 5, box.y + y


def _leaf_texts(group: ElementTree.Element, box: _Box) -> None:
    """Write the value in a leaf, and the plies below it."""
    if box.inside:
        text_at(group, box.x, box.y + 17, box.inside, "value")
    line = box.y + (17 if box.kind in _PATH_KINDS else box.height)
    for words in box.more:
        line += _LINE
        text_at(group, box.x, line, words, "cut" if box.kind == "cut" else "")


def _look(kind: str, *, open_: bool = False, current: bool = False) -> Look:
    """Return the fill and the outline of a shape."""
    fill, stroke = COLOURS[kind]
    look: Look = {"fill": fill, "stroke": stroke, "stroke-width": 1.5}
    if kind in _DASHES:
        look["stroke-dasharray"] = _DASHES[kind]
    if open_:
        look |= {"fill": COLOURS["open"][0], "stroke-dasharray": "5 3"}
    if current:
        look |= {"stroke": CURRENT, "stroke-width": 4.0}
    return look


def _shape(
    parent: ElementTree.Element,
    kind: str,
    x: float,
    y: float,
    w: float,
    h: float,
    style: Look,
) -> None:
    points = {
        "max": [(0, 0), (w / 2, h), (-w / 2, h)],
        "min": [(-w / 2, 0), (w / 2, 0), (0, h)],
        "both": [(0, 0), (w / 2, h / 2), (0, h), (-w / 2, h / 2)],
    }
    wall, bevel = h * _WALL, min(7, w / 2)
    points |= {
        "turns": points["both"],
        "own": [(0, 0), (w / 2, wall), (w / 2, h), (-w / 2, h), (-w / 2, wall)],
        "hit": [
            (-w / 2, h / 2), (bevel - w / 2, 0), (w / 2 - bevel, 0), (w / 2, h / 2),
            (w / 2 - bevel, h), (bevel - w / 2, h),
        ],
    }  # fmt: skip
    if kind == "cut":
        child_of(parent, "circle", style | {"cx": x, "cy": y + h / 2, "r": h / 2})
    elif kind == "chance":
        oval = {"cx": x, "cy": y + h / 2, "rx": w / 2, "ry": h / 2}
        child_of(parent, "ellipse", style | oval)
    elif kind in points:
        words = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points[kind])
        child_of(parent, "polygon", style | {"points": words})
    else:
        corner = {"terminal": 0.0, "expanded": 0.0, "goal": 0.0, "frontier": h / 2}
        place = {"x": x - w / 2, "y": y, "width": w, "height": h}
        child_of(parent, "rect", style | place | {"rx": corner.get(kind, 9)})
        if kind == "goal":  # a double frame
            inner = {"x": x - w / 2 + 3, "y": y + 3, "width": w - 6, "height": h - 6}
            child_of(parent, "rect", style | inner | {"fill": "none"})
        if kind == "pruned":  # crossed out
            cross = f"M{x - w / 2:.1f} {y:.1f}l{w:.1f} {h:.1f}"
            child_of(parent, "path", {"d": cross, "class": "crossed"})


def _legend(
    picture: ElementTree.Element, boxes: Boxes, role: str, y: float, width: float
) -> float:
    """Draw a legend of the signs that occur, and return its lower edge."""
    group = child_of(picture, "g", {"class": "legend"})
    x = float(_MARGIN)
    for sign, words in _entries(boxes, role):
        room = 34 + wide(words, _SMALL) + 16
        if x > _MARGIN and x + room > width - _MARGIN:
            x, y = float(_MARGIN), y + 22
        _sample(group, sign, x + 13, y)
        text_at(group, x + 32, y + 13, words, "beside")
        x += room
    return y + 18


def _entries(boxes: Boxes, role: str) -> Iterator[tuple[str, str]]:
    kinds = {box.kind for box in boxes.values()}
    kinds |= {"open" for item in boxes if item.open}
    kinds |= {"current" for item in boxes if item.node.current}
    for kind, words in _LEGEND.items():
        if kind in kinds:
            yield kind, words.replace("{role}", role)
    if any(item.best and item.parent for item in boxes):
        yield "best", "the path" if kinds & {*_PATH_KINDS} else "the best line"
    if any(item.node.estimate is not None for item in boxes):
        yield "1+2", "cost + estimate h"
    if any(item.sign for item in boxes):
        yield "≤", "a bound: the rest is cut off"
    if any(item.node.proof for item in boxes):
        yield "p, d", "proof number, disproof number"
    if any(item.node.sampled for item in boxes):
        yield "0.5", "a mean of random games, unless it is proven"
    if any(" in " in line for box in boxes.values() for line in box.more):
        yield "n", "win or loss in n: plies from the root"


def _sample(parent: ElementTree.Element, kind: str, x: float, y: float) -> None:
    if kind in COLOURS:
        small = kind == "cut"
        look = _look(kind, open_=kind == "open")
        _shape(parent, kind, x, y + 4 * small, 22, 10 if small else 17, look)
    elif kind == "current":
        _shape(parent, "open", x, y, 22, 17, _look("open", current=True))
    elif kind == "best":
        line = f"M{x - 12:.1f} {y + 9:.1f}h24"
        child_of(parent, "path", {"d": line, "class": "edge best"})
    else:
        text_at(parent, x, y + 14, kind, "value")
