"""Whether a board can be drawn, and whether a square has one text."""

from __future__ import annotations

from pygame_search.experiments.inspection.findings import Findings, Node
from pygame_search.experiments.inspection.rule_lines import clashing_rules

#: How many states have their drawing checked.
MOST_DRAWINGS = 1000


class Drawings:
    """Checks the drawings of the first states."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._left = MOST_DRAWINGS

    def look(self, node: Node) -> None:
        """Check the drawing of a state."""
        if self._left == 0:
            return
        self._left -= 1
        drawn = self._findings.game.request("drawing", state=node.number)
        if drawn["undrawn"]:
            message = f"the board is not drawn: {drawn['undrawn']}"
            self._findings.add("undrawn", message, "", node)
        texts: dict[tuple[int, int], str] = {}
        for column, row, text in drawn["board"]:
            other = texts.setdefault((column, row), text)
            if text != other:
                message = (
                    f"column {column}, row {row} has two texts, `{other}` and "
                    f"`{text}`: only the first is drawn"
                )
                self._drawn_twice(node, (column, row), message)

    def _drawn_twice(self, node: Node, square: tuple[int, int], message: str) -> None:
        """Report the rules that give a square two texts."""
        if "drawn_twice" not in self._findings:
            game = self._findings.game
            line, held = clashing_rules(game, node.number, "draw", *square)
            mend = f"{held}let only one rule of draw hold for a square"
            self._findings.add("drawn_twice", message, mend, node, line)
