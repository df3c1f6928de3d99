"""Where the nodes and texts of a picture of a tree stand, for SVG and TikZ.

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

from pygame_search.render.path_view import PathView
from pygame_search.render.svg_parts import wide
from pygame_search.render.tree_view import COLOURS, Item, View, labels

# All lengths are in pixels.
FONT, SMALL, BOARD = 14, 11, 11
LINE = 14  # from one small line to the next
MARGIN = 24
_HEADER = 84  # above the root
_HEIGHT = {
    "terminal": 24, "limit": 24, "hit": 24, "repetition": 24, "open": 24, "cut": 10,
}  # fmt: skip
_INNER = 40  # the height of a triangle
_WALL = 0.55  # how far down the roof of a house reaches
DROP = 28  # the vertical end of an edge, with the move on it
_SLANT = (30.0, 170.0)  # the least and the greatest height of the slanted part
_GAP = 14  # between two neighbours
_LEAST_WIDTH = 440
_FEW = 4  # the most moves of the best line above the picture

#: The nodes of a path search: all their lines are inside the shape.
PATH_KINDS = ("expanded", "frontier", "goal", "pruned")

#: The dashes of outlines: the lengths of lines and gaps, in turn.
DASHES = {"cut": "3 2", "frontier": "5 3", "pruned": "2 2", "repetition": "1.5 2.5"}
OPEN_DASHES = "5 3"


@dataclass(slots=True)
class Box:
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
        inside = self.item.inner or self.kind in PATH_KINDS
        lines = 0 if inside else len(self.more)
        board = len(self.board) * (BOARD + 2)
        return self.y + self.height + lines * LINE + board + 6


Boxes = dict[Item, Box]

#: A text with the x and y of its base line, and its style: `value`, `beside`, `cut`,
#: `board` or none. All but those beside a node are centred at x.
Line = tuple[float, float, str, str]


def laid_out(
    view: View, items: list[Item], *, least: float = 0.0, symbols: bool = True
) -> tuple[Boxes, float]:
    """Return the boxes of the items of a tree in their places, and the whole width.

    Args:
        view: decides what the boxes show.
        items: those of the tree, parents before children.
        least: the least width.
        symbols: whether the boards have the symbols of the game in place of letters.
    """
    boxes = {item: _box(view, item, symbols) for item in items}
    return boxes, _place(boxes, least)


def texts(box: Box) -> Iterator[Line]:
    """Yield the texts at a node: its value, what is beside or below it, its board."""
    if box.item.inner:
        middle = 18 if box.kind == "min" else 25
        line = box.height - 7 if box.kind in ("max", "own") else middle
        yield box.x, box.y + line, box.inside, "value"
        right, first = _beside(box)
        for i, words in enumerate(box.more):
            yield box.x + right, first + i * LINE, words, "beside"
    else:
        if box.inside:
            yield box.x, box.y + 17, box.inside, "value"
        line = box.y + (17 if box.kind in PATH_KINDS else box.height)
        for i, words in enumerate(box.more, 1):
            yield box.x, line + i * LINE, words, "cut" if box.kind == "cut" else ""
    line = box.bottom - len(box.board) * (BOARD + 2) - 3
    for i, row in enumerate(box.board, 1):
        yield box.x, line + i * (BOARD + 2), row, "board"


def corners(kind: str, w: float, h: float) -> list[tuple[float, float]]:
    """Return the corners of a shape from the middle of its upper edge; none if round.

    Args:
        kind: as in COLOURS.
        w: the width of the shape.
        h: its height.
    """
    wall, bevel = h * _WALL, min(7.0, w / 2)
    diamond = [(0.0, 0.0), (w / 2, h / 2), (0.0, h), (-w / 2, h / 2)]
    slanted = [(bevel - w / 2, 0.0), (w / 2 - bevel, 0.0)]
    return {
        "max": [(0.0, 0.0), (w / 2, h), (-w / 2, h)],
        "min": [(-w / 2, 0.0), (w / 2, 0.0), (0.0, h)],
        "both": diamond,
        "turns": diamond,
        "own": [(0.0, 0.0), (w / 2, wall), (w / 2, h), (-w / 2, h), (-w / 2, wall)],
        "hit": [
            (-w / 2, h / 2), *slanted, (w / 2, h / 2), (w / 2 - bevel, h),
            (bevel - w / 2, h),
        ],
    }.get(kind, [])  # fmt: skip


def roundness(kind: str, h: float) -> float:
    """Return the radius of the corners of a rectangle."""
    sharp = kind in ("terminal", "expanded", "goal")
    return 0.0 if sharp else h / 2 if kind == "frontier" else 9.0


def edge_points(parent: Box, box: Box) -> list[tuple[float, float]]:
    """Return the ends of the slanted line to above a node, and of that into it."""
    start, top = (parent.x, parent.y + parent.height), (box.x, box.y - DROP)
    return [start, top, (box.x, box.y - 7), (box.x, box.y)]


def summary(view: View, root: Item) -> str:
    """Return the value and the best line, or what a path search found."""
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


def _box(view: View, item: Item, symbols: bool) -> Box:
    words = view.labels(item) if isinstance(view, PathView) else labels(view, item)
    inside, *more = words or [""]
    kind = item.kind if item.kind in COLOURS else "limit"
    if kind == "cut":
        inside, more = "", [inside, *more]
    board = [] if item.children else view.board(item, symbols=symbols)
    width = _shape_width(item, kind, inside)
    box = Box(item, kind, inside, more, board, width, _HEIGHT.get(kind, _INNER))
    small = max((wide(line, SMALL) for line in more), default=0.0)
    drawn = max((wide(line, BOARD) for line in board), default=0.0)
    if kind in PATH_KINDS:
        box.width = width = max(width, small + 20)
        box.height = _HEIGHT["limit"] + LINE * len(more)
    half = max(width, wide(item.way, SMALL), drawn) / 2
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
        return max(46.0, wide(inside, FONT) / 0.5 + 6)
    return max(34.0, wide(inside, FONT) + 14)


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
    width = max(end - start, least, _LEAST_WIDTH) + 2 * MARGIN
    for box in boxes.values():
        box.x += (width - end - start) / 2
    _lower(boxes)
    return width


#: Of each ply of a subtree the left and the right end, from the middle of its root.
_Outline = list[tuple[float, float]]


def _even(boxes: Boxes) -> None:
    """Give the leaves of a ply the same room, so that their distances are even."""
    leaves: dict[int, list[Box]] = {}
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


def _plies(box: Box) -> int:
    """Return how many plies a box fills; a leaf also those that hang below it."""
    if box.item.children:
        return 1
    hanging = box.bottom - box.y - 6 - _INNER
    return 1 + math.ceil(max(0.0, hanging) / (_INNER + _SLANT[0] + DROP))


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
        heights.append(heights[-1] + max(tallest, _INNER) + slant + DROP)
    for item, box in boxes.items():
        box.y = heights[item.depth]


def _beside(box: Box) -> tuple[float, float]:
    """Return where the lines beside a node begin: x from its middle, y of the first."""
    h, many = box.height, len(box.more) - 1
    if box.kind in ("max", "own"):
        y = 9.0
        share = (y + many * LINE + 2) / (h * _WALL if box.kind == "own" else h)
    else:
        y = h - 4 - many * LINE
        share = (1 - (y - SMALL) / h) * (1 if box.kind == "min" else 2)
    return min(share, 1.0) * box.width / 2 + 5, box.y + y
