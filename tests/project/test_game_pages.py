"""Each game has a page, and the page says what the rule file says."""

import re

import game_pages
import pytest

ANEW = "`sh scripts/reference` writes the pages of the games anew"


@pytest.mark.parametrize("name", game_pages.games())
def test_a_game_has_a_page(name: str) -> None:
    file = game_pages.PAGES / f"{name}.md"
    assert file.read_text("utf-8") == game_pages.page(name, game_pages.on_page(name)), (
        ANEW
    )
    drawn = game_pages.PAGES / "pictures" / f"{name}.svg"
    told = drawn.read_text("utf-8") if drawn.exists() else ""
    assert told == game_pages.picture(name), ANEW


@pytest.mark.parametrize("name", game_pages.games())
def test_the_command_on_a_page_draws_its_tree(name: str) -> None:
    words = game_pages.on_page(name)
    assert re.search(rf"\b{name}\b", words)
    file = game_pages.PAGES / "pictures" / f"{name}_tree.svg"
    assert file.read_text("utf-8") == game_pages.drawn(words), ANEW


@pytest.mark.parametrize("name", game_pages.games())
def test_a_page_has_a_position_worth_thinking_about(name: str) -> None:
    assert re.search(
        rf"^\$ pygame-search .*\b{name}\b", game_pages.by_hand(name), re.MULTILINE
    )


def test_the_index_lists_each_game() -> None:
    index = (game_pages.PAGES / "README.md").read_text("utf-8")
    assert index == game_pages.index(), ANEW


def test_no_page_is_left_of_a_game_that_is_gone() -> None:
    pages = {page.stem for page in game_pages.PAGES.glob("*.md")} - {"README"}
    pictures = {page.stem for page in (game_pages.PAGES / "pictures").iterdir()}
    assert pages == {*game_pages.games()}
    assert pictures <= pages | {f"{page}_tree" for page in pages}


def test_the_pictures_are_small() -> None:
    sizes = [file.stat().st_size for file in (game_pages.PAGES / "pictures").iterdir()]
    assert sum(sizes) < 1_000_000
