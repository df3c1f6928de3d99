"""The rule behind each diagnostic code, with a wrong and a right clause.

`logic/checker/messages.pl` words the message of a fault; `docs/codes.md`, which is read
here, explains why it is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pygame_search.support.errors import InputError, did_you_mean
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.resources import codes_file


@dataclass(frozen=True, slots=True)
class Code(JsonObject):
    """A diagnostic code and its explanation.

    Attributes:
        name: the code, as it stands in brackets after a message.
        severity: `error` or `warning`, as in our own files; `rule` says where a GDL
            sheet differs.
        rule: what the language demands and why.
        wrong: the shortest clauses that break the rule.
        right: the same, fixed; empty if no short clause would show it.
        syntax: the syntax of the clauses, a name of `syntaxes.TABLE`.
    """

    name: str
    severity: str
    rule: str
    wrong: str
    right: str
    syntax: str = "prolog"

    json_members = "code=name severity rule wrong right syntax"


def explained(name: str) -> Code:
    """Return the code of this name.

    Raises:
        InputError: there is no such code.
    """
    if name in CODES:
        return CODES[name]
    close = did_you_mean(name.lower(), CODES).replace(";", ":")
    raise InputError(f"no diagnostic code {name!r}{close}")


#: The syntax of clauses, by the language of their code block in Markdown.
LANGUAGES = {
    "prolog": "prolog",
    "prolog cilog": "cilog",
    "lisp": "kif",
    "prolog infix": "infix",
    "prolog hrf": "hrf",
}

_ENTRY = re.compile(r"(?P<name>\w+)\n\n\*(?P<severity>\w+)\*\. (?P<rule>.+)\n")
_CLAUSES = re.compile(r"^(Wrong|Right):\n\n```(.+)\n((?s:.*?))\n```$", re.MULTILINE)


def _entries(page: str) -> Iterator[Code]:
    """Yield the codes that a page in Markdown explains."""
    for text in page.split("\n## ")[1:]:
        entry = _ENTRY.match(text)
        assert entry is not None, text
        clauses = {title: found for title, _, found in _CLAUSES.findall(text)}
        languages = {LANGUAGES[language] for _, language, _ in _CLAUSES.findall(text)}
        yield Code(
            **entry.groupdict(),
            wrong=clauses.get("Wrong", ""),
            right=clauses.get("Right", ""),
            syntax=languages.pop() if languages else "prolog",
        )


#: All codes by name, in alphabetical order.
CODES = {code.name: code for code in _entries(codes_file().read_text(encoding="utf-8"))}
