"""What the native tier answers, beside what the clauses do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pygame_search.loopback import native
from pygame_search.loopback.answers import Answers
from pygame_search.support.resources import rules_folder

#: What is the same in both replies; the seconds of each depth are not.
SAME = ("moves", "nodes", "leaves", "limited", "cutoffs", "hits", "stopped", "static")


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "kernels_compiled", lambda: True)


class Asked:
    """A game that a page has loaded."""

    def __init__(self, name: str, *parameters: tuple[str, str]) -> None:
        self.answers = Answers()
        text = (rules_folder() / f"{name}.pl").read_text(encoding="utf-8")
        data = {"syntax": "prolog", "text": text, "parameters": parameters}
        self.game = self.reply("load", **data)["game"]
        self.ask("compile", form="best")
        self.ask("goal_sum", constant="true")
        self.state = self.ask("initial")["state"]

    def reply(self, operation: str, **data: Any) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.answers.reply(operation, data))
        return found

    def ask(self, operation: str, **data: Any) -> dict[str, Any]:
        return self.reply(operation, game=self.game, **data)

    def play(self, move: str) -> None:
        self.state = self.ask("play", state=self.state, text=move)["state"]

    def best(self, search: str, role: str, **given: Any) -> dict[str, Any]:
        options = {
            "depth": 3, "estimate": "features", "extra": 0, "swing": 0,
            "sooner": True, "order": "rule", "table": False, "unit": 1,
            "deepen": False,
        }  # fmt: skip
        data: dict[str, Any] = {
            "state": self.state, "role": role, "search": search, "weights": [],
            "ties": "first", "record": False,
        }  # fmt: skip
        for name, value in given.items():
            (options if name in options else data)[name] = value
        return self.ask("best", options=options, **data)


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "pvs"])
def test_a_search(search: str) -> None:
    """The reply has the form of the clauses' one, and says the same."""
    asked = Asked("hexapawn")
    asked.play("move(1, 1, 1, 2)")
    clauses = asked.best(search, "black")
    ours = asked.best(search, "black", tier="native")
    assert ours.keys() == clauses.keys()
    assert {name: ours[name] for name in SAME} == {n: clauses[n] for n in SAME}


def test_iterative_deepening() -> None:
    asked = Asked("hexapawn", ("columns", "4"))
    clauses = asked.best("alphabeta", "white", deepen=True)
    ours = asked.best("alphabeta", "white", deepen=True, tier="native")
    assert ours.keys() == clauses.keys()
    assert ours["moves"] == clauses["moves"]
    assert ours["depth"] == clauses["depth"]
    assert [row[:4] for row in ours["depths"]] == [r[:4] for r in clauses["depths"]]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"tier": "procedural"}, "tier: expected native, found 'procedural'"),
        ({"record": True}, "a kernel records no events"),
        ({"order": "advice"}, "the native tier knows the orders rule, killer"),
        ({"unit": 10}, "weights that are whole numbers"),
        ({"search": "mine"}, "no search 'mine'"),
        ({"search": "breadth"}, "the native tier knows minimax, alphabeta, paranoid"),
        ({"depth": -1}, "depth: expected a number of plies"),
        ({"weights": [["mine", 1]]}, "mine"),
        ({"role": "nobody"}, "no role 'nobody'"),
        ({"game": "none"}, "expected a game that was loaded here"),
    ],
)
def test_what_is_refused(given: dict[str, Any], words: str) -> None:
    asked = Asked("hexapawn")
    asked.game = given.get("game", asked.game)
    given = {name: value for name, value in given.items() if name != "game"}
    search = given.pop("search", "alphabeta")
    role = given.pop("role", "white")
    error = asked.best(search, role, **{"tier": "native"} | given)["error"]
    assert words in error["message"]
    assert error["kind"] == error["wrong"]


def test_without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "kernels_compiled", lambda: False)
    error = Asked("nim").best("minimax", "first", tier="native")["error"]
    assert error["kind"] == "tier"
    assert "`pygame-search warm` compiles them" in error["message"]


def test_only_searches_have_a_tier() -> None:
    error = Asked("nim").ask("perft", state=1, depth=1, tier="native")["error"]
    assert error["message"] == "perft has no tiers: expected best"


@pytest.mark.parametrize("tier", [None, "native"])
def test_a_solution(tier: str | None) -> None:
    asked = Asked("nim", ("heaps", "[1, 2]"))
    solved = asked.ask("solve", state=asked.state, tier=tier)
    assert solved["value"] == {"first": 1, "second": -1}
    assert solved["distance"] == 3
    asked.play("take(2, 1)")
    after = asked.ask("solve", state=asked.state, role="second", tier=tier)
    assert after["value"] == {"first": 1, "second": -1}
    assert after["distance"] == 2


def test_a_limit() -> None:
    asked = Asked("tic_tac_toe")
    data = {"state": asked.state, "method": "proof_number", "nodes": 3}
    error = asked.ask("solve", **data)["error"]
    assert (error["kind"], error["message"][:11]) == ("nodes", "not decided")


@pytest.mark.parametrize("tier", [None, "native"])
def test_a_path(tier: str | None) -> None:
    """The reply is that of `path_next`, but for the numbers of states."""
    asked = Asked("eight_puzzle")
    found = asked.ask("path", state=asked.state, method="breadth", tier=tier)
    start = {"method": "breadth", "prune": "default", "limit": "inf", "least": None}
    started = asked.ask("path_start", state=asked.state, record=False, **start)
    other = asked.reply("path_next", handle=started["handle"])
    assert found.keys() == other.keys() - {"states"}
    for name in ("result", "cost", "moves", "nodes"):
        assert found[name] == other[name]


def test_a_path_that_there_is_none() -> None:
    error = Asked("nim").ask("path", state=1)["error"]
    assert "paths are for one agent" in error["message"]
