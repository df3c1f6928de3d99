"""Boards in a page: squares, hexagons, points on lines, shapes and names."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import PROGRAM, Browser

import pygame_search as ps

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")

FRAME = """
role(x). init(at(1)). legal(x, go). next(at(2)) :- does(x, go). terminal :- true(at(2)).
goal(x, 0). draw(1, 1, o) :- true(at(1)). draw(1, 1, '-') :- true(at(2)).
draw(3, 1, '.'). draw(2, 2, '#').
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser, and at the end no fault in it."""
    with Browser() as started:
        yield started
        assert started.faults() == []


def counts(browser: Browser, parts: dict[str, int]) -> dict[str, int]:
    """Return how often each part is on the board of the page."""
    script = "document.querySelectorAll('.board svg ' + {!r}).length"
    return {part: int(browser.run(script.format(part))) for part in parts}


@pytest.mark.parametrize(
    ("more", "parts"),
    [
        (
            "",
            {"rect.square:not(.none)": 3, "polygon": 0, ".line": 0, ".name": 0,
             "text.piece:not(:empty)": 2, ".edge:not(:empty)": 0},
        ),
        (
            "hexagonal. draw_name(3, 1, n). draw_row(2, two).",
            {"rect": 0, "polygon.square:not(.none)": 3, ".name": 1,
             ".edge:not(.name):not(:empty)": 1},
        ),
        (
            "draw_line(1, 1, 2, 2). draw_line(2, 2, 9, 9). symbol(o, '●').",
            {"line": 1, "rect.square.free:not(.none)": 3, "circle.point": 1,
             "circle.ground": 2, "circle.none": 3, ".shape:not([d=''])": 1},
        ),
        ("symbol(#, '█').", {".shape:not([d=''])": 1, "text.piece:not(:empty)": 1}),
    ],
)  # fmt: skip
def test_what_is_drawn(
    browser: Browser, tmp_path: Path, more: str, parts: dict[str, int]
) -> None:
    """The picture of the first state has these parts."""
    tree = ps.load_text(FRAME + more).initial.tree(method="minimax(depth=1)")
    file = tmp_path / "page.html"
    file.write_text(tree.html(), encoding="utf-8")
    browser.size(900, 700)
    browser.open(file)
    assert counts(browser, parts) == parts


def test_a_picture_changes_with_the_state(browser: Browser, tmp_path: Path) -> None:
    """A shape goes with what it stands for, and the square is marked."""
    game = ps.load_text(FRAME + "symbol(o, '●').")
    file = tmp_path / "page.html"
    tree = game.initial.tree(method="minimax(depth=1)")
    file.write_text(tree.html(), encoding="utf-8")
    browser.open(file)
    before = counts(browser, {".shape:not([d=''])": 1, ".mark.changed": 0})
    browser.press("ArrowRight")
    after = counts(browser, {".shape:not([d=''])": 0, ".mark.changed": 1})
    assert list(before.values()) == [1, 0]
    assert list(after.values()) == [0, 1]
