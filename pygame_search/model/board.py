"""Boards as plain text, from the cells that a rule file draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.cells import cell_len

from pygame_search.model.position import Cell, Position, without_history
from pygame_search.support.escapes import visible

#: Texts by column and row.
Squares = Mapping[tuple[int, int], str]

#: A board with more columns or rows, or with more characters, is not drawn.
MOST, MOST_CHARACTERS = 200, 200_000


def board_text(position: Position, labels: Labels) -> str:
    """Return the drawn board, or else the fluents, with the reason if there is one.

    Args:
        position: of a state.
        labels: those of its game, which say how the rows count.
    """
    lines = board_lines(position.cells, labels, edges=False)
    if lines:
        return "\n".join(lines)
    reason = position.undrawn
    if position.cells:
        reason = f"more than {MOST} columns or rows, or {MOST_CHARACTERS:,} characters"
    facts = facts_text(position.facts)
    return f"{facts}\n(the board is not drawn: {reason})" if reason else facts


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels at the edges of a board.

    Attributes:
        columns: the label of each column, by its number.
        rows: the same for rows.
        from_below: whether the rows count from below; else they do from above.
        numbered: where the number stands if there is no other label: of `columns` and
            `rows`, those that moves name.
        hexagonal: whether the squares are hexagons, each two columns wide. All columns
            are then equally wide.
        squares: the name of each square that has one in moves, by its column and row.
    """

    columns: Mapping[int, str] = field(default_factory=dict)
    rows: Mapping[int, str] = field(default_factory=dict)
    from_below: bool = False
    numbered: tuple[str, ...] = ("columns", "rows")
    hexagonal: bool = False
    squares: Squares = field(default_factory=dict)

    def column(self, number: int) -> str:
        """Return the label of a column."""
        return visible(self.columns.get(number, self._number(number, "columns")))

    def row(self, number: int) -> str:
        """Return the label of a row."""
        return visible(self.rows.get(number, self._number(number, "rows")))

    def square(self, column: int, row: int) -> str:
        """Return the name of a square; empty if it has none."""
        return visible(self.squares.get((column, row), ""))

    def _number(self, number: int, edge: str) -> str:
        return str(number) if edge in self.numbered else ""


def board_lines(
    cells: tuple[Cell, ...],
    labels: Labels,
    *,
    edges: bool = True,
    names: bool = True,
) -> list[str]:
    """Return the lines of a board, the top row first; none if it is too large to draw.

    Args:
        cells: the squares; of two texts for one square the first is drawn.
        labels: those of its game, which say how the rows count.
        edges: whether the labels stand at its edges.
        names: whether the names of squares stand above them, if the labels do.
    """
    columns, rows, texts = board_squares(cells, labels)
    if not texts:
        return []
    top = {c: labels.column(c) for c in columns} if edges else {}
    side = {r: labels.row(r) for r in rows} if edges else {}
    above = {place: labels.square(*place) for place in texts if edges and names}
    width = {
        c: max(map(cell_len, _column(c, rows, texts, above, top))) for c in columns
    }
    if labels.hexagonal:
        width = dict.fromkeys(width, max(width.values()))
    margin = max(map(cell_len, side.values()), default=0)
    if (margin + sum(width.values())) * len(rows) > MOST_CHARACTERS:
        return []

    def line(parts: Mapping[int, str], label: str = "") -> str:
        own = " ".join(padded(parts.get(c, ""), width[c]) for c in columns)
        beside = " " * (margin - cell_len(label)) + label + " " if margin else ""
        return (beside + own).rstrip()

    lines = [line(top)] if any(top.values()) else []
    for r in rows:
        own = {c: above.get((c, r), "") for c in columns}
        lines += [line(own)] if any(own.values()) else []
        parts = {c: texts.get((c, r), "") for c in columns}
        lines.append(line(parts, side.get(r, "")))
    return lines


def _column(
    column: int, rows: range, texts: Squares, above: Squares, top: Mapping[int, str]
) -> list[str]:
    """Return all texts in a column; a column is as wide as a character at least."""
    found = [part.get((column, r), "") for part in (texts, above) for r in rows]
    return [*found, top.get(column, ""), " "]


def board_squares(
    cells: tuple[Cell, ...], labels: Labels
) -> tuple[range, range, dict[tuple[int, int], str]]:
    """Return the columns and the rows of a board, and the text of each square.

    The columns come from the left, and the rows from the top.

    No texts are returned for a board that is too large to draw.

    Args:
        cells: the squares; of two texts for one square the first is drawn.
        labels: those of its game, which say how the rows count.
    """
    texts: dict[tuple[int, int], str] = {}
    for cell in cells:
        texts.setdefault((cell.column, cell.row), visible(cell.text))
    columns = _span([column for column, _ in texts])
    rows = _span([row for _, row in texts])
    if not columns or not rows:
        return columns, rows, {}
    return columns, rows[::-1] if labels.from_below else rows, texts


def with_symbols(
    cells: tuple[Cell, ...], symbols: Mapping[str, str]
) -> tuple[Cell, ...]:
    """Return squares with the texts replaced that have a symbol.

    Args:
        cells: the squares.
        symbols: the symbols, by the text that each replaces.
    """
    return tuple(
        Cell(cell.column, cell.row, symbols.get(cell.text, cell.text)) for cell in cells
    )


def facts_text(facts: tuple[str, ...]) -> str:
    """Return the fluents of a state in the syntax of rule files."""
    return f"[{', '.join(without_history(facts))}]"


def _span(numbers: list[int]) -> range:
    if not numbers or max(numbers) - min(numbers) >= MOST:
        return range(0)
    return range(min(numbers), max(numbers) + 1)


def padded(text: str, width: int) -> str:
    """Return a text padded with spaces to a width in columns of a terminal."""
    return text + " " * (width - cell_len(text))
