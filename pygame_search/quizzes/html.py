"""Questions of a quiz as a page, which asks them one at a time and keeps the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygame_search.page.file import page
from pygame_search.quizzes.questions import Question, tolerance
from pygame_search.support.escapes import escaped


def html(questions: Sequence[Question], name: str, *, exam: bool = False) -> str:
    """Return questions with their answers as a page, one file without links.

    Args:
        questions: the questions of a quiz, at least one.
        name: the name of the game.
        exam: whether the page says only at the end which answers are right.
    """
    data = {
        "kind": "quiz",
        "introduction": escaped(questions[0].introduction),
        "exam": exam,
        "questions": list(map(_one, questions)),
    }
    return page(f"Quiz: {escaped(name)}", data)


def _one(question: Question) -> dict[str, Any]:
    """Return a question as `quiz.js` reads it."""
    near = 0 if question.choices else float(tolerance(question.answers[0]))
    return {
        "text": escaped(question.text),
        "tree": escaped(question.tree),
        "board": escaped(question.board),
        "choices": list(map(escaped, question.choices)),
        "labels": list(question.labels),
        "answers": list(map(escaped, question.answers)),
        "near": near,
        "why": escaped(question.why),
        "hint": escaped(question.hint),
        "notes": [[escaped(of), escaped(note)] for of, note in question.notes.items()],
        "doubt": question.leaves_a_doubt,
    }
