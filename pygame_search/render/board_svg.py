"""A board as an SVG picture: its squares, their texts, and the labels at its edges."""

from __future__ import annotations

from itertools import accumulate

from pygame_search.game import State
from pygame_search.model.board import board_squares, with_symbols
from pygame_search.render.svg_parts import (
    SANS,
    child_of,
    finished,
    paper,
    text_at,
    wide,
)
from pygame_search.support.errors import InputError

# All lengths are in pixels.
_SIDE = 44
_FONT, _SMALL = 22, 13
_MARGIN = 10

#: The size of a symbol, which fills its square.
_LARGE = 36

#: What marks an empty square in a terminal; a picture has the square itself.
_EMPTY = "."

#: What may mark one, too; it is drawn in grey.
_PALE = frozenset("-_")

_STYLE = f"""
text {{ font-family: {SANS};
       font-size: {_SMALL}px; fill: #475569; text-anchor: middle; }}
.piece {{ font-size: {_FONT}px; font-weight: bold; fill: #111827; }}
.pale {{ font-size: {_FONT}px; fill: #94a3b8; }}
.symbol {{ font-size: {_LARGE}px; fill: #111827; }}
.square {{ fill: #f8fafc; stroke: #94a3b8; stroke-width: 1; }}
.square.dark {{ fill: #dbe4ee; }}
"""


def board_svg(state: State) -> str:
    """Return the board of a state as a standalone SVG file.

    Raises:
        InputError: the rules draw no board, or one that is too large.
    """
    game, position = state.game, state.position
    labels, symbols = game.labels, frozenset(game.symbols.values())
    cells = with_symbols(position.cells, game.symbols)
    columns, rows, texts = board_squares(cells, labels)
    if not texts:
        why = position.undrawn or "the rules draw none, or one that is too large"
        raise InputError(f"{game.call}: the board is not drawn: {why}")
    left = _MARGIN + max(wide(labels.row(row), _SMALL) for row in rows)
    top = _MARGIN + _SMALL if any(map(labels.column, columns)) else _MARGIN
    across = dict.fromkeys(columns, float(_SIDE))
    for (column, _), text in texts.items():
        across[column] = max(across[column], wide(text, _FONT) + _MARGIN)
    edges = dict(zip(columns, accumulate(across.values(), initial=left), strict=False))
    picture = paper("game-board", repr(state), _STYLE)
    for column in columns:
        middle = edges[column] + across[column] / 2
        text_at(picture, middle, top - 4, labels.column(column))
    for j, row in enumerate(rows):
        line = top + (j + 0.5) * _SIDE + _SMALL * 0.36
        text_at(picture, left / 2, line, labels.row(row))
    placed = [
        (rows.index(row), columns.index(column), text)
        for (column, row), text in texts.items()
    ]
    for j, i, text in sorted(placed):
        column = columns[i]
        x, y, width = edges[column], top + j * _SIDE, across[column]
        square = {"x": x, "y": float(y), "width": width, "height": float(_SIDE)}
        shade = "square dark" if game.chequered and (i + j) % 2 else "square"
        child_of(picture, "rect", {**square, "class": shade})
        style = _style(text, symbols)
        if style is not None:
            line = y + _SIDE / 2 + (_LARGE if style == "symbol" else _FONT) * 0.36
            text_at(picture, x + width / 2, line, text, style)
    right, below = left + sum(across.values()), top + len(rows) * _SIDE
    return finished(picture, right + _MARGIN, below + _MARGIN)


def _style(text: str, symbols: frozenset[str]) -> str | None:
    """Return the class of the text on a square; None for none."""
    if text in symbols:
        return "symbol"
    if not text.strip() or text == _EMPTY:
        return None
    return "pale" if text in _PALE else "piece"
