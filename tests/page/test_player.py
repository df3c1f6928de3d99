"""The player in a browser: what it shows, its keys, and what it never does."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import AXE, PROGRAM, Browser

import pygame_search as ps
from pygame_search.explanation.searches.tree import SearchTree, path_tree
from pygame_search.page.file import page, stylesheet
from pygame_search.page.listings import listings
from pygame_search.page.recorded import search_data
from pygame_search.render.board_svg import INKS
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


#: Counts how often a canvas is given its size, before the page runs.
SIZED = """
const width = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'width');
globalThis.sized = 0;
Object.defineProperty(HTMLCanvasElement.prototype, 'width', { ...width,
  set(value) { globalThis.sized += 1; width.set.call(this, value); } });
"""


def test_the_first_picture_is_drawn_once(browser: Browser, cuts: Path) -> None:
    """And again when the page gets another size."""
    name = "Page.addScriptToEvaluateOnNewDocument"
    script = browser.send(name, source=SIZED)["identifier"]
    browser.size(1280, 800)
    browser.open(cuts)
    browser.send("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    frames = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
    browser.run(frames)
    assert browser.run("sized") == 3  # the tree, the strip, and what the strip holds
    browser.size(400, 800)
    browser.wait("sized === 6")


#: Notes what is written on a canvas, and where.
WRITTEN = """
const write = CanvasRenderingContext2D.prototype.fillText;
globalThis.written = [];
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
  globalThis.written.push([text, [x, y]]);
  write.call(this, text, x, y);
};
"""


def test_a_narrow_tree_can_be_read(browser: Browser, cuts: Path) -> None:
    """Names and values are whole, also of a node with many children."""
    browser.size(400, 800)
    browser.open(cuts)
    browser.run(WRITTEN)
    browser.press("c")
    written = dict(browser.run("written"))
    assert not [text for text in written if text.endswith("…")]
    assert {"max", "white", "min", "black"} <= written.keys()
    size = browser.run(
        "parseFloat(getComputedStyle(document.querySelector('.tree canvas')).fontSize)"
    )
    assert written["loss in 4"][0] >= (4.4 + 5 / 2) * size  # a box beside the names


def test_what_stands_above_hides_nothing(browser: Browser, tmp_path: Path) -> None:
    """In a deep tree the rows begin below it."""
    state = ps.load("nim", heaps=[1, 1, 1, 1, 1, 1]).initial
    tree = state.tree(method="alphabeta(depth=6)")
    browser.size(400, 800)
    browser.open(saved(tree, tmp_path))
    browser.run(WRITTEN)
    told = set()
    for _ in range(14):
        browser.run("written.length = 0")
        browser.press("ArrowRight")
        heights = {text: y for text, (_, y) in browser.run("written")}
        for above in [text for text in heights if text.endswith("above ↑")]:
            told.add(above)
            high = heights.pop(above)
            assert min(heights.values()) > high + 10
    assert "2 plies above ↑" in told


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
    never = "[...document.querySelectorAll('.waiting li')].map((li) => li.className)"
    assert set(browser.run(never)) == {"never"}


def test_the_graph_never_moves(browser: Browser, robot: Path) -> None:
    """Its nodes and arcs say by their classes what the search has made of them."""
    browser.open(robot)
    browser.press("g")
    places = (
        "[...document.querySelectorAll('.graph rect, .graph path, .graph text')]"
        ".map((one) => one.outerHTML.replace(/ rx=.*?>/, '>')).join()"
    )
    classes = (
        "Object.fromEntries([...document.querySelectorAll('.graph .node')].map("
        "(one) => [one.querySelector('title').textContent, one.getAttribute('class')]))"
    )
    first = browser.run(places)
    assert browser.run(classes)["laboratory"] == "node new"
    assert browser.run(classes)["mail_room"] == "node open here"
    assert browser.run("document.querySelector('.tree canvas').hidden")
    browser.press("End")
    assert browser.run(places) == first
    found = browser.run(classes)
    assert found["laboratory"] == "node goal here best"
    assert found["mail_room"] == "node expanded best"
    assert found["store"] == "node frontier"
    best = "document.querySelectorAll('.graph .arc.best').length"
    assert browser.run(best) == 3
    browser.press("g")
    assert not browser.run("document.querySelector('.tree canvas').hidden")


def test_a_game_has_no_button_for_a_graph(browser: Browser, cuts: Path) -> None:
    """Nor does its key do anything."""
    browser.open(cuts)
    browser.press("g")
    assert browser.run("document.querySelector('.graph')") is None


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_is_wider_than_the_page(
    browser: Browser, cuts: Path, width: int, dark: bool
) -> None:
    """Neither at the width of a phone."""
    browser.size(width, 800, dark=dark)
    browser.open(cuts, "#step=88")
    assert browser.run("document.documentElement.scrollWidth") <= width


def test_questions_are_asked_first_and_scored(browser: Browser, cuts: Path) -> None:
    """What comes next is asked before it is shown, also when one jumps ahead."""
    browser.size(1280, 800)
    browser.open(cuts)
    for key in ("a", "c"):
        browser.press(key)
    assert shown(browser, ".question").startswith("The search leaves ")
    before = shown(browser, ".count")
    buttons = "[...document.querySelectorAll('.question button')]"
    choices = browser.run(f"{buttons}.map((one) => one.firstChild.data)")
    browser.press(str(choices.index("−10, loss in 4") + 1))
    assert shown(browser, ".question .score") == "1 of 1 right"
    assert shown(browser, ".event") == "leave"
    assert shown(browser, ".count") != before
    browser.press("c")
    assert "What does the search do next?" in shown(browser, ".question")
    browser.press("2")
    assert shown(browser, ".question .score") == "2 of 2 right"
    assert shown(browser, ".event") == "enter"
    browser.press("c")
    assert "What does the search do next?" in shown(browser, ".question")
    browser.press("2")
    assert shown(browser, ".question .score") == "2 of 3 right"
    assert shown(browser, ".event") == "cutoff"


def test_a_small_tree_is_shown_whole(browser: Browser, cuts: Path) -> None:
    """The button keeps its state; a node that is clicked shows its step."""
    browser.open(cuts, "#step=169")
    browser.press("t")
    assert browser.run("document.querySelectorAll('[aria-pressed=true]').length") == 1
    browser.run(
        "for (const [x, y] of [[0.5, 0.9], [0.3, 0.7]]) {"
        " const tree = document.querySelector('.tree canvas');"
        " const { left, top, width, height } = tree.getBoundingClientRect();"
        " tree.dispatchEvent(new MouseEvent('click', { bubbles: true,"
        " clientX: left + x * width, clientY: top + y * height })); }"
    )
    assert shown(browser, ".event") in ("enter", "leave", "cutoff", "leaf")
    browser.run(
        "(() => { const pen = CanvasRenderingContext2D.prototype;"
        " const { fillText } = pen; globalThis.texts = [];"
        " pen.fillText = function (text, ...more) {"
        " texts.push(text); fillText.call(this, text, ...more); }; })()"
    )
    browser.press("ArrowLeft")
    texts = browser.run("texts")
    assert len(texts) > 1
    assert all(re.fullmatch(r"[≤≥]?−?\d+", text) for text in texts)


def test_all_is_reached_by_the_tab_key(browser: Browser, cuts: Path) -> None:
    """Each button, the slider, the code and the list."""
    browser.open(cuts)
    met = set()
    for _ in range(30):
        browser.press("Tab")
        met.add(browser.run("document.activeElement.tagName"))
    assert met >= {"BUTTON", "INPUT", "SUMMARY", "PRE"}


def test_colours_can_be_told_apart() -> None:
    """Texts have a contrast of 4.5 with the paper, lines one of 3 (WCAG 2.2, AA)."""
    for colours in palettes():
        paper = colours["paper"]
        for name in ("ink", "soft", "mark", "max", "min", "own", "chance", "cut"):
            assert contrast(colours[name], paper) >= 4.5, name
        for name in ("line", "terminal", "limit", "hit", "goal", "pruned", "frontier"):
            assert contrast(colours[name], paper) >= 3, name
        for ground in ("markfill", "runs"):
            assert contrast(colours["ink"], colours[ground]) >= 4.5, ground
        for ground in ("square", "dark", "chosen"):
            assert contrast(colours["piece"], colours[ground]) >= 4.5, ground
            assert contrast(colours["changed"], colours[ground]) >= 3, ground


def test_pieces_are_dark_on_light_squares() -> None:
    """Glyphs of white and of black pieces keep their colours in the dark, too."""
    for colours in palettes():
        for ground in ("square", "dark", "chosen"):
            assert luminance(colours["piece"]) < luminance(colours[ground])


def test_coloured_pieces_are_readable() -> None:
    """They have the inks of pictures, and stand out from a square (WCAG 2.2, 1.4.3)."""
    found = dict(re.findall(r"\.(\w+) { --piece: (#\w{6}); }", stylesheet()))
    assert found == INKS
    for colours in palettes():
        for ink in INKS.values():
            assert contrast(ink, colours["square"]) >= 3, ink
        assert contrast(colours["blank"], colours["square"]) >= 3


def palettes() -> list[dict[str, str]]:
    """Return the colours of the style sheet, the light ones and the dark ones."""
    light, dark = re.findall(r":root \{(.*?)\}", stylesheet(), re.DOTALL)
    return [dict(re.findall(r"--(\w+): (#\w{6});", part)) for part in (light, dark)]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.2, 1.4.3)."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
    ]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: sh scripts/browser")
@pytest.mark.parametrize("width", [1280, 400])
def test_nobody_is_left_out(
    browser: Browser, cuts: Path, robot: Path, width: int
) -> None:
    """A checker of accessibility finds nothing."""
    browser.size(width, 800)
    for file in (cuts, robot):
        browser.open(file, "#step=14")
        browser.run(AXE.read_text(encoding="utf-8") + "; 0")
        found = browser.run("axe.run(document).then((all) => all.violations)")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


MARKUP = (
    "</script><script>run()</script>", "<img src=x onerror=run()>",
    "<svg onload=run()>", "<!--", "\u2028", "\u202eabc", "&lt;b&gt;", "${run()}",
)  # fmt: skip


def test_markup_in_any_text_is_text(
    browser: Browser, cuts: Path, tmp_path: Path
) -> None:
    """Every text of a recording holds markup, and none of it becomes an element."""
    tree = ps.load("hexapawn").initial.tree(method="alphabeta(depth=2)")
    data = hostile(
        {"kind": "search"} | search_data(tree) | {"code": listings(tree.method)},
        "".join(MARKUP),
    )
    file = tmp_path / "hostile.html"
    file.write_text(page("".join(MARKUP), data), encoding="utf-8")
    browser.size(1280, 800)
    browser.open(file)
    for key in ("End", "c", "a", "t", "Home"):
        browser.press(key)
    assert browser.run("document.querySelectorAll('img, svg[onload]').length") == 0
    assert browser.run("typeof run") == "undefined"
    assert "onerror" in shown(browser, "h1")
    page_text = browser.run("document.title + document.documentElement.innerHTML")
    assert re.findall("[\u2028\u202a-\u202e\u2066-\u2069]", page_text) == []
    assert "\\u202Eabc" in page_text


#: The keys of what is no text, but a name or a code.
NAMES = {"kind", "kinds", "events", "space"}


def hostile(data: Any, text: str, key: str = "") -> Any:
    """Return data with markup after each of its texts, names of kinds left out."""
    if isinstance(data, dict):
        return {key: hostile(value, text, key) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [hostile(value, text, key) for value in data]
    plain = not isinstance(data, str) or key in NAMES
    return data if plain else data + text
