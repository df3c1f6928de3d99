"""The page of a game that was played, and the values of its positions."""

from pathlib import Path
from typing import Any

import pytest
from browser import PROGRAM, Browser
from click.testing import CliRunner

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import State
from pygame_search.page import played
from pygame_search.page.file import page
from pygame_search.page.played import played_data

#: Each player takes one of three counters: two bad moves, then the only one.
MOVES = ("take(1, 1)", "take(1, 1)", "take(1, 1)")


def states(*moves: str, game: str = "nim(heaps=[3])") -> list[State]:
    """Return the states of a game."""
    found = [ps.load(game).initial]
    for move in moves:
        found.append(found[-1].play(move))
    return found


def data(line: list[State]) -> dict[str, Any]:
    """Return a game as the page reads it."""
    moves = [f"move {number}" for number in range(1, len(line))]
    players = [("first", "a"), ("second", "b")]
    return played_data(line, players=players, moves=moves, end="It is over.")


def test_each_position_has_its_value() -> None:
    """For the first player: a win that a bad move gives away, and wins back."""
    found = data(states(*MOVES))
    assert found["values"] == [
        (1, "value 1 in 1 ply"), (-1, "value -1 in 1 ply"), (1, "value 1 in 1 ply"),
        (1, "value 1"),
    ]  # fmt: skip
    assert (found["valued"], found["note"]) == ("first", "")


def test_values_beyond_the_limit_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those at the end of the game are known."""
    monkeypatch.setattr(played, "MOST", 30_000)
    line = states("take(1, 3)", "take(2, 4)", "take(3, 5)", game="nim")
    found = data(line)
    assert found["values"][0] is None
    assert found["values"][-1] == (1, "value 1")
    assert found["note"] == "Values that take more than 30,000 inferences are left out."


def test_a_game_of_chance_has_no_values() -> None:
    """The page says why."""
    found = data(states(game="pig"))
    assert found["values"] == [None]
    assert found["note"].startswith("There are no values: 'pig' has the role random")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that a match saved."""
    folder = tmp_path_factory.mktemp("games") / "games"
    words = ["match", "hexapawn", "random", "random", "--games", "1", "--save"]
    assert CliRunner().invoke(command, [*words, str(folder)]).exit_code == 0
    return folder / "0001.json"


def test_show_writes_the_page_of_a_saved_game(saved: Path) -> None:
    """Of the whole game, and of no other position."""
    run = CliRunner().invoke
    shown = run(command, ["show", str(saved), "--format", "html"])
    assert shown.exit_code == 0
    assert "<title>A game of Hexapawn</title>" in shown.stdout
    for words in ([str(saved), "--ply", "1"], [str(saved), "--json"], ["nim"]):
        refused = run(command, ["show", *words, "--format", "html"])
        assert (refused.exit_code, refused.stdout.count("<html")) == (2, 0)


browsed = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a game of nim."""
    file = tmp_path_factory.mktemp("game") / "page.html"
    file.write_text(page("A game", data(states(*MOVES))), encoding="utf-8")
    return file


def text(browser: Browser, part: str) -> str:
    """Return the text of a part of the page."""
    return str(browser.run(f"document.querySelector('{part}').textContent"))


@browsed
def test_keys_go_through_the_game(browser: Browser, nim: Path) -> None:
    """The board, the words and the value of each position."""
    browser.size(1280, 800)
    browser.open(nim)
    assert text(browser, ".board svg") == "1: 3"
    browser.press("v")
    assert text(browser, ".words") == "1. move 1"
    assert text(browser, ".worth") == (
        "first: value −1 in 1 ply; this move changed the value"
    )
    browser.press("End")
    assert text(browser, ".words") == "3. move 3. It is over."
    assert text(browser, "[aria-current]") == "3. move 3"
    browser.press("ArrowLeft")
    assert text(browser, ".count") == "2 of 3"
    browser.wait("location.hash === '#step=2'")
    browser.open(nim, "#step=1")
    assert text(browser, ".count") == "1 of 3"


@browsed
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_is_wider_than_the_page(
    browser: Browser, nim: Path, width: int, dark: bool
) -> None:
    """Neither at the width of a phone."""
    browser.size(width, 800, dark=dark)
    browser.open(nim)
    assert browser.run("document.documentElement.scrollWidth") <= width
