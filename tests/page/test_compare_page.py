"""The page of `compare`: both sources, the lines that run, and the search."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from browser import PROGRAM, Browser
from click.testing import CliRunner
from pages import page_data

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.twins import compare, compare_paths, sources_of
from pygame_search.page.listings import engine_listings, listings
from pygame_search.search.core.methods import (
    PATH_METHODS,
    SEARCHES,
    Method,
    MethodCall,
    read_method,
)
from pygame_search.search.core.task import Task
from pygame_search.search.core.trace import Event
from pygame_search.search.game_tree import alphabeta
from pygame_search.support.resources import logic_folder


def written(*words: str, status: int = 0) -> dict[str, Any]:
    """Return the data of a page that `compare` writes."""
    told = CliRunner().invoke(command, ["compare", *words, "--format", "html"])
    assert told.exit_code == status, told.output
    return page_data(told.stdout)


def table(data: dict[str, Any]) -> dict[str, list[str]]:
    """Return the rows of the table above a search, by their first words."""
    [rows] = [part for part in data["above"]["parts"] if isinstance(part, list)]
    return {row[0]: row[1:] for row in rows}


def test_both_forms_of_the_engine_over_one_search() -> None:
    """With the figures that the terminal prints."""
    data = written("alphabeta", "helen_and_stavros", "--depth", "3", "--engine")
    assert (data["kind"], data["beside"], data["step"]) == ("search", True, 1)
    assert data["above"]["title"] == "the same 94 events"
    assert table(data)["nodes"] == ["31", "31"]
    assert len(data["events"]) == 94
    assert [one["file"] for one in data["code"]] == [
        "logic/search/alphabeta.pl", "pygame_search/search/game_tree/alphabeta.py"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "method",
    [*(one for one in SEARCHES if one not in ("deepening", "expectimax")),
     "alphabeta(depth=4, table=true)", "alphabeta(depth=4, fail=hard, table=true)",
     "pvs(depth=4)"],
)  # fmt: skip
def test_each_event_has_its_lines(method: str) -> None:
    """In the clauses and in the procedure."""
    found = compare(ps.load("hexapawn").initial, method)
    must_be_marked(found.clauses.events, read_method(method))


@pytest.mark.parametrize("method", PATH_METHODS.values(), ids=list(PATH_METHODS))
def test_each_event_of_a_path_search_has_its_lines(method: Method) -> None:
    """So have those of paths."""
    call = MethodCall(method)
    found = compare_paths(ps.load("delivery_robot"), call)
    must_be_marked(found.clauses.events, call)


def must_be_marked(events: Sequence[Event], call: MethodCall) -> None:
    """Check that each event marks lines of both forms."""
    for one in engine_listings(sources_of(call)):
        assert {event[0] for event in events if not one["marks"][event[0]]} == set()


@pytest.mark.parametrize(
    ("name", "other"), [("deepening", "alphabeta"), ("expectimax", "deepening")]
)
def test_deepening_and_what_it_deepens_are_both_there(name: str, other: str) -> None:
    """So each event has its lines."""
    data = written(name, "nim(heaps=[1, 2])", "--depth", "2", "--engine")
    assert [one["file"] for one in data["code"]] == [
        file
        for one in (name, other)
        for file in (
            f"logic/search/{one}.pl", f"pygame_search/search/game_tree/{one}.py"
        )
    ]  # fmt: skip
    kinds = {data["kinds"][event[0]] for event in data["events"]}
    for i in range(2):
        first, second = (one["marks"] for one in data["code"][i::2])
        assert {kind for kind in kinds if not (first[kind] or second[kind])} == set()


def test_a_lecture_stands_beside_no_other_search() -> None:
    """Lectures deepen minimax; the engine's deepening is that of alpha-beta."""
    assert listings(read_method("deepening")) == []
    assert len(listings(read_method("deepening(search=minimax)"))) == 2


def never_raised(task: Task, alpha: int, beta: int, score: int) -> int:
    """Forget to raise alpha."""
    return alpha


def test_the_page_opens_where_the_forms_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what each of them does there."""
    monkeypatch.setattr(alphabeta, "raised", never_raised)
    words = "alphabeta", "hexapawn", "--depth", "3", "--engine"
    data = written(*words, status=1)
    assert data["step"] == 7
    assert data["above"]["title"] == "event 7 is the first that differs"
    assert data["above"]["parts"][0].splitlines()[-2:] == [
        "      7  clauses    the window is now alpha 0, beta +inf",
        "      7  procedure  enter move(2, 1, 2, 2)",
    ]


@pytest.mark.parametrize(
    ("words", "kind"),
    [("alphabeta hexapawn --depth 3", "search"), ("a_star delivery_robot", "search"),
     ("a_star eight_puzzle", "search"), ("uct hexapawn", "search"),
     ("proof_number hexapawn", "search"), ("maxn nim", "search"),
     ("deepening nim --depth 2", "search"), ("iterative delivery_robot", "search"),
     ("montecarlo hexapawn", "sources")],
)  # fmt: skip
def test_the_lecture_whole_beside_the_engine(words: str, kind: str) -> None:
    """A search without events has its sources, and its figures."""
    data = written(*words.split())
    assert data["kind"] == kind
    assert data["above"]["title"].startswith("the three agree")
    assert table(data)[""] == ["clauses", "procedure", "engine"]
    name = words.split()[0]
    for number, file in enumerate(
        (f"logic/lectures/{name}.pl", f"pygame_search/lectures/{name}.py")
    ):
        text = (logic_folder().parent / file).read_text("utf-8")
        assert data["code"][number]["lines"] == text.splitlines()


@pytest.mark.parametrize(
    ("game", "clause", "beside"),
    [("hexapawn", "value(_, _, _, 7) :- 1 < 2.", True),
     ("delivery_robot", "path(S, [S]) :- 1 < 2.", False)],
)  # fmt: skip
def test_a_program_and_its_answers(
    tmp_path: Path, game: str, clause: str, beside: bool
) -> None:
    """Beside the search that it is compared with, if there is one."""
    file = tmp_path / "own.pl"
    file.write_text(f"{clause}\n", encoding="utf-8")
    data = written(str(file), game, "--positions", "1", status=1)
    assert data["kind"] == "sources"
    assert data["above"]["title"] == "not all answers are right"
    assert data["code"][0]["lines"] == [clause]
    assert (len(data["code"]) == 2) is beside


browsed = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the lecture's alpha-beta."""
    words = ["compare", "alphabeta", "hexapawn", "--depth", "3", "--format", "html"]
    file = tmp_path_factory.mktemp("compared") / "page.html"
    told = CliRunner().invoke(command, words)
    file.write_text(told.stdout, encoding="utf-8")
    return file


#: For each source, the lines that are marked and can be seen.
RUNNING = """[...document.querySelectorAll('.code details')].map((one) => {
  const frame = one.getBoundingClientRect();
  return [...one.querySelectorAll('.runs')].filter((line) => {
    const place = line.getBoundingClientRect();
    return place.top >= frame.top && place.bottom <= frame.bottom;
  }).map((line) => line.textContent.trim());
})"""


@browsed
def test_the_lines_that_run_are_seen_in_both(browser: Browser, page: Path) -> None:
    """Side by side, at each step."""
    browser.size(1280, 800)
    browser.open(page)
    browser.press("c")
    clauses, function = browser.run(RUNNING)
    assert "good_enough(Side, V, A, B) -> Tried = []" in " ".join(clauses)
    assert any(line.startswith("break") for line in function)
    tops = (
        "[...document.querySelectorAll('.code details')]"
        ".map((one) => one.getBoundingClientRect().top)"
    )
    assert len(set(browser.run(tops))) == 1
    assert browser.run("document.querySelectorAll('.above tbody td').length") == 12


@browsed
def test_the_answer_closes_and_the_keys_go_on(browser: Browser, page: Path) -> None:
    """What stands above is part of the page that the keys steer."""
    browser.size(1280, 800)
    browser.open(page)
    browser.run("document.querySelector('.above summary').focus()")
    browser.press("Enter")
    browser.press("ArrowRight")
    assert not browser.run("document.querySelector('.above').open")
    assert browser.run("document.querySelector('.count').textContent")[:4] == "2 of"


@browsed
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_is_wider_than_the_page(
    browser: Browser, page: Path, width: int, dark: bool
) -> None:
    """Neither at the width of a phone."""
    browser.size(width, 800, dark=dark)
    browser.open(page)
    assert browser.run("document.documentElement.scrollWidth") <= width
