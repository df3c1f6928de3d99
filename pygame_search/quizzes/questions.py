"""A question about a search that has stopped, and whether an answer is right."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Sentences, Shown, one_line, stacked

#: How far an answer may be from a value that is not whole: the mean of chance moves.
NEAR = Fraction(1, 100)

#: An exponent that makes a number of more digits than fit into the memory.
_HUGE = re.compile(r"[eE][+-]?[\d_]{4}")


@dataclass(frozen=True, slots=True)
class QuizVerdict(JsonObject):
    """Whether an answer is right.

    Attributes:
        right: whether it is.
        answer: what it should be; if several are right, the one that the search takes.
        why: a sentence or two that say why.
    """

    right: bool
    answer: str
    why: str


@dataclass(frozen=True, slots=True, repr=False)
class Question(Printed, JsonObject):
    """A question about a search that has stopped; `print` shows it with the tree.

    Attributes:
        kind: one of `quiz.KINDS`.
        text: the question.
        choices: the possible answers; empty if a number is asked for.
        step: after how many events of the search it is asked, as `tree --step` counts.
        after: the moves of the search that lead to the position that it is about.
        board: the drawn board of that position; empty where the rules draw none.
        tree: what the search has visited so far, drawn; what is done with is folded.
        answers: the right answers, the one that the search takes first.
        why: a sentence or two that say why they are right.
        hint: the rule by which the answer is found.
        notes: what is said of a wrong choice, before `why`.
        position: the moves that lead from the start to where the search begins, where
            the quiz has chosen that.
    """

    json_members: ClassVar[str] = "kind text choices position step after board tree"

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

    def __repr__(self) -> str:
        """Return one line with the question."""
        return one_line(self, self.kind, self.text)

    def printed(self) -> Shown:
        """Return the tree, the question and the choices; never the answer."""
        numbered = [f"  {n}  {choice}" for n, choice in enumerate(self.choices, 1)]
        drawn = [*([self.board, ""] if self.board else []), self.tree, ""]
        return stacked(*drawn, Sentences(self.text), *numbered)

    def check(self, answer: str) -> QuizVerdict:
        """Return whether an answer is right, and why.

        Args:
            answer: one of the choices, or its number from 1; else a number, as in
                `-1`, `2.5` or `5/2`.

        Raises:
            InputError: it is no answer to this question.

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
            right = abs(number - exact) < NEAR
            note = next(
                (n for of, n in self.notes.items() if _number(of) == number), ""
            )
        why = self.why if right or not note else f"{note} {self.why}"
        return QuizVerdict(right, self.answers[0], why)

    def _meant(self, given: str) -> str:
        """Return the choice that is meant by its number, its text or its beginning."""
        numbered = {str(n): choice for n, choice in enumerate(self.choices, 1)}
        if given in numbered:
            return numbered[given]
        plain = given.replace(" ", "").lower()
        texts = {choice.replace(" ", "").lower(): choice for choice in self.choices}
        fitting = [text for text in texts if plain and text.startswith(plain)]
        if plain in texts or len(fitting) == 1:
            return texts[plain if plain in texts else fitting[0]]
        raise InputError(
            f"expected one of the choices or its number, 1 to {len(self.choices)}, "
            f"found {given!r}"
        )


def _number(text: str) -> Fraction:
    try:
        if len(text) > 40 or _HUGE.search(text):
            raise ValueError
        return Fraction(text.replace("−", "-").replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        raise InputError(
            f"expected a number, as in -1, 2.5 or 5/2, found {text!r}"
        ) from None
