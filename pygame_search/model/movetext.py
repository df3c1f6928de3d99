"""The text of a record: moves, and what stands between them.

A record is a sequence of moves, separated by white space or by a semicolon right after
a move. Comments may stand in braces, after `%` or, after white space, after a
semicolon. The movetext of PGN is such a text (S. Edwards, Portable Game Notation
Specification and Implementation Guide, 1994): tag pairs at its head, variations in
parentheses, move numbers and glyphs. Here a text is only taken apart; which words are
moves, the game decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLANK = re.compile(r"\s+")
_TAG = re.compile(r'\[\s*(?P<name>\w+)\s+"(?P<value>(?:\\.|[^"\\\n])*)"\s*\]')
_BRACES = re.compile(r"\{[^}]*\}")
_TO_END = re.compile(r"[^\n]*")
_OPEN, _CLOSE = "([{", ")]}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a record.

    Attributes:
        kind: `word`; `tag`, a name and its value; `aside`, a text in parentheses;
            `remark`, what follows a semicolon in its line; or `open`, a bracket
            without an end, which is the last part.
        text: the word; of a tag, its name.
        begin: where it begins, in characters from 0.
        value: of a tag, its value.
    """

    kind: str
    text: str
    begin: int
    value: str = ""


def pieces(text: str) -> Iterator[Piece]:
    """Yield the parts of a record; comments in braces and after `%` are left out.

    >>> [piece.text for piece in pieces("1. e4 {best} mark(1, 2); R' $1 % so")]
    ['1.', 'e4', 'mark(1, 2)', "R'", '$1']
    """
    i, end = 0, len(text)
    while i < end:
        if blank := _BLANK.match(text, i):
            i = blank.end()
        elif text[i] == "{":
            if (braces := _BRACES.match(text, i)) is None:
                yield Piece("open", "{", i)
                return
            i = braces.end()
        elif text[i] == "%":
            i = _line_end(text, i)
        elif text[i] == ";":
            after = _line_end(text, i)
            if i and not text[i - 1].isspace():
                i += 1
            else:
                yield Piece("remark", text[i + 1 : after].strip(), i)
                i = after
        elif tag := _TAG.match(text, i):
            value = re.sub(r"\\(.)", r"\1", tag["value"])
            yield Piece("tag", tag["name"], i, value)
            i = tag.end()
        else:
            ended = _after_word(text, i)
            if ended is None:
                yield Piece("open", text[i], i)
                return
            kind = "aside" if text[i] == "(" else "word"
            yield Piece(kind, text[i:ended], i)
            i = ended


def place(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column of a character, both from 1.

    >>> place("e4 e5", 3)
    (1, 4)
    """
    line = text.count("\n", 0, offset)
    return line + 1, offset - text.rfind("\n", 0, offset)


def _line_end(text: str, begin: int) -> int:
    found = _TO_END.match(text, begin)
    assert found is not None
    return found.end()


def _after_word(text: str, begin: int) -> int | None:
    """Return where a word ends: at white space, `;`, `{` or `%` outside brackets.

    None if a bracket has no end. In a text in parentheses, comments may hold any
    brackets. A quotation mark opens a quotation at the start of a word, and after a
    bracket or a comma.
    """
    depth, i, aside = 0, begin, text[begin] == "("
    while i < len(text):
        c = text[i]
        if aside and c == "{":
            if (braces := _BRACES.match(text, i)) is None:
                return None
            i = braces.end()
            continue
        if aside and c == ";":
            i = _line_end(text, i)
            continue
        if c in "'\"" and (i == begin or (depth and text[i - 1] in "([{, ")):
            i = max(text.find(c, i + 1), i) + 1
            continue
        if depth == 0 and i > begin and (c.isspace() or c in ";{%)]"):
            return i
        depth += (c in _OPEN) - (c in _CLOSE)
        i += 1
        if aside and depth == 0:
            return i
    return None if depth > 0 else i
