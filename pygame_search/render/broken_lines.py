"""Long lines of a source in parts, broken where a reader would break them.

A clause breaks after its `:-`, after the comma between two goals, and before `->` and
`;`, never inside a goal or the condition of an if-then-else; a statement of Python
after a comma in brackets; a comment between two words. The first part keeps its place,
the others hang.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

#: What is longer than one character, or hides brackets: texts, comments, connectives.
_TOKEN = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|%.*|\#.*|:-|\*?->|[^\s]""")

#: Predicates whose arguments stand on lines of their own.
_OF_GOALS = re.compile(r"\b(?:findall|forall|once|aggregate_all|catch)$")

#: A line of words: its margin, with the sign of a comment.
_WORDS = re.compile(r"\s*(?:[%#]+[:!]?)?\s*")


class Part(NamedTuple):
    """A part of a line: the characters from `start` to `end`, after some spaces."""

    start: int
    end: int
    indent: int = 0


class _Break(NamedTuple):
    """A place where a line may break, and how many brackets are open there."""

    place: int
    depth: int


def broken(
    line: str, width: int, *, python: bool = False, words: bool = False
) -> list[Part] | None:
    """Return the parts of a line of at most so many columns; None if it cannot break.

    Args:
        line: the line.
        width: how many columns there are.
        python: whether it is one of Python, not of Prolog.
        words: whether it is one of a description, as in a docstring.
    """
    if len(line) <= width:
        return [Part(0, len(line))]
    margin = len(line) - len(line.lstrip())
    prose = words or line.lstrip().startswith(("%", "#"))
    if prose:
        breaks = [_Break(m.end(), 0) for m in re.finditer(r"(?<=\S) +(?=\S)", line)]
        margin = _WORDS.match(line).end()  # type: ignore[union-attr]
    else:
        breaks = list(_of_python(line) if python else _of_clause(line))
    parts, start, indent = [], 0, 0
    while indent + len(line) - start > width:
        end = start + width - indent
        least = start + (0 if start else margin)
        found = [
            one
            for one in breaks
            if least < one.place and len(line[: one.place].rstrip()) <= end
        ]
        if not found:
            return None
        depth = 0 if prose else min(one.depth for one in found)
        place = max(one.place for one in found if one.depth == depth)
        parts.append(Part(start, place, indent))
        start = len(line) - len(line[place:].lstrip())
        indent = margin if prose else _hanging(margin, depth, python=python)
    return [*parts, Part(start, len(line), indent)]


def _hanging(margin: int, depth: int, *, python: bool) -> int:
    """Return how far a part is indented: goals of a body stand below each other."""
    if python:
        return margin + 4
    return max(margin, 4) + 4 * depth


def _of_python(line: str) -> Iterator[_Break]:
    """Yield the places after the commas in brackets, and before a comment."""
    depth = 0
    for token in _TOKEN.finditer(line):
        if token[0] in "([{":
            depth += 1
        elif token[0] in ")]}":
            depth -= 1
        elif token[0] == "," and depth > 0:
            yield _Break(token.end(), depth)
        elif token[0].startswith("#"):
            yield _Break(token.start(), 0)


def _of_clause(line: str) -> Iterator[_Break]:
    """Yield the places between the goals of a clause."""
    inner: list[bool] = []  # whether goals stand in each open bracket
    found: list[list[_Break]] = [[]]  # in the clause, and in each open bracket
    first = [0]  # how many of these stand before the goal that may be a condition
    for token in _TOKEN.finditer(line):
        text, depth = token[0], len(inner)
        if text in "([{":
            before = line[: token.start()]
            goals = text == "(" and not re.search(r"\w$", before)
            inner.append(goals or bool(_OF_GOALS.search(before)))
            found.append([])
            first.append(0)
        elif text in ")]}" and inner:
            inner.pop()
            first.pop()
            more = found.pop()
            found[-1] += more
        elif not all(inner):
            continue
        elif text in (",", ":-"):
            found[-1].append(_Break(token.end(), depth))
        elif text in ("->", "*->", ";"):
            if text != ";":  # what stands before it is a condition
                del found[-1][first[-1] :]
            found[-1].append(_Break(token.start(), depth))
            first[-1] = len(found[-1])
        elif text.startswith("%"):
            found[-1].append(_Break(token.start(), 0))
    for some in found:
        yield from some
