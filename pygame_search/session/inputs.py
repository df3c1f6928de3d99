"""Inputs of a user: their kind, whether they are complete, and their words."""

from __future__ import annotations

import enum
import re
from collections.abc import Container
from dataclasses import dataclass

from pygame_search.support.words import split_outside

_OPEN, _CLOSE = "([{", ")]}"
# Endings that a complete goal cannot have: another goal or argument must follow.
_UNFINISHED = re.compile(
    r"(?:[,;&|]|:-|<-|\\\+|\\==?|=[:\\=]=|==|=<|>=|[-<>=~+*/]|\b(?:is|mod|rem))$"
)
# A full stop precedes a space or the end, and is not part of a symbol.
_ENDED = re.compile(r"(?<![-+*/\\^<>=~:.?@#&$])\.$")
_NOT = re.compile(r"not\s+")
_BLANK_END = re.compile(r"\n[ \t]*\n?$")
#: How many characters at the end of an input are examined.
_LAST = 80
#: Brackets, quotes and the starts of comments, outside quotes.
_MARK = re.compile(r"[][(){}'\"%]|/\*")
_IN_QUOTES = {q: re.compile(rf"{q}|\\.", re.DOTALL) for q in "'\""}
# The number of a character, as in `0'a`.
_CODE = re.compile(r"\W?(?P<zero>0)'(?:''|\\.|.)?", re.DOTALL)
_SAID = re.compile(r"(?P<word>[a-z]+)(?:\s+(?P<rest>.*)|\s*\.?)$", re.DOTALL)


class Kind(enum.Enum):
    """The kind of an input."""

    NOTHING = enum.auto()
    COMMAND = enum.auto()
    GOAL = enum.auto()
    TELL = enum.auto()
    UNTELL = enum.auto()
    HOW = enum.auto()
    WHYNOT = enum.auto()
    WHY = enum.auto()
    STEPS = enum.auto()
    LEAVE = enum.auto()


_WORDS = {
    "tell": Kind.TELL,
    "untell": Kind.UNTELL,
    "how": Kind.HOW,
    "whynot": Kind.WHYNOT,
    "why": Kind.WHY,
    "steps": Kind.STEPS,
}
_ALONE = {
    "help": Kind.COMMAND,
    "quit": Kind.LEAVE,
    "exit": Kind.LEAVE,
    "halt": Kind.LEAVE,
}
#: What Prolog's top level reads: a goal after `?-`, and a request for clauses.
_PROMPTED = re.compile(r"\?-\s*")
_LISTING = re.compile(r"listing(?:\(\s*(?P<name>[^(),]*?)\s*\))?\s*\.?$")

#: Prefixes of inputs that are neither goals nor commands.
WORDS = (*_WORDS, *_ALONE)


@dataclass(frozen=True, slots=True)
class Input:
    """One input.

    Attributes:
        kind: its kind.
        text: the input without the keyword of its kind.
    """

    kind: Kind
    text: str = ""


def read(text: str) -> Input:
    """Return an input with its kind.

    >>> read("%best --depth 3"), read("tell p(1).").text, read("how(X)").kind.name
    (Input(kind=<Kind.COMMAND: 2>, text='best --depth 3'), 'p(1).', 'GOAL')
    """
    text = text.strip()
    if re.match(r"%\s*[^\W\d_?]|%\?", text) and not re.match(r"%\s", text):
        return Input(Kind.COMMAND, text[1:].strip())
    bare = _without_comments(text).strip()
    if prompted := _PROMPTED.match(bare):
        bare = bare[prompted.end() :]
    if listing := _LISTING.match(bare):
        return Input(Kind.COMMAND, f"rules {listing['name'] or ''}".strip())
    if not bare or bare == ".":
        return Input(Kind.NOTHING)
    said = _SAID.match(bare)
    if bare == "?":
        return Input(Kind.COMMAND, "help")
    if said and said["word"] in _WORDS:
        kind, rest = _WORDS[said["word"]], (said["rest"] or "").strip()
        if kind is Kind.WHY and (goal := _NOT.match(rest)):
            return Input(Kind.WHYNOT, rest[goal.end() :])
        return Input(kind, rest)
    if said and said["word"] == "help" and said["rest"]:
        return Input(Kind.COMMAND, bare)
    if said and said["word"] in _ALONE and not said["rest"]:
        return Input(_ALONE[said["word"]], said["word"])
    return Input(Kind.GOAL, bare)


def begins(line: str, commands: Container[str]) -> bool:
    """Return whether a line begins an input, even if a bracket is open before it.

    Args:
        line: a line of a script.
        commands: the names of all commands, which begin with %.

    >>> begins("tell p(1).", ()), begins("%best", ["best"]), begins("%a remark", ())
    (True, True, False)
    >>> begins("how(X)).", ())
    False
    """
    said = read(line)
    if said.kind is Kind.COMMAND:
        return line.startswith("%") and said.text.split()[0] in commands
    return said.kind in _WORDS.values() and bool(said.text) and not line[0].isspace()


def ended(text: str) -> bool:
    """Return whether an empty line ends an input of several lines."""
    return bool(_BLANK_END.search(text[-_LAST:]))


def whole(text: str) -> bool:
    """Return whether an input is complete; otherwise more lines are expected.

    A full stop or an empty line ends it; otherwise it ends as soon as it can.

    >>> whole("legal(P,"), whole("legal(P, M),"), whole("legal(P, M)"), whole("p, q.")
    (False, False, True, True)
    """
    if text.lstrip().startswith("%") or ended(text):
        return True
    depth, quote, bare = _scanned(text)
    if quote or depth > 0:
        return False
    end = bare.rstrip()[-_LAST:]
    return not end or bool(_ENDED.search(end)) or not _UNFINISHED.search(end)


def words(text: str) -> list[str]:
    """Return the words of a command; text in brackets or quotes is one word.

    >>> words('best --method alphabeta(depth=3, table=true) --after "a; b"')
    ['best', '--method', 'alphabeta(depth=3, table=true)', '--after', 'a; b']
    """
    found: list[str] = []
    word: list[str] = []  # characters: appending to a text is slow
    depth, quote, begun = 0, "", False
    for c in text:
        if quote:
            if c == quote:
                quote = ""
                if depth or not begun:
                    word.append(c)
                continue
        elif c in "'\"":
            quote = c
            if not depth and not word:
                begun = True
                continue
        elif c.isspace() and depth <= 0:
            if word or begun:
                found.append("".join(word))
            word, depth, begun = [], 0, False
            continue
        else:
            depth += (c in _OPEN) - (c in _CLOSE)
        word.append(c)
    return [*found, "".join(word)] if word or begun else found


def listed(text: str) -> list[str]:
    """Return the members of a list as Prolog writes it; none for anything else.

    >>> listed("[cross(goat), move(1, 2)]"), listed("[]"), listed("x")
    (['cross(goat)', 'move(1, 2)'], [], [])
    """
    if not (text.startswith("[") and text.endswith("]")) or text == "[]":
        return []
    return split_outside(text[1:-1], ",")


def _without_comments(text: str) -> str:
    return _scanned(text)[2]


def _scanned(text: str) -> tuple[int, str, str]:
    """Return the depth of brackets, the open quote, and the text without comments."""
    depth, quote, bare, i = 0, "", [], 0
    while mark := (_IN_QUOTES[quote] if quote else _MARK).search(text, i):
        begin, c = mark.start(), mark.group()
        bare.append(text[i:begin])
        i = mark.end()
        if quote:
            quote = quote if c[0] == "\\" else ""
        elif c in ("'", '"'):
            code = _CODE.match(text, max(begin - 2, 0)) if c == "'" else None
            if code and code.end("zero") == begin:  # `0'(` opens nothing
                c, i = text[begin : code.end()], code.end()
            else:
                quote = c
        elif c in ("%", "/*"):
            i = text.find("\n" if c == "%" else "*/", begin)
            i = len(text) if i < 0 else i + 2 * (c == "/*")
            continue
        else:
            depth += (c in _OPEN) - (c in _CLOSE)
        bare.append(c)
    return depth, quote, "".join([*bare, text[i:]])
