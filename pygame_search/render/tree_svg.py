"""The tree of a recorded search as an SVG picture, as textbooks draw game trees."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from pygame_search.game import Game
from pygame_search.render.path_view import view_of
from pygame_search.render.svg_parts import (
    MONO,
    SANS,
    child_of,
    finished,
    paper,
    text_at,
    wide,
)
from pygame_search.render.tree_layout import (
    BOARD,
    DASHES,
    FONT,
    MARGIN,
    OPEN_DASHES,
    PATH_KINDS,
    SMALL,
    Box,
    Boxes,
    corners,
    edge_points,
    laid_out,
    roundness,
    summary,
    texts,
)
from pygame_search.render.tree_view import COLOURS, CURRENT, MAX_DRAWN, seen
from pygame_search.search.core.trace import Node

_STYLE = f"""
text {{ font-family: {SANS};
       font-size: {SMALL}px; fill: #111827; text-anchor: middle; }}
.title {{ font-size: 18px; font-weight: bold; text-anchor: start; }}
.note {{ font-size: 13px; text-anchor: start; }}
.value {{ font-size: {FONT}px; font-weight: bold; }}
.beside {{ text-anchor: start; }}
.board {{ font-family: {MONO};
         font-size: {BOARD}px; }}
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
    head, note = view.title(), note or summary(view, items[0])
    boxes, width = laid_out(view, items, least=max(wide(head, 18), wide(note, 13)))
    picture = paper("search-tree", head, _STYLE)
    text_at(picture, MARGIN, 34, head, "title")
    text_at(picture, MARGIN, 56, note, "note")
    for box in boxes.values():
        if box.item.parent is not None:
            _edge(picture, boxes[box.item.parent], box)
    for box in boxes.values():
        _node(picture, box)
    below = max(box.bottom for box in boxes.values())
    height = _legend(picture, boxes, role, below + MARGIN, width) + MARGIN
    return finished(picture, width, height)


def _edge(picture: ElementTree.Element, parent: Box, box: Box) -> None:
    """Draw an edge: slanted to above the node, then vertical, with the move on it."""
    cut, style = box.kind == "cut", "edge best" if box.item.best else "edge"
    (x0, start), (x, top), low, end = edge_points(parent, box)
    line = f"M{x0:.1f} {start:.1f}L{x:.1f} {top:.1f}M{x:.1f} {low[1]:.1f}V{end[1]:.1f}"
    child_of(picture, "path", {"d": line, "class": "edge cut" if cut else style})
    if cut:
        across, up = x + (x0 - x) * 0.2, top + (start - top) * 0.2
        slash = f"M{across - 7:.1f} {up + 4:.1f}l10 -8m4 0l-10 8"
        child_of(picture, "path", {"d": slash, "class": "slash"})
    text_at(picture, x, box.y - 12, box.item.way, "cut" if cut else "")


def _node(picture: ElementTree.Element, box: Box) -> None:
    group = child_of(picture, "g", {"class": f"node {box.kind}"})
    if box.item.hidden:
        child_of(group, "title", {}, ", ".join(box.item.hidden))
    look = _look(box.kind, open_=box.item.open, current=box.item.node.current)
    _shape(group, box.kind, box.x, box.y, box.width, box.height, look)
    for x, y, words, style in texts(box):
        text_at(group, x, y, words, style)


def _look(kind: str, *, open_: bool = False, current: bool = False) -> Look:
    """Return the fill and the outline of a shape."""
    fill, stroke = COLOURS[kind]
    look: Look = {"fill": fill, "stroke": stroke, "stroke-width": 1.5}
    if kind in DASHES:
        look["stroke-dasharray"] = DASHES[kind]
    if open_:
        look |= {"fill": COLOURS["open"][0], "stroke-dasharray": OPEN_DASHES}
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
    if kind == "cut":
        child_of(parent, "circle", style | {"cx": x, "cy": y + h / 2, "r": h / 2})
    elif kind == "chance":
        oval = {"cx": x, "cy": y + h / 2, "rx": w / 2, "ry": h / 2}
        child_of(parent, "ellipse", style | oval)
    elif points := corners(kind, w, h):
        words = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points)
        child_of(parent, "polygon", style | {"points": words})
    else:
        place = {"x": x - w / 2, "y": y, "width": w, "height": h}
        child_of(parent, "rect", style | place | {"rx": roundness(kind, h)})
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
    x = float(MARGIN)
    for sign, words in _entries(boxes, role):
        room = 34 + wide(words, SMALL) + 16
        if x > MARGIN and x + room > width - MARGIN:
            x, y = float(MARGIN), y + 22
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
        yield "best", "the path" if kinds & {*PATH_KINDS} else "the best line"
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
