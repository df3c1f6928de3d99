"""What is shown beside an answer has one limit, however much of it there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.engine.bridge import engine
from pygame_search.support.beside import Beside

#: The work that each of them would take, too much to be done while the rules load.
WORK = "work :- between(1, 9_000, X), between(1, 1_000, Y), X + Y < 0."
RULES = (
    """role(a). role(b). init(n(0)). init(control(a)).
legal(R, take(K)) :- true(control(R)), between(1, 9, K).
next(n(M)) :- true(n(N)), M is N + 1.
next(control(b)) :- true(control(a)). next(control(a)) :- true(control(b)).
terminal :- true(n(4)).
goal(R, 50) :- role(R).
"""
    + WORK
    + "\n"
)
SLOW = {
    "notations": "notation(R, M, T) :- role(R), work, take(M, T).\n"
    "take(take(K), K) :- between(1, 9, K).\n",
    "names": "notation(take(K), K) :- between(1, 9, K), work.\n",
    "boards": "draw(1, 1, x) :- work.\n",
    "positions": 'position_text("x") :- work.\n',
}

#: About a tenth of the work that one of them takes.
MOST = 300_000


@pytest.mark.parametrize("slow", SLOW)
@pytest.mark.parametrize(
    "words",
    [["show"], ["show", "--json"], ["best", "--depth", "3", "--why"]],
    ids=" ".join,
)
def test_the_limit_is_that_of_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow: str, words: list[str]
) -> None:
    file = tmp_path / "slow.pl"
    file.write_text(RULES + SLOW[slow])
    monkeypatch.setattr("pygame_search.support.beside.Beside.NOTE", "note: much")
    used = []
    for most in (0, 0, MOST):  # the first time, it is prepared
        monkeypatch.setattr("pygame_search.support.beside.MOST", most)
        before = engine()._statistic("inferences")
        done = CliRunner().invoke(command, [words[0], str(file), *words[1:]])
        used.append(engine()._statistic("inferences") - before)
        assert done.exit_code == 0
        assert "take(9)" in done.stdout
    assert used[2] - used[1] < 1.5 * MOST
    asked = slow == "notations" or (words[0] == "show" and slow != "names")
    if asked or (words[0] == "best" and slow == "boards"):
        assert done.stderr.endswith("note: much\n")


DRAWN = """draw(1, 1, x) :- between(1, 30_000, X), X < 0.
draw(1, 2, x).
notation(R, take(K), K) :- role(R), between(1, 9, K).
"""


def test_another_answer_has_a_limit_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ps.load_text(RULES + DRAWN)
    found = game.initial.best(depth=3)
    monkeypatch.setattr("pygame_search.support.beside.MOST", 150_000)
    for _ in range(2):
        shown = str(found)
        assert "1" in shown
    assert str(found.states[-1]) == "x"
    state = game.initial
    for _ in range(5):
        assert state.written_legal()["a"] == tuple("123456789")
    assert Beside().left == 150_000
