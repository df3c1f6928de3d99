"""The memory of a process is bounded, in all tiers."""

from __future__ import annotations

import os
import subprocess
import sys

import forked
import pytest
from click.testing import CliRunner

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.support.memory import (
    VARIABLE,
    memory_left,
    memory_limit,
    memory_used,
    must_be_left,
    must_have_room,
)

#: Each line of play leads to states of its own.
GROWING = """role(w). role(b).
init(control(w)). opp(w, b). opp(b, w).
next(control(Q)) :- true(control(P)), opp(P, Q).
goal(P, 0) :- role(P).
init(n(0)).
legal(P, add(X)) :- true(control(P)), between(1, 3, X).
next(n(M)) :- does(_, add(X)), true(n(N)), M is 5 * N + X.
terminal :- true(n(-1)).
"""
SPACE = """start(n(0)). is_goal(n(-1)).
arc(n(N), n(M)) :- M is 2 * N + 1.
arc(n(N), n(M)) :- M is 2 * N + 2.
"""


def leave(monkeypatch: pytest.MonkeyPatch, megabytes: int) -> None:
    """Have no more memory left than this."""
    monkeypatch.setenv(VARIABLE, str(max(200, (memory_used() >> 20) + megabytes)))


def fill() -> bytearray:
    """Take what is missing to the least limit, so that little is left."""
    return bytearray(max(0, (200 << 20) - memory_used()))


#: In a process of its own: memory that another test has given back would be used first.
ALONE = """
import os
import pygame_search as ps
from pygame_search.support.memory import VARIABLE, memory_used
game = ps.load_text({text!r})
game.ready()
filled = bytearray(max(0, (200 << 20) - memory_used()))
os.environ[VARIABLE] = str(max(200, (memory_used() >> 20) + {left}))
try:
    game.{search}
except ps.LimitError as error:
    print(error.code, "this process holds more than" in str(error))
del filled
print(bool(ps.load("nim").initial.best(depth=2).move))
"""


@pytest.mark.parametrize(
    ("text", "left", "search"),
    [
        (SPACE, 20, 'path(method="breadth", limit=None)'),
        (GROWING, 2, 'initial.best(method="minimax", depth=30, tier="procedural")'),
    ],
    ids=["clauses", "procedural"],
)
def test_the_memory_of_a_search(text: str, left: int, search: str) -> None:
    program = ALONE.format(text=text, left=left, search=search)
    found = forked.run(["-c", program], text=True, timeout=100)
    assert (found.stdout, found.stderr) == ("out_of_memory True\nTrue\n", "")


def test_the_memory_of_the_native_tier(monkeypatch: pytest.MonkeyPatch) -> None:
    state = ps.load_text(GROWING).initial
    filled = fill()
    leave(monkeypatch, 20)
    assert memory_left(1 << 40) <= 64 << 20
    with pytest.raises(ps.LimitError, match=r"too many instances .* in \d+ MB"):
        state.best(depth=3, tier="native")
    del filled


def test_the_limit_and_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "300")
    assert memory_limit() == 300 << 20
    monkeypatch.delenv(VARIABLE)
    usual = memory_limit()
    must_be_left()
    monkeypatch.setenv(VARIABLE, "")
    assert memory_limit() == usual
    for text in ("x", "-1", "199", "1e3", "9" * 20):
        monkeypatch.setenv(VARIABLE, text)
        with pytest.raises(ps.InputError, match="expected a number of MB, 200"):
            memory_limit()


def test_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "100000")  # is put back at the end
    words = ["--memory-limit", "50000", "show", "nim"]
    assert CliRunner().invoke(command, words).exit_code == 0
    assert memory_limit() == 50_000 << 20
    result = CliRunner().invoke(command, ["--memory-limit", "5", "show", "nim"])
    assert result.exit_code == 2


#: In a process of its own, whose largest memory is asked for (`ru_maxrss` would be that
#: of the process that started it, where that is larger).
UNFOLDED = """
from pathlib import Path
import pygame_search as ps
from pygame_search.solving.hidden.unfold import sequence_form
from pygame_search.support.errors import LimitError
try:
    sequence_form(ps.load({call!r}), tier="native")
    print("whole")
except LimitError as error:
    print(error.code)
status = Path("/proc/self/status").read_text().split("VmHWM:")[1]
print(int(status.split()[0]) >> 10)
"""


@pytest.mark.parametrize(
    "call", ["liars_dice(faces=8)", "battleships_small(columns=3)"]
)
def test_unfolding_asks_for_room_before_it_takes_it(call: str) -> None:
    """Copies, tables and final arrays are within the limit, too."""
    limit = 500
    ended = subprocess.run(
        [sys.executable, "-c", UNFOLDED.format(call=call)],
        env={**os.environ, VARIABLE: str(limit)}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    how, largest = ended.stdout.split()
    assert how == "out_of_memory"
    assert int(largest) <= limit


def test_room_is_asked_for_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    leave(monkeypatch, 64)
    left = memory_limit() - memory_used()
    must_have_room(left // 2)
    must_have_room(0)
    with pytest.raises(ps.LimitError, match=r"needs about .* MB more"):
        must_have_room(left + (16 << 20))
