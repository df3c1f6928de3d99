"""The syntaxes of rule files: names, suffixes, and how a text shows its own.

`logic/reader/syntaxes.pl` reads them, and `logic/reader/writer.pl` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

# An unclosed comment extends to the end: seeking the end of each would take too long.
_COMMENT = re.compile(r"%[^\n]*|/\*(?:.*?\*/|.*)", re.DOTALL)
_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")
_STOP = re.compile(r"\.(?=\s|$)")
#: What neither GDL nor the readers of others have, and our own rule files do.
_OWN = re.compile(r"\\\+|\\==?|=\\=|=:=|=<|->|<-|[^!<>=:]=[^=>]|\b(?:is|mod)\b|\[")
#: What only the syntaxes of rule sheets have: `not p(X)`, `X != Y`, `&` and `~`.
_SIGN = re.compile(r"\bnot\s+[a-z]|!=|&|~")
#: The heads without which there is no game.
_HEADS = tuple(
    re.compile(rf"^\s*{name}\b", re.MULTILINE)
    for name in ("role", "legal", "goal", "terminal")
)


class Signs:
    """What a rule text shows of its syntax.

    Args:
        text: of the rule file.
        sheet: whether it is known to be a rule sheet of General Game Playing. Else it
            must have the heads of a whole game to be taken for one.
    """

    def __init__(self, text: str, *, sheet: bool) -> None:
        self._text = _COMMENT.sub(" ", text).lstrip("\ufeff\xef\xbb\xbf \t\r\n")
        self.sheet = sheet

    @property
    def first(self) -> str:
        """The first character that is neither space nor in a comment."""
        return self._text[:1]

    @cached_property
    def bare(self) -> str:
        """The text without comments and what stands in quotes."""
        return _QUOTED.sub(" ", self._text)

    @cached_property
    def stops(self) -> bool:
        """Whether clauses end with a full stop."""
        return _STOP.search(self.bare) is not None

    @property
    def converted(self) -> bool:
        """Whether `convert` wrote the text, with words of ours in quotes."""
        return "'pygame_search:" in self._text

    @cached_property
    def whole_sheet(self) -> bool:
        """Whether the text has all a rule sheet needs, and nothing of our own."""
        return all(head.search(self.bare) for head in _HEADS) and not _OWN.search(
            self.bare
        )

    @cached_property
    def gdl_signs(self) -> bool:
        """Whether the text has signs of infix GDL that Prolog does not have."""
        return _SIGN.search(self.bare) is not None


def _shows_kif(signs: Signs) -> bool:
    """No clause of another syntax begins with a bracket or a semicolon."""
    return signs.first in ("(", ";")


def _shows_cilog(signs: Signs) -> bool:
    return "<-" in signs.bare and ":-" not in signs.bare


def _shows_hrf(signs: Signs) -> bool:
    if signs.stops or not (signs.first.isalpha() or signs.first == "'"):
        return False
    return signs.sheet or signs.converted or signs.whole_sheet


def _shows_infix(signs: Signs) -> bool:
    if not signs.stops:
        return False
    shown = signs.converted or (signs.whole_sheet and signs.gdl_signs)
    return signs.sheet or shown


@dataclass(frozen=True, slots=True)
class Syntax:
    """A syntax of rule files.

    Attributes:
        name: how it is chosen.
        title: what it is called in a sentence.
        suffixes: of its files, the first one its own.
        shown: whether a text shows that it is in this syntax.
        sheet: whether it is one of rule sheets, with the conventions of GDL.
        stop: what ends a clause.
        comment: what begins a comment.
        truth: a condition that always holds.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    shown: Callable[[Signs], bool]
    sheet: bool = False
    stop: str = "."
    comment: str = "%"
    truth: str = "true"


#: All syntaxes, in the order in which a text is asked for them; of those that share a
#: suffix, a file to write is in the first.
TABLE = (
    Syntax("kif", "KIF", (".kif", ".gdl"), _shows_kif, True, "", ";", ""),
    Syntax("cilog", "CILOG", (".cil",), _shows_cilog),
    Syntax("hrf", "HRF", (".hrf", ".gdl"), _shows_hrf, True, "", "%", "distinct(0,1)"),
    Syntax(
        *("infix", "infix GDL", (".infix", ".gdl"), _shows_infix, True),
        truth="distinct(0, 1)",
    ),
    Syntax("prolog", "Prolog", (".pl",), lambda signs: True),
)

#: The syntaxes by their names.
SYNTAXES = {row.name: row for row in TABLE}
#: The names, ours first.
NAMES = ("prolog", "cilog", "kif", "infix", "hrf")
#: The name of the syntax in which a file with a suffix is written.
OF_SUFFIX = {
    suffix: next(row.name for row in TABLE if suffix in row.suffixes)
    for suffix in (".pl", ".kif", ".gdl", ".cil", ".infix", ".hrf")
}


def with_suffix(suffix: str) -> Sequence[Syntax]:
    """Return the syntaxes whose files have a suffix, all if it is none of theirs."""
    return [row for row in TABLE if suffix.lower() in row.suffixes] or TABLE


def usual(among: Sequence[Syntax]) -> str:
    """Return the name of the syntax to take if a text shows nothing."""
    return "prolog" if among is TABLE else among[0].name


def syntax_of(text: str, among: Sequence[Syntax] = TABLE) -> str:
    """Return the name of the syntax that a rule text shows.

    Args:
        text: of the rule file.
        among: the syntaxes that it may have.

    >>> syntax_of("(role x)"), syntax_of("a <- b."), syntax_of("a :- b.")
    ('kif', 'cilog', 'prolog')
    >>> syntax_of("role(x)", with_suffix(".gdl"))
    'hrf'
    """
    signs = Signs(text, sheet=all(row.sheet for row in among))
    if len(among) == 1:
        return among[0].name
    return next((row.name for row in among if row.shown(signs)), usual(among))
