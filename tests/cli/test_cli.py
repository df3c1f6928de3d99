"""The command line: keys of `--json`, exit statuses, misuse, a person at a terminal.

What the commands print for people stands in the README, whose sessions are tests.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import forked
import pytest
from click.testing import CliRunner, Result
from person import PATIENCE, Terminal

import pygame_search as ps
from pygame_search.cli.app import COMMANDS, command
from pygame_search.experiments.conformance import as_reference, compare

#: The eight puzzle with two tiles changed about: half of all its states are searched.
UNSOLVABLE = """[tile(1, 1, 2), tile(2, 1, 1), tile(3, 1, 3),
tile(1, 2, 4), tile(2, 2, 5), tile(3, 2, 6),
tile(1, 3, 7), tile(2, 3, 8), tile(3, 3, 0)]"""

GOOD = """\
role(x).
init(n(1)).
legal(x, up) :- true(n(_)).
next(n(M)) :- true(n(N)), M is N + 1.
terminal :- true(n(4)).
goal(x, 100) :- true(n(4)).
goal(x, 0) :- true(n(N)), N < 4.
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


def answer(*words: str) -> dict[str, Any]:
    """The one object that a command prints with `--json`."""
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


# ---- keys of --json ----------------------------------------------------------

POSITION = {"board", "state", "roles", "legal", "terminal", "goals"}
BEST = {"role", "move", "value", "moves", "pv", "depth", "nodes", "leaves"} | {
    "cutoffs", "seconds", "stopped",
}  # fmt: skip
MATCH = {"games", "rounds", "openings", "standings", "elo", "elo_interval"} | {
    "sprt", "failures", "stopped", "seconds",
}  # fmt: skip
SKILL = {"game", "method", "parameter", "unit", "points", "stopped", "seconds"}
LEARNED = {"game", "weights", "before", "exact", "method", "tier", "seed", "games"} | {
    "unfinished", "positions", "solved", "curve", "stopped", "seconds", "match",
}  # fmt: skip
SOLVED = {"solved", "value", "distance", "states", "seconds", "method", "cycle"}
PATH = {"found", "path", "moves", "cost", "expanded", "frontier_max"}


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("games", {"games"}),
        ("show hexapawn", POSITION),
        ("show eight_puzzle", POSITION),
        ("show water_jugs", POSITION),
        ("best hexapawn --depth 2", BEST),
        ("best nim --depth 2 --method minimax --tier procedural --all", BEST),
        ("solve nim", SOLVED),
        ("solve chomp --strength strong --tier procedural", SOLVED),
        ("solve nim --method proof_number", SOLVED),
        ("best nim --method proof_number(threshold=1)", BEST),
        ("tree nim --method proof_number --until select:3", {"step", "proof"}),
        ("tree nim --method uct --depth 1", {"visits", "mean", "proven", "children"}),
        ("best pig --depth 3 --why", {"role", "move", "value", "line", "nodes"}),
        ("best goofspiel --depth 1 --why", {"alternatives", "text", "complete"}),
        ("best nim --method uct(simulations=9)", {"simulations", "moves", "complete"}),
        ("best goofspiel --method matrix(depth=1)", {"notes", "moves", "value"}),
        ("path delivery_robot", PATH),
        ("path delivery_robot --why", PATH | {"why"}),
        ("path eight_puzzle --method a_star --tier procedural", PATH),
        ("tree hexapawn --depth 1", {"move", "value", "children", "cutoff"}),
        ("tree nim --method pvs --depth 3 --until cutoff", {"step", "event", "why"}),
        ("play tic_tac_toe --player x=random --player o=random", {"moves", "goals"}),
        ("match nim random legal --games 2", MATCH),
        ("match coins_in_a_row random legal --games 6", MATCH),
        ("skill nim alphabeta --values 1,2 --games 2", SKILL),
        ("learn hexapawn --games 9 --match 2 --opening-plies 1", LEARNED),
        ("perft nim --depth 2", {"levels"}),
        ("playouts nim --games 3", {"playouts", "steps", "cpu_seconds", "goals"}),
        ("perft nim --depth 2 --tier native --workers 2", {"levels"}),
        (
            "playouts nim --games 3 --tier native",
            {"playouts", "steps", "cpu_seconds", "goals", "unfinished", "longest"},
        ),
        ("path river_crossing --tier native", PATH),
        ("tree nim --depth 1 --tier native", {"move", "value", "children", "cutoff"}),
        ("methods", {"methods"}),
        ("ask nim legal(P,M)", {"answers", "more"}),
        ("explain nim legal(first,take(1,1))", {"goal", "holds", "proof"}),
        ("doctor", {"findings"}),
    ],
)
def test_keys(words: str, keys: set[str]) -> None:
    assert keys <= answer(*words.split()).keys()


def test_keys_of_certificates(tmp_path: Path) -> None:
    game, file = "nim(heaps=[1,2])", str(tmp_path / "file")
    answer("solve", game, "--save", file)
    verdict = answer("verify", file)
    assert {"verified", "value", "at_least", "at_most", "fault"} <= verdict.keys()
    found = answer("best", game, "--from", file)
    assert {"role", "mover", "move", "value", "distance", "from"} <= found.keys()


def test_what_the_keys_hold() -> None:
    shown = answer("show", "hexapawn")
    assert shown["roles"] == ["white", "black"]
    assert shown["legal"]["black"] == ["noop"]
    found = answer("best", "hexapawn", "--depth", "2")
    assert {"move", "value"} <= found["moves"][0].keys()
    assert found["pv"][0] == found["move"]
    minimax = next(m for m in answer("methods")["methods"] if m["name"] == "minimax")
    assert minimax["parameters"][0].keys() == {"name", "expected", "default", "about"}
    levels = answer("perft", "nim", "--depth", "2")["levels"]
    assert [set(level) for level in levels] == [{"depth", "nodes", "terminal"}] * 2


def test_what_the_keys_of_paths_hold() -> None:
    robot = answer("path", "delivery_robot", "--method", "lowest_cost")
    assert len(robot["path"]) == len(robot["moves"]) + 1 or robot["moves"] == []
    [two, three] = answer("path", "delivery_robot", "--all", "--count", "2")["paths"]
    assert two["path"] != three["path"]


def test_games_are_listed_with_what_they_are_about() -> None:
    listed = run("games").output
    assert all(str(ps.load(name).about)[:12] in listed for name in ("nim", "pig"))


def test_what_the_keys_of_games_hold() -> None:
    one = answer("games")["games"][0]
    assert {"name", "title", "roles", "parameters", "source"} <= one.keys()


# ---- exit statuses -----------------------------------------------------------


@pytest.fixture
def rules(tmp_path: Path) -> Iterator[Path]:
    """A folder with a rule file that is right and one that is wrong."""
    (tmp_path / "good.pl").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.pl").write_text(GOOD + "p :- halt.\n", encoding="utf-8")
    before = Path.cwd()
    os.chdir(tmp_path)
    yield tmp_path
    os.chdir(before)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["check", "good.pl"], 0, ""),
        (["check", "bad.pl"], 1, "bad.pl:8:6: error: halt/0 is a Prolog builtin"),
        (["show", "bad.pl"], 1, "bad.pl:8:6: error"),
        (["show", "none.pl"], 2, "expected a rule file at 'none.pl'"),
        (["show", "hexapawm"], 2, "hexapawn"),
        (["show", "hexapawn(colums=3)"], 2, "columns"),
        (["show", "hexapawn(columns=three)"], 2, "three"),
        (["show", "hexapawn(columns=3"], 2, "hexapawn(columns=3"),
        (["show", "hexapawn(columns=)"], 2, "cannot read `hexapawn(columns=)`"),
        (["show", "uniform_tree(branches=0)"], 2, "with branches=0, no role"),
        (["show", "hexapawn(rows=3, rows=4)"], 2, "rows is given twice"),
        (["check", "nim(heaps=[1])"], 0, "1 file: 0 errors"),
        (["convert", "nim(heaps=[1])", "kif"], 2, "without values"),
        (["conform", ".", ".", "--tier", "nativ"], 2, "did you mean native?"),
        (["conform", ".", ".", "--time", "-1"], 2, "more than 0, found '-1'"),
        (["conform", ".", ".", "--workers", "0"], 2, "0 is not in the range x>=1"),
        (
            ["check", "good.pl", "--explain", "cut"],
            2,
            "FILE... has no effect with --explain",
        ),
        (
            ["check", "--static", "--explain", "cut"],
            2,
            "--static has no effect with --expl",
        ),
        (
            ["check", "good.pl", "--static", "--time", "1"],
            2,
            "has no effect with --static",
        ),
        (["convert", "good.pl", "kif", "--force"], 2, "without a file to write to"),
        (["convert", "good.pl", "words", "--force"], 2, "without a file to write to"),
        (["convert", "good.pl", "kif", "--only", "legal"], 2, "without words as TO"),
        (["convert", "nim", "words", "--gdl"], 2, "GDL is written in KIF"),
        (["convert", "hexapawn", "words", "--phase", "3"], 2, "a phase from 1 to 2"),
        (["convert", "romania", "words"], 1, "no ground program"),
        (
            ["explain", "nim", "terminal", "--levels", "1", "--json"],
            2,
            "--levels has no effect with --json",
        ),
        (["ask", "water_jugs", "start(N)", "--after", "m"], 2, "is a state space"),
        (["explain", "water_jugs", "start(N)", "--state", "[]"], 2, "a state space"),
        (
            ["play", "nim", "--player", "first=legal", "--player", "first=random"],
            2,
            "--player: first is given twice",
        ),
        (["show", ""], 2, ""),
        (["shwo", "hexapawn"], 2, "show"),
        (["best", "nim", "--why", "--method", "proof_number"], 2, "`tree` draws"),
        (["best", "nim", "--why", "--all"], 2, "--all has no effect with --why"),
        (["best", "nim", "--why", "--method", "legal"], 2, "does not look ahead"),
        (["path", "water_jugs", "--why", "--all"], 2, "excludes --all"),
        (["path", "water_jugs(wanted=7)", "--why"], 1, "the frontier is empty"),
        (["show"], 2, "Missing argument"),
        (["show", "hexapawn", "--deep"], 2, "--deep"),
        (["show", "hexapawn", "--after", "move(1, 1, 3, 3)"], 1, "legal"),
        (["show", "hexapawn", "--after", "move(1, 1"], 1, "move(1, 1"),
        (["show", "hexapawn", "--after", "halt"], 1, "halt"),
        (["show", "hexapawn", "--state", "[cell(1, 1, X)]"], 1, "X"),
        (["show", "hexapawn", "--state", "nonsense("], 1, "nonsense("),
        (["best", "hexapawn", "--role", "green"], 2, "white, black"),
        (["best", "hexapawn", "--depth", "-1"], 2, "--depth"),
        (["best", "hexapawn", "--depth", "0"], 0, "value of the position to white: 0"),
        (["best", "hexapawn", "--depth", "two"], 2, "--depth"),
        (["best", "hexapawn", "--time", "-1"], 2, "more than 0"),
        (["best", "hexapawn", "--time", "nan"], 2, "more than 0"),
        (["best", "hexapawn", "--method", "alphabet"], 2, "alphabeta"),
        (["best", "hexapawn", "--tier", "quick"], 2, "procedural"),
        (["best", "hexapawn", "--weight", "x"], 2, "name=3"),
        (["best", "hexapawn", "--weight", "x=1"], 2, "x"),
        (["best", "water_jugs"], 2, ""),
        (["path", "delivery_robot", "--method", "deep"], 2, "breadth"),
        (["path", "delivery_robot", "--limit", "0"], 2, "--limit"),
        (["path", "delivery_robot", "--prune", "trees"], 2, "cycles"),
        (["perft", "nim", "--depth", "-1"], 2, "--depth"),
        (["playouts", "nim", "--games", "0"], 2, "--games"),
        (["playouts", "nim", "--seed", "-1"], 2, "--seed"),
        (
            ["perft", "nim", "--workers", "2", "--tier", "clauses"],
            2,
            "workers has no effect without the tier native",
        ),
        (["playouts", "nim", "--cluster", "nowhere://x"], 2, "where none answers"),
        (["match", "nim", "random"], 2, "expected two players or more, found 1"),
        (["match", "nim", "random", "advice"], 2, "gives no advice"),
        (["match", "nim", "random", "legal", "--sprt", "3"], 2, "as in 0,20"),
        (["match", "nim", "random", "legal", "--sprt", "5,1"], 2, "ELO0 below ELO1"),
        (
            ["skill", "nim", "alphabeta", "--plot", "nosuch/x.svg"],
            2,
            "expected a folder that is there",
        ),
        (
            ["match", "nim", "random", "legal", "--sprt", "0,1e300"],
            2,
            "from -1600 to 1600",
        ),
        (
            ["match", "nim", "random", "legal", "--openings", "none"],
            2,
            "cannot be read",
        ),
        (
            ["match", "nim", "random", "legal", "--time", "1", "--game-clock", "1"],
            2,
            "found both",
        ),
        (["skill", "nim", "alphabeta", "--values", "a-b"], 2, "as in 1-4"),
        (["learn", "nim", "--feature", "heap"], 2, "no feature 'heap'"),
        (["learn", "nim", "--plot", "x.pdf"], 2, ".svg or .png"),
        (["best", "nim", "--weights", "none"], 2, "cannot be read"),
        (["skill", "nim", "alphabeta", "--plot", "x.pdf"], 2, ".svg or .png"),
        (["play", "nim", "--player", "green=random"], 2, "first, second"),
        (["play", "nim", "--player", "first=deep"], 2, "human"),
        (["play", "nim", "--player", "first"], 2, "ROLE=KIND"),
        (["tree", "nim", "--format", "png"], 2, "svg"),
        (["check"], 2, "expected a rule file, found none"),
        (["check", "."], 2, "expected a rule file, found a folder"),
        (["show", "."], 2, ".: expected a rule file, found a folder"),
        (["convert", ".", "kif"], 2, "expected a rule file, found a folder"),
        (["check", "good.pl", "none.pl"], 2, "expected a rule file at 'none.pl'"),
        (["check", "bad.pl", "."], 2, "bad.pl:8:6: error: halt/0 is a Prolog builtin"),
        (["check", "-", "good.pl", "-"], 2, "expected `-` at most once"),
    ],
)
@pytest.mark.usefixtures("rules")
def test_exit_statuses(words: list[str], code: int, message: str) -> None:
    result = run(*words)
    assert result.exit_code == code, result.output
    assert message in result.stderr + result.stdout
    assert "Traceback" not in result.output
    assert "internal" not in result.output
    if code:
        told = run(*words, "--json")
        assert told.exit_code == code
        assert isinstance(json.loads(told.stdout), dict)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "best nim --depth 3 --memory 9",
            "memory has no effect without the tier native, and",
        ),
        ("best nim --depth 3 --memory 9 --tier native", "a table or a tree"),
        (
            "best nim --memory 9 --method uct --tier procedural",
            "memory has no effect without the tier native",
        ),
        (
            "best nim --memory 9 --tier native --record x",
            "--memory has no effect with --record",
        ),
        (
            "best nim --memory 9 --tier native --why",
            "--memory has no effect with --why",
        ),
        ("best nim --all --why", "--all has no effect with --why"),
        ("best nim --by-depth --why", "--by-depth has no effect with --why"),
        (
            "best nim --from x --why --depth 3",
            "--from cannot go with --depth and --why: nothing is searched",
        ),
        ("best nim --from x --memory 9", "--from cannot go with --memory: nothing"),
        ("best nim --from x --weights y", "--from cannot go with --weights: nothing"),
        (
            "best nim --method uct --weight mobility=1",
            "weights has no effect without a method",
        ),
        ("best nim --method proof_number --weight mobility=1", "an evaluation"),
        (
            "best nim --method minimax(evaluation=zero) --weight mobility=1",
            "weights has no effect",
        ),
        (
            "best nim --method proof_number --all",
            "all has no effect without a method that compar",
        ),
        (
            "best nim --method legal --all",
            "all has no effect without a method that compares",
        ),
        ("best nim --method legal --depth 3", "no parameters, found 'depth'"),
        ("best nim --method random --time 3", "has no parameter 'seconds'"),
        (
            "best nim --method legal --tier native",
            "--tier has no effect without a --method that",
        ),
        (
            "tree nim --depth 1 --boards --format svg",
            "--boards has no effect without --format",
        ),
        (
            "tree nim --depth 1 --boards --json",
            "--boards has no effect without --format text",
        ),
        (
            "tree nim --depth 1 --json --format svg",
            "--format has no effect with --json",
        ),
        ("path water_jugs --count 2", "--count has no effect without --all"),
        (
            "solve nim --memory 9 --tier clauses",
            "memory has no effect without the tier native",
        ),
        ("solve nim --nodes 9", "nodes has no effect without proof_number"),
        ("solve nim --resume", "--resume: only the native tier with --save FILE"),
        ("perft nim --tier clauses --workers 2", "workers has no effect without the"),
        ("playouts nim --games 2 --time 2", "--time has no effect with --games"),
        (
            "playouts nim --tier native --cluster local",
            "cluster has no effect without the tier",
        ),
        (
            "playouts nim --workers 2 --cluster tcp://x:1",
            "--workers has no effect with --cl",
        ),
        (
            "match nim legal random --workers 2 --cluster tcp://x:1",
            "--workers has no effect with --cl",
        ),
        (
            "match nim legal pvs(depth=1)@native --tier native",
            "--tier has no effect without a m",
        ),
        (
            "match nim legal@native pvs(depth=1)",
            "tier has no effect without a method that search",
        ),
        (
            "skill nim pvs@clauses --tier native",
            "--tier has no effect without a method that",
        ),
        ("learn hexapawn --lambda 0.5", "--lambda has no effect without --method td"),
        ("learn hexapawn --step 0.5", "--step has no effect without --method td"),
        (
            "learn hexapawn --method td --depth 1",
            "depth has no effect without --method regression",
        ),
        ("learn hexapawn --player legal", "--player has no effect without --match"),
        (
            "learn hexapawn --opening-plies 2",
            "--opening-plies has no effect without --match",
        ),
    ],
)
def test_an_option_without_effect_is_refused(words: str, expected: str) -> None:
    result = run(*words.split())
    assert result.exit_code == 2, result.output
    assert expected in result.stderr


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("match nim legal random --save", "'--save': expected the name of a folder"),
        ("match nim legal random --openings", "'--openings': expected the name of a f"),
        ("solve nim --save", "'--save': expected the name of a file, found ''"),
        ("learn hexapawn --save", "'--save': expected the name of a file"),
        ("learn hexapawn --plot", "'--plot': expected the name of a file"),
        ("best nim --weights", "'--weights': expected the name of a file"),
        ("best nim --record", "'--record': expected the name of a file"),
        ("best nim --from", "'--from': expected the name of a file"),
        ("explain nim terminal --svg", "'--svg': expected the name of a file"),
        ("verify", "'FILE': expected the name of a file"),
        ("conform . . --resume", "'--resume': expected the name of a file"),
    ],
)
def test_an_empty_name_of_a_file_is_none(words: str, named: str) -> None:
    result = run(*words.split(), "")
    assert result.exit_code == 2, result.output
    assert named in result.stderr


def test_an_empty_name_of_a_file_of_weights_is_none() -> None:
    result = run("match", "nim", "random", "pvs(depth=1) with  ")
    assert result.exit_code == 2, result.output
    assert "expected weights or their file after `with`" in result.stderr


def test_weights_of_a_player_that_evaluates_nothing_are_refused() -> None:
    result = run("match", "nim", "random", "uct(simulations=9) with mobility=1")
    assert result.exit_code == 2, result.output
    assert "weights has no effect without a method with an evaluation" in result.stderr


@pytest.mark.parametrize(
    ("place", "meant"),
    [
        ("god.pl", "good.pl"),
        ("good.kif", "good.pl"),
        ("./gud.pl", None),
        ("nothing.pl", None),
        ("nim.pl", None),
        ("./nim", None),
        ("some/where/hexapawm", None),
        ("hexapawm", "hexapawn"),
        ("connect4", "connect_four"),
        ("robot", None),
        ("goodness", None),
    ],
)
@pytest.mark.usefixtures("rules")
def test_only_a_close_name_is_meant(place: str, meant: str | None) -> None:
    told = run("show", place).stderr
    assert re.findall(r"did you mean '(.*?)'", told) == ([meant] if meant else [])


def test_the_place_of_what_is_no_text_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "binary.pl"
    path.write_bytes(b"role(x).\n\xc3\xa9\0")
    fault = f"{path}:2:2: error: expected text, found a zero byte [file]\n"
    assert run("check", str(path)).stderr == fault
    assert run("show", str(path)).stderr == fault
    [told] = json.loads(run("check", str(path), "--json").stdout)["diagnostics"]
    assert (told["line"], told["column"]) == (2, 2)
    assert told["message"] == "expected text, found a zero byte"


@pytest.mark.parametrize(
    "words",
    [
        ["show", "hexapawn(columns=100000)"],
        ["show", "hexapawn(columns=-3)"],
        ["show", "hexapawn(columns=0, rows=0)"],
        ["show", "connect_four(columns=99999999999999999999)"],
        ["show", "nim(heaps=[1000000000000])"],
        ["show", "nim(heaps=[])"],
        ["show", "nim(heaps=a)"],
        ["show", "nim(heaps=[1,)"],
        ["show", "nim'; halt. %"],
        ["show", "nim(heaps=[1]), halt"],
        ["show", "../rules/../rules"],
        ["show", "a" * 5000],
        ["show", "nim", "--after", "take(1, 1)" + "; take(1, 1)" * 500],
        ["show", "nim", "--after", "(" * 10_000],
        ["show", "nim", "--after", ":- halt."],
        ["show", "nim", "--after", "shell(ls)"],
        ["show", "nim", "--after", "\x1b[31mred"],
        ["show", "nim", "--after", "'a\nb'"],
        ["show", "nim", "--state", "[control(first), control(second)]"],
        ["show", "nim", "--state", "[" + "heap(1, 1), " * 5000 + "heap(1, 1)]"],
    ],
    ids=range(20),
)
def test_odd_words_end_in_words(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pygame_search.model.rules.LOAD_SECONDS", 0.5)
    result = run(*words)
    assert result.exit_code in (0, 1, 2)
    assert isinstance(result.exception, SystemExit | None)
    assert "internal" not in result.output
    assert len(result.output) < 200_000


def test_help_writes_a_negation_as_one_types_it() -> None:
    assert "(C, 1, white)), \\+ terminal" in run("ask", "--help").output


def test_help_of_every_command() -> None:
    overview = run("--help").stdout
    for name in COMMANDS:
        assert re.search(rf"^  {name}\b", overview, re.MULTILINE)
        result = run(name, "--help")
        assert result.exit_code == 0
        assert "--json" in result.stdout
        assert max(map(len, result.stdout.splitlines())) <= 100


# ---- where it is printed -----------------------------------------------------


def test_no_colour_and_no_terminal() -> None:
    words = ["-m", "pygame_search", "best", "hexapawn", "--depth", "2"]
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {}):
        found = forked.run(words, env={**os.environ, **environment})
        assert found.returncode == 0
        assert b"\x1b" not in found.stdout + found.stderr


def test_a_narrow_window_and_plain_ascii() -> None:
    """Python reads the encoding at its start."""
    words = [sys.executable, "-m", "pygame_search", "tree", "hexapawn"]
    env = {**os.environ, "COLUMNS": "30", "PYTHONIOENCODING": "ascii"}
    found = subprocess.run(words, capture_output=True, check=False, env=env)
    assert (found.returncode, found.stderr) == (0, b"")
    assert found.stdout.isascii()


# ---- a person at a terminal --------------------------------------------------


class Shown(Terminal):
    """The program in a terminal, and what it has written."""

    def __init__(self, *words: str) -> None:
        super().__init__(*words, env={**os.environ, "TERM": "xterm"})
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Return what came before a text."""
        while text not in self.seen:
            more = self.read(PATIENCE)
            assert more, f"waited for {text!r}, saw {self.seen!r}"
            self.seen += more
        before, _, self.seen = self.seen.partition(text)
        return before

    def end(self, pressed: str = "") -> int:
        """Return the exit status; pressed: a key that is pressed until the end."""
        end = time.monotonic() + PATIENCE
        with suppress(OSError):
            self.type(pressed)
            while self.read(0.5 if pressed else PATIENCE) is not None:
                assert time.monotonic() < end, "it does not end"
                self.type(pressed)
        return super().end()


def test_play_a_whole_game() -> None:
    played = Shown("play", "tic_tac_toe", "--player", "o=advice")
    played.wait_for("x> ")
    played.type("what\n")
    played.wait_for("not legal here")
    played.type("help\n")
    played.wait_for("resign")
    played.type("undo\n")
    played.wait_for("there is no move of yours")
    played.type("hint\n")
    played.wait_for("alphabeta would play")
    played.type("1\n")
    played.wait_for("o plays")
    played.wait_for("x> ")
    played.type("undo\n")
    played.wait_for("x> ")
    for _ in range(3):  # which loses, as three in a row stop nobody
        played.type("1\n")
        played.wait_for("x plays")
    played.wait_for("o wins")
    assert played.end() == 0


def test_play_resign_and_leave() -> None:
    resigned = Shown("play", "hexapawn")
    resigned.wait_for("white> ")
    resigned.type("resign\n")
    resigned.wait_for("white resigns: black wins")
    assert resigned.end() == 0
    left = Shown("play", "hexapawn")
    left.wait_for("white> ")
    left.type("\x04")
    assert left.end() == 0
    left = Shown("play", "hexapawn")
    left.wait_for("white> ")
    assert left.end("\x03") == 130
    left = Shown("play", "hexapawn")
    left.wait_for("white> ")
    os.kill(left.program.pid, signal.SIGTERM)
    assert left.end() == 143


def takes(thread: Path) -> bool:
    """Return whether a thread takes SIGTERM; that of SWI-Prolog's collector may not."""
    status = (thread / "status").read_text()
    blocked = int(status.partition("SigBlk:")[2].split()[0], 16)
    return not blocked >> (signal.SIGTERM - 1) & 1


def test_sigterm_ends_a_prompt_that_it_does_not_wake() -> None:
    """As when it comes between Python's look for signals and the wait for a key."""
    left = Shown("play", "hexapawn")
    left.wait_for("white> ")
    pid = left.program.pid
    threads = Path(f"/proc/{pid}/task").iterdir()
    other = min(int(t.name) for t in threads if int(t.name) != pid and takes(t))
    assert ctypes.CDLL(None).tgkill(pid, other, signal.SIGTERM) == 0
    assert left.end() == 143


def test_play_ends_where_nobody_can_move() -> None:
    words = ["play", "hexapawn", "--state", "[]"]
    played = answer(*words, "--player", "white=legal", "--player", "black=legal")
    assert played["ended"] == "endless"


def test_play_takes_a_move_back_on_ctrl_c() -> None:
    played = Shown("play", "connect_four", "--time", "1000")
    played.wait_for("x> ")
    played.type("1\n")
    played.wait_for("x plays")
    played.wait_for("thinking")  # the spinner
    os.kill(played.program.pid, signal.SIGINT)
    played.wait_for("your last move is taken back")
    played.wait_for("x> ")
    played.type("quit\n")
    assert played.end() == 0


def test_the_spinner_comes_and_goes() -> None:
    shown = Shown("best", "connect_four", "--time", "1000")
    shown.wait_for("\x1b[?25l")  # the cursor is hidden
    shown.wait_for("depth")
    os.kill(shown.program.pid, signal.SIGINT)
    shown.wait_for("\x1b[?25h")
    assert shown.end() == 130


@pytest.mark.parametrize(
    "words",
    [
        ["best", "connect_four", "--depth", "40"],
        ["best", "connect_four", "--depth", "40", "--tier", "procedural"],
        ["perft", "othello", "--depth", "20"],
        ["path", "eight_puzzle", "--state", UNSOLVABLE, "--tier", "clauses"],
        ["playouts", "othello", "--time", "1000"],
        ["perft", "othello", "--depth", "20", "--tier", "native"],
        ["playouts", "othello", "--time", "1000", "--tier", "native"],
        ["match", "othello", "alphabeta(depth=3)", "random"],
        [
            "playouts",
            "othello",
            "--time",
            "1000",
            "--tier",
            "native",
            "--workers",
            "2",
        ],
    ],
)
def test_ctrl_c_ends_a_command(words: list[str]) -> None:
    shown = Shown(*words)
    shown.wait_for("\x1b[?25l")
    time.sleep(0.2)
    os.kill(shown.program.pid, signal.SIGINT)
    shown.wait_for("interrupted")
    assert shown.end() == 130


def test_a_folder_without_rule_sheets_is_told(tmp_path: Path) -> None:
    found = run("conform", str(tmp_path), str(tmp_path))
    assert found.exit_code == 2
    assert "no rule sheet in" in found.stderr


SHEET = """
(role p) (init (s 0)) (up 0 1) (up 1 2)
(<= (legal p (go ?n)) (true (s ?m)) (up ?m ?n))
(<= (next (s ?n)) (does p (go ?n)))
(<= terminal (true (s 2)))
(goal p 100)
"""


@pytest.mark.parametrize(
    "tier", ["clauses", pytest.param("native", marks=pytest.mark.slow)]
)
def test_rule_sheets_are_compared_by_several_workers(tmp_path: Path, tier: str) -> None:
    games, references = tmp_path / "games", tmp_path / "reference"
    games.mkdir()
    references.mkdir()
    said = {
        "roles": ["p"],
        "initial_state": ["(s 0)"],
        "initial_goals": [100],
        "legal": [{"role": "p", "count": 1, "moves": ["(go 1)"]}],
        "tree": {"levels": [{"depth": 0, "nodes": 1}, {"depth": 1, "nodes": 1}]},
    }
    for number in range(3):
        (games / f"game{number}.kif").write_text(SHEET, encoding="utf-8")
        if number == 2:
            said["initial_state"] = ["(s 1)"]
        text = json.dumps(said)
        (references / f"game{number}.json").write_text(text, encoding="utf-8")
    words = ["conform", str(games), str(references), "--tier", tier, "--workers", "2"]
    words += ["--memory", "1500"]  # a child process grounds within it, too
    found = run(*words, "--json")
    told = json.loads(found.stdout)
    assert sorted(one["id"] for one in told["agree"]) == ["game0", "game1"]
    assert [one["id"] for one in told["differ"]] == ["game2"]
    assert "(s 1)" in told["differ"][0]["what"]
    assert found.exit_code == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"roles": "p"}, 'roles: expected a list of texts, found "p"'),
        ({"legal": [{"role": "p"}]}, "legal: 1: expected 'moves'"),
        ({"legal": None}, "legal: expected a list of JSON objects, found null"),
        ({"tree": []}, "tree: expected a JSON object, found []"),
        ({"tree": {"levels": 3}}, "tree: levels: expected a list of JSON objects"),
        ({"tree": {"levels": [{"nodes": 1}]}}, "tree: levels: 1: expected 'depth'"),
        (
            {"playouts": [{"terminal": False, "steps": [{"joint": ["x"]}]}]},
            "playouts: 1: steps: 1: expected 'legal_counts', a list of numbers, found",
        ),
        (
            {"playouts": [{"terminal": True, "steps": []}]},
            "playouts: 1: expected 'end'",
        ),
    ],
)
def test_a_reference_that_is_none_is_told(
    change: dict[str, object], words: str
) -> None:
    said: dict[str, object] = {
        "roles": ["p"],
        "initial_state": ["(s 0)"],
        "initial_goals": [100],
        "legal": [{"role": "p", "count": 1, "moves": ["(go 1)"]}],
    }
    assert as_reference(said) == said
    game = ps.load_text(SHEET, syntax="kif")
    with pytest.raises(ps.InputError) as caught:
        compare(game, said | change)
    assert words in str(caught.value)


def test_conform_names_the_file_of_a_wrong_reference(tmp_path: Path) -> None:
    sheet, reference = tmp_path / "game.kif", tmp_path / "game.json"
    sheet.write_text(SHEET, encoding="utf-8")
    for text, words in (
        ("[]", "game.json: expected a JSON object, found []"),
        ('{"roles": ["p"]}', "game.json: expected 'initial_state', a list of texts"),
        ("{", "game.json:1:2: expected JSON"),
    ):
        reference.write_text(text, encoding="utf-8")
        found = run("conform", str(sheet), str(reference), "--json")
        [skipped] = json.loads(found.stdout)["skipped"]
        assert words in skipped["what"]
        assert not found.stderr
    kept = tmp_path / "kept"
    for line, words in (
        ('{"id": "game"}', "kept:1: expected 'verdict', a text, found none"),
        ("[]", "kept:1: expected a JSON object, found []"),
        ("{", "kept:1: "),
    ):
        kept.write_text(line, encoding="utf-8")
        found = run("conform", str(sheet), str(reference), "--resume", str(kept))
        assert found.exit_code == 2
        assert words in found.stderr


def test_standard_input_is_not_watched() -> None:
    found = run("check", "--watch", "-")
    assert found.exit_code == 2
    assert "standard input cannot be watched" in found.stderr


def test_an_estimate_is_said_to_be_one() -> None:
    """At a terminal alone, and not where `solve` cannot help."""
    from pygame_search.cli.best import may_be_solved

    def found(game: str, **how: Any) -> ps.SearchResult:
        return ps.load(game).initial.best(**how)

    assert may_be_solved(found("tic_tac_toe", depth=2))
    assert not may_be_solved(found("tic_tac_toe", depth=9))
    assert not may_be_solved(found("pig", depth=1))
    assert not may_be_solved(
        found("tic_tac_toe", method="montecarlo(simulations=20, seed=1)")
    )
    said = CliRunner().invoke(command, ["best", "tic_tac_toe", "--depth", "2"]).stdout
    assert "(an estimate)" in said
    assert "`solve`" not in said
