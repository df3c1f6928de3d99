"""Recorded searches in files: drawn as before; what is told of bad ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.search.core.recording import Recording, load
from pygame_search.search.core.replay import path_events, replay
from pygame_search.search.core.trace import tree
from pygame_search.support.errors import InputError


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words])


def recorded(method: str = "alphabeta(depth=2)", tier: str = "clauses") -> Recording:
    state = ps.load("hexapawn").initial.play("move(1, 1, 1, 2)")
    return state.best(role="white", method=method, tier=tier, record=True).recording()


def test_what_is_kept() -> None:
    found = recorded()
    assert found.call == "hexapawn(columns=3, rows=3)"
    assert "control(black)" in found.position
    assert (found.role, found.method) == ("white", "alphabeta(depth=2)")
    assert [e[3] for e in found.events if e[0] == "enter"][:3] == [0, 1, 2]


def test_a_file_holds_it_an_event_a_line(tmp_path: Path) -> None:
    found, file = recorded(), tmp_path / "search.json"
    found.save(file)
    assert load(file) == found
    assert json.loads(file.read_text()) == found.as_json()
    assert '\n["leave", 0],\n' in file.read_text()


def test_both_tiers_write_the_same_file(tmp_path: Path) -> None:
    files = [tmp_path / tier for tier in ("clauses", "procedural")]
    for file in files:
        recorded("deepening(depth=3)", file.name).save(file)
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("game", "method"),
    [
        ("nim", "breadth(depth=2)"),
        ("coins_in_a_row", "maxn(depth=2)"),
        ("pig", "expectimax(depth=2)"),
    ],
)
def test_events_of_every_kind(game: str, method: str, tmp_path: Path) -> None:
    file = tmp_path / "search.json"
    at_once = run("tree", game, "--method", method, "--record", file)
    assert (at_once.exit_code, at_once.stderr) == (0, "")
    assert run("tree", "--from", file).output == at_once.output


@pytest.mark.parametrize(
    "words",
    [
        ["--format", "text", "--boards"],
        ["--format", "svg"],
        ["--format", "dot"],
        ["--format", "json"],
        ["--json"],
        ["--step", "20"],
        ["--until", "cutoff:2", "--format", "svg"],
        ["--until", "deepen:2", "--json"],
    ],
)
def test_a_file_is_drawn_as_the_search_was(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "search.json"
    method = "deepening(depth=3, aspiration=1)"
    search = ["hexapawn", "--after", "move(1, 1, 1, 2)", "--method", method]
    at_once = run("tree", *search, *words, "--record", file)
    assert (at_once.exit_code, at_once.stderr) == (0, "")
    again = run("tree", "--from", file, *words)
    assert again.output == at_once.output


def test_best_writes_it_too(tmp_path: Path) -> None:
    file = tmp_path / "search.json"
    assert run("best", "nim", "--depth", "2", "--record", file).exit_code == 0
    assert load(file).method == "alphabeta(depth=2)"
    assert run("tree", "--from", file).stdout.startswith("max 0\n")


def test_another_place_of_the_rules(tmp_path: Path) -> None:
    file, rules = tmp_path / "search.json", tmp_path / "mine.kif"
    rules.write_text(ps.convert("nim(heaps=[1, 2])", "gdl"))
    first = run("tree", rules, "--depth", "1", "--record", file)
    assert run("tree", "--from", file).output == first.output
    moved = rules.rename(tmp_path / "yours.kif")
    gone = run("tree", "--from", file)
    assert gone.exit_code == 2
    assert "expected a rule file at" in gone.stderr
    assert run("tree", moved, "--from", file).output == first.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected a GAME, or a recorded search with --from, found none"),
        (["nim", "--method", "legal"], "legal does not look ahead: expected one of"),
        (["nim", "--step", "1", "--until", "leaf"], "--step or --until, found both"),
        (["nim", "--record", "no/file"], "no/file: cannot be written (No such file"),
        (["nim", "--step", "0"], "expected a step from 1 to "),
        (["--from", "none.json"], "none.json: cannot be read"),
        (["--from", "none.json", "--role", "x"], "--role: the search that --from"),
        (["--from", "none.json", "--after", "m"], "--after: the search that --from"),
    ],
)
def test_misuse(words: list[str], message: str) -> None:
    found = run("tree", *words)
    assert found.exit_code == 2
    assert message in found.stderr


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("version", 2, "version: expected 1, found 2"),
        ("version", None, "version: expected a number, found null"),
        ("game", 3, "game: expected a text, found 3"),
        ("game", "hexapawm", "no game is called 'hexapawm': did you mean 'hexapawn'?"),
        ("parameters", [], "parameters: expected a JSON object, found []"),
        ("parameters", {"rows": 3}, "parameters: rows: expected a text, found 3"),
        ("parameters", {"row": "3"}, "row"),
        ("position", ["a", 1], "position: 2: expected a text, found 1"),
        ("position", ["nonsense(1)"], "position: "),
        ("role", "green", "role: expected one of white, black, found 'green'"),
        ("method", "alphabet", "method: no method 'alphabet': expected one of"),
        ("method", "legal", "method: legal does not look ahead"),
        ("events", {}, "events: expected a list, found {}"),
        ("events", [], "expected the events of a whole search"),
        ("events", [3], 'event 1: expected a list as in ["leave", 3], found 3'),
        ("events", [["leav", 3]], "event 1: no event is called 'leav'"),
        ("events", [["leave"]], 'event 1: expected [leave, score], found ["leave"]'),
        ("events", [["leave", "3"]], "event 1: leave: score: expected a score, found"),
        ("events", [["leave", True]], "event 1: leave: score: expected a score"),
        ("events", [["enter", -1, [], 0]], "enter: ply: expected a number of 0 or"),
        ("events", [["enter", 0, [1], 0]], "enter: joint: 1: expected a text"),
        ("events", [["leaf", "end", 0]], "leaf: kind: expected a kind of leaf"),
        ("events", [["hit", "low", 0]], "hit: flag: expected a flag: exact, lower"),
        ("events", [["leave", 3]], "event 1: expected the events of one search, found"),
        ("events", [["enter", 1, [], 0]], "event 1: expected a node at ply 0, found 1"),
        ("events", [["expand", 0]], "event 1: expected one of 0 nodes, found 0"),
        ("events", [["back", -1, 0]], "back: index: expected a number of 0 or more"),
        ("events", [["leave", [0, "1"]]], "leave: score: expected a score, found"),
        ("events", [["enter", 0, [], 0]], "expected the events of a whole search"),
        (
            "events",
            [["enter", 0, [], 0], ["leaf", "limit", 0], ["leave", [0, 0, 0]]],
            "expected a score for each role, white, black, found [0, 0, 0]",
        ),
    ],
)
def test_a_member_that_is_wrong_is_told(
    name: str, value: Any, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "search.json"
    data = recorded().as_json()
    file.write_text(json.dumps(data | {name: value}))
    found = run("tree", "--from", file)
    assert found.exit_code == 2, found.output
    assert message in found.stderr
    assert "Traceback" not in found.output
    del data[name]
    file.write_text(json.dumps(data))
    assert f"search.json: expected {name!r}, a " in run("tree", "--from", file).stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"{\n  nonsense", ":2:3: expected JSON"),
        (b"[]", ": expected a JSON object, found []"),
        (b"\xff", ": expected text in UTF-8"),
        (b"[" * 100_000, ": expected a recorded search, found deep JSON"),
        (b"9" * 5_000, ": expected numbers of at most 1000 digits, found one of 5,000"),
        (b"", ":1:1: expected JSON"),
    ],
    ids=range(6),
)
def test_a_file_that_holds_something_else(
    text: bytes, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "search.json"
    file.write_bytes(text)
    with pytest.raises(InputError) as error:
        load(file)
    assert str(error.value).startswith(f"{file}{message}")


def test_no_damage_ends_in_anything_but_words(tmp_path: Path) -> None:
    """Each event left out, told twice, or with a move that is none."""
    file, game = tmp_path / "search.json", ps.load("hexapawn")
    data = recorded().as_json()
    events = data["events"]
    told = set()
    for i, event in enumerate(events):
        kinds = [[], [event, event]]
        if event[0] == "enter":
            kinds.append([["enter", event[1], ["fly", "noop"], 0]])
        for new in kinds:
            changed = {"events": [*events[:i], *new, *events[i + 1 :]]}
            file.write_text(json.dumps(data | changed))
            try:
                found = load(file)
                root = tree(found.events)
                replay(found, root, game, most=1000)
                told.add("nothing")
            except (InputError, ValueError) as error:
                told.add(str(error).partition(" ")[0])
    assert told == {"nothing", "event", "expected", "the"}


SPACES = [
    ("delivery_robot", "a*(limit=50)"),
    ("delivery_robot", "ids(prune=none)"),
    ("water_jugs", "bfs"),
    ("river_crossing", "lowest_cost(prune=cycles)"),
    ("eight_puzzle", "best_first(limit=9)"),
]


@pytest.mark.parametrize(("game", "method"), SPACES)
@pytest.mark.parametrize("form", ["text", "svg", "html", "json"])
def test_a_path_search_is_drawn_as_it_was(
    game: str, method: str, form: str, tmp_path: Path
) -> None:
    file = tmp_path / "paths.json"
    search = [game, "--method", method, "--format", form]
    at_once = run("tree", *search, "--record", file)
    assert (at_once.exit_code, at_once.stderr) == (0, "")
    assert load(file).role == ""
    again = tmp_path / "again.json"
    found = run("tree", "--from", file, "--format", form)
    assert (found.output, found.stderr) == (at_once.output, "")
    root = run("tree", "--from", file, "--depth", "1").output
    assert root == run("tree", game, "--method", method, "--depth", "1").output
    run("tree", game, "--method", method, "--tier", "procedural", "--record", again)
    assert again.read_bytes() == file.read_bytes()


def test_a_path_search_from_a_position(tmp_path: Path) -> None:
    file = tmp_path / "paths.json"
    search = ["river_crossing", "--after", "cross(goat)"]
    first = run("tree", *search, "--method", "bfs", "--record", file)
    assert first.exit_code == 0, first.output
    assert "on(right, goat)" in load(file).position
    assert run("tree", "--from", file).output == first.output


def recorded_paths(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    file = tmp_path / "paths.json"
    search = ["delivery_robot", "--method", "a_star", "--record"]
    assert run("tree", *search, file).exit_code == 0
    return file, json.loads(file.read_text())


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("role", "robot", "method: no method 'a_star': expected one of"),
        ("method", "minimax", "is a state space: expected one of breadth"),
        ("game", "hexapawn", "method: paths are for one agent: 'hexapawn'"),
        ("game", "river_crossing", "position: "),
        ("position", ["lounge"], "expected the start node, mail_room, found lounge"),
        ("position", [], "expected the start node, mail_room, found none"),
        ("events", [], "expected the events of a whole search"),
        ("events", [["leave", 3]], "event 1: expected one of deepen, enter, cost"),
        ("events", [["enter", 0, [], 0]], "event 1: expected the cost of the path"),
        ("events", [["cost", 0, 1]], "event 1: expected the path of the cost before"),
        ("events", [["select", 0]], "event 1: expected one of 0 nodes, found 0"),
        ("events", [["expand", 0]], "event 1: expected one of 0 paths, found 0"),
    ],
)
def test_a_path_search_that_is_wrong_is_told(
    name: str, value: Any, message: str, tmp_path: Path
) -> None:
    file, data = recorded_paths(tmp_path)
    file.write_text(json.dumps(data | {name: value}))
    found = run("tree", "--from", file)
    assert found.exit_code == 2, found.output
    assert message in found.stderr
    assert found.stderr.startswith(f"error: {file}: ")


def test_damage_of_a_path_search_is_told(tmp_path: Path) -> None:
    """Each event left out, told twice, or with another node, move or cost."""
    file, data = recorded_paths(tmp_path)
    game = ps.load("delivery_robot")
    root = game.numbered(game.clauses.start())
    events = data["events"]
    wrong = []
    for i, event in enumerate(events):
        kinds = [[], [event, event]]
        if event[0] == "enter":
            kinds.append([["enter", event[1], ["mail_room-lab"], 0]])
            kinds.append([["enter", event[1] + 1, *event[2:]]])
        if event[0] == "cost":
            kinds.append([["cost", event[1] + 1, event[2]]])
        for new in kinds:
            changed = {"events": [*events[:i], *new, *events[i + 1 :]]}
            file.write_text(json.dumps(data | changed))
            try:
                tree(path_events(load(file), root))
            except (InputError, ValueError):
                continue
            wrong.append({one[0] for one in (event, *new)})
    assert all(kinds & {"select", "prune", "goal", "expand"} for kinds in wrong)
