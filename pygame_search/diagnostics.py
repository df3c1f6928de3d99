"""What is wrong with a rule file, with the place: values, and their text."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pygame_search.errors import InputError

#: More characters of a line are not shown.
_WIDEST = 150


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault of a rule file.

    Attributes:
        file: the name of the file, or `<text>`.
        line, column: where it starts, counted from 1, in characters.
        severity: `error` or `warning`.
        code: what kind of fault it is.
        message: what was expected and what came.
        mend: what to do about it.
        source: the line of the file.
        width: how many characters of that line the fault is about, at least 1.
        moves: for what only running shows, the moves that lead to it.
        state: and the fluents of the state that shows it.
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

    def __str__(self) -> str:
        """Return the fault as a compiler shows it: place, message, line, caret."""
        head = (
            f"{self.file}:{self.line}:{self.column}: "
            f"{self.severity}: {self.message} [{self.code}]"
        )
        lines = [head]
        if self.source.strip():
            lines += [f"    {text}" for text in self._pointed_at()]
        if self.mend:
            lines.append(f"    {self.mend}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return the fault as the command line gives it with `--json`."""
        shown = {"moves": list(self.moves), "state": list(self.state)}
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "mend": self.mend,
        } | (shown if self.state else {})

    def _pointed_at(self) -> tuple[str, str]:
        """Return the line, or the part around the place, and the caret below it."""
        begin = self.column - 1
        first = 0 if begin + 20 <= _WIDEST else begin - _WIDEST // 3
        last = first + _WIDEST
        left = "..." if first else ""
        right = "..." if last < len(self.source) else ""
        shown = _printable(self.source[first:last])
        pad = "".join(
            "\t" if c == "\t" else " " * _columns(c) for c in shown[: begin - first]
        )
        marked = shown[begin - first : begin - first + self.width]
        carets = "^" * max(1, sum(map(_columns, marked)))
        return left + shown + right, " " * len(left) + pad + carets


def line_starts(text: str) -> list[int]:
    """Return where the lines of a text begin, and where one more would."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def located(
    file: str, text: str, faults: Iterable[dict[str, Any]]
) -> tuple[Diagnostic, ...]:
    """Return the faults of the engine, given by character, with line and column.

    Args:
        file: the name to give the text.
        text: the text of the rule file.
        faults: as `logic/requests.pl` gives them, `from` and `to` counted from 0.
    """
    lines, starts = text.split("\n"), line_starts(text)
    return tuple(_located(file, starts, lines, fault) for fault in faults)


def refused(file: str, text: str, faults: Iterable[dict[str, Any]]) -> InputError:
    """Return what is wrong with a text that somebody has typed, as `located` has it."""
    told = located(file, text, faults)
    return InputError("\n".join(map(str, told)), told)


def _located(
    file: str, starts: list[int], lines: list[str], fault: dict[str, Any]
) -> Diagnostic:
    begin = min(fault["from"], starts[-1] - 1)
    number = bisect_right(starts, begin) - 1
    source = lines[number].rstrip("\r")
    column = begin - starts[number]
    width = max(1, min(fault["to"] - begin, len(source) - column))
    return Diagnostic(
        file=file,
        line=number + 1,
        column=column + 1,
        severity=fault["severity"],
        code=fault["code"],
        message=fault["message"],
        mend=fault["mend"],
        source=source,
        width=width,
    )


def _printable(text: str) -> str:
    """Return text without the characters that could steer a terminal."""
    return "".join(
        c if c == "\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text
    )


def _columns(character: str) -> int:
    """Return how many columns of a terminal a character takes."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
