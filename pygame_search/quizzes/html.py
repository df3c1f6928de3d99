"""Questions of a quiz as a page, which asks them one at a time and keeps the score."""

from __future__ import annotations

from collections.abc import Sequence

from pygame_search.page.file import page
from pygame_search.quizzes.questions import Question
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
        "introduction": questions[0].introduction,
        "exam": exam,
        "questions": [question.page_data() for question in questions],
    }
    return page(f"Quiz: {escaped(name)}", data)
