"""What a notebook shows of a value: text, picture, and page.

No notebook is needed for these tests: it asks each value for its texts, and rich finds
out by a function whether it runs in one.
"""

import base64
import html
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from browser import PROGRAM, Browser

import pygame_search as ps
from pygame_search.engine.bridge import engine
from pygame_search.explanation.searches import tree as trees
from pygame_search.support.errors import LimitError

UNDRAWN = """role(a). init(n(1)). legal(a, take) :- true(n(1)).
next(n(0)) :- true(n(1)).
terminal :- true(n(0)). goal(a, 1) :- true(n(0)). goal(a, 0) :- true(n(1))."""

TEXT, PICTURE, PAGE = "text/plain", "image/svg+xml", "text/html"

#: Values by name, and what there is of each.
KINDS = {
    "state": (TEXT, PICTURE, PAGE),
    "undrawn": (TEXT, PAGE),
    "result": (TEXT, PAGE),
    "path": (TEXT, PAGE),
    "solution": (TEXT, PAGE),
    "tree": (TEXT, PICTURE, PAGE),
    "proof": (TEXT, PICTURE, PAGE),
    "match": (TEXT, PAGE),
    "reasons": (TEXT, PAGE),
    "program": (TEXT, PAGE),
    "node": (TEXT, PAGE),
}


@cache
def value(name: str) -> Any:
    """Return a value of a kind."""
    start = ps.load("hexapawn").initial
    match name:
        case "state":
            return start
        case "undrawn":
            return ps.load_text(UNDRAWN).initial
        case "result":
            return start.best(depth=2)
        case "path":
            return ps.load("delivery_robot").path()
        case "solution":
            return start.solve()
        case "tree":
            return start.tree(method="alphabeta(depth=3)")
        case "proof":
            return start.explain("legal(white, M)")
        case "program":
            return ps.lecture("minimax")
        case "node":
            return ps.load("delivery_robot").tree().root
        case "match":
            return ps.match("hexapawn", ["random", "random"], games=2)
        case _:
            return start.why_best(depth=1)


@pytest.mark.parametrize("name", KINDS)
def test_a_value_shows_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As print does, as a picture where there is one, and as HTML."""
    shown = value(name)._repr_mimebundle_()
    assert tuple(shown) == KINDS[name]
    assert shown[TEXT] == str(value(name))
    if PICTURE in shown:
        assert shown[PICTURE] == value(name).svg()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("name", KINDS)
def test_there_is_one_way_to_show_a_value(name: str) -> None:
    """A notebook would ask for HTML and SVG twice."""
    for other in ("_repr_html_", "_repr_svg_", "_repr_pretty_"):
        assert not hasattr(value(name), other)


def test_a_notebook_may_leave_texts_out() -> None:
    """It names those that it wants, or those that it does not want."""
    shown = value("state")._repr_mimebundle_
    assert list(shown(include={PICTURE})) == [PICTURE]
    assert list(shown(include=None, exclude={PICTURE})) == [TEXT, PAGE]
    assert list(shown(include={PAGE, TEXT}, exclude={PAGE})) == [TEXT]


def test_html_begins_with_the_picture_or_the_text() -> None:
    """The picture is an image, which keeps its styles to itself."""
    for name in ("state", "tree"):
        shown = value(name)._repr_mimebundle_()
        [drawn] = re.findall('src="data:image/svg\\+xml;base64,(.*?)"', shown[PAGE])
        assert base64.b64decode(drawn).decode() == shown[PICTURE]
        assert "<style" not in shown[PAGE].partition("<iframe")[0]
    for name in ("undrawn", "result", "match"):
        shown = value(name)._repr_mimebundle_()
        begun, _, text = shown[PAGE].partition(">")
        assert begun == '<pre style="font-family: monospace"'  # tables have columns
        assert html.unescape(text) == f"{shown[TEXT]}</pre>"


def test_a_recorded_tree_brings_its_page_in_a_frame() -> None:
    """The frame may run its scripts, and nothing else."""
    shown = value("tree")._repr_mimebundle_()[PAGE]
    [(rights, page)] = re.findall(
        '<iframe sandbox="(.*?)" srcdoc="(.*?)"', shown, re.DOTALL
    )
    assert rights == "allow-scripts"
    assert html.unescape(page) == value("tree").html()


def test_a_large_tree_says_how_to_write_its_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing large is kept in the notebook."""
    monkeypatch.setattr(trees, "MOST_FRAMED", 50)
    shown = value("tree")._repr_mimebundle_()[PAGE]
    assert "<iframe" not in shown
    assert "write_text(tree.html())" in shown


def test_nothing_is_searched_and_nothing_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the engine gives no board, there is the reason."""
    tree, state = value("tree"), ps.load("hexapawn").initial

    def refused(*_: object, **__: object) -> None:
        raise LimitError("too much", "inferences")

    monkeypatch.setattr(trees, "best", refused)
    assert len(tree._repr_mimebundle_()) == 3
    monkeypatch.setattr(type(engine()), "request", refused)
    assert "State: " in state._repr_mimebundle_()[TEXT]


def test_a_text_is_not_displayed_while_it_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else an empty block stands before each answer."""
    displayed: list[object] = []
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    monkeypatch.setattr("rich.jupyter.display", lambda *parts: displayed.append(parts))
    assert "best for white" in value("result")._repr_mimebundle_()[TEXT]
    assert displayed == []


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser."""
    with Browser() as started:
        yield started


@pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")
def test_the_page_works_in_its_frame(browser: Browser, tmp_path: Path) -> None:
    """It has no address and no access, and takes no focus from the notebook."""
    file = tmp_path / "notebook.html"
    shown = value("tree")._repr_mimebundle_()[PAGE]
    ready = "<script>onload = () => { document.body.dataset.ready = 'yes'; }</script>"
    file.write_text(f"<!doctype html><body>{shown}{ready}</body>", encoding="utf-8")
    browser.size(1000, 900)
    browser.open(file)
    assert browser.run("document.activeElement === document.body")
    assert browser.run("document.querySelector('iframe').contentDocument") is None
    targets = browser.send("Target.getTargets")["targetInfos"]
    [frame] = [one["targetId"] for one in targets if one["type"] == "iframe"]
    found = browser.send("Target.attachToTarget", targetId=frame, flatten=True)
    page, browser.session = browser.session, found["sessionId"]
    browser.send("Runtime.enable")
    browser.wait("document.body.dataset.ready")
    browser.run("document.querySelector('main > div').focus()")
    browser.press("End")
    assert browser.run("document.querySelector('.count').textContent") == "89 of 89"
    browser.run("new Promise((done) => setTimeout(done, 400))")
    browser.session = page
    assert browser.faults() == []
