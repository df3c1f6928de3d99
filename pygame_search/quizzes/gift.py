"""Questions of a quiz in GIFT, a format that Moodle and others import.

See "GIFT format" in the documentation of Moodle. The position and the tree precede the
question. Each right answer gets full points.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from pygame_search.quizzes.questions import Question, tolerance

#: The special characters of GIFT.
_SIGN = re.compile(r"([~=#{}:\\])")


def gift(questions: Sequence[Question], name: str) -> str:
    """Return questions as a file in GIFT.

    Args:
        questions: the questions of a quiz.
        name: the beginning of their names; a number follows.
    """
    return "\n".join(_one(q, f"{name} {n}") for n, q in enumerate(questions, 1))


def _one(question: Question, name: str) -> str:
    parts = [f"<p>{_text(question.introduction)}</p>"]
    drawn = "\n\n".join(filter(None, (question.tree, question.board)))
    parts += [f"<pre>{_text(drawn)}</pre>", f"<p>{_text(question.text)}</p>"]
    why = f"####{_text(question.why)}"
    if not question.choices:
        right = question.answers[0]
        near = f"{float(tolerance(right)):g}"
        answer = f"{{#{right}:{near}\n{why}\n}}"
    else:
        lines = [_choice(question, choice) for choice in question.choices]
        answer = "{\n" + "\n".join([*lines, why]) + "\n}"
    return f"::{_text(name)}::[html]{''.join(parts)}{answer}\n"


def _choice(question: Question, choice: str) -> str:
    """Return a choice; if several are right, each gets full points."""
    note = question.notes.get(choice, "")
    told = f"#{_text(note)}" if note else ""
    if choice == question.answers[0]:
        return f"={_text(choice)}{told}"
    points = "%100%" if choice in question.answers else ""
    return f"~{points}{_text(choice)}{told}"


def _text(text: str) -> str:
    """Return an HTML text in the form of GIFT: special characters escaped, one line."""
    escaped = _SIGN.sub(r"\\\1", html.escape(text, quote=False))
    return escaped.replace("\n", "\\n")
