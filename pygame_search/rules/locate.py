"""Lines and columns for the faults that the engine locates by character."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import InputError


def line_starts(text: str) -> list[int]:
    """Return the offset of each line of a text, and of one more after its end."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def numbered_line(text: str, place: int) -> int:
    """Return the line of a place in a text, counted from 1."""
    return text.count("\n", 0, place) + 1


def located(
    file: str, text: str, faults: Iterable[dict[str, Any]]
) -> tuple[Diagnostic, ...]:
    """Return the faults of the engine with lines and columns.

    Args:
        file: the name of the text in messages.
        text: the text of the rule file.
        faults: as `logic/requests/common.pl` gives them, `from` and `to` counted from
            0.
    """
    lines, starts = text.split("\n"), line_starts(text)
    return tuple(_located(file, starts, lines, fault) for fault in faults)


def refused(file: str, text: str, faults: Iterable[dict[str, Any]]) -> InputError:
    """Return the error for a text that was typed, with places as in `located`."""
    found = located(file, text, faults)
    return InputError("\n".join(map(str, found)), found)


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
