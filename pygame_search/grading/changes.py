"""Single changes of a rule file, as a beginner might get it wrong.

Mutation analysis asks which of these changes a set of tests would detect (DeMillo,
Lipton and Sayward 1978). Here the tests are the positions in which two rule files are
compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pygame_search.engine.bridge import engine
from pygame_search.rules.rulebook import Rulebook
from pygame_search.rules.syntaxes import SYNTAXES

#: The kinds of changes, the most informative first.
KINDS = ("rule", "condition", "negation", "comparison", "number")

_QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|%[^\n]*""")
_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|;[^\n]*')
_COMPARISON = re.compile(r"(?<![-=<>\\:])(=<|>=|<|>|=:=|=\\=|\\==|==)(?![-=<>\\:])")
_NUMBER = re.compile(r"(?<![\w.])\d+(?!\w|\.\d)")
#: The end of a clause, which is not part of its place.
_STOP = re.compile(r"\s*\.")
_NEGATION = re.compile(r"\\\+\s*|~\s*|not\b\s*|\(\s*not\b")
_OTHER = {
    "=<": "<", "<": "=<", ">=": ">", ">": ">=", "=:=": "=\\=", "=\\=": "=:=",
    "==": "\\==", "\\==": "==",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a rule file.

    Attributes:
        kind: one of KINDS: a rule or a condition is left out, a negation is dropped, a
            comparison is replaced, or a number is increased by one.
        clause: the place of the clause: the offsets of its first character and of the
            one after it.
        place: the place of the changed part, in the same form.
        text: the new text.
    """

    kind: str
    clause: tuple[int, int]
    place: tuple[int, int]
    text: str

    def of(self, book: Rulebook) -> Rulebook:
        """Return a rule file with the change."""
        begin, end = self.place
        return replace(book, text=book.text[:begin] + self.text + book.text[end:])

    def words(self, book: Rulebook) -> str:
        """Return the number of the line, from 1, and its text."""
        whole = self.kind in ("rule", "number")
        return line_of(book, *(self.clause if whole else self.place))


#: How many characters of a clause are shown.
_WIDE = 70


def line_of(book: Rulebook, begin: int, end: int) -> str:
    """Return the line number of a place, from 1, and the text there."""
    line = book.line_of(begin)
    text = " ".join(book.text[begin:end].split()).rstrip(".")
    return f"line {line}: {text if len(text) <= _WIDE else text[:_WIDE] + '...'}"


def changes(book: Rulebook) -> list[Change]:
    """Return the changes of a rule file that may affect play, ordered by kind."""
    reply = engine().request("clauses_of_play", syntax=book.syntax, text=book.text)
    found = [
        change
        for begin, end, conditions in reply["clauses"]
        for change in _of_clause(book, (begin, end), conditions)
    ]
    return sorted(found, key=lambda change: KINDS.index(change.kind))


def _of_clause(
    book: Rulebook, clause: tuple[int, int], conditions: list[list[int]]
) -> Iterator[Change]:
    kif = book.syntax == "kif"
    syntax = SYNTAXES[book.syntax]
    begin, end = clause
    if syntax.stop and (stop := _STOP.match(book.text, end)):
        end = stop.end()
    yield Change("rule", clause, (begin, end), "")
    hide = _COMMENT if kif else _QUOTED
    bare = hide.sub(lambda m: " " * len(m[0]), book.text[begin:end])
    for one, two in conditions:
        yield Change("condition", clause, (one, two), syntax.truth)
        part = bare[one - begin : two - begin]
        negation = _NEGATION.match(part)
        if negation and kif:
            inner = book.text[one + negation.end() : two].rstrip().removesuffix(")")
            yield Change("negation", clause, (one, two), inner)
        elif negation:
            yield Change("negation", clause, (one, one + negation.end()), "")
        for sign in _COMPARISON.finditer(part):
            place = one + sign.start(), one + sign.end()
            yield Change("comparison", clause, place, _OTHER[sign[0]])
    for number in _NUMBER.finditer(bare):
        place = begin + number.start(), begin + number.end()
        yield Change("number", clause, place, str(int(number[0]) + 1))
