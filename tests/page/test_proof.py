"""The page of a proof: a tree that unfolds, by mouse and by keys."""

from pathlib import Path
from typing import Any

import pytest
from browser import PROGRAM, Browser

import pygame_search as ps
from pygame_search.explanation.proof_text import proof_data
from pygame_search.explanation.proofs import Explanation

GOAL = "legal(white, move(2, 1, 1, 2))"
WHY = "to(white, 2, 2, 1) fails at true(cell(1, 2, black)) and beside(2, 1, 1)"


@pytest.fixture(scope="module")
def refused() -> Explanation:
    """Why a move is not legal."""
    return ps.load("hexapawn").initial.explain(GOAL)


def test_the_data_is_that_of_the_clauses(refused: Explanation) -> None:
    """The tree of the request, with the texts from which its clauses come."""
    game = ps.load("hexapawn")
    reply = game.request(
        "explain", state=game.initial.number, step=None, text=GOAL, answer=1
    )
    assert reply["sentence"] == refused.sentence

    def same(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
        keys = ("goal", "holds", "place", "reason", "remarks")
        below = [
            (mine, yours)
            for key in ("children", "also")
            for mine, yours in zip(ours.get(key, []), theirs.get(key, []), strict=True)
        ]
        if "failed" in theirs:
            below.append((ours["failed"], theirs["failed"]))
        return all(ours[key] == theirs[key] for key in keys) and all(
            same(*pair) for pair in below
        )

    tree = proof_data(refused.tree)
    assert same(tree, reply["tree"])
    [clause] = tree["children"]
    assert "with C = 2" in clause["remarks"][0]
    begin, end = clause["place"]
    [source] = refused.sources
    assert source.text[begin:end].startswith("legal(P, move(C, R, C1, R1)) :-")
    [first, _] = clause["failed"]["children"]
    assert "what comes near" in first["failed"]["remarks"][0]


browsed = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")


@pytest.fixture(scope="module")
def page(refused: Explanation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its page."""
    file = tmp_path_factory.mktemp("proof") / "page.html"
    file.write_text(refused.html(), encoding="utf-8")
    return file


def rows(browser: Browser) -> list[str]:
    """Return the goals that can be seen."""
    found: list[str] = browser.run(
        "[...document.querySelectorAll('.row')].filter((row) => row.checkVisibility())"
        ".map((row) => row.querySelector('code').textContent)"
    )
    return found


@browsed
def test_keys_unfold_it(browser: Browser, page: Path) -> None:
    """Arrows move and open, as in a list of files."""
    browser.size(1280, 800)
    browser.open(page)
    assert browser.run("document.querySelector('.says').textContent").count(WHY) == 1
    assert rows(browser) == [GOAL, GOAL, *["to(white, 2, 2, 1)"] * 3]
    for key in ("End", "ArrowRight", "ArrowRight"):
        browser.press(key)
    focused = "document.activeElement.textContent"
    assert "fails at" in browser.run(focused)
    assert rows(browser)[5] == "beside(2, 1, 1)"
    for key in ("ArrowLeft", "ArrowLeft"):
        browser.press(key)
    assert len(rows(browser)) == 5
    browser.press("f")
    assert browser.run(focused).endswith("beside(2, 1, 1)")
    assert len(rows(browser)) == 9
    browser.press("c")
    assert rows(browser) == [GOAL]
    browser.press("Enter")
    browser.wait("document.querySelectorAll('.row').length === 9")


@browsed
def test_no_character_steers_the_page(browser: Browser, tmp_path: Path) -> None:
    """They are escaped, as in every answer."""
    text = "role(a). init('\\x202e\\x'). legal(a, m). next(x). goal(a, 1). terminal."
    file = tmp_path / "page.html"
    page = ps.load_text(text).initial.explain("true(F)").html()
    file.write_text(page, encoding="utf-8")
    browser.open(file)
    shown = browser.run("document.body.textContent")
    assert "\u202e" not in shown
    assert "\\u202E" in shown


@browsed
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_is_wider_than_the_page(
    browser: Browser, page: Path, width: int, dark: bool
) -> None:
    """Neither at the width of a phone."""
    browser.size(width, 800, dark=dark)
    browser.open(page)
    browser.press("o")
    assert browser.run("document.documentElement.scrollWidth") <= width


@browsed
def test_words_stand_beside_their_terms(browser: Browser, tmp_path: Path) -> None:
    """A goal in words has its term in a row, and a failing one ends in few facts."""
    file = tmp_path / "page.html"
    state = ps.load("nim").initial
    file.write_text(state.explain("terminal").html(), encoding="utf-8")
    browser.open(file)
    browser.press("o")
    row = "[...document.querySelectorAll('.row')].at(2)"
    assert browser.run(f"{row}.querySelector('.role').textContent") == "fails, as"
    assert browser.run(f"{row}.querySelector('.words').textContent") == (
        "stones are left"
    )
    assert browser.run(f"{row}.querySelector('.term').textContent") == "\\+ stones"
    said = browser.run("document.querySelector('.refuted').textContent")
    assert said == "This alone refutes it: true(heap(1, 3)) holds."
