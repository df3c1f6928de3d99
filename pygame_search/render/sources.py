"""Two sources side by side: each predicate next to the function of its name.

A block of a source is a function, or the clauses of a predicate, with the comments
before it. The head is the part before the first block: the description, the exports and
the imports.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

#: The Python names of predicates that have another name in Python.
_ALIASES = {"score": "value"}

_CLAUSE = re.compile(r"[a-z]\w*")
_ESSAY = re.compile(r'/\*\* <module> (.*)|"""(.*?)(?:""")?$')
_WHOLE_ESSAY = re.compile(r"/\*\* <module> (.*?)\*/", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of a source, counted from 1.

    Attributes:
        name: of the predicate or the function; empty for the head.
        start, end: the first and the last line.
    """

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines of a source that are shown together.

    Attributes:
        start: the number of the first line, from 1.
        text: the lines.
    """

    start: int
    text: str

    @property
    def about(self) -> str:
        """The first line of the description in a head; empty if there is none."""
        for line in self.text.splitlines():
            if match := _ESSAY.match(line):
                return next(filter(None, match.groups()), "")
        return ""


def essay(clauses: str) -> str:
    """Return the description of a Prolog source: the idea, often with pseudocode."""
    match = _WHOLE_ESSAY.search(clauses)
    return match[1].rstrip() if match else ""


Row = tuple[Piece | None, Piece | None]


def rows(clauses: str, procedure: str) -> list[Row]:
    """Return the pieces of a Prolog and a Python source, the heads first.

    Every line that is not blank occurs once, in its order.
    """
    left, right = prolog_blocks(clauses), python_blocks(procedure)
    return [
        (_piece(clauses, one), _piece(procedure, two))
        for one, two in _pairs(left, right)
    ]


def _pairs(
    left: Sequence[Block], right: Sequence[Block]
) -> list[tuple[list[Block], list[Block]]]:
    """Return the blocks of each row; one without counterpart joins the row above."""
    names = [_ALIASES.get(block.name, block.name) for block in left]
    others = [_ALIASES.get(block.name, block.name) for block in right]
    found: list[tuple[list[Block], list[Block]]] = []
    matcher = SequenceMatcher(a=names, b=others, autojunk=False)
    for _, i1, i2, j1, j2 in matcher.get_opcodes():
        for one, two in zip_longest(left[i1:i2], right[j1:j2]):
            if len(found) > 1 and (one is None or two is None):
                ones, twos = found[-1]
            else:
                ones, twos = [], []
                found.append((ones, twos))
            ones.extend([one] if one else [])
            twos.extend([two] if two else [])
    return found


def _piece(text: str, blocks: Sequence[Block]) -> Piece | None:
    if not blocks:
        return None
    start, end = blocks[0].start, blocks[-1].end
    lines = text.splitlines()[start - 1 : end]
    while lines and not lines[0].strip():
        lines, start = lines[1:], start + 1
    return Piece(start, "\n".join(lines).rstrip())


def prolog_blocks(text: str) -> list[Block]:
    """Return the blocks of a Prolog source in the house style, its head first."""
    lines = text.splitlines()
    head = 0
    for number, line in enumerate(lines, 1):
        if line.rstrip().endswith("*/"):
            head = number
            break
        if line.startswith((":- module", ":- use_module")):
            head = number
    starts: list[tuple[str, int]] = []
    for number, line in enumerate(lines[head:], head + 1):
        match = _CLAUSE.match(line)
        if match and (not starts or starts[-1][0] != match[0]):
            starts.append((match[0], number))
    return _blocks(lines, head, starts)


def python_blocks(text: str) -> list[Block]:
    """Return the blocks of a Python source, its head first."""
    body = ast.parse(text).body
    head, starts = 0, []
    for i, node in enumerate(body):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            starts.append((node.name, first))
        elif isinstance(node, ast.Import | ast.ImportFrom) or i == 0:
            head = node.end_lineno or head
    return _blocks(text.splitlines(), head, starts)


def descriptions(text: str) -> set[int]:
    """Return the numbers of the lines of docstrings in a Python source, from 0."""
    return {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and ast.get_docstring(node) is not None
        for line in range(node.body[0].lineno - 1, node.body[0].end_lineno or 0)
    }


def _blocks(
    lines: Sequence[str], head: int, starts: Sequence[tuple[str, int]]
) -> list[Block]:
    """Return the head and the blocks, each with the comments before it."""
    found = [Block("", 1, head)]
    for name, number in starts:
        start = number
        while start - 1 > found[-1].end and _leads(lines[start - 2]):
            start -= 1
        if len(found) > 1:
            found[-1] = Block(found[-1].name, found[-1].start, start - 1)
        else:
            start = head + 1
        found.append(Block(name, start, number))
    last = found[-1]
    found[-1] = Block(last.name, last.start, len(lines))
    return found


def _leads(line: str) -> bool:
    """Return whether a line belongs to the block after it."""
    return not line.strip() or line.startswith(("%", "#", ":-", "@"))
