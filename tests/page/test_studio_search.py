"""Searches in the studio: each method of the clauses, its steps, and links to them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from browser import PROGRAM, Browser
from studio import READ, click, open_studio, run, seen

import pygame_search as ps
from pygame_search.explanation.searches.tree import SearchTree, path_tree

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")


def opened(browser: Browser, page: Path, fragment: str) -> None:
    """Open the studio at a link."""
    browser.size(1280, 800)
    open_studio(browser, page, fragment)


def shown(browser: Browser, part: str) -> str:
    """Return the text of a part of the page."""
    return str(browser.run(f"document.querySelector('{part}').textContent"))


SEARCH = ".searching [type=submit]"

CALLS = (
    ("hexapawn", "alphabeta(depth=4)"),
    ("hexapawn", "alphabeta(depth=3, fail=hard, table=true, order=killer)"),
    ("hexapawn", "minimax(depth=2, sooner=false, evaluation=zero)"),
    ("hexapawn", "alphabeta(depth=2, quiescence=2, swing=1, alpha=-5, beta=5)"),
    ("tic_tac_toe", "pvs(depth=2)"),
    ("tic_tac_toe", "deepening(depth=2, aspiration=1)"),
    ("hexapawn", "deepening(depth=3, nodes=40, search=minimax)"),
    ("nim(heaps=[1, 2])", "proof_number(threshold=1)"),
    ("nim(heaps=[1, 2])", "breadth(depth=2)"),
    ("goofspiel", "maxn(depth=1)"),
    ("goofspiel", "paranoid(depth=1)"),
    ("pig", "expectimax(depth=2)"),
    ("romania", "a_star"),
    ("romania", "best_first"),
    ("romania", "ida_star"),
    ("romania", "breadth"),
    ("romania", "lowest_cost"),
    ("delivery_robot", "depth(prune=cycles)"),
    ("missionaries", "iterative(limit=20)"),
)


def tree(game: str, method: str) -> SearchTree:
    """Return the same search by the installed engine."""
    loaded = ps.load(game).face_up()
    if loaded.space == "none":
        return loaded.initial.tree(method=method, tier="clauses")
    return path_tree(loaded, method, tier="clauses")


@pytest.mark.parametrize(("game", "method"), CALLS)
def test_the_steps_are_those_of_the_installed_engine(
    browser: Browser, page: Path, game: str, method: str
) -> None:
    """As many, and the last in the same words; a link searches nothing by itself."""
    name, _, parameters = game.partition("(")
    values = parameters.removesuffix(")")
    given = f"&p.{values}" if values else ""
    opened(browser, page, f"#game={name}{given}&view=search&method={quote(method)}")
    assert seen(browser, ".player") == []
    click(browser, SEARCH)
    browser.wait("document.querySelector('.stage')")
    ours = tree(game, method)
    assert shown(browser, ".count") == f"1 of {len(ours.events):,}"
    browser.press("End")
    assert shown(browser, ".stage .words") == ours.steps()[-1]
    assert browser.run("studio.works.length") == 0


def test_each_method_that_is_offered_is_tried(browser: Browser, page: Path) -> None:
    """Above, in a game and in a path search."""
    opened(browser, page, "#game=hexapawn&view=search")
    offered = browser.run("studio.methods.map(({ kind, name }) => [kind, name])")
    tried = []
    for game, method in CALLS:
        plain = ps.load(game).space == "none"
        tried.append(["game" if plain else "path", method.partition("(")[0]])
    assert [one for one in offered if one not in tried] == []


def test_a_link_points_at_a_step(browser: Browser, page: Path) -> None:
    """The step is shown once it is searched; a link from there leads back."""
    link = "#game=hexapawn&view=search&method=alphabeta(depth%3D4)&step=14"
    opened(browser, page, link)
    assert seen(browser, "[aria-selected=true]") == ["Search"]
    assert "Press Search to see its step 14." in seen(browser, ".searching .note")[0]
    click(browser, SEARCH)
    browser.wait("document.querySelector('.stage')")
    assert shown(browser, ".count") == "14 of 169"
    browser.press("ArrowRight")
    click(browser, "button", "Share")
    browser.wait("location.hash.endsWith('15')")
    assert browser.run("location.hash") == link.replace("14", "15")


def test_a_value_that_is_none(browser: Browser, page: Path) -> None:
    """The page says what is expected, and searches nothing."""
    opened(browser, page, "#game=hexapawn&view=search&method=minimax(depth%3Da)")
    click(browser, SEARCH)
    assert seen(browser, ".told") == [
        'Depth: expected a number of plies of 0 or more, found "a".'
    ]
    opened(browser, page, "#game=hexapawn&view=search&method=uct")
    assert seen(browser, ".told") == [
        "The method uct of the link does not exist for this game."
    ]


def test_the_search_begins_where_the_game_stands(browser: Browser, page: Path) -> None:
    """For the role that moves there; after another move the page says so."""
    opened(browser, page, "#game=hexapawn&move=move(1, 1, 1, 2)&view=search")
    browser.wait("document.querySelectorAll('.searching form select')[1].value === '1'")
    click(browser, SEARCH)
    browser.wait("document.querySelector('.stage')")
    method = "alphabeta(depth=3)"
    ours = ps.load("hexapawn").after("move(1, 1, 1, 2)").tree(method=method)
    assert shown(browser, ".count") == f"1 of {len(ours.events):,}"
    browser.run("document.activeElement.blur()")
    browser.press("ArrowRight")
    assert shown(browser, ".count") == f"2 of {len(ours.events):,}"
    more = "document.querySelector('.searching form details').open"
    run(browser, "studio.undo()")
    browser.wait(READ)
    assert browser.run(more) is False
    assert "began at another position" in seen(browser, ".searching .note")[0]


def test_a_search_that_takes_too_long(browser: Browser, page: Path) -> None:
    """It can be stopped, and the next one is answered."""
    opened(browser, page, "#game=chess&view=search&method=minimax(depth%3D9)")
    browser.run(f"document.querySelector('{SEARCH}').click(); 0")
    browser.wait("!('idle' in document.querySelector('.busy').dataset)")
    click(browser, "button", "Stop")
    assert seen(browser, ".told") == ["Searching was ended: it was stopped."]
    assert seen(browser, ".stage") == []
    run(browser, "studio.choose('nim'); await studio.settled()")
    browser.wait(READ)
    click(browser, SEARCH)
    browser.wait("document.querySelector('.stage')")
