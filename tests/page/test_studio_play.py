"""Playing in the studio: against searches and chance, with hints and analysis."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from browser import PROGRAM, Browser
from studio import READ, click, open_studio, run, seen

import pygame_search as ps

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")


def opened(browser: Browser, page: Path, fragment: str) -> Browser:
    """Return the studio at a link."""
    browser.size(1280, 800)
    open_studio(browser, page, fragment)
    return browser


def takes(browser: Browser, role: int, player: str) -> None:
    """Have a player move for a role."""
    browser.run(
        f"(() => {{ const field = document.querySelectorAll('.who select')[{role}];"
        f" field.value = {json.dumps(player)};"
        " field.dispatchEvent(new Event('change')); })()"
    )
    browser.wait(READ)


def asked(browser: Browser, button: str) -> list[str]:
    """Return what is told after a button."""
    click(browser, "button", button)
    browser.wait("document.querySelector('.said').childElementCount > 0")
    return seen(browser, ".said p, .said caption, .said td")


def test_a_hint_is_the_best_move(browser: Browser, page: Path) -> None:
    """With its value, as the installed engine finds it."""
    opened(browser, page, "#game=tic_tac_toe&move=mark(1, 1)")
    [hint] = asked(browser, "Hint")
    ours = ps.load("tic_tac_toe").after("mark(1, 1)").best(depth=4)
    assert hint == f"o: {ours.move} is best, worth 0 by a search of depth 4."


def test_the_analysis_has_all_moves(browser: Browser, page: Path) -> None:
    """The values are those of the installed engine; a search to the end says so."""
    opened(browser, page, "#game=hexapawn")
    caption, *cells = asked(browser, "Analysis")
    assert caption == "The moves of white, by a search of depth 4"
    found = ps.load("hexapawn").initial.best(depth=4, exact=True)
    ours = {move.move: move.value for move in found.moves}
    told = dict(zip(cells[::2], cells[1::2], strict=True))
    values = {m: int(v.split(",")[0].replace("−", "-")) for m, v in told.items()}
    assert values == ours
    assert list(ours.values()).count(-10) == list(told.values()).count("−10, loss in 4")
    opened(browser, page, "#game=nim&p.heaps=[1, 2]")
    [hint] = asked(browser, "Hint")
    assert hint == (
        "first: take(2, 1) is best, worth 1, win in 3 "
        "by a search to the end of the game."
    )


def test_a_search_plays(browser: Browser, page: Path) -> None:
    """After the move of a person, which is taken back with the reply."""
    opened(browser, page, "#game=nim&p.heaps=[1, 2]")
    takes(browser, 1, "3")
    click(browser, ".moves button", "take(1, 1)")
    browser.wait("studio.moves.length === 2")
    browser.wait(READ)
    browser.wait(
        "document.querySelector('.words').textContent.startsWith('The game is over')"
    )
    assert seen(browser, ".words") == ["The game is over: first -1, second 1"]
    click(browser, "button", "Undo")
    browser.wait("document.querySelector('.words').textContent === 'first moves'")
    assert browser.run("studio.moves.length") == 0
    assert "Let second move" not in seen(browser, ".turn button")
    click(browser, "button", "Redo")
    browser.wait("studio.moves.length === 2")


def test_it_waits_where_one_goes(browser: Browser, page: Path) -> None:
    """In the list of moves; where it moved first, its move is taken back alone."""
    opened(browser, page, "#game=nim&p.heaps=[1, 2]&move=take(1, 1)")
    takes(browser, 0, "3")
    click(browser, ".moves button", "take(2, 1)")
    browser.wait("studio.moves.length === 3")
    browser.wait(READ)
    click(browser, ".history button", "2. take(2, 1)")
    browser.wait("document.querySelector('.words').textContent === 'first moves'")
    assert seen(browser, ".moves button") == []
    assert seen(browser, ".told") == [""]
    for after in 1, 0:
        click(browser, "button", "Undo")
        browser.wait(f"studio.moves.length === {after}")
        browser.wait(READ)
    click(browser, "button", "Let first move")
    browser.wait("studio.moves.length === 1")


def test_chance_moves_by_itself(browser: Browser, page: Path) -> None:
    """But not where a link has gone on from."""
    opened(browser, page, "#game=pig")
    click(browser, ".moves button", "throw")
    browser.wait("studio.moves.length === 2")
    browser.wait(READ)
    assert browser.run("studio.moves[1]").startswith("face(")
    opened(browser, page, "#game=pig&move=throw")
    run(browser, "await new Promise((done) => setTimeout(done, 700))")
    assert browser.run("studio.moves.length") == 1
    assert seen(browser, ".words") == ["chance moves"]
    assert "Let chance move" in seen(browser, ".turn button")


def test_one_of_two_that_move_at_once(browser: Browser, page: Path) -> None:
    """The person's move is made with that of the search."""
    opened(browser, page, "#game=rock_paper_scissors")
    takes(browser, 1, "random")
    click(browser, ".moves button")
    browser.wait("studio.moves.length === 1")
    assert browser.run("studio.moves[0]").startswith("[")
    assert len(seen(browser, ".history li")) == 2


def test_a_search_that_is_stopped(browser: Browser, page: Path) -> None:
    """Nobody moves then, until one says so."""
    opened(browser, page, "#game=chess")
    takes(browser, 0, "6")
    browser.wait("!('idle' in document.querySelector('.busy').dataset)")
    assert seen(browser, ".works") == ["searching for a move of white …"]
    click(browser, "button", "Stop")
    assert seen(browser, ".told") == [
        "Searching for a move of white was ended: it was stopped."
    ]
    assert browser.run("studio.moves.length") == 0
    assert "Let white move" in seen(browser, ".turn button")


def test_a_puzzle_and_a_graph(browser: Browser, page: Path) -> None:
    """A hint is the first move on a cheapest path."""
    opened(browser, page, "#game=eight_puzzle")
    path = ps.load("eight_puzzle").path(method="a_star")
    [hint] = asked(browser, "Hint")
    assert hint == f"{path.moves[0]} is the first of {len(path.moves)} moves to a goal."
    opened(browser, page, "#game=romania")
    [hint] = asked(browser, "Hint")
    assert hint == "arad-sibiu, cost 140 is the first of 4 moves to a goal."
    click(browser, ".moves button", "arad-sibiu, cost 140")
    browser.wait("document.querySelector('.words').textContent === 'At sibiu'")
    assert not run(browser, "return studio.play('arad-sibiu')")


def test_moves_are_found_by_typing(browser: Browser, page: Path) -> None:
    """As people write them; Enter makes the first that is left."""
    opened(browser, page, "#game=chess")
    browser.run(
        "(() => { const field = document.querySelector('.choices input');"
        " field.focus(); field.value = 'Nf';"
        " field.dispatchEvent(new Event('input')); })()"
    )
    assert seen(browser, ".moves button") == ["Nf3"]
    browser.press("Enter")
    browser.wait("studio.moves.length === 1")
    browser.wait(READ)
    browser.wait("document.querySelector('.words').textContent === 'black moves'")
    assert seen(browser, ".told") == ["1. Nf3. black moves."]
    assert browser.run("document.activeElement.closest('.choices') !== null")


def test_the_moves_of_a_link_as_people_write_them(browser: Browser, page: Path) -> None:
    """They are named after the position is shown."""
    opened(browser, page, "#game=chess&move=move(5,2,5,4)&move=move(5, 7, 5, 5)")
    browser.wait("document.querySelectorAll('.history li')[1].textContent === '1. e4'")
    assert seen(browser, ".history li") == ["The start", "1. e4", "2. e5"]


def test_weights_with_digits_after_the_point(browser: Browser, page: Path) -> None:
    """Values are in the unit of the goals."""
    text = """\
role(a). role(b). init(n(0)). init(turn(a)).
legal(P, add(X)) :- true(turn(P)), between(1, 3, X).
next(n(M)) :- true(n(N)), does(_, add(X)), M is N + X.
next(turn(b)) :- true(turn(a)).
next(turn(a)) :- true(turn(b)).
terminal :- true(n(N)), N > 30.
goal(a, V) :- true(n(N)), V is N mod 2.
goal(b, V) :- goal(a, W), V is 1 - W.
feature(a, big, I) :- true(n(N)), between(1, N, I).
weight(big, 0.25).
"""
    opened(browser, page, "#game=nim")
    run(
        browser, f"studio.write({{ text: {json.dumps(text)} }}); await studio.settled()"
    )
    browser.wait(READ)
    assert browser.run("studio.refusal") is None
    depth = "document.querySelector('.advice select')"
    browser.run(f"{depth}.value = '1'; {depth}.dispatchEvent(new Event('change')); 0")
    _, *cells = asked(browser, "Analysis")
    ours = ps.load_text(text).initial.best(depth=1, exact=True)
    assert dict(zip(cells[::2], map(float, cells[1::2]), strict=True)) == {
        move.move: move.value for move in ours.moves
    }
    assert set(cells[1::2]) == {"0.25", "0.5", "0.75"}
    click(browser, "[role=tab]", "Rules")
    assert "assumed to hold always" in seen(browser, ".verdict")[0]


def click_squares(browser: Browser, *numbers: int) -> None:
    """Click squares, each given by its place from the left above."""
    for number in numbers:
        browser.run(
            f"document.querySelectorAll('.play .square')[{number}]"
            ".dispatchEvent(new MouseEvent('click', { bubbles: true }))"
        )
        browser.wait(READ)


def test_moves_are_made_on_the_board(browser: Browser, page: Path) -> None:
    """One click if the move changes one square alone; else two that it changes."""
    opened(browser, page, "#game=tic_tac_toe")
    click_squares(browser, 4)
    browser.wait("studio.moves.length === 1")
    assert browser.run("studio.moves") == ["mark(2, 2)"]
    opened(browser, page, "#game=chess")
    click_squares(browser, 52)
    assert seen(browser, ".moves button") == ["e3", "e4"]
    assert len(browser.run("[...document.querySelectorAll('.can')].map(() => 1)")) == 3
    click_squares(browser, 62)
    assert seen(browser, ".moves button") == ["Nf3", "Nh3"]
    click_squares(browser, 27)
    assert len(seen(browser, ".moves button")) == 20
    click_squares(browser, 52, 36)
    browser.wait("studio.moves.length === 1")
    assert browser.run("studio.moves") == ["move(5, 2, 5, 4)"]


def test_other_rules_end_a_search(browser: Browser, page: Path) -> None:
    """They do not wait until it is done."""
    opened(browser, page, "#game=chess")
    browser.run(
        "(() => { const data = { after: [], longest: 9999, patience: null,"
        " seeds: Array.from({ length: 999 }, (_, i) => i + 1) };"
        " studio.work('a', () => studio.game.request('playouts', data,"
        " { inferences: null })); })()"
    )
    run(browser, "await new Promise((done) => setTimeout(done, 1100))")
    run(browser, "studio.choose('nim'); await studio.settled()")
    browser.wait(READ)
    assert browser.run("studio.description.title") == "Nim"
    assert seen(browser, ".words") == ["first moves"]


def test_that_something_is_hidden_is_said_once(browser: Browser, page: Path) -> None:
    """Above all views, and only where something is hidden."""
    for view in ("play", "search", "ask"):
        opened(browser, page, f"#game=kuhn_poker&view={view}")
        [told] = seen(browser, ".face_up")
        assert "searches with all cards face up" in told
    opened(browser, page, "#game=hexapawn")
    assert seen(browser, ".face_up") == []
