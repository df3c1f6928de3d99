"""The page of `solve`: the value, and a line of best play."""

from pathlib import Path
from typing import Any

import pytest
from browser import PROGRAM, Browser
from click.testing import CliRunner
from pages import page_data

import pygame_search as ps
from pygame_search.cli import solve as solving
from pygame_search.cli.app import command
from pygame_search.solving.line import line

NIM = "nim(heaps=[1, 3, 4])"

#: Nobody can force an end.
ROUND = """
role(a). role(b). init(turn(a)).
legal(P, on) :- true(turn(P)).
legal(P, stop) :- true(turn(P)).
legal(P, noop) :- role(P), \\+ true(turn(P)).
next(turn(b)) :- true(turn(a)), does(a, on).
next(turn(a)) :- true(turn(b)), does(b, on).
next(lost(P)) :- does(P, stop).
terminal :- true(lost(_)).
goal(P, 0) :- true(lost(P)).
goal(P, 100) :- role(P), true(lost(Q)), distinct(P, Q).
"""


def run(*words: str) -> str:
    """Return what `solve` prints."""
    told = CliRunner().invoke(command, ["solve", *words])
    assert told.exit_code == 0, told.output
    return told.stdout


def written(*words: str) -> dict[str, Any]:
    """Return the data of a page that `solve` writes."""
    return page_data(run(*words, "--format", "html"))


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
@pytest.mark.parametrize("strength", ["weak", "strong"])
@pytest.mark.parametrize("game", ["chomp", "hexapawn", NIM])
def test_the_line_is_as_long_as_the_solution_says(
    game: str, strength: str, tier: str
) -> None:
    """Its value never changes, and each move takes a ply."""
    state = ps.load(game).initial
    found = state.solve(strength=strength, tier=tier)
    played = line(found, state)
    assert played.states[-1].terminal
    assert played.states[-1].goals[found.role] == found.value
    distances = [entry and entry.distance for entry in played.entries]
    assert distances == list(range(len(played.moves), -1, -1))
    assert len(played.moves) == found.distance


def test_the_page_says_what_the_terminal_says() -> None:
    """And moves of the line, each with who makes it."""
    words = NIM, "--strength", "strong"
    data = written(*words)
    assert data["kind"] == "game"
    text, rows = data["above"]["parts"]
    assert text.splitlines()[:-1] == run(*words).splitlines()[:-1]  # the time
    assert data["above"]["title"] == "first: value 1 in 7 plies"
    assert data["players"] == [
        ["first", "the best moves"], ["second", "the best replies"]
    ]  # fmt: skip
    assert data["moves"][0].startswith("first plays take(")
    assert data["end"] == "The game is over: first wins (first 1, second -1)."
    assert data["values"][0] == [1, "value 1 in 7 plies"]
    assert data["values"][-1] == [1, "value 1"]
    assert rows[0] == ["position", "worth to first", "move of first"]
    assert len(rows) == 1 + (ps.load(NIM).initial.solve(strength="strong").states or 0)


def test_a_strategy_need_not_be_the_fastest() -> None:
    """The page says how many plies it takes at most."""
    data = written("chomp")
    assert data["values"][0] == [1, "value 1 in 8 plies"]
    assert data["values"][1] == [1, "value 1 in at most 7 plies"]
    assert data["players"][0] == ["first", "the strategy"]


def test_endless_play_is_the_cycle(tmp_path: Path) -> None:
    """A line of it has no end: it comes back."""
    file = tmp_path / "round.pl"
    file.write_text(ROUND, encoding="utf-8")
    data = written(str(file))
    assert data["above"]["title"] == "a: no value, play goes on for ever"
    assert data["moves"] == ["a plays on", "b plays on"]
    assert data["players"] == []
    assert data["note"] == "The line is one way in which play can go on for ever."
    assert data["end"] == "This is the position at the start: play can go on for ever."


def test_a_value_alone_has_no_line() -> None:
    """The page shows the position."""
    data = written("nim(heaps=[1, 2])", "--method", "proof_number")
    assert data["above"]["title"] == "first: value 1"
    assert (data["moves"], data["players"]) == ([], [])
    assert data["note"] == "A solution that is ultra-weak has no line to show."


def test_a_line_of_many_states_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not all read; the page says so."""
    monkeypatch.setattr(solving, "MOST", 10)
    data = written(NIM)
    assert data["moves"] == []
    assert data["note"].startswith("The line is left out: the solution has more than")


browsed = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")


@browsed
@pytest.mark.parametrize("width", [1280, 400])
def test_keys_go_through_the_line(browser: Browser, tmp_path: Path, width: int) -> None:
    """Each position with its value; the table opens; nothing is wider than the page."""
    file = tmp_path / "page.html"
    file.write_text(run("chomp", "--format", "html"), encoding="utf-8")
    browser.size(width, 800)
    browser.open(file)

    def text(part: str) -> str:
        return str(browser.run(f"document.querySelector('{part}').textContent"))

    browser.press("ArrowRight")
    assert text(".words") == "1. first plays eat(3, 2)"
    assert text(".worth") == "first: value 1 in at most 7 plies"
    browser.press("End")
    assert text(".words").endswith("The game is over: first wins (first 1, second -1).")
    assert not browser.run("document.querySelector('.above details').open")
    browser.run("document.querySelector('.above details summary').focus()")
    browser.press("Enter")
    assert browser.run("document.querySelector('.above details').open")
    assert browser.run("document.documentElement.scrollWidth") <= width


@browsed
def test_a_position_alone_has_no_buttons(browser: Browser, tmp_path: Path) -> None:
    """There is no step to go to."""
    words = "nim(heaps=[1, 2])", "--method", "proof_number", "--format", "html"
    file = tmp_path / "page.html"
    file.write_text(run(*words), encoding="utf-8")
    browser.open(file)
    buttons = "[...document.querySelectorAll('button')]"
    assert not browser.run(f"{buttons}.some((one) => one.checkVisibility())")
    browser.press("ArrowRight")
    assert browser.run("document.querySelector('.words').textContent") == "The start"
