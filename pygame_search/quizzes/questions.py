"""A question about a search that has stopped, and whether an answer is right."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from string import ascii_lowercase, digits
from typing import Any, ClassVar

from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import (
    Printed,
    Sentences,
    Shown,
    SideBySide,
    one_line,
    stacked,
)

#: How far an answer may be from a value that is not whole, such as a mean over chance
#: moves: at most this number, and at most this share of the value.
_NEAR = Fraction(1, 100)

#: An exponent of a number with more digits than fit into memory.
_HUGE = re.compile(r"[eE][+-]?[\d_]{4}")


@dataclass(frozen=True, slots=True)
class QuizVerdict(JsonObject):
    """Whether an answer is right.

    Attributes:
        right: whether the answer is right.
        answer: the right answer; if there are several, the one that the search takes.
        why: one or two sentences that say why.
        points: 1 for a right answer, 1/2 at the second try, otherwise 0.
    """

    right: bool
    answer: str
    why: str
    points: float = 0


@dataclass(frozen=True, slots=True, repr=False)
class Question(Printed, JsonObject):
    """A question about a search that has stopped; `print` shows it with the tree.

    Attributes:
        kind: one of `quiz.KINDS`.
        text: the question.
        choices: the possible answers; empty if a number is asked for.
        step: the number of events of the search before the question, as `tree --step`
            counts them.
        after: the moves of the search that lead to the position of the question, as
            people write them.
        board: the drawn board of that position; empty if the rules draw none.
        tree: the tree visited so far, drawn; finished parts are folded.
        answers: the right answers; the first one is the search's.
        why: one or two sentences that say why they are right.
        hint: the rule that gives the answer.
        notes: the remark on each wrong choice, which precedes `why`.
        position: the moves from the start to the position where the search begins, if
            the quiz has chosen it.
        search: the method of the search, and its role.
        terms: other texts of choices: their moves in the syntax of rule files, or in a
            notation that is not shown.
    """

    json_members: ClassVar[str] = (
        "kind text choices search position step after board tree"
    )

    kind: str
    text: str
    choices: tuple[str, ...]
    step: int
    after: tuple[str, ...]
    board: str
    tree: str
    answers: tuple[str, ...]
    why: str
    hint: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    position: tuple[str, ...] = ()
    search: str = ""
    terms: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Return one line with the question."""
        return one_line(self, self.kind, self.text)

    @property
    def introduction(self) -> str:
        """Which search it is, and where it begins if the quiz has chosen that."""
        begins = (
            f"; it begins after {'; '.join(self.position)}" if self.position else ""
        )
        return f"The search is {self.search}{begins}."

    @property
    def leaves_a_doubt(self) -> bool:
        """Whether more than one answer is left after a wrong one."""
        return not self.choices or len(self.choices) > len(self.answers) + 1

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the choices: numbers, or letters if a move is a number."""
        moves = {*self.choices, *self.terms}
        letters = any(text.isdecimal() for text in moves)
        return tuple((ascii_lowercase if letters else digits[1:])[: len(self.choices)])

    def printed(self) -> Shown:
        """Return the tree, the question and the choices; never the answer."""
        pairs = zip(self.labels, self.choices, strict=True)
        numbered = [f"  {label}  {choice}" for label, choice in pairs]
        asked = SideBySide(self.board, Sentences(self.text), *numbered)
        return stacked(self.tree, "", asked)

    def page_data(self) -> dict[str, Any]:
        """Return the question with its answers, as `quiz.js` reads it."""
        near = 0 if self.choices else float(tolerance(self.answers[0]))
        return {
            "text": self.text,
            "tree": self.tree,
            "board": self.board,
            "choices": list(self.choices),
            "labels": list(self.labels),
            "answers": list(self.answers),
            "near": near,
            "why": self.why,
            "hint": self.hint,
            "notes": [list(pair) for pair in self.notes.items()],
            "doubt": self.leaves_a_doubt,
        }

    def check(self, answer: str) -> QuizVerdict:
        """Return whether an answer is right, and why.

        Args:
            answer: one of the choices, its moves in the syntax of rule files, or its
                label; without choices a number, as in `-1`, `2.5` or `5/2`.

        Raises:
            InputError: this is not a possible answer to the question.

        >>> from pygame_search import load, quiz
        >>> [question] = quiz(load("hexapawn"), kinds=["value"], questions=1)
        >>> question.check(question.answers[0]).right
        True
        """
        given = answer.strip()
        note = ""
        if self.choices:
            meant = self._meant(given)
            right, note = meant in self.answers, self.notes.get(meant, "")
        else:
            number, exact = _number(given), _number(self.answers[0])
            right = abs(number - exact) <= tolerance(self.answers[0])
            note = next(
                (n for of, n in self.notes.items() if _number(of) == number), ""
            )
        why = self.why if right or not note else f"{note} {self.why}"
        return QuizVerdict(right, self.answers[0], why, int(right))

    def _meant(self, given: str) -> str:
        """Return the choice with this label, text or beginning of a text.

        If none matches exactly, ignore the difference between small and capital
        letters.
        """
        if given in self.labels:
            return self.choices[self.labels.index(given)]
        texts = {**self.terms, **{choice: choice for choice in self.choices}}
        for key in (_close, lambda text: _close(text).lower()):
            plain = key(given)
            fitting = {texts[text] for text in texts if key(text) == plain}
            begun = {c for c in self.choices if plain and key(c).startswith(plain)}
            for meant in (fitting, begun):
                if len(meant) == 1:
                    return meant.pop()
        kind = "number" if self.labels[0].isdecimal() else "letter"
        raise InputError(
            f"expected one of the choices or its {kind}, {self.labels[0]} to "
            f"{self.labels[-1]}, found {given!r}"
        )


def _close(text: str) -> str:
    return text.replace(" ", "")


def tolerance(right: str) -> Fraction:
    """Return how far an answer may be from the right number.

    >>> [float(tolerance(right)) for right in ("-4", "33.3333", "0.25")]
    [0.0, 0.01, 0.0025]
    """
    value = _number(right)
    return Fraction(0) if value.denominator == 1 else min(_NEAR, abs(value) * _NEAR)


def _number(text: str) -> Fraction:
    try:
        if len(text) > 40 or _HUGE.search(text):
            raise ValueError
        return Fraction(text.replace("−", "-").replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        raise InputError(
            f"expected a number, as in -1, 2.5 or 5/2, found {text!r}"
        ) from None
