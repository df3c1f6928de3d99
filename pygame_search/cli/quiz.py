"""`quiz`: a search stops, and asks what it does next."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pygame_search.cli.options import (
    Start,
    must_have_effect,
    start_of,
    start_options,
    takes,
)
from pygame_search.cli.output import console, progress
from pygame_search.cli.requests import options_of
from pygame_search.cli.streams import command, print_json, read_line, wants_json
from pygame_search.model.scores import value_text
from pygame_search.quizzes.gift import gift
from pygame_search.quizzes.html import html
from pygame_search.quizzes.questions import Question, QuizVerdict
from pygame_search.quizzes.quiz import QuizRequest
from pygame_search.quizzes.quiz import quiz as drawn_up
from pygame_search.session.path_types import FILE
from pygame_search.support import files
from pygame_search.support.errors import InputError
from pygame_search.support.printing import Sentences
from pygame_search.support.words import counted


@command
@start_options()
@options_of(QuizRequest)
@click.option(
    "--exam", is_flag=True, help="Say which answers are right only at the end."
)
@click.option(
    "--gift", "file", type=FILE, metavar="FILE",
    help="Ask nothing; write the questions and their answers to FILE in GIFT, a format "
    "of Moodle.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["text", "html"]), default="text",
    show_default=True,
    help="Where to ask; html asks nothing now, and writes a page that asks.",
)  # fmt: skip
@takes("open")
@must_have_effect(
    "form", expected="no --json or --gift",
    when=lambda given: not (wants_json() or given["file"]),
)  # fmt: skip
def quiz(start: Start, exam: bool, file: Path | None, form: str, **how: Any) -> int:
    """Stop a search of GAME, and ask what it does next.

    An answer is a choice or its number, or a value; ? asks for a hint, and q ends the
    quiz. After a wrong answer there is a hint and a second try, worth half a point,
    except in an exam and if only one choice is left. With the same seed the questions
    are the same. Without --after and --state the search begins at the start of GAME. If
    all moves are worth the same there, it begins in a position that the seed
    determines, and the first line says which. With --json each question is a line of
    JSON, and so is each answer, as in {"answer": "2"}. The exit status is 0 if all
    answers are right, at the first or the second try, and 1 otherwise.
    """
    with progress("searching ..."):
        game = start.game()
        asked = drawn_up(start_of(game, start) or game, **how)
    if file is not None:
        files.write(file, gift(asked, game.call))
        return 0
    if form == "html":
        click.echo(html(asked, game.title or game.name, exam=exam))
        return 0
    if not wants_json():
        console().print(Sentences(f"{asked[0].introduction}\n"))
    verdicts: list[QuizVerdict] = []
    with suppress(EOFError):
        for number, question in enumerate(asked, 1):
            _show(number, len(asked), question)
            verdict = _answered(question, exam)
            verdicts.append(verdict)
            if exam:
                _say({"taken": number}, "")
                continue
            try:
                if not verdict.right and question.leaves_a_doubt:
                    verdicts[-1] = verdict = _second_try(question)
            finally:
                _say(verdict.as_json(), f"{_mark(verdict)}\n")
    _end(asked, verdicts, exam)
    return 0 if sum(v.right for v in verdicts) == len(asked) else 1


def _show(number: int, of: int, question: Question) -> None:
    if wants_json():
        print_json({"question": number, "of": of, **question.as_json()})
        return
    console().print(f"Question {number} of {of}", style="bold")
    console().print(question.printed())


def _answered(question: Question, exam: bool) -> QuizVerdict:
    """Return the verdict on an answer; ask again until the reply is an answer.

    Raises:
        EOFError: there is no further answer.
    """
    while True:
        try:
            given = _read()
            if given != "?":
                return question.check(given)
            if exam:
                raise InputError("an exam has no hints")
            _say({"hint": question.hint}, f"{question.hint}\n")
        except InputError as error:
            _say({"error": str(error)}, f"{error}\n")


def _second_try(question: Question) -> QuizVerdict:
    """Return the verdict on a second answer, after a hint; it is worth half.

    Raises:
        EOFError: there is no further answer.
    """
    _say({"again": True, "hint": question.hint}, f"Wrong. {question.hint} Try again.\n")
    verdict = _answered(question, exam=False)
    return replace(verdict, points=0.5 if verdict.right else 0)


def _read() -> str:
    given = read_line("" if wants_json() else "? ", wants_json())
    if not wants_json():
        if given in ("q", "quit"):
            raise EOFError
        return given
    try:
        answer = json.loads(given)["answer"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InputError(
            f'expected an answer as in {{"answer": "2"}}, found {given[:80]!r}'
        ) from error
    return str(answer)


def _end(
    asked: Sequence[Question], verdicts: Sequence[QuizVerdict], exam: bool
) -> None:
    points = sum(verdict.points for verdict in verdicts)
    right = sum(verdict.points == 1 for verdict in verdicts)
    second = sum(verdict.right for verdict in verdicts) - right
    wrong = len(verdicts) - right - second
    if wants_json():
        answers = [verdict.as_json() for verdict in verdicts]
        print_json(
            {
                "right": right, "second": second, "wrong": wrong, "points": points,
                "of": len(asked), "verdicts": answers,
            }
        )  # fmt: skip
        return
    for number, verdict in enumerate(verdicts, 1):
        if exam:
            console().print(Sentences(f"{number}: {_mark(verdict)}"))
    left = len(asked) - len(verdicts)
    counts = ((second, "at the second try"), (wrong, "wrong"), (left, "not answered"))
    told = [f"{right} of {counted(len(asked), 'answer', 'answers')} right"]
    told += [f"{count} {words}" for count, words in counts if count]
    total = f": {value_text(points)} points" if second else ""
    console().print(f"{', '.join(told)}{total}", style="bold")


def _mark(verdict: QuizVerdict) -> str:
    if verdict.right:
        half = "Right" if verdict.points == 1 else "Right at the second try"
        return f"{half}. {verdict.why}"
    return f"Wrong, the answer is {verdict.answer}. {verdict.why}"


def _say(data: dict[str, object], text: str) -> None:
    if wants_json():
        print_json(data)
    elif text:
        console().print(Sentences(text))
