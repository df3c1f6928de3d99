"""Words and numbers as parts of a sentence."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, one: str, more: str) -> str:
    """Return a number of things."""
    return f"{number:,} {one if number == 1 else more}"


def conjoined(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence, the last one after `and` or another."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def bracketed(value: int | str) -> str:
    """Return a number in brackets if it is negative, so that it can follow a sign."""
    return f"({value})" if str(value).startswith("-") else str(value)


def split_outside(text: str, separator: str) -> list[str]:
    """Return the parts of a text between separators outside brackets and quotes.

    A quotation mark after a letter or a digit, as in `R'`, opens nothing.

    >>> split_outside("f(a, b), 'c, d', e", ",")
    ['f(a, b)', "'c, d'", 'e']
    """
    parts, begin, depth, quote = [], 0, 0, ""
    for i, c in enumerate(text):
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"" and not (i and text[i - 1].isalnum()):
            quote = c
        else:
            depth += (c in "([{") - (c in ")]}")
        if c == separator and not depth and not quote:
            parts.append(text[begin:i].strip())
            begin = i + 1
    return [*parts, text[begin:].strip()]


def indented(lines: Sequence[str], by: str) -> list[str]:
    """Return lines with a prefix before each."""
    return [f"{by}{line}".rstrip() for line in lines]
