"""A fault of a rule file: its place and its message."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any

from pygame_search.support.escapes import visible
from pygame_search.support.json_objects import JsonObject

#: The most characters of a source line that are shown.
_WIDEST = 150


@dataclass(frozen=True, slots=True, repr=False)
class Diagnostic(JsonObject):
    """One fault of a rule file.

    Attributes:
        file: the name of the file, or `<text>`.
        line, column: where it starts, counted from 1, in characters.
        severity: `error` or `warning`.
        code: what kind of fault it is.
        message: what was expected and what was found.
        mend: what to do about it.
        source: the line of the file.
        width: how many characters of that line the fault is about, at least 1.
        moves: for a fault that only running shows, the moves that lead to it.
        state: the fluents of the state that shows it.
    """

    file: str
    line: int
    column: int
    severity: str
    code: str
    message: str
    mend: str
    source: str
    width: int = 1
    moves: tuple[str, ...] = ()
    state: tuple[str, ...] = ()

    json_members = "file line column severity code message mend moves state"

    def __repr__(self) -> str:
        """Return one line with the place and the message."""
        return f"<Diagnostic: {' '.join(self._head().split())}>"

    def _head(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}"
        return f"{place}: {self.severity}: {self.message} [{self.code}]"

    def __str__(self) -> str:
        """Return the fault as a compiler shows it: place, message, line, caret."""
        lines = [self._head()]
        if self.source.strip():
            lines += [f"    {text}" for text in self._pointed_at()]
        if self.mend:
            lines.append(f"    {self.mend}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return the fault as `--json` prints it; it has moves only with a state."""
        found = JsonObject.as_json(self)
        if not self.state:
            del found["moves"], found["state"]
        return found

    def _pointed_at(self) -> tuple[str, str]:
        """Return the line, or the part around the place, and the caret below it."""
        begin = self.column - 1
        first = 0 if begin + 20 <= _WIDEST else begin - _WIDEST // 3
        last = first + _WIDEST
        left = "..." if first else ""
        right = "..." if last < len(self.source) else ""
        shown = [c if c == "\t" else visible(c) for c in self.source[first:last]]
        pad = "".join(
            "\t" if c == "\t" else " " * _columns(c) for c in shown[: begin - first]
        )
        marked = shown[begin - first : begin - first + self.width]
        carets = "^" * max(1, sum(map(_columns, marked)))
        return f"{left}{''.join(shown)}{right}", " " * len(left) + pad + carets


def _columns(character: str) -> int:
    """Return how many columns of a terminal a character, or its escape, takes."""
    if len(character) > 1:
        return len(character)
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
