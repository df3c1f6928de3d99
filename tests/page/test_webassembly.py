"""The clauses in WebAssembly answer as the installed engine does."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from forgeries import (
    CHANGES,
    Change,
    forged,
    made_certificate,
    put_together,
    text_lines,
    verdict_of_lines,
)

import pygame_search as ps
from pygame_search.engine.bridge import Engine, engine
from pygame_search.explanation.searches.tree import path_tree
from pygame_search.page import webassembly
from pygame_search.search.core.methods import PATH_METHODS, MethodCall, read_method
from pygame_search.support import disk_cache
from pygame_search.support.errors import InputError, LimitError, MoveError, TierError
from pygame_search.support.resources import rules_folder

HERE = Path(__file__).parent

#: A game whose states can repeat.
TUG = HERE.parents[1] / "docs" / "tug.pl"

#: Keys whose values are numbered by each system: its own name for a game, and so on.
NAMES = ("game", "handle", "certificate", "base")

#: Limits that only this machine has.
OURS = ("memory", "processor")

#: What depends on the clock or the version of SWI-Prolog.
ITS_OWN = ("inferences", "depths")


class Node:
    """A process of Node that answers a line of JSON with another."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def answer(self, *call: Any) -> Any:
        """Return the reply to a call."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(call) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Replay(Node):
    """The system in WebAssembly, in a process of Node."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        super().__init__(process)
        self.names: dict[tuple[str, Any], Any] = {}

    def differences(self, calls: list[tuple[Any, ...]]) -> list[str]:
        """Return how the replies to calls differ from those that were logged."""
        found = []
        for name, *words, logged in calls:
            if name == "request":
                operation, data = words
                answer = self.answer(name, operation, self._renamed(data))
                if isinstance(answer, dict):
                    self._note(logged, answer)
                same = _compared(logged) == _compared(answer)
            else:
                words[0] = self.names.get(("game", words[0]), words[0])
                answer = self.answer(name, *words)
                same = logged == answer
            if not same:
                found.append(f"{name} {words}: expected {logged}, found {answer}")
        return found

    def _renamed(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return data without our limits, with the names of the other system."""
        return {
            key: self.names.get((key, value), value) if key in NAMES else value
            for key, value in data.items()
            if key not in OURS
        }

    def _note(self, logged: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        for key in NAMES:
            if logged.get(key) is not None:
                self.names[key, logged[key]] = answer.get(key)


def _compared(reply: Mapping[str, Any]) -> dict[str, Any]:
    """Return what must be the same in a reply."""
    left_out = (*NAMES, *ITS_OWN)
    return {key: value for key, value in reply.items() if key not in left_out}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the system; a reason if they cannot be had."""
    if not shutil.which("node"):
        pytest.skip("needs Node.js")
    found = webassembly.kept_system()
    if found is None:
        pytest.skip(f"needs {webassembly.PACKAGE}: `{webassembly.FETCH}` fetches it")
    folder = tmp_path_factory.mktemp("system")
    found.write(folder, webassembly.compiled(found))
    return folder


@contextmanager
def started_node(script: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        ["node", HERE / script, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        yield process
        process.kill()


@pytest.fixture(scope="module")
def replay(folder: Path) -> Iterator[Replay]:
    """The clauses in WebAssembly."""
    with started_node("replay.mjs", folder) as process:
        yield Replay(process)


@pytest.fixture(scope="module")
def verifier(folder: Path) -> Iterator[Node]:
    """What verifies a certificate in a page."""
    with started_node("certificate.mjs", folder) as process:
        yield Node(process)


def logged(ask: Callable[[], object], patch: pytest.MonkeyPatch) -> list[Any]:
    """Return all calls that a function has the installed engine answer."""
    calls: list[Any] = []
    engine()
    cross = Engine._cross
    called = {
        getattr(engine(), f"_{name}"): name
        for name in ("request", "expand", "look", "legal", "features")
    }

    def noted(own: Engine, predicate: int, name: str, *values: Any, **work: Any) -> str:
        text = cross(own, predicate, name, *values, **work)
        kind = called[predicate]
        if kind == "request":
            calls.append((kind, name, json.loads(values[0]), json.loads(text)))
        else:
            calls.append((kind, name, *values, text))
        return text

    with patch.context() as patched:
        patched.setenv(disk_cache.VARIABLE, "off")  # so that the game is loaded
        patched.setattr(Engine, "_cross", noted)
        ask()
    return [call for call in calls if call[1] != "unload"]


def program(folder: Path, name: str, script: str) -> None:
    """Write a program that stands first in PATH."""
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (
            None,
            r"^the engine of a page needs Node\.js with npm: expected 'npm' in PATH",
        ),
        (
            "echo no network >&2; exit 1",
            r"^`npm pack swipl-wasm.*` failed: no network$",
        ),
        (
            'echo a > "$4/a.tgz"',
            r"^npm's package swipl-wasm.* is another one: expected",
        ),
    ],
    ids=["npm is missing", "npm fails", "another package"],
)
def test_the_package_cannot_be_had(
    script: str | None, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is missing is said; nothing is cached."""
    bin_folder, cache = tmp_path / "bin", tmp_path / "cache"
    bin_folder.mkdir()
    if script is not None:
        program(bin_folder, "npm", script)
    monkeypatch.setenv("PATH", str(bin_folder))
    monkeypatch.setenv(disk_cache.VARIABLE, str(cache))
    with pytest.raises(TierError, match=expected):
        webassembly.system()
    assert not cache.exists()


def test_another_file_in_the_cache_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its digest is another one."""
    monkeypatch.setenv(disk_cache.VARIABLE, str(tmp_path))
    file = disk_cache.kept_file(".tgz", (webassembly.PACKAGE, webassembly.DIGEST))
    assert file is not None
    disk_cache.keep(file, b"another")
    assert webassembly.kept_system() is None


def test_node_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clauses cannot be compiled; what is cached needs no Node."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(disk_cache.VARIABLE, "off")
    system = webassembly.System(b"", b"", b"", "")
    with pytest.raises(TierError, match="expected 'node' in PATH"):
        webassembly.compiled(system)


def small(name: str) -> None:
    """Check, load and compile a game; ask for its start and a small search."""
    text = (rules_folder() / f"{name}.pl").read_text(encoding="utf-8")
    engine().request("check", syntax="prolog", text=text)
    game = ps.load(name, tier="clauses")
    if game.space != "book":
        engine().request("goal_sum", game=game.key, constant="true")
        start = game.initial
        str(start), start.legal, start.facts, start.written_legal
        if not game.closed:
            start.best(depth=1, tier="clauses")
    if game.space != "none":
        game.path(limit=20)


@pytest.mark.parametrize(
    "name", sorted(file.stem for file in rules_folder().glob("*.pl"))
)
def test_each_game_of_the_shelf(
    name: str, replay: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is checked, loaded and compiled; it has a position and a small search."""
    calls = logged(lambda: small(name), monkeypatch)
    asked = {call[1] for call in calls}
    assert {"check", "load", "compile"} <= asked
    assert asked & {"best", "path_next"} or ps.load(name, tier="clauses").closed
    assert replay.differences(calls) == []


def lesson(name: str) -> None:
    """Play a game, ask about it, and search in it by each method."""
    game = ps.load(name, tier="clauses")
    engine().request("goal_sum", game=game.key, constant="false")
    state = game.initial
    for method in METHODS[name]:
        state.tree(method=method, tier="clauses")
    state.playouts(games=3, tier="clauses")
    for _ in range(3):
        with suppress(MoveError):
            state.play("no move")
        state = state.play(state.legal_moves[0])
        str(state), state.goals, state.written_text
    state.ask("legal(R, M)")
    with suppress(InputError):
        state.ask("member(X, [a])")
    state.explain(f"legal({state.to_move[0]}, M)")
    state.explain("terminal")


#: The searches of a lesson.
METHODS = {
    "hexapawn": (
        "minimax(depth=2)", "alphabeta(depth=4)", "alphabeta(depth=3, table=true)",
        "alphabeta(depth=3, order=history)", "alphabeta(depth=3, fail=hard)",
        "pvs(depth=3)", "breadth(depth=2)", "deepening(depth=3)", "maxn(depth=2)",
        "proof_number",
    ),
    "pig": ("expectimax(depth=2)",),
    "nim(heaps=[1, 2])": ("alphabeta(depth=4)", "proof_number"),
    "tic_tac_toe": ("alphabeta(depth=3)", "minimax(depth=2)"),
}  # fmt: skip


@pytest.mark.parametrize("name", METHODS)
def test_a_lesson(name: str, replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves, illegal ones, questions, explanations, and recorded searches."""
    calls = logged(lambda: lesson(name), monkeypatch)
    assert replay.differences(calls) == []


@pytest.mark.parametrize("method", PATH_METHODS)
def test_a_path(method: str, replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each method of path search, with its events."""

    def ask() -> None:
        path_tree(ps.load("delivery_robot"), MethodCall(PATH_METHODS[method]))

    assert replay.differences(logged(ask, monkeypatch)) == []


#: The small searches of test_contract.py that exist in clauses.
LIVE = tuple(
    file
    for file in sorted((HERE / "recordings").glob("*.json"))
    if file.stem not in ("uct", "proven")
)


@pytest.mark.parametrize("file", LIVE, ids=lambda file: file.stem)
def test_a_live_recording(
    file: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search in the page has the data that stands in a file."""
    kept = json.loads(file.read_text(encoding="utf-8"))["data"]
    game = ps.load(kept["game"]["call"].replace("tug", str(TUG)), tier="clauses")
    name = kept["method"]["name"]
    if game.space == "book":
        call = MethodCall(PATH_METHODS[name])
        calls = logged(lambda: path_tree(game, call), monkeypatch)
    else:
        call = read_method(kept["method"]["text"])
        calls = logged(
            lambda: game.initial.tree(method=call, tier="clauses"), monkeypatch
        )
    [(_, operation, data, _)] = [
        one
        for one in calls
        if one[1] in ("best", "prove", "path_start") and "error" not in one[3]
    ]
    for key in (*OURS, "game", "state", "record"):
        data.pop(key, None)
    asked: dict[str, Any] = {
        "rules": {
            "text": game.book.text,
            "syntax": game.book.syntax,
            "parameters": game.given_parameters,
            "constant": len(game.players) == 2 and game.constant_sum,
        },
        "moves": None if game.space == "book" else [],
        "search": {
            "operation": operation.removesuffix("_start"),
            "data": data,
            "scouts": call.scouts,
            **{key: kept[key] for key in ("method", "window", "notes")},
        },
    }
    ran = subprocess.run(
        ["node", HERE / "live.mjs", folder],
        input=json.dumps(asked) + "\n",
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    found = json.loads(ran.stdout)
    found["game"] |= {key: kept["game"][key] for key in ("call", "title")}
    assert (found["kind"], found["code"]) == ("search", [])
    assert {key: found[key] for key in kept} == kept


def test_rules_with_faults(replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their messages are the same."""

    def ask() -> None:
        for text in FAULTY:
            engine().request("check", syntax="prolog", text=text)

    assert replay.differences(logged(ask, monkeypatch)) == []


#: Negation of what nothing binds, a missing bracket, a role that is a variable.
FAULTY = (
    "role(a).\nlegal(a, M) :- \\+ M = 1.\n",
    "role(x). role(x) :- foo(Y.\n",
    "role(X).\ninit(n(0)).\n",
)


def test_the_line_of_a_limit(replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is that of the relation that was being computed."""
    text = (
        "role(a). init(n(0)). legal(a, go). next(n(1)). goal(a, 0).\n"
        "terminal :- true(n(N)), between(1, 1000000, X), X < N.\n"
    )

    def ask() -> None:
        state = ps.load_text(text).initial
        data = {"game": state.game.key, "state": state.number, "inferences": 1000}
        with pytest.raises(LimitError):
            engine().request("position", **data)

    calls = logged(ask, monkeypatch)
    assert calls[-1][-1]["error"]["line"] == 2
    assert replay.differences(calls) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "file",
    sorted((HERE.parent / "logic").rglob("test_*.pl")),
    ids=lambda file: file.stem,
)
def test_prolog_tests(file: Path, folder: Path) -> None:
    """They pass in this version of SWI-Prolog, too."""
    words = ["node", *map(str, (HERE / "plunit.mjs", folder, file))]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stdout


def started(replay: Replay, name: str) -> tuple[str, int]:
    """Return the game of a rule file and its first state, in WebAssembly."""
    text = (rules_folder() / f"{name}.pl").read_text(encoding="utf-8")
    data = {"syntax": "prolog", "text": text, "parameters": []}
    game = replay.answer("request", "load", data)["game"]
    replay.answer("request", "compile", {"game": game, "form": "best"})
    return game, replay.answer("request", "initial", {"game": game})["state"]


def test_the_clock_without_alarms(replay: Replay) -> None:
    """A search ends when its time is over, and keeps the last whole depth."""
    game, state = started(replay, "tic_tac_toe")
    options = {
        "depth": 9, "estimate": "features", "extra": 0, "swing": 0, "sooner": True,
        "order": "rule", "table": False, "unit": 1, "deepen": True, "seconds": 0.2,
    }  # fmt: skip
    data = {
        "game": game, "state": state, "role": "x", "search": "minimax",
        "options": options, "weights": [], "ties": "first", "record": False,
    }  # fmt: skip
    found = replay.answer("request", "best", data)
    assert found["stopped"] == "time"
    assert 1 <= found["depth"] < 7
    options["deepen"] = False
    found = replay.answer("request", "best", {**data, "processor": 0.2})
    assert found["error"]["message"].startswith("the limit of 0.2 s of processor time")
    found = replay.answer("request", "best", {**data, "seconds": 0.2})
    assert found["error"]["kind"] == "time"


def test_unloaded_games_leave_the_system_whole(replay: Replay) -> None:
    """A game is loaded and unloaded, time after time."""
    for _ in range(4):
        game, _ = started(replay, "sliding_puzzle")
        assert replay.answer("request", "unload", {"game": game}) == {}


def test_no_text_is_called_as_a_goal(replay: Replay) -> None:
    """What says that it may be is dropped on the way to the system."""
    game, state = started(replay, "nim")
    data = {
        "game": game, "state": state, "text": "shell(ls)", "skip": 0, "limit": 1,
        "patience": None, "program": None, "trusted": True,
    }  # fmt: skip
    dropped = replay.answer("request", "ask", data)
    usual = replay.answer("request", "ask", {**data, "trusted": False})
    assert dropped["faults"] == usual["faults"] != []


# ---- certificates ------------------------------------------------------------------


def verdict_there(verifier: Node, game: ps.Game, lines: list[str]) -> dict[str, Any]:
    """Return the verdict of a page, or its message."""
    book = game.book
    rules = {
        "syntax": book.syntax,
        "text": book.text,
        "parameters": [list(pair) for pair in game.given_parameters],
    }
    found: dict[str, Any] = verifier.answer(rules, lines)
    if "verdict" in found:
        assert "SWI-Prolog in WebAssembly" in found["verdict"].pop("trust")
        told = found.pop("told")
        if found["verdict"]["verified"]:
            assert [(each["turn"], each["done"]) for each in told] == [
                (turn, len(lines)) for turn in ("read", "checked")
            ]
    return found


#: Of `forgeries.ASKED`: strategies with and without a rival, tables, a rule sheet, play
#: without end, and moves that are chosen at the same time.
CERTIFICATES = (0, 3, 5, 10, 12, 14, 17)


def verdicts(
    number: int, changes: Iterable[Change], verifier: Node, folder: Path
) -> None:
    """Check that a page judges a certificate, and forged ones, as we do."""
    right, rules = made_certificate(number, folder)
    lines = text_lines(right)
    there = verdict_there(verifier, rules, lines)
    assert there["verdict"]["verified"]
    assert there == verdict_of_lines(rules, lines)
    source = random.Random(number)
    for change in changes:
        made = forged(right, change, source)
        if made is not None:
            lines = text_lines(made)
            there = verdict_there(verifier, rules, lines)
            assert there == verdict_of_lines(rules, lines)


@pytest.mark.parametrize("number", CERTIFICATES)
def test_certificates(number: int, verifier: Node, tmp_path: Path) -> None:
    """Right and forged ones; each has other changes than the next."""
    changes = [*CHANGES.values()][CERTIFICATES.index(number) :: len(CERTIFICATES)]
    verdicts(number, changes, verifier, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("number", CERTIFICATES)
def test_all_forgeries(number: int, verifier: Node, tmp_path: Path) -> None:
    verdicts(number, CHANGES.values(), verifier, tmp_path)


def test_no_certificate(verifier: Node, tmp_path: Path) -> None:
    """What is wrong with lines is said, with the line."""
    right, rules = made_certificate(0, tmp_path)
    lines = text_lines(right)
    for wrong, message in (
        ([], "expected a head, found none"),
        (lines[1:], "line 1: expected a head, found none"),
        (["p", *lines], "line 1: expected JSON, found p"),
        (["[1]", *lines], "line 1: expected a JSON object, found [1]"),
    ):
        assert verdict_there(verifier, rules, wrong) == {"refused": message}


@pytest.mark.slow
def test_the_rows_of_a_file(
    replay: Replay, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file is verified by tables and numbers."""
    file = tmp_path / "file"
    right, _ = made_certificate(0, tmp_path)
    calls = logged(lambda: ps.verify(file), monkeypatch)
    assert calls[-2][-1]["verdict"]["verified"]
    assert replay.differences(calls) == []
    right.rows.pop()
    put_together(right, file)
    calls = logged(lambda: ps.verify(file), monkeypatch)
    assert not calls[-2][-1]["verdict"]["verified"]
    assert replay.differences(calls) == []
