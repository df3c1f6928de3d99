"""Boards in plain text, from the cells that a rule file draws."""

from __future__ import annotations

from pygame_search.game import Cell, State


def board_text(state: State) -> str:
    """Return the drawn board of a state, or the list of its fluents."""
    position = state.position
    if not position.cells:
        return facts_text(position.facts)
    return "\n".join(board_lines(position.cells))


def board_lines(cells: tuple[Cell, ...], *, labels: bool = False) -> list[str]:
    """Return the lines of a board, the top row first.

    Args:
        cells: the squares; of two texts for one square the first is drawn.
        labels: whether to write the numbers of columns and rows beside it.
    """
    texts: dict[tuple[int, int], str] = {}
    for cell in cells:
        texts.setdefault((cell.column, cell.row), cell.text)
    columns = range(min(c for c, _ in texts), max(c for c, _ in texts) + 1)
    rows = range(min(r for _, r in texts), max(r for _, r in texts) + 1)
    width = {c: _width(texts, c, rows, labels) for c in columns}
    margin = max(len(str(r)) for r in rows) if labels else 0
    lines = [
        " ".join(texts.get((c, r), "").ljust(width[c]) for c in columns).rstrip()
        for r in rows
    ]
    if not labels:
        return lines
    head = " ".join(str(c).ljust(width[c]) for c in columns).rstrip()
    numbered = [f"{r:>{margin}} {line}" for r, line in zip(rows, lines, strict=True)]
    return [f"{'':>{margin}} {head}", *numbered]


def facts_text(facts: tuple[str, ...]) -> str:
    """Return a state in the syntax of rule files."""
    return f"[{', '.join(facts)}]"


def _width(
    texts: dict[tuple[int, int], str], column: int, rows: range, labels: bool
) -> int:
    found = [len(texts.get((column, row), "")) for row in rows]
    return max([*found, len(str(column)) if labels else 1])
