"""Boards as plain text, from the cells that a rule file draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.cells import cell_len

from pygame_search.model.position import Cell, Position, without_history
from pygame_search.support.escapes import visible

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
    """

    columns: Mapping[int, str] = field(default_factory=dict)
    rows: Mapping[int, str] = field(default_factory=dict)
    from_below: bool = False
    numbered: tuple[str, ...] = ("columns", "rows")

    def column(self, number: int) -> str:
        """Return the label of a column."""
        return visible(self.columns.get(number, self._number(number, "columns")))

    def row(self, number: int) -> str:
        """Return the label of a row."""
        return visible(self.rows.get(number, self._number(number, "rows")))

    def _number(self, number: int, edge: str) -> str:
        return str(number) if edge in self.numbered else ""


def board_lines(
    cells: tuple[Cell, ...], labels: Labels, *, edges: bool = True
) -> list[str]:
    """Return the lines of a board, the top row first; none if it is too large to draw.

    Args:
        cells: the squares; of two texts for one square the first is drawn.
        labels: those of its game, which say how the rows count.
        edges: whether the labels stand at its edges.
    """
    columns, rows, texts = board_squares(cells, labels)
    if not texts:
        return []
    edge = {c: labels.column(c) for c in columns} if edges else {}
    width = {c: _width(texts, c, rows, edge.get(c, "")) for c in columns}
    if sum(width.values()) * len(rows) > MOST_CHARACTERS:
        return []
    lines = [
        " ".join(padded(texts.get((c, r), ""), width[c]) for c in columns).rstrip()
        for r in rows
    ]
    if not edges:
        return lines
    head = " ".join(padded(edge[c], width[c]) for c in columns).rstrip()
    names = [labels.row(r) for r in rows]
    margin = max(map(cell_len, names))
    if margin:
        names = [f"{' ' * (margin - cell_len(name))}{name} " for name in names]
        head = head and f"{' ' * margin} {head}"
    beside = [f"{name}{line}".rstrip() for name, line in zip(names, lines, strict=True)]
    return [*([head] if head else []), *beside]


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


def _width(
    texts: dict[tuple[int, int], str], column: int, rows: range, label: str
) -> int:
    found = [cell_len(texts.get((column, row), "")) for row in rows]
    return max([*found, cell_len(label), 1])
