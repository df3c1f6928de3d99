"""The widget of a notebook: what anywidget is given, and what its module does.

A stub stands for the model that anywidget hands to the module in a browser.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from browser import PROGRAM, Browser

import pygame_search as ps
from pygame_search.page.widget import module

#: A page with an element of its own and two widgets, each with its model.
PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style>body { margin: 0 } button { color: rgb(1, 2, 3) }</style>
<button>Run the cell</button><div id="one"></div><div id="two"></div>
<script type="application/json">%s</script>
<script type="module">
class Model {
  constructor(state) { Object.assign(this, { state, saved: 0, heard: {} }); }
  get(name) { return this.state[name]; }
  set(name, value) {
    if (this.state[name] === value) return;
    this.state[name] = value;
    for (const one of this.heard[name] ?? []) one();
  }
  save_changes() { this.saved += 1; }
  on(name, act) { (this.heard[name.replace('change:', '')] ??= new Set()).add(act); }
  off(name, act) { this.heard[name.replace('change:', '')].delete(act); }
}
const given = JSON.parse(document.querySelector('script').textContent);
const text = new Blob([given.module], { type: 'text/javascript' });
const { default: widget } = await import(URL.createObjectURL(text));
window.models = {};
window.ends = {};
window.keys = [];
addEventListener('keydown', (event) => keys.push(event.key));
for (const id of ['one', 'two']) {
  models[id] = new Model(structuredClone(given.state));
  const el = document.getElementById(id);
  ends[id] = await widget.render({ model: models[id], el });
}
document.body.dataset.ready = 'yes';
</script>
"""


@cache
def tree() -> ps.SearchTree:
    """Return a search with cut-offs."""
    return ps.load("hexapawn").initial.tree(method="alphabeta(depth=3)")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with two widgets."""
    state = tree().at("cutoff").widget().get_state(["data", "step"])
    given = json.dumps({"module": module(), "state": state}).replace("<", "\\u003c")
    file = tmp_path_factory.mktemp("widget") / "notebook.html"
    file.write_text(PAGE % given, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser."""
    if PROGRAM is None:
        pytest.skip("needs Chromium")
    with Browser() as started:
        yield started


@pytest.fixture
def opened(browser: Browser, page: Path) -> Iterator[Browser]:
    """The page, as it is at first; and at the end no fault in it."""
    browser.size(1280, 800)
    browser.open(page)
    yield browser
    assert browser.faults() == []


def inside(browser: Browser, widget: str, part: str) -> Any:
    """Return what a script says of a part of a widget."""
    return browser.run(f"document.querySelector('#{widget} > div').shadowRoot{part}")


def counts(browser: Browser) -> list[str]:
    """Return the step that each widget shows."""
    query = ".querySelector('.count').textContent"
    return [inside(browser, widget, query) for widget in ("one", "two")]


def test_the_step_goes_both_ways(opened: Browser) -> None:
    """From the keys to the model, and from the model to the player."""
    first = tree().at("cutoff").step
    assert counts(opened) == [f"{first} of 89"] * 2
    inside(opened, "one", ".querySelector('.player').focus()")
    opened.press("End")
    assert counts(opened) == ["89 of 89", f"{first} of 89"]
    assert opened.run("models.one.get('step')") == 89
    assert opened.run("models.one.saved") > 0
    opened.run("models.two.set('step', 5)")
    assert counts(opened) == ["89 of 89", "5 of 89"]
    opened.run("models.two.set('step', 1000)")
    assert opened.run("models.two.get('step')") == 89


def test_keys_of_the_player_stay_in_it(opened: Browser) -> None:
    """Elsewhere a notebook would copy a cell at `c`; other keys are left to it."""
    inside(opened, "two", ".querySelector('.player').focus()")
    for key in ("c", "x", "ArrowLeft"):
        opened.press(key)
    assert opened.run("keys") == ["x"]
    suppressed = "[...document.querySelectorAll('[data-lm-suppress-shortcuts]')].length"
    assert opened.run(suppressed) == 2


def test_a_widget_has_its_style_and_the_page_its_own(opened: Browser) -> None:
    """None reaches the other."""
    colour = "getComputedStyle(document.querySelector('button')).color"
    assert opened.run(colour) == "rgb(1, 2, 3)"
    assert opened.run("getComputedStyle(document.body).padding") == "0px"
    marks = "getComputedStyle(document.querySelector('#one > div')).padding"
    assert opened.run(marks) == "8px"
    drawn = (
        "(() => { const { shadowRoot } = document.querySelector('#two > div');"
        " const canvas = shadowRoot.querySelector('.tree canvas');"
        " const { width, height } = canvas; const pen = canvas.getContext('2d');"
        " return new Set(pen.getImageData(0, 0, width, height).data).size; })()"
    )
    assert opened.run(drawn) > 20


def test_a_widget_that_ends_is_still(opened: Browser) -> None:
    """It follows its model no longer."""
    opened.run("ends.one()")
    opened.run("models.one.set('step', 3)")
    opened.run("models.two.set('step', 3)")
    assert counts(opened) == [f"{tree().at('cutoff').step} of 89", "3 of 89"]


def test_nothing_is_wider_than_a_phone(browser: Browser, page: Path) -> None:
    """Nor with two of them."""
    browser.size(400, 800)
    browser.open(page)
    assert browser.run("document.documentElement.scrollWidth") <= 400
    assert browser.faults() == []


def test_its_step_can_be_read_and_set() -> None:
    """It begins where the tree is drawn, or else at the first step."""
    widget = tree().widget()
    assert widget.step == 1
    assert tree().at(7).widget().step == 7
    widget.step = 14
    assert widget.get_state(["step"]) == {"step": 14}
    assert widget.get_state(["_esm"]) == {"_esm": module()}


def test_a_widget_without_anywidget() -> None:
    """The error names the extra."""
    with (
        mock.patch.dict("sys.modules", {"anywidget": None}),
        pytest.raises(ps.InputError, match=r"pip install 'pygame_search\[widget\]'"),
    ):
        tree().widget()
