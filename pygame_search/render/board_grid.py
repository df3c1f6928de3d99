"""Where the squares of a drawn board are, or its hexagons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from pygame_search.model.board import Labels
from pygame_search.render.svg_parts import wide

# All lengths are in pixels.
SIDE = 44
FONT, SMALL, NAME = 22, 13, 11
MARGIN = 10

#: A row is higher by this where its squares have names.
_STRIP = 12

#: A text in bold is wider by this factor than `wide` says.
_BOLD = 1.12

#: The distance of the rows of hexagons, and half of their height, by their width.
_STEP, _HALF = 3**0.5 / 2, 1 / 3**0.5


@dataclass(frozen=True, slots=True)
class Place:
    """A square, or the rectangle around a hexagon.

    Attributes:
        left, top, width, height: of the whole.
        x, y: the middle of what stands on it.
        name: the height at which its name ends.
    """

    left: float
    top: float
    width: float
    height: float
    x: float
    y: float
    name: float

    @property
    def corners(self) -> str:
        """The corners of the hexagon, for `points` of a polygon."""
        left, right = self.left, self.left + self.width
        high, low = self.top + self.height / 4, self.top + self.height * 3 / 4
        corners = (
            (self.x, self.top), (right, high), (right, low),
            (self.x, self.top + self.height), (left, low), (left, high),
        )  # fmt: skip
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


@dataclass(frozen=True, slots=True)
class Grid:
    """The places of a board, and its width and height with its labels."""

    places: Mapping[tuple[int, int], Place]
    width: float
    height: float


def grid_of(
    columns: range, rows: range, texts: Mapping[tuple[int, int], str], labels: Labels
) -> Grid:
    """Return the places of all squares that columns and rows have, drawn or not.

    Args:
        columns: from the left.
        rows: from the top.
        texts: what stands on squares, by column and row.
        labels: those of the game.
    """
    left = MARGIN + max(wide(labels.row(row), SMALL) for row in rows)
    top = MARGIN + SMALL if any(map(labels.column, columns)) else MARGIN
    if labels.hexagonal:
        return _hexagons(columns, rows, texts.values(), labels, left, float(top))
    across = dict.fromkeys(columns, float(SIDE))
    for (column, _), text in texts.items():
        across[column] = max(across[column], wide(text, FONT) * _BOLD + MARGIN)
    named = {row for column, row in texts if labels.square(column, row)}
    strips = [_STRIP if row in named else 0 for row in rows]
    lefts = list(accumulate(across.values(), initial=left))
    tops = list(accumulate((SIDE + strip for strip in strips), initial=float(top)))
    places = {
        (column, row): Place(
            lefts[i], tops[j], across[column], float(SIDE + strips[j]),
            lefts[i] + across[column] / 2, tops[j] + strips[j] + SIDE / 2, tops[j] + 13,
        )
        for j, row in enumerate(rows) for i, column in enumerate(columns)
    }  # fmt: skip
    return Grid(places, lefts[-1] + MARGIN, tops[-1] + MARGIN)


def _hexagons(
    columns: range,
    rows: range,
    texts: Iterable[str],
    labels: Labels,
    left: float,
    top: float,
) -> Grid:
    """Return the places of hexagons, whose rows interlock."""
    width = max(float(SIDE), *(wide(text, FONT) * _BOLD + MARGIN for text in texts))
    lower = 5 if labels.squares else 0
    half, step, high = width / 2, width * _STEP, 2 * width * _HALF
    tops = [top + j * step for j in range(len(rows))]
    places = {
        (column, row): Place(
            left + i * half, line, width, high,
            left + (i + 1) * half, line + high / 2 + lower, line + 16,
        )
        for line, row in zip(tops, rows, strict=True)
        for i, column in enumerate(columns)
    }  # fmt: skip
    right = left + (len(columns) + 1) * half
    below = top + (len(rows) - 1) * step + high
    return Grid(places, right + MARGIN, below + MARGIN)
