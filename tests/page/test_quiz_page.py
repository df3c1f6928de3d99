"""The page of a quiz: questions, second tries, and the score."""

from dataclasses import replace
from pathlib import Path

import pytest
from browser import PROGRAM, Browser

import pygame_search as ps
from pygame_search.quizzes.html import html
from pygame_search.quizzes.questions import Question

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")

#: One with choices, and one with a number.
QUESTIONS = (
    Question(
        kind="next", text="Which move is next?", choices=("a", "b", "c"), step=1,
        after=(), board="x", tree="tree", answers=("b",), why="It is.",
        hint="The alphabet.", notes={"c": "c is the last."}, search="minimax",
    ),
    Question(
        kind="value", text="Which value?", choices=(), step=1, after=(), board="",
        tree="tree", answers=("-0.5",), why="It is the mean.", hint="Halve it.",
    ),
)  # fmt: skip


def saved(folder: Path, *questions: Question, exam: bool = False) -> Path:
    """Return the file of a page."""
    file = folder / "quiz.html"
    file.write_text(html(questions, "A game", exam=exam), encoding="utf-8")
    return file


def said(browser: Browser, part: str = ".said") -> str:
    """Return the text of a part of the page."""
    return str(browser.run(f"document.querySelector('{part}').textContent"))


def answer(browser: Browser, text: str) -> None:
    """Type an answer."""
    browser.run("document.querySelector('.choices input').focus()")
    for key in [*text, "Enter"]:
        browser.press(key)


def test_keys_answer(browser: Browser, tmp_path: Path) -> None:
    """A wrong answer, a right one at the second try, and a right number."""
    browser.size(1280, 800)
    browser.open(saved(tmp_path, *QUESTIONS))
    browser.press("?")
    assert said(browser) == "The alphabet."
    browser.press("1")
    assert said(browser) == "Wrong. The alphabet. Try again."
    browser.press("2")
    assert said(browser) == "Right at the second try. It is."
    browser.press("3")
    browser.press("ArrowRight")
    assert said(browser, "h2") == "Question 2 of 2"
    answer(browser, "half")
    assert said(browser).startswith("Expected a number")
    browser.run("document.querySelector('.choices input').value = ''")
    answer(browser, "-1/2")
    assert said(browser) == "Right. It is the mean."
    browser.press("Enter")
    assert said(browser, "h2") == "1 of 2 right, 1 at the second try: 1.5 points"
    browser.press("r")
    assert said(browser, "h2") == "Question 1 of 2"


def test_two_wrong_answers(browser: Browser, tmp_path: Path) -> None:
    """The remark on the wrong answer, then the reason for the right one."""
    browser.open(saved(tmp_path, QUESTIONS[0]))
    browser.press("1")
    browser.press("3")
    assert said(browser) == "Wrong, the answer is b. c is the last. It is."
    browser.press("ArrowRight")
    assert said(browser, "h2") == "0 of 1 right, 1 wrong: 0 points"


def test_an_exam_says_nothing_before_its_end(browser: Browser, tmp_path: Path) -> None:
    """No hint, no second try."""
    browser.open(saved(tmp_path, QUESTIONS[0], exam=True))
    browser.press("?")
    browser.press("1")
    assert said(browser) == "Taken."
    assert browser.run("document.querySelectorAll('.right, .wrong').length") == 0


@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_is_wider_than_the_page(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    """The tree scrolls in its place."""
    [question] = ps.quiz(ps.load("hexapawn"), questions=1, seed=3)
    browser.size(width, 800)
    browser.open(saved(tmp_path, replace(question, tree=question.tree * 9)))
    assert browser.run("document.documentElement.scrollWidth") <= width
