"""A board as an SVG picture: its squares, their texts, and the labels at its edges."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from pygame_search.game import State
from pygame_search.model.board import Labels, board_squares, with_symbols
from pygame_search.render.board_grid import FONT, NAME, SMALL, Grid, Place, grid_of
from pygame_search.render.svg_parts import SANS, child_of, finished, paper, text_at
from pygame_search.support.errors import InputError

#: The size of a symbol, which fills its square.
_LARGE = 36

#: What marks an empty square in a terminal; a picture has the square itself.
_EMPTY = frozenset(".-_")

#: Symbols that are shapes: the part of the square that each fills, as left, top, width
#: and height.
_SHAPES = {
    "█": (0.0, 0.0, 1.0, 1.0), "■": (0.14, 0.14, 0.72, 0.72),
    "━": (0.0, 0.43, 1.0, 0.14), "┃": (0.43, 0.0, 0.14, 1.0),
}  # fmt: skip

#: Symbols that are discs: the radius of each, and whether it is light.
_DISCS = {
    "●": (15.0, False), "○": (15.0, True), "•": (5.0, False), "◦": (5.0, True),
}  # fmt: skip

#: The radius of a point without a man, and of the ground of one with a man.
_POINT, _GROUND = 4.0, 16.0

#: The inks of `draw_colour`, all readable on a square; see `colour/1` in
#: `logic/language/vocabulary.pl`.
INKS = {
    "red": "#b91c1c", "orange": "#b45309", "brown": "#78350f",
    "green": "#15803d", "blue": "#1d4ed8", "purple": "#7e22ce",
}  # fmt: skip

_STYLE = f"""
text {{ font-family: {SANS};
       font-size: {SMALL}px; fill: #475569; text-anchor: middle; }}
.name {{ font-size: {NAME}px; }}
.piece {{ font-size: {FONT}px; font-weight: bold; fill: #111827; }}
.symbol {{ font-size: {_LARGE}px; fill: #111827; }}
.shape {{ fill: #111827; stroke: #111827; stroke-width: 1; }}
.shape.light {{ fill: #ffffff; stroke-width: 2; }}
.square {{ fill: #f8fafc; stroke: #94a3b8; stroke-width: 1; }}
.square.dark {{ fill: #dbe4ee; }}
.line {{ stroke: #64748b; stroke-width: 2; }}
.point {{ fill: #64748b; }}
.ground {{ fill: #ffffff; }}
"""


def board_svg(state: State) -> str:
    """Return the board of a state as a standalone SVG file.

    Raises:
        InputError: the rules draw no board, or one that is too large.
    """
    game, position = state.game, state.position
    labels, symbols = game.labels, frozenset(game.symbols.values())
    inks = {
        game.symbols.get(text, text): INKS[colour]
        for text, colour in game.colours.items()
        if colour in INKS
    }
    cells = with_symbols(position.cells, game.symbols)
    columns, rows, texts = board_squares(cells, labels)
    if not texts:
        why = position.undrawn or "the rules draw none, or one that is too large"
        raise InputError(f"{game.call}: the board is not drawn: {why}")
    grid = grid_of(columns, rows, texts, labels)
    picture = paper("game-board", repr(state), _STYLE)
    _edges(picture, columns, rows, texts, labels, grid)
    _lines(picture, game.lines, grid)
    placed = [
        (rows.index(row), columns.index(column), column, row) for column, row in texts
    ]
    for j, i, column, row in sorted(placed):
        place, text = grid.places[column, row], texts[column, row]
        if game.lines:
            _point(picture, place, occupied=bool(text.strip()) and text not in _EMPTY)
        else:
            dark = game.chequered and (i + j) % 2 == 1
            _square(picture, place, dark=dark, hexagonal=labels.hexagonal)
        if name := labels.square(column, row):
            text_at(picture, place.x, place.name, name, "name")
        _content(picture, place, text, inks.get(text), large=text in symbols)
    return finished(picture, grid.width, grid.height)


def _edges(
    picture: Element,
    columns: range,
    rows: range,
    texts: Mapping[tuple[int, int], str],
    labels: Labels,
    grid: Grid,
) -> None:
    """Add the labels; those of hexagons stand beside the first of the row."""
    for column in columns:
        place = grid.places[column, rows[0]]
        text_at(picture, place.x, place.top - 4, labels.column(column))
    for row in rows:
        first = columns[0]
        if labels.hexagonal:
            first = min((c for c, r in texts if r == row), default=first)
        place, start = grid.places[first, row], grid.places[columns[0], row]
        middle = start.left / 2 + place.left - start.left
        text_at(picture, middle, place.y + SMALL * 0.36, labels.row(row))


def _lines(
    picture: Element, lines: tuple[tuple[int, int, int, int], ...], grid: Grid
) -> None:
    """Add the lines of the board; one that leads off the board is left out."""
    for column, row, column1, row1 in lines:
        a, b = grid.places.get((column, row)), grid.places.get((column1, row1))
        if a is not None and b is not None:
            ends = {"x1": a.x, "y1": a.y, "x2": b.x, "y2": b.y}
            child_of(picture, "line", {**ends, "class": "line"})


def _point(picture: Element, place: Place, *, occupied: bool) -> None:
    circle = {"cx": place.x, "cy": place.y, "r": _GROUND if occupied else _POINT}
    child_of(picture, "circle", {**circle, "class": "ground" if occupied else "point"})


def _square(picture: Element, place: Place, *, dark: bool, hexagonal: bool) -> None:
    style = {"class": "square dark" if dark else "square"}
    if hexagonal:
        child_of(picture, "polygon", {"points": place.corners, **style})
    else:
        child_of(picture, "rect", {**_part(place), **style})


def _content(
    picture: Element, place: Place, text: str, ink: str | None, *, large: bool
) -> None:
    """Add what stands on a square: a text, a symbol or a shape; nothing if empty."""
    if large and text in _DISCS:
        radius, light = _DISCS[text]
        style = "shape light" if light else "shape"
        middle = {"cx": place.x, "cy": place.y, "r": radius}
        shown = f"stroke: {ink}" + ("" if light else f"; fill: {ink}")
        look = {"class": style} | ({"style": shown} if ink else {})
        child_of(picture, "circle", {**middle, **look})
    elif large and text in _SHAPES:
        part = _part(place, *_SHAPES[text])
        look = {"style": f"stroke: {ink}; fill: {ink}"} if ink else {}
        child_of(picture, "rect", {**part, "class": "shape", **look})
    elif large or (text.strip() and text not in _EMPTY):
        line = place.y + (_LARGE if large else FONT) * 0.36
        look = {"style": f"fill: {ink}"} if ink else {}
        where = {"x": f"{place.x:.1f}", "y": f"{line:.1f}"}
        style = "symbol" if large else "piece"
        child_of(picture, "text", {**where, "class": style, **look}, text)


def _part(
    place: Place,
    left: float = 0.0,
    top: float = 0.0,
    width: float = 1.0,
    height: float = 1.0,
) -> dict[str, float]:
    """Return a part of a square as attributes of a rectangle."""
    return {
        "x": place.left + left * place.width,
        "y": place.top + top * place.height,
        "width": width * place.width,
        "height": height * place.height,
    }
