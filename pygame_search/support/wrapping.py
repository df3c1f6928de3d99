"""Breaks long lines between words, but not inside a term."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len

#: The marker before an item of a list: further lines are indented by its width.
_ITEM = re.compile(r" *(?:\d+[:.] +)?")

#: Characters that draw, or control a terminal: lines with them are left unchanged.
_DRAWN = re.compile(r"[\x1b\u2500-\u257f]")


def wrapped(line: str, columns: int) -> list[str]:
    """Return a line broken into lines of a given width, in columns, if its words allow.

    >>> wrapped("  1: move(1, 2) is better than move(3, 4)", 24)
    ['  1: move(1, 2) is', '     better than', '     move(3, 4)']
    """
    if cell_len(line) <= columns or _DRAWN.search(line):
        return [line]
    item = _ITEM.match(line)
    assert item is not None
    indent = " " * len(item[0]) if len(item[0]) < columns // 2 else ""
    found, last = [], item[0]
    for space, word in _words(line[item.end() :], columns - len(indent)):
        if last.strip() and cell_len(last + space + word) > columns:
            found.append(last)
            last = indent + word
        else:
            last += space + word
    return [*found, last]


def _words(text: str, most: int) -> Iterator[tuple[str, str]]:
    """Yield words, each with the space before it; a term is a word if it is short."""
    for space, word in _split(text, whole=True):
        if cell_len(word) <= most:
            yield space, word
        else:
            first, *rest = _split(word, whole=False)
            yield space, first[1]
            yield from rest


def _split(text: str, *, whole: bool) -> Iterator[tuple[str, str]]:
    """Yield words, each with the space before it.

    Args:
        text: the text to split.
        whole: whether to keep a term, such as `f(X, Y)` or a list, in one piece; an
            opening bracket after a space belongs to the sentence.
    """
    space, word = "", ""
    terms: list[bool] = []
    for c in text:
        if c == " " and not (whole and any(terms)):
            if word:
                yield space, word
                space, word = "", ""
            space += c
            continue
        if c in "([":
            terms.append(c == "[" or word[-1:].isalnum())
        elif c in ")]" and terms:
            terms.pop()
        word += c
    if word:
        yield space, word
