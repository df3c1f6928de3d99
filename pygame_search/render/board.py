"""Boards in plain text, from the cells that a rule file draws; and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from pygame_search.game import Cell, State

#: A board of more columns or rows, or of more characters, is not drawn.
MOST, MOST_CHARACTERS = 200, 200_000


def board_text(state: State) -> str:
    """Return the drawn board of a state, or the list of its fluents."""
    position = state.position
    lines = board_lines(position.cells)
    if lines:
        return "\n".join(lines)
    reason = position.undrawn
    if position.cells:
        reason = f"more than {MOST} columns or rows, or {MOST_CHARACTERS:,} characters"
    facts = facts_text(position.facts)
    return f"{facts}\n(the board is not drawn: {reason})" if reason else facts


def board_lines(cells: tuple[Cell, ...], *, labels: bool = False) -> list[str]:
    """Return the lines of a board, the top row first.

    There are none for a board that is too large to draw.

    Args:
        cells: the squares; of two texts for one square the first is drawn.
        labels: whether to write the numbers of columns and rows beside it.
    """
    texts: dict[tuple[int, int], str] = {}
    for cell in cells:
        texts.setdefault((cell.column, cell.row), _printable(cell.text))
    columns = _span([column for column, _ in texts])
    rows = _span([row for _, row in texts])
    if not columns or not rows:
        return []
    width = {c: _width(texts, c, rows, labels) for c in columns}
    if sum(width.values()) * len(rows) > MOST_CHARACTERS:
        return []
    margin = max(len(str(r)) for r in rows) if labels else 0
    lines = [
        " ".join(_padded(texts.get((c, r), ""), width[c]) for c in columns).rstrip()
        for r in rows
    ]
    if not labels:
        return lines
    head = " ".join(str(c).ljust(width[c]) for c in columns).rstrip()
    numbered = [
        f"{r:>{margin}} {line}".rstrip() for r, line in zip(rows, lines, strict=True)
    ]
    return [f"{'':>{margin}} {head}", *numbered]


def line_text(states: Sequence[State], *, labels: bool = True) -> list[str]:
    """Return the boards of a line of states, side by side.

    Args:
        states: in the order in which they come.
        labels: whether the first has the numbers of its columns and rows.
    """
    if not states[0].position.cells:
        return [board_text(state) for state in states[:1]]
    blocks = [
        board_lines(state.position.cells, labels=labels and i == 0)
        for i, state in enumerate(states)
    ]
    if labels:
        blocks = [b if i == 0 else ["", *b] for i, b in enumerate(blocks)]
    height = max(len(block) for block in blocks)
    widths = [max(map(cell_len, block), default=0) for block in blocks]
    rows = []
    for y in range(height):
        parts = [
            _padded(block[y] if y < len(block) else "", width)
            for block, width in zip(blocks, widths, strict=True)
        ]
        arrow = "  >  " if y == height // 2 else "     "
        rows.append(arrow.join(parts).rstrip())
    return rows


def facts_text(facts: tuple[str, ...]) -> str:
    """Return a state in the syntax of rule files."""
    return f"[{', '.join(facts)}]"


def end_text(state: State) -> str:
    """Return a sentence that the game is over and who has won, in a terminal state."""
    given = state.game.given if state.initial else ""
    before = f" before the first move, with {given}" if given else ""
    return f"The game is over{before}: {outcome_text(state)}."


def outcome_text(state: State) -> str:
    """Return who has won, in words, in a state that is terminal."""
    goals = {role: state.goals[role] for role in state.game.players}
    values = [value for value in goals.values() if value is not None]
    if len(values) < len(goals) or not values:
        return "the rules give no goal for it"
    if len(goals) == 1:
        [(role, value)] = goals.items()
        high = state.game.ranges[state.game.roles.index(role)][1]
        return f"{role} has {'reached' if value == high else 'missed'} the goal"
    winners = [role for role, value in goals.items() if value == max(values)]
    if len(winners) == len(goals):
        return "a draw"
    return f"{_and(winners)} {'wins' if len(winners) == 1 else 'win'}"


def _and(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def _span(numbers: list[int]) -> range:
    if not numbers or max(numbers) - min(numbers) >= MOST:
        return range(0)
    return range(min(numbers), max(numbers) + 1)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _width(
    texts: dict[tuple[int, int], str], column: int, rows: range, labels: bool
) -> int:
    found = [cell_len(texts.get((column, row), "")) for row in rows]
    return max([*found, len(str(column)) if labels else 1])
