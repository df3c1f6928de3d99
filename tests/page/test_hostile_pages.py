"""Pages of hostile rules: no text of them steers a terminal, or becomes an element."""

from pathlib import Path

import pytest
from browser import PROGRAM, Browser
from click.testing import CliRunner
from pages import page_data
from studio import READ
from test_player import MARKUP, hostile

from pygame_search.cli.app import command
from pygame_search.page import webassembly
from pygame_search.page.file import page
from pygame_search.support.escapes import STEERING

RULES = r"""
title('TT'). role('A TT'). role('B TT').
init(control('A TT')). init(n(4)).
legal(R, 'take TT'(K)) :- true(control(R)), true(n(N)), between(1, 2, K), K =< N.
legal(R, noop) :- role(R), \+ true(control(R)).
next(n(M)) :- does(_, 'take TT'(K)), true(n(N)), M is N - K.
next(control(Q)) :- true(control(R)), role(Q), Q \== R.
terminal :- true(n(0)).
goal(R, 100) :- true(n(0)), role(R), \+ true(control(R)).
goal(R, 0) :- true(n(0)), true(control(R)).
goal(R, 50) :- role(R), true(n(N)), N > 0.
constant_sum(100).
draw(1, 1, N) :- true(n(N)).
draw(2, 1, 'TT').
draw_column(1, 'TT').
notation('take TT'(1), 'one TT').
"""

#: Each with a page of its own kind, or with something above it.
COMMANDS = (
    "best GAME --depth 2 --why", "compare alphabeta GAME --depth 2",
    "compare alphabeta GAME --depth 2 --engine", "compare montecarlo GAME",
    "compare PROGRAM GAME --positions 0", "solve GAME", "solve GAME --strength strong",
    "solve GAME --method proof_number", "match GAME random legal --games 2",
)  # fmt: skip

LIVE = "best GAME --depth 2 --why --live"


def written(words: str, folder: Path, text: str) -> str:
    """Return the page that a command writes of rules that hold a text."""
    game, program = folder / "game.pl", folder / "program.pl"
    game.write_text(RULES.replace("TT", text), encoding="utf-8")
    program.write_text(f"% {text}\nvalue(_, _, _, 7).\n", encoding="utf-8")
    words = words.replace("GAME", str(game)).replace("PROGRAM", str(program))
    told = CliRunner().invoke(command, [*words.split(), "--format", "html"])
    assert told.exit_code in (0, 1), told.output
    return told.stdout


@pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")
@pytest.mark.parametrize("words", [*COMMANDS, LIVE])
def test_no_text_steers(browser: Browser, tmp_path: Path, words: str) -> None:
    """What controls a terminal, or the direction of a text, is escaped."""
    if words == LIVE and webassembly.kept_system() is None:
        pytest.skip(f"needs {webassembly.PACKAGE}: `{webassembly.FETCH}` fetches it")
    shown = written(words, tmp_path, "\\x202e\\ltr\\x9b\\95m")
    assert not set(STEERING) & set(shown)
    file = tmp_path / "steering.html"
    file.write_text(shown, encoding="utf-8")
    browser.size(1280, 800)
    browser.open(file)
    if words == LIVE:
        browser.wait(READ)
    for key in ("End", "ArrowLeft", "n", "v", "c"):
        browser.press(key)
        text = browser.run("document.querySelector('main').textContent")
        assert not set(STEERING) & set(text)
        assert "u202E" in text


@pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")
@pytest.mark.parametrize("words", COMMANDS)
def test_markup_is_text(browser: Browser, tmp_path: Path, words: str) -> None:
    """Every text of a page holds markup, and none of it becomes an element."""
    data = hostile(page_data(written(words, tmp_path, "t")), "".join(MARKUP))
    file = tmp_path / "hostile.html"
    file.write_text(page("".join(MARKUP), data), encoding="utf-8")
    browser.size(1280, 800)
    browser.open(file)
    for key in ("End", "ArrowLeft", "n", "v", "c"):
        browser.press(key)
    assert browser.run("document.querySelectorAll('img, svg[onload]').length") == 0
    assert browser.run("typeof run") == "undefined"
    above = browser.run("document.querySelector('.above').textContent")
    assert "onerror" in above
