"""What the comments of a rule file say: the rules in words, and numbers.

The comment at the head of a file has its title, the rules, and the nodes of the game
tree by depth, as in `perft 3x3: 3, 10, 28`. The comment behind a fact of `parameter`
says what the parameter is and, after a semicolon, which values make sense.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.resources import rules_folder

#: What begins a paragraph of its own.
_APART = ("Roles:", "One role.", "Goals:", "perft")
#: What begins a line of a drawing.
_DRAWN = "    "
_COUNTS = re.compile(r"\bperft\b *(.*?): *(\d+(?:, *\d+)*)")
_PARAMETER = re.compile(r"^parameter\((\w+), .*\)\. *% *(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Header:
    """The comments of a rule file.

    Attributes:
        paragraphs: the rules in words; each paragraph is a tuple of lines, without the
            comment sign. The lines of a drawing keep four spaces before them.
        counts: the nodes at each depth from 1, with the size of the board that they are
            for, which may be empty.
        parameters: what each parameter is, and which values make sense; the values may
            be empty.
    """

    paragraphs: tuple[tuple[str, ...], ...]
    counts: tuple[tuple[str, tuple[int, ...]], ...]
    parameters: dict[str, tuple[str, str]]


def read_header(text: str) -> Header:
    r"""Return what the comments of a rule file in Prolog's syntax say.

    >>> read_header("% Nim\n%\n% Take stones.  perft: 3, 9\n").counts
    (('', (3, 9)),)
    """
    lines = tuple(_head(text))
    counts = _COUNTS.findall(" ".join(lines))
    return Header(
        tuple(map(tuple, _paragraphs(lines))),
        tuple((size, tuple(map(int, found.split(",")))) for size, found in counts),
        {
            name: (about.strip(), values.strip())
            for name, words in _PARAMETER.findall(text)
            for about, _, values in [words.partition(";")]
        },
    )


def _head(text: str) -> Iterator[str]:
    """Yield the lines of the comment at the head, without a title above a blank one."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("%"):
            break
        lines.append(line[1:].removeprefix(" ").rstrip())
    yield from lines[2:] if len(lines) > 1 and not lines[1] else lines


def _paragraphs(lines: tuple[str, ...]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in lines:
        drawn = line.startswith(_DRAWN)
        apart = line.startswith(_APART) or drawn != any(
            one.startswith(_DRAWN) for one in parts[-1]
        )
        if not line or apart:
            parts.append([])
        if words := re.sub(r" *\bperft\b.*", "", line):
            parts[-1].append(words)
    return [part for part in parts if part]


@dataclass(frozen=True, slots=True)
class KnownValue:
    """What is known of a game from elsewhere.

    Attributes:
        call: the game with its parameters.
        question: `solve`, for its value to the first role; `path`, for the cost of a
            shortest path; or the method that finds its value.
        answer: the value or the cost; `none` if there is no path.
        source: who found it.
    """

    call: str
    question: str
    answer: str
    source: str

    @property
    def command(self) -> str:
        """The command that finds it."""
        call = f'"{self.call}"' if "(" in self.call else self.call
        if self.question in ("solve", "path"):
            return f"pygame-search {self.question} {call}"
        return f'pygame-search best {call} --method "{self.question}"'


def known_values() -> list[KnownValue]:
    """Return what is known of the games that come with the package."""
    lines = (rules_folder() / "known_values.tsv").read_text("utf-8").splitlines()
    return [KnownValue(*line.split("\t")) for line in lines if not line.startswith("#")]


def values_of(book: Rulebook) -> list[KnownValue]:
    """Return what is known of a game; nothing of files from elsewhere."""
    if book.file != str(rules_folder() / f"{book.name}.pl"):
        return []
    return [one for one in known_values() if one.call.partition("(")[0] == book.name]
