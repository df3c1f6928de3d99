"""Pages of `--live`: the studio, which shows a recorded search first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from browser import PROGRAM, Browser
from click.testing import CliRunner, Result
from pages import page_data
from studio import READ, click, open_studio, run, seen
from test_player import MARKUP, hostile

from pygame_search.cli.app import command
from pygame_search.page import webassembly
from pygame_search.page.site import studio_page

needs_chromium = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")

#: Rules of one's own, with a parameter.
OWN = """
title('Take one or two').
parameter(stones, 5).
role(one). role(two).
init(left(N)) :- parameter(stones, N).
init(control(one)).
can(1). can(2).
legal(R, take(K)) :- true(control(R)), true(left(N)), can(K), N >= K.
legal(R, noop) :- role(R), \\+ true(control(R)).
next(left(M)) :- does(_, take(K)), true(left(N)), M is N - K.
next(control(two)) :- true(control(one)).
next(control(one)) :- true(control(two)).
terminal :- true(left(0)).
goal(R, 0) :- true(control(R)).
goal(R, 100) :- role(R), \\+ true(control(R)).
"""


def invoke(*words: str) -> Result:
    """Run a command that writes a live page; skip it without the engine of a page."""
    if webassembly.kept_system() is None:
        pytest.skip(f"needs {webassembly.PACKAGE}: `{webassembly.FETCH}` fetches it")
    return CliRunner().invoke(command, [*words, "--format", "html", "--live"])


def opened(browser: Browser, folder: Path, page: str, fragment: str = "") -> None:
    """Write a page, and open it at a link."""
    file = folder / "live.html"
    file.write_text(page, encoding="utf-8")
    browser.size(1280, 800)
    open_studio(browser, file, fragment)
    browser.wait("document.querySelector('.stage')")


def count(browser: Browser) -> str:
    """Return the step that is shown, and how many there are."""
    [text] = seen(browser, ".count")
    return text


CALLS = (
    "tree hexapawn --method alphabeta(depth=4)",
    "tree hexapawn --method minimax --depth 3 --after move(1,1,1,2)",
    "tree nim(heaps=[1,2]) --method proof_number",
    "tree FILE(stones=4) --role two --method alphabeta --depth 3",
    "tree pig --method expectimax --depth 1",
    "best FILE --method minimax --depth 3 --why",
    "best hexapawn --state [cell(1,1,white),cell(2,2,black),control(white)] --depth 2",
    "path delivery_robot --method a_star --prune cycles",
    "compare pvs tic_tac_toe --depth 2 --engine",
)


@needs_chromium
@pytest.mark.parametrize("call", CALLS)
def test_a_live_page_shows_its_search_and_searches_the_same_again(
    browser: Browser, tmp_path: Path, call: str
) -> None:
    """Nothing is searched before a click; then as many steps as were recorded."""
    file = tmp_path / "own.pl"
    file.write_text(OWN, encoding="utf-8")
    written = invoke(*call.replace("FILE", str(file)).split(" "))
    assert written.exit_code == 0, written.stderr
    first = page_data(written.stdout)["first"]
    recording = first["recording"]
    opened(browser, tmp_path, written.stdout)
    assert seen(browser, "[aria-selected=true]") == ["Search"]
    many = f"1 of {len(recording['events']):,}"
    assert count(browser) == many
    assert len(seen(browser, ".above")) == (recording["above"] is not None)
    assert browser.run("studio.works.length") == 0
    assert seen(browser, ".told") == [""]
    browser.press("End")
    click(browser, ".searching [type=submit]")
    assert count(browser) == many
    assert browser.run("studio.sum?.source") == (first["sum"] or {}).get("source")
    assert browser.faults() == []


@needs_chromium
def test_links_into_a_live_page(browser: Browser, tmp_path: Path) -> None:
    """A step of the recording, or another method; rules go with a link."""
    file = tmp_path / "own.pl"
    file.write_text(OWN, encoding="utf-8")
    how = "tree", str(file), "--method", "alphabeta(depth=3)", "--until", "cutoff"
    page = invoke(*how).stdout
    step = page_data(page)["first"]["step"]
    many = len(page_data(page)["first"]["recording"]["events"])
    opened(browser, tmp_path, page)
    assert count(browser) == f"{step} of {many}"
    assert seen(browser, ".stage .event") == ["cutoff"]
    click(browser, "button", "Share")
    browser.wait("location.hash")
    shared = browser.run("location.hash")
    assert shared.startswith("#rules=")
    assert shared.endswith(f"&view=search&method=alphabeta(depth%3D3)&step={step}")
    opened(browser, tmp_path, page, "#step=4")
    assert count(browser) == f"4 of {many}"
    open_studio(browser, tmp_path / "live.html", "#method=minimax(depth%3D1)")
    assert seen(browser, ".count") == []
    click(browser, ".searching [type=submit]")
    assert count(browser) == "1 of 8"
    open_studio(browser, tmp_path / "live.html", "#view=rules")
    assert run(browser, "return studio.rules.text") == OWN
    run(browser, "studio.edit(studio.rules.text.replace('5', '6'))")
    browser.wait(READ)
    click(browser, "[role=tab]", "Play")
    assert seen(browser, ".words") == ["one moves"]
    open_studio(browser, tmp_path / "live.html", "#game=nim&view=play")
    assert seen(browser, ".words") == ["first moves"]


@pytest.mark.slow
@needs_chromium
def test_markup_in_a_recording_is_text(browser: Browser, tmp_path: Path) -> None:
    """Every text of it holds markup, and none becomes an element."""
    words = "best", "hexapawn", "--method", "alphabeta(depth=2)", "--why"
    first = page_data(invoke(*words).stdout)["first"]
    markup = "".join(MARKUP)
    first["recording"] = hostile(first["recording"], markup)
    opened(browser, tmp_path, studio_page(title=markup, first=first))
    for key in ("End", "ArrowLeft", "c", "v"):
        browser.press(key)
    assert browser.run("document.querySelectorAll('img, svg[onload]').length") == 0
    assert browser.run("typeof run") == "undefined"
    assert "onerror" in seen(browser, ".above")[0]


@needs_chromium
@pytest.mark.parametrize("game", ["hexapawn", "goofspiel"])
def test_a_saved_game_is_played_on(browser: Browser, tmp_path: Path, game: str) -> None:
    """All its moves are there, and can be taken back."""
    words = "match", game, "random", "random", "--games", "1", "--save", str(tmp_path)
    played = CliRunner().invoke(command, words)
    assert played.exit_code == 0, played.output
    file = tmp_path / "0001.json"
    kept = json.loads(file.read_text(encoding="utf-8"))
    page = tmp_path / "live.html"
    page.write_text(invoke("show", str(file)).stdout, encoding="utf-8")
    browser.size(1280, 800)
    open_studio(browser, page)
    assert seen(browser, "[aria-selected=true]") == ["Play"]
    assert seen(browser, ".told") == [""]
    goals = ", ".join(f"{role} {value}" for role, value in kept["goals"].items())
    assert seen(browser, ".turn .words") == [f"The game is over: {goals}"]
    assert len(seen(browser, ".history button")) == len(kept["moves"]) + 1
    click(browser, "button", "Undo")
    assert "It is over" not in seen(browser, ".turn .words")[0]
    click(browser, "button", "Redo")
    assert seen(browser, ".turn .words") == [f"The game is over: {goals}"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("tree nim --live", "--live has no effect without --format html"),
        ("best nim --live", "--live has no effect without --format html"),
        ("show nim --live", "--live has no effect without --format html"),
        ("path romania --live", "--live has no effect without --format html"),
        ("compare minimax nim --live", "--live has no effect without --format html"),
        (
            "best nim --live --format html --weight mobility=1",
            "--weight has no effect with --live: the page has the weights of the rules",
        ),
        (
            "compare montecarlo nim --live --format html",
            "--live goes on from a search, and montecarlo has no steps",
        ),
    ],
)
def test_what_has_no_live_page_is_refused(words: str, why: str) -> None:
    """In a sentence, and nothing is written."""
    refused = CliRunner().invoke(command, words.split())
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert why in refused.stderr


def test_a_live_page_needs_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the engine of a page is missing, and npm, too, the error says so."""
    monkeypatch.setattr(webassembly, "kept_system", lambda: None)
    monkeypatch.setenv("PATH", "")
    words = "tree nim --depth 1 --format html --live"
    refused = CliRunner().invoke(command, words.split())
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "needs Node.js with npm" in refused.stderr


@pytest.mark.slow
def test_a_method_without_clauses_is_shown_and_not_searched() -> None:
    """The recording is there, and the page searches with another method."""
    words = "tree", "nim(heaps=[1,2])", "--method", "uct(simulations=5, seed=1)"
    first = page_data(invoke(*words).stdout)["first"]
    assert first["method"] is None
    assert first["recording"]["method"]["name"] == "uct"
    assert (first["game"], first["parameters"]) == ("nim", [["heaps", "[1, 2]"]])
