"""What `check` says of beginners' mistakes, one at a time.

`mistakes/mistakes.txt` has an entry for each mistake: `== FILE: what is wrong`, the
lines of the file that go (`-`) and those that come in their place (`+`), and what
`check` prints. `REWRITE=1 pytest tests/rules/test_mistakes.py` writes the last anew;
read the difference before keeping it.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import pygame_search as ps

FOLDER = Path(__file__).parent / "mistakes"
FILE = FOLDER / "mistakes.txt"


@dataclass(frozen=True)
class Mistake:
    """A mistake: the file that it is made in, the lines that change, what is said."""

    title: str
    gone: tuple[str, ...]
    come: tuple[str, ...]
    said: str

    @property
    def file(self) -> str:
        """The name of the file, without its suffix."""
        return self.title.partition(":")[0]

    def text(self) -> str:
        """Return the file with the mistake."""
        lines = right(self.file).splitlines()
        at = lines.index(self.gone[0])
        assert tuple(lines[at : at + len(self.gone)]) == self.gone
        lines[at : at + len(self.gone)] = self.come
        return "\n".join(lines) + "\n"

    def entry(self, said: str) -> str:
        """Return the entry, with what is said."""
        changes = [f"- {line}" for line in self.gone] + [
            f"+ {line}" for line in self.come
        ]
        return "\n".join([f"== {self.title}", *changes, "", said.rstrip("\n")]) + "\n\n"


@cache
def right(file: str) -> str:
    """Return the file without a mistake."""
    return (FOLDER / f"{file}.pl").read_text("utf-8")


def mistakes() -> list[Mistake]:
    """Return the mistakes of the file."""
    entries = re.split("^== ", FILE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return [mistake(entry) for entry in entries]


def mistake(entry: str) -> Mistake:
    """Return the mistake of an entry."""
    head, _, said = entry.partition("\n\n")
    title, *changes = head.rstrip("\n").split("\n")
    gone = tuple(line[2:] for line in changes if line.startswith("- "))
    come = tuple(line[2:] for line in changes if line.startswith("+ "))
    return Mistake(title, gone, come, said.strip("\n"))


#: What depends on the speed of the machine, and what is shown in its place.
MEASURED = [
    (
        r"looked at [\d,]+ states and [\d,]+ games at random in .* s$",
        "looked at some states",
    ),
    (r"looked at the [\d,]+ nodes nearest .*$", "looked at some nodes"),
    (r"\(in all [\d,]+ terminal states seen", "(in all terminal states seen"),
    (r"\(after [^)]*(\([^)]*\)[^)]*)*; and \d+ more moves\)", "(after many moves)"),
]


def said(text: str, file: str) -> str:
    """Return what `check` says of a text, without blank lines and what is measured."""
    lines = str(ps.check_text(text, name=file)).splitlines()
    shown = "\n".join(line for line in lines if line.strip())
    for pattern, words in MEASURED:
        shown = re.sub(pattern, words, shown, flags=re.MULTILINE)
    return shown


MISTAKES = mistakes()


@pytest.mark.parametrize("one", MISTAKES, ids=lambda one: one.title)
def test_a_mistake_is_told(one: Mistake) -> None:
    assert said(one.text(), one.file) == one.said


@pytest.mark.parametrize("file", ["strip", "heap", "jugs", "lines", "cars"])
def test_nothing_is_said_of_the_file_without_a_mistake(file: str) -> None:
    report = ps.check_text(right(file), name=file)
    assert report.diagnostics == ()


def test_each_mistake_has_one_entry() -> None:
    assert len({one.title for one in MISTAKES}) == len(MISTAKES) >= 115


def rewrite() -> None:
    """Write what is said today into the file."""
    FILE.write_text(
        "".join(one.entry(said(one.text(), one.file)) for one in MISTAKES).rstrip("\n")
        + "\n",
        encoding="utf-8",
    )


if os.environ.get("REWRITE"):
    rewrite()
    MISTAKES[:] = mistakes()
