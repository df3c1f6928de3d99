"""The page of a match: its results, and its games."""

from pathlib import Path
from typing import Any

import pytest
from browser import AXE, PROGRAM, Browser
from click.testing import CliRunner
from pages import page_data

from pygame_search.cli import match
from pygame_search.cli.app import command

WORDS = "match", "nim(heaps=[2, 2])", "random", "alphabeta(depth=4)", "--games", "4"


def written(*words: str) -> str:
    """Return the page of a match."""
    told = CliRunner().invoke(command, [*WORDS, *words, "--format", "html"])
    assert told.exit_code == 0, told.output
    return told.stdout


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The page of a match, and its data."""
    file = tmp_path_factory.mktemp("match") / "page.html"
    text = written("--save", str(file.parent / "games"))
    file.write_text(text, encoding="utf-8")
    return file, page_data(text)


def test_the_games_are_those_of_the_files(page: tuple[Path, dict[str, Any]]) -> None:
    """Each as `show` writes it, below what the terminal prints."""
    file, data = page
    assert (data["kind"], len(data["games"])) == ("games", 4)
    told = CliRunner().invoke(command, WORDS).stdout.splitlines()
    above = data["above"]
    assert above["title"].startswith("4 games of nim(heaps=[2, 2]) from 2 openings")
    assert above["parts"][0].splitlines() == told[2:]
    for number, game in enumerate(data["games"], 1):
        shown = ["show", str(file.parent / "games" / f"{number:04}.json")]
        alone = CliRunner().invoke(command, [*shown, "--format", "html"]).stdout
        assert game == page_data(alone)
        assert game["moves"][0].endswith("(opening)")


def test_a_page_has_no_more_games_than_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how many it has."""
    monkeypatch.setattr(match, "_MOST_GAMES", 2)
    data = page_data(written())
    assert len(data["games"]) == 2
    assert data["above"]["parts"][-1] == "The page has the first 2 of these games."


browsed = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")


@browsed
def test_keys_go_through_the_games(
    browser: Browser, page: tuple[Path, dict[str, Any]]
) -> None:
    """From game to game, and in each from move to move; a link leads there."""
    file, data = page

    def text(part: str) -> str:
        return str(browser.run(f"document.querySelector('{part}').textContent"))

    browser.size(1280, 800)
    browser.open(file)
    assert text("[aria-current=true]").startswith("1. first: ")
    browser.press("ArrowRight")
    assert text(".words") == f"1. {data['games'][0]['moves'][0]}"
    browser.press("n")
    assert text(".words") == "The start"
    browser.press("n")
    assert text("[aria-current=true]").startswith("3. first: ")
    browser.press("ArrowRight")
    browser.wait("location.hash === '#game=3&step=1'")
    browser.press("p")
    browser.press("p")
    browser.press("p")
    assert text("[aria-current=true]").startswith("1. first: ")
    browser.open(file, "#game=4&step=2")
    assert text("[aria-current=true]").startswith("4. first: ")
    assert text(".count").startswith("2 of ")
    browser.run("document.querySelector('.games > .moves button').click()")
    browser.press("End")
    assert text(".words").endswith(data["games"][0]["end"])


@browsed
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_is_wider_than_the_page(
    browser: Browser, page: tuple[Path, dict[str, Any]], width: int, dark: bool
) -> None:
    """Neither at the width of a phone."""
    browser.size(width, 800, dark=dark)
    browser.open(page[0])
    assert browser.run("document.documentElement.scrollWidth") <= width


@browsed
@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: sh scripts/browser")
@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize(
    "words",
    ["match nim random legal --games 2", "solve chomp",
     "compare alphabeta hexapawn --depth 2", "compare montecarlo hexapawn",
     "best hexapawn --depth 2 --why"],
)  # fmt: skip
def test_nobody_is_left_out(
    browser: Browser, tmp_path: Path, words: str, width: int
) -> None:
    """A checker of accessibility finds nothing in any of these pages."""
    told = CliRunner().invoke(command, [*words.split(), "--format", "html"])
    file = tmp_path / "page.html"
    file.write_text(told.stdout, encoding="utf-8")
    browser.size(width, 800)
    browser.open(file)
    browser.run(AXE.read_text(encoding="utf-8") + "; 0")
    found = browser.run("axe.run(document).then((all) => all.violations)")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
