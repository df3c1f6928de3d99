"""Clauses and procedure side by side: that twins are told from those that are none."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.twins import compare, first_difference, sources_of
from pygame_search.render.sources import essay, rows
from pygame_search.search.core.methods import SEARCHES, read_method
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.task import Task
from pygame_search.search.game_tree import alphabeta, window
from pygame_search.support.errors import InputError

CALLS = ("minimax", "alphabeta", "alphabeta(fail=hard)", "pvs",
         "deepening(depth=3, aspiration=1)")  # fmt: skip


def run(*words: str | Path, columns: int = 80) -> Result:
    environment = {"COLUMNS": str(columns)}
    return CliRunner().invoke(command, [str(w) for w in words], env=environment)


# ---- twins -------------------------------------------------------------------


@pytest.mark.parametrize("method", CALLS)
def test_twins_are_the_same(method: str) -> None:
    found = compare(ps.load("hexapawn").initial, method)
    assert found.same
    assert (found.difference, found.unlike) == (None, ())
    assert found.clauses.events == found.procedure.events
    assert found.clauses.events
    assert found.method["depth"] == (3 if "depth" in method else 2)


def test_every_search_can_be_compared() -> None:
    state = ps.load("nim", heaps=[1, 2]).initial
    for method in SEARCHES:
        assert compare(state, method).same


def test_the_command_says_so() -> None:
    found = run("compare", "--engine", "alphabeta", "helen_and_stavros", "--depth", "3")
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout.endswith("\nthe same 94 events\n")
    assert re.search(r"^nodes +31 +31\b", found.stdout, re.MULTILINE)
    data = json.loads(
        run(
            "compare", "alphabeta", "helen_and_stavros", "--depth", "3", "--json"
        ).stdout
    )
    assert data["same"] is True
    assert (data["difference"], data["unlike"]) == (None, [])
    assert data["method"] == "alphabeta(depth=3)"
    assert data["clauses"]["file"] == "logic/search/alphabeta.pl"
    assert data["procedure"]["file"] == "pygame_search/search/game_tree/alphabeta.py"
    for form in ("clauses", "procedure"):
        assert (data[form]["value"], data[form]["events"]) == (10, 94)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["legal", "nim"], "legal is not written twice: expected one of minimax, "),
        (["minmax", "nim"], "no method 'minmax'"),
        (["deepening(seconds=1)", "nim"], "expected a depth, found a clock"),
        (["minimax", "nim", "--role", "third"], "no role 'third'"),
        (["minimax", "nim", "--format", "svg"], "--format"),
        (["minimax", "nim", "--format", "html", "--json"], "no effect with --json"),
        (["minimax", "pig"], "minimax does not support chance"),
        (["minimax"], "Missing argument 'GAME'"),
    ],
)
def test_misuse(words: list[str], message: str) -> None:
    found = run("compare", "--engine", *words)
    assert found.exit_code == 2
    assert message in found.stderr


# ---- those that are none -----------------------------------------------------


def never_raised(task: Task, alpha: int, beta: int, score: int) -> int:
    """Forget to raise alpha."""
    return alpha


def test_a_broken_twin_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alphabeta, "raised", never_raised)
    found = run("compare", "--engine", "alphabeta", "hexapawn", "--depth", "3")
    assert (found.exit_code, found.stderr) == (1, "")
    assert found.stdout[found.stdout.index("\nevent ") :] == (
        "\n"
        "event 7 is the first that differs\n"
        "      3  both       enter move(2, 3, 1, 2)\n"
        "      4  both       enter move(2, 1, 1, 2)\n"
        "      5  both       the depth limit: worth 0\n"
        "      6  both       back up the value 0\n"
        "      7  clauses    the window is now alpha 0, beta +inf\n"
        "      7  procedure  enter move(2, 1, 2, 2)\n"
    )


def test_a_broken_twin_is_told_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "raised", never_raised)
    result = run("compare", "--engine", "alphabeta", "nim", "--json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert data["same"] is False
    told = data["difference"]
    assert told["clauses"][0] == "raise"
    assert told["procedure"][0] == "enter"
    assert len(told["before"]) == 4
    assert data["unlike"] == []


def test_a_twin_that_answers_something_else_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def cut(task: Task, *rest: Any) -> None:
        window.cut(task, *rest)
        task.cutoffs += 1

    monkeypatch.setattr(alphabeta, "cut", cut)
    found = run("compare", "--engine", "alphabeta", "hexapawn")
    assert found.exit_code == 1
    assert re.search(r"\nthe same \d+ events, but different cutoffs\n$", found.stdout)


def test_a_twin_that_ends_too_soon_is_told() -> None:
    events = [["enter", 0, [], 0], ["leaf", "limit", 1], ["leave", 1]]
    assert first_difference(events, events) is None
    found = first_difference(events, events[:2])
    assert found is not None
    assert (found.number, found.clauses, found.procedure) == (3, ["leave", 1], None)
    assert found.before == tuple(events[:2])


# ---- the sources -------------------------------------------------------------


@pytest.mark.parametrize("method", CALLS)
def test_every_line_of_the_sources_is_shown_in_its_place(method: str) -> None:
    sources = sources_of(read_method(method))
    pairs = rows(sources[0].text, sources[1].text)
    for side, source in enumerate(sources):
        lines = source.text.splitlines()
        shown: dict[int, str] = {}
        for pair in pairs:
            piece = pair[side]
            if piece is not None:
                shown |= dict(enumerate(piece.text.splitlines(), piece.start))
        assert list(shown) == sorted(shown)
        for number, line in enumerate(lines, 1):
            assert shown.get(number, "") == line.rstrip()


def test_a_predicate_stands_beside_the_function_of_its_name() -> None:
    clauses, procedure = sources_of(read_method("alphabeta"))
    for one, two in rows(clauses.text, procedure.text)[1:]:
        assert one is not None
        assert two is not None
        name = re.match(r"def (\w+)", two.text)
        assert name is not None
        alias = {"value": "score"}.get(name[1], name[1])
        assert re.search(rf"^{alias}\(", one.text, re.MULTILINE)


def test_side_by_side_where_there_is_room() -> None:
    wide = run("compare", "--engine", "minimax", "nim", columns=180).stdout
    assert re.search(r"^ *\d+ best\(\[\], .*  \d+ def best\(", wide, re.MULTILINE) or (
        re.search(r"^ *\d+ %   The best .*  \d+ def best\(", wide, re.MULTILINE)
    )
    assert re.search(
        r"^logic/search/minimax.pl +pygame_search/search/game_tree/minimax.py",
        wide,
        re.M,
    )
    narrow = run("compare", "--engine", "minimax", "nim", columns=60).stdout
    assert "\nlogic/search/minimax.pl:" in narrow
    for text, width in ((wide, 180), (narrow, 60)):
        sources = text[: text.index("\nmove ")].splitlines()
        assert max(map(len, sources)) <= width


@pytest.mark.parametrize("method", SEARCHES)
def test_the_clauses_say_what_the_idea_is(method: str) -> None:
    clauses, _ = sources_of(read_method(method))
    title, _, idea = essay(clauses.text).partition("\n\n")
    assert title
    assert idea


def test_an_unknown_method_has_no_sources() -> None:
    with pytest.raises(InputError, match="random does not look ahead"):
        sources_of(read_method("random"))


def test_no_clock_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pygame_search.search.core.setup.DEFAULT_SECONDS", 1e-9)
    found = compare(ps.load("tic_tac_toe").initial, "proof_number")
    assert found.same
    assert str(found.method) == "proof_number(nodes=10000)"
    assert isinstance(found.clauses, SearchResult)
    assert found.clauses.nodes >= 1000


def test_a_search_that_was_not_finished_has_no_value() -> None:
    words = ("compare", "proof_number(nodes=20)", "hexapawn")
    told = "not decided within 20 nodes per question: the value is at least -10 and at"
    out = run(*words, columns=100).stdout
    assert re.search(r"^value +not finished +not finished *$", out, re.MULTILINE)
    assert re.search(r"^move +none +none *$", out, re.MULTILINE)
    assert f"\n{told} most 10\n" in out
    data = json.loads(run(*words, "--json").stdout)
    assert data["notes"] == [f"{told} most 10"]
    for form in ("clauses", "procedure"):
        found = data[form]
        assert (found["value"], found["move"], found["moves"]) == (None, None, [])
        assert (found["complete"], found["stopped"]) == (False, "nodes")
        assert found["notes"] == data["notes"]


def test_a_bound_is_shown_as_one() -> None:
    for given, bound in (("alpha=5", "at most 0"), ("beta=-5", "at least -1")):
        out = run("compare", "--engine", f"alphabeta({given})", "hexapawn").stdout
        assert re.search(f"^value +{bound} +{bound} *$", out, re.MULTILINE)
