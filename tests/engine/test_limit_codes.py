"""A LimitError says which limit was reached, and nobody has to guess."""

from __future__ import annotations

import json
import pickle
import time
from collections.abc import Callable
from functools import partial
from subprocess import PIPE
from unittest import mock

import pytest
from forked import run
from games import loaded

import pygame_search as ps
from pygame_search.machine.native_game import native
from pygame_search.network.searches.reachable import reachable
from pygame_search.search.core.budget import Budget
from pygame_search.search.game_tree import deepening
from pygame_search.search.perft import perft
from pygame_search.support.errors import EXPLAINED, LimitError, error_json

#: Play goes on for ever, and a value is too large.
ENDLESS = """role(a). role(b). init(n(0)).
legal(a, m). legal(a, n). legal(b, noop).
next(n(M)) :- true(n(N)), M is 1 - N.
terminal :- true(n(2)).
goal(R, VALUE) :- role(R).
"""
HUGE = ENDLESS.replace("M is 1 - N", "M is N + 1").replace("VALUE", str(2**50))


#: A feature and a heuristic are without end.
LONG = "long :- between(1, 1000000, X), between(1, 1000000, Y), X * Y =:= -1.\n"
FEATURE = f"feature(R, long, x) :- role(R), long. weight(long, 1). {LONG}"
ALONE = """role(a). init(n(0)). legal(a, m). legal(a, n).
next(n(1)). terminal :- true(n(2)). goal(a, 1).
"""
FAR = f"start(a). arc(a, b). is_goal(b). h(N, 1) :- arc(N, _), long. {LONG}"


def _estimating() -> ps.State:
    return ps.load_text(ALONE + FEATURE).initial


def _tic_tac_toe() -> ps.State:
    return loaded("tic_tac_toe").initial


def _endless() -> ps.State:
    return ps.load_text(ENDLESS.replace("VALUE", "1")).initial


def _counted(tier: str) -> object:
    return perft(_tic_tac_toe(), 9, tier=tier, seconds=1e-6)


def _huge(tier: str) -> object:
    return ps.load_text(HUGE).initial.best(depth=4, tier=tier)


CASES: dict[str, tuple[str, Callable[[], object]]] = {
    "the time, clauses": ("time", partial(_counted, "clauses")),
    "the time, procedural": ("time", partial(_counted, "procedural")),
    "the time, native": ("time", partial(_counted, "native")),
    "a value, clauses": ("size", partial(_huge, "clauses")),
    "a value, procedural": ("size", partial(_huge, "procedural")),
    "the time of a solution": (
        "time", lambda: _tic_tac_toe().solve(tier="procedural", seconds=1e-6)
    ),
    "the nodes of a solution": (
        "nodes", lambda: _tic_tac_toe().solve(method="proof_number", nodes=20)
    ),
    "the plies of a random game": (
        "plies", lambda: _endless().playouts(games=1, longest=50, tier="clauses")
    ),
    "the memory of a native table": (
        "memory",
        lambda: list(reachable(native(loaded("connect_four")).network, memory=1 << 20)),
    ),
    "the work on a question": (
        "too_much_work",
        lambda: loaded("tic_tac_toe").request(
            "perft", state=_tic_tac_toe().number, depth=9, inferences=1000
        ),
    ),
    "an estimate without end, clauses": (
        "too_much_work", lambda: _estimating().best(depth=2, tier="clauses")
    ),
    "an estimate without end, procedural": (
        "too_much_work", lambda: _estimating().best(depth=2, tier="procedural")
    ),
    "an estimate of a path without end": (
        "too_much_work", lambda: ps.load_text(FAR).path(method="a_star")
    ),
    "the stack of Python": (
        "plies",
        lambda: _endless().best(method="minimax", depth=5000, tier="procedural"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * ("without end" in name))
        for name in CASES
    ],
)
def test_the_limit_that_was_reached_is_named(name: str) -> None:
    code, ask = CASES[name]
    with pytest.raises(LimitError) as told:
        ask()
    assert told.value.code == code
    assert error_json(told.value)["code"] == code
    assert (f"[{code}]" in str(told.value)) == (code in EXPLAINED)


def test_it_is_named_in_another_process_too() -> None:
    error = LimitError("too long", "too_much_work", 3)
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.reason, copy.code, copy.line) == ("too long", "too_much_work", 3)
    assert str(copy) == str(error) == "too long [too_much_work]"


@pytest.mark.parametrize("code", ["too_much_work", "size", "memory"])
def test_another_limit_is_not_taken_for_the_time_that_is_over_too(code: str) -> None:
    def late(*_: object) -> list[object]:
        time.sleep(0.002)
        raise LimitError("too much", code)

    with (
        mock.patch.object(deepening, "aspired", late),
        pytest.raises(LimitError, match="too much"),
    ):
        _tic_tac_toe().best(seconds=0.001, tier="procedural")
    budget = Budget("steps", deadline=time.monotonic() - 1)
    with pytest.raises(LimitError, match="too much"):
        budget.run(late, lambda: 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("code", ["time", "nodes"])
def test_the_limit_that_was_given_ends_a_search_with_what_it_has(code: str) -> None:
    real, calls = deepening.aspired, []

    def first(*words: object) -> object:
        calls.append(words)
        if len(calls) > 1:
            raise LimitError("enough", code)
        return real(*words)  # type: ignore[arg-type]

    with mock.patch.object(deepening, "aspired", first):
        found = _tic_tac_toe().best(seconds=60, tier="procedural")
    assert (found.stopped, found.depth) == (code, 1)


@pytest.mark.parametrize("command", ["solve", "repl"])
def test_it_is_in_the_error_as_json(command: str) -> None:
    limits = "--tier procedural --time 0.001"
    words = ["solve", "tic_tac_toe", *limits.split()]
    if command == "repl":
        words = ["repl", "tic_tac_toe"]
    done = run(
        ["-m", "pygame_search", *words, "--json"],
        input=f"%solve {limits}\n", stdout=PIPE, stderr=PIPE, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    error = json.loads(done.stdout)["error"]
    assert (error["kind"], error["code"]) == ("LimitError", "time")
    assert error["message"].startswith("not decided: the time is over after")
