"""What is wrong with a rule file, with the place: values, and their text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault of a rule file.

    Attributes:
        file: the name of the file, or `<text>`.
        line, column: where it starts, counted from 1.
        severity: `error` or `warning`.
        code: what kind of fault it is.
        message: what was expected and what came.
        mend: what to do about it.
        source: the line of the file.
        width: how many characters of that line the fault is about, at least 1.
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

    def __str__(self) -> str:
        """Return the fault as a compiler shows it: place, message, line, caret."""
        head = (
            f"{self.file}:{self.line}:{self.column}: "
            f"{self.severity}: {self.message} [{self.code}]"
        )
        tabs = "".join("\t" if c == "\t" else " " for c in self.source[: self.column - 1])
        lines = [head]
        if self.source.strip():
            lines += [f"    {self.source}", f"    {tabs}{'^' * self.width}"]
        if self.mend:
            lines.append(f"    {self.mend}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return the fault as the command line gives it with `--json`."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "mend": self.mend,
        }


def located(
    file: str, text: str, faults: Iterable[dict[str, Any]]
) -> tuple[Diagnostic, ...]:
    """Return the faults of the engine, given by character, with line and column.

    Args:
        file: the name to give the text.
        text: the text of the rule file.
        faults: as `logic/serve.pl` gives them, `from` and `to` counted from 0.
    """
    starts = [0]
    starts += [i + 1 for i, character in enumerate(text) if character == "\n"]
    lines = text.split("\n")
    return tuple(_located(file, text, starts, lines, fault) for fault in faults)


def _located(
    file: str,
    text: str,
    starts: list[int],
    lines: list[str],
    fault: dict[str, Any],
) -> Diagnostic:
    from bisect import bisect_right

    begin = min(fault["from"], max(len(text.rstrip()) - 1, 0))
    number = bisect_right(starts, begin) - 1
    source = lines[number]
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
        source=_shortened(source),
        width=min(width, 200),
    )


def _shortened(line: str, most: int = 400) -> str:
    return line if len(line) <= most else line[:most] + "..."
