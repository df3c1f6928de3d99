"""The links of `docs/lectures.md` into the studio: each shows what it says."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from browser import PROGRAM, Browser
from lectures_page import lectures_page
from studio import click, open_studio, seen
from studio_links import ROOT, StudioLink, read_links, studio_links
from test_claims import claims

import pygame_search as ps
from pygame_search.explanation.searches.tree import SearchTree, path_tree
from pygame_search.game import Game

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINKS = [
    link
    for file in DOCUMENTS
    for link in studio_links(file.read_text(encoding="utf-8"))
]
STUDIO = ROOT / "pygame_search" / "page" / "studio"

#: A row of the claims whose text is a link.
ROW = re.compile(r"^\| \[(.*?)\]\(\.\./site/studio\.html#", re.MULTILINE)

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js")
each = pytest.mark.parametrize("link", LINKS, ids=lambda link: link.text)


@cache
def named() -> dict[str, dict[str, Any]]:
    """Return what the studio reads in each link, by its fragment."""
    fragments = [link.fragment for link in LINKS]
    read = read_links(*fragments)
    assert [one for one in read if "refused" in one] == []
    return {key: one["found"] for key, one in zip(fragments, read, strict=True)}


def game(link: dict[str, Any]) -> Game:
    """Return the game of a link."""
    values = ", ".join(f"{name}={value}" for name, value in link["parameters"])
    return ps.load(f"{link['game']}({values})" if values else link["game"]).face_up()


def tree(link: dict[str, Any]) -> SearchTree:
    """Return the search of a link, by the installed engine."""
    loaded, method = game(link), link["method"]
    if loaded.space != "none":
        return path_tree(loaded, method, tier="clauses")
    return loaded.after(link["moves"]).tree(method=method, tier="clauses")


def who_moves(link: dict[str, Any]) -> str:
    """Return what the studio says of the position of a link."""
    loaded = game(link)
    start = loaded.initial if link["facts"] is None else loaded.state(link["facts"])
    state = loaded.after(link["moves"], start)
    if state.terminal:
        goals = [f"{role} {value}" for role, value in state.goals.items()]
        return f"The game is over: {', '.join(goals)}"
    [role] = state.to_move
    return f"{role} moves"


def test_most_claims_are_links() -> None:
    """No other form of a link into the site is missed."""
    text = (ROOT / "docs" / "lectures.md").read_text(encoding="utf-8")
    linked = ROW.findall(text)
    assert [link.text for link in studio_links(text)] == linked
    assert text.count("/site/") == len(linked) >= 50
    assert set(linked) < {claim.text for claim in claims()}


@needs_node
def test_links_are_those_that_the_studio_writes() -> None:
    """They name a view; a search has its step."""
    found = named()
    assert [one["fragment"] for one in read_links(*found.values())] == list(found)
    titles = {
        title.lower()
        for file in STUDIO.glob("*_view.js")
        for title in re.findall(r"this\.title = '(\w+)'", file.read_text("utf-8"))
    }
    for link in found.values():
        assert link["view"] in titles
        assert (link["view"] == "search") == (link["method"] is not None)
        assert (link["method"] is None) == (link["step"] is None)


@needs_node
@each
def test_a_link_names_what_is_there(link: StudioLink) -> None:
    """A position, or a step of a search: the event of the kind that the title says."""
    found = named()[link.fragment]
    if found["method"] is None:
        assert who_moves(found) == link.title
        return
    events = tree(found).events
    assert events[found["step"] - 1][0] == link.title


def test_the_page_of_the_lectures_has_the_same_links() -> None:
    """Beside the studio, and the commands of the other claims."""
    page = lectures_page()
    found = re.findall(r'<li><a href="studio\.html#(.*?)">(.*?)</a></li>', page)
    assert [(unescape(fragment), unescape(text)) for fragment, text in found] == [
        (link.fragment, link.text) for link in LINKS
    ]
    linked = {link.text for link in LINKS}
    others = [claim for claim in claims() if claim.text not in linked]
    assert [
        unescape(command) for command in re.findall("<code>(.*?)</code>", page)
    ] == [claim.command for claim in others if claim.command]
    assert page.count("<li>") == len(claims())


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser, and at the end no fault in it."""
    with Browser() as started:
        started.size(1280, 800)
        yield started
        assert started.faults() == []


@pytest.mark.slow
@pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")
@needs_node
@each
def test_the_studio_shows_it(browser: Browser, page: Path, link: StudioLink) -> None:
    """A search after a click, and not before."""
    open_studio(browser, page, f"#{link.fragment}")
    assert seen(browser, ".told") == [""]
    if (method := named()[link.fragment]["method"]) is None:
        assert seen(browser, ".turn .words") == [link.title]
    else:
        assert seen(browser, ".stage") == []
        click(browser, ".searching [type=submit]")
        assert seen(browser, ".stage .event") == [link.title]
        step = named()[link.fragment]["step"]
        [count] = seen(browser, ".stage .count")
        assert count.startswith(f"{step:,} of "), method
    assert browser.faults() == []
