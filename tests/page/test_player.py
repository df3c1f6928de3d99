"""The player in a browser: what it shows, its keys, and what it never does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import PROGRAM, Browser

import pygame_search as ps
from pygame_search.explanation.searches.tree import SearchTree, path_tree
from pygame_search.search.core.methods import PATH_METHODS, MethodCall

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser, and at the end no fault in it."""
    with Browser() as started:
        yield started


@pytest.fixture(autouse=True)
def no_fault(browser: Browser) -> Iterator[None]:
    """Nothing is thrown, nothing is asked of a network."""
    yield
    assert browser.faults() == []


def saved(tree: SearchTree, folder: Path) -> Path:
    """Return the file of a page."""
    file = folder / "page.html"
    file.write_text(tree.html(), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def cuts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a search with cut-offs."""
    tree = ps.load("hexapawn").initial.tree(method="alphabeta(depth=4)")
    return saved(tree, tmp_path_factory.mktemp("cuts"))


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a path search."""
    call = MethodCall(PATH_METHODS["a_star"])
    tree = path_tree(ps.load("delivery_robot"), call)
    return saved(tree, tmp_path_factory.mktemp("robot"))


def shown(browser: Browser, part: str) -> str:
    """Return the text of a part of the page."""
    return str(browser.run(f"document.querySelector('{part}').textContent"))


def test_keys_step_through_the_search(browser: Browser, cuts: Path) -> None:
    """Forward, back, to the next cut-off, to the next value, to the ends."""
    browser.size(1280, 800)
    browser.open(cuts)
    found = []
    for key in ("ArrowRight", "ArrowRight", "c", "C", "v", "End", "ArrowLeft", "Home"):
        browser.press(key)
        found.append((shown(browser, ".count"), shown(browser, ".event")))
    assert [event for _, event in found] == [
        "enter", "enter", "cutoff", "cutoff", "leave", "leave", "leave", "enter"
    ]  # fmt: skip
    assert found[0][0] == "2 of 169"
    assert found[5][0] == "169 of 169"


def test_a_link_points_at_a_step(browser: Browser, cuts: Path) -> None:
    """A cut-off has its sentence, and who moves with the window."""
    browser.open(cuts, "#step=14")
    assert shown(browser, ".count") == "14 of 169"
    assert "cannot matter" in shown(browser, ".words")
    assert shown(browser, "dl").startswith("to moveblackalpha−10 (loss in 4)")
    browser.press("ArrowRight")
    browser.wait("location.hash === '#step=15'")


def test_a_path_search_shows_its_frontier(browser: Browser, robot: Path) -> None:
    """At the end the path to the goal, and what is left."""
    browser.open(robot)
    browser.press("End")
    assert shown(browser, ".board") == "laboratory"
    assert shown(browser, ".waiting ol li") == "lounge  10 + 8 = 18"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_is_wider_than_the_page(
    browser: Browser, cuts: Path, width: int, dark: bool
) -> None:
    """Neither at the width of a phone."""
    browser.size(width, 800, dark=dark)
    browser.open(cuts, "#step=88")
    assert browser.run("document.documentElement.scrollWidth") <= width
