"""What a rule text is, and that it is the same in every syntax."""

from __future__ import annotations

import re
from itertools import count

from pygame_search.model.rules import convert_book
from pygame_search.rules.rulebook import Rulebook

SYNTAXES = ("prolog", "cilog", "kif", "infix", "hrf")

_TOKEN = re.compile(r"'(?:[^'\\]|\\.|'')*'|\b[A-Z_]\w*")


def book(text: str, syntax: str) -> Rulebook:
    return Rulebook("text", "text", text, syntax)


def plain(text: str) -> str:
    """Prolog text with its variables named in the order in which they come."""
    clauses = []
    for clause in text.split(".\n"):
        names: dict[str, str] = {}
        numbers = count()

        def renamed(
            match: re.Match[str],
            names: dict[str, str] = names,
            numbers: count[int] = numbers,
        ) -> str:
            word = match[0]
            if word.startswith("'"):
                return word
            if word == "_":
                return f"V{next(numbers)}"
            if word not in names:
                names[word] = f"V{next(numbers)}"
            return names[word]

        clauses.append(_TOKEN.sub(renamed, clause))
    return ".\n".join(clauses)


def there_and_back(text: str, syntax: str) -> None:
    """Assert that a rule text, in every other syntax and back, is as it was."""
    normal = plain(convert_book(book(text, syntax), "prolog"))
    for to in SYNTAXES:
        other = convert_book(book(text, syntax), to)
        assert plain(convert_book(book(other, to), "prolog")) == normal
        # What has been through a syntax once goes through it unchanged.
        assert convert_book(book(other, to), to) == other
