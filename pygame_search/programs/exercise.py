"""Exercises: a lecture's search with gaps, each marked by a line before and after it.

    % gap 1 of 3 in minimax: a base case
    value(S, R, _, V) :- gap(1).
    % end of gap 1

The student changes the text between the lines. The lecture's file determines which
clauses are left out (`logic/programs/gaps.pl`), so the lines are enough to find the
solution of a gap.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

from pygame_search.engine.bridge import engine
from pygame_search.programs.program import lecture, lecture_text
from pygame_search.support.errors import InputError
from pygame_search.support.words import counted

#: A gap: its number, the number of gaps, the lecture, the kind, and the content.
_GAP = re.compile(
    r"^% gap (\d+) of (\d+) in (\w+): ([^\n]*)\n(.*?)^% end of gap \1[^\S\n]*$",
    re.MULTILINE | re.DOTALL,
)

_REMARK = re.compile(r"%[^\n]*")

#: The kinds of gaps, from the easiest to the hardest, in words.
_KINDS = {
    "base": "a base case",
    "step": "the recursive step",
    "test": "a test",
    "cut": "with a cut",
    "other": "the rest",
}

_HEAD = """\
% An exercise: {gaps} to fill. In place of gap(1) and so on, write what the comments ask
% for; the lines that begin with `% gap` and `% end of gap` stay as they are.

"""


@dataclass(frozen=True, slots=True)
class Exercise:
    """The text of an exercise, whose gaps may be filled.

    Attributes:
        text: the whole text.
        lecture: the name of the lecture's search.
        gaps: the number of gaps.
    """

    text: str
    lecture: str
    gaps: int

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The number of each gap, and the line on which its content begins."""
        return tuple(
            (int(m[1]), self.text.count("\n", 0, m.start(5)) + 1)
            for m in _GAP.finditer(self.text)
        )

    def lines(self, gap: int) -> frozenset[int]:
        """Return the lines of the content of a gap, counted from 1."""
        return frozenset(
            line
            for m in _GAP.finditer(self.text)
            if int(m[1]) == gap
            for line in range(
                self.text.count("\n", 0, m.start(5)) + 1,
                self.text.count("\n", 0, m.end(5)) + 1,
            )
        )

    def open(self, gap: int) -> bool:
        """Return whether a gap is still open, in at least one of its places."""
        goal = re.compile(rf"\bgap\(\s*{gap}\s*\)")
        own = [_REMARK.sub("", m[5]) for m in _GAP.finditer(self.text)]
        return any(goal.search(text) for text in own)

    def with_gaps(self, other: Exercise, taken: Container[int]) -> str:
        """Return the text with some gaps taken from another text of the exercise.

        The new content of a gap takes as many lines as the old one, at least one, so
        that all other lines keep their numbers.

        Args:
            other: the same exercise, filled in another way.
            taken: the numbers of these gaps.
        """
        theirs = [match[5] for match in _GAP.finditer(other.text)]
        parts, at = [], 0
        for mine, text in zip(_GAP.finditer(self.text), theirs, strict=True):
            parts.append(self.text[at : mine.start(5)])
            own = mine[5]
            parts.append(_in_lines(text, own) if int(mine[1]) in taken else own)
            at = mine.end(5)
        return "".join([*parts, self.text[at:]])


def _in_lines(text: str, own: str) -> str:
    line = " ".join(_REMARK.sub("", text).split())
    return line + "\n" * max(own.count("\n"), 1)


def exercise_in(text: str) -> Exercise | None:
    """Return the exercise in a text; None without one, or if gap lines are missing."""
    found = [*_GAP.finditer(text)]
    names = {(match[3], int(match[2])) for match in found}
    if len(names) != 1:
        return None
    [(name, gaps)] = names
    if {int(match[1]) for match in found} != {*range(1, gaps + 1)}:
        return None
    return Exercise(text, name, gaps)


def exercise(name: str, gaps: int | None = None) -> Exercise:
    """Return an exercise made from a lecture's search.

    Args:
        name: the lecture's search.
        gaps: the number of gaps; by default one of each kind except the last.

    Raises:
        InputError: there is no such search, or it has too few clauses to leave out.
    """
    return _made(name, gaps)[0]


def solution(asked: Exercise) -> Exercise:
    """Return an exercise with all gaps filled with the lecture's clauses.

    Raises:
        InputError: the lecture's search is missing, or has no such exercise.
    """
    lecture(asked.lecture)
    made, solved = _made(asked.lecture, asked.gaps)
    if [n for n, _ in made.places] != [n for n, _ in asked.places]:
        raise InputError(
            f"its gaps are not those of {asked.lecture} with "
            f"{counted(asked.gaps, 'gap', 'gaps')}: expected the lines that "
            "begin with `% gap` as `new` wrote them"
        )
    return solved


def _made(name: str, gaps: int | None) -> tuple[Exercise, Exercise]:
    """Return an exercise with open gaps, and the same with the lecture's clauses."""
    text = lecture_text(name)
    own = exercise_in(text)
    if own is not None:  # a student's copy has only this one
        if gaps not in (None, own.gaps):
            raise InputError(
                f"{name} is an exercise here, with {counted(own.gaps, 'gap', 'gaps')}: "
                f"expected no other number, found {gaps}"
            )
        return own, own
    found = engine().request("gap_clauses", text=text)["gaps"]
    usual = sum(one["turn"] == 0 for one in found)
    number = usual if gaps is None else gaps
    if not 1 <= number <= len(found):
        raise InputError(f"expected 1 to {len(found)} gaps in {name}, found {number}")
    order = [*_KINDS]
    chosen = sorted(
        found[:number], key=lambda one: (order.index(one["kind"]), one["places"])
    )
    places = sorted(
        (start, head_to, to, n, one["kind"])
        for n, one in enumerate(chosen, 1)
        for start, head_to, to in one["places"]
    )
    left: list[str] = []
    solved: list[str] = []
    at, before = 0, 0
    for start, head_to, to, n, kind in places:
        end = text.index("\n", to) + 1
        between = text[at:start]
        if n == before and not between.strip():  # adjacent clauses
            left[-1], solved[-1] = between, between
        else:
            opening = f"% gap {n} of {number} in {name}: {_KINDS[kind]}\n"
            left.append(between + opening)
            solved.append(between + opening)
        closing = f"% end of gap {n}\n"
        left += [f"{text[start:head_to]} :- gap({n}).\n", closing]
        solved += [text[start:end], closing]
        at, before = end, n
    head = _HEAD.format(gaps=counted(number, "gap", "gaps"))
    whole = (head + "".join([*parts, text[at:]]) for parts in (left, solved))
    one, other = (Exercise(text, name, number) for text in whole)
    return one, other
