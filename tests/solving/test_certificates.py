"""Certificates: what is right is accepted, all else is refused with its reason.

The solutions are found by brute force over `State.play` (`solutions.py`), which is the
independent check of what `verify` says they prove.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from forgeries import (
    ASKED,
    CHANGES,
    WALK,
    Made,
    accepted,
    forged,
    made_certificate,
    put_together,
    seal,
    taken_apart,
    text_lines,
    verdict_of_lines,
)
from games import loaded
from hypothesis import given
from hypothesis import strategies as st
from solutions import solution

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.model.rules import gdl, rules_hash
from pygame_search.repl.commands import Commands
from pygame_search.session.session import Session
from pygame_search.solving.certificate import (
    Certificate,
    read_certificate,
    save_certificate,
)
from pygame_search.solving.certificate_file import PackedEntries
from pygame_search.solving.certificate_moves import Advice, advice
from pygame_search.solving.solution import Entry, Solution, Within
from pygame_search.solving.solve import solve
from pygame_search.solving.verify import TRUST, verify
from pygame_search.support.errors import CertificateError, InputError

WALKS = {
    "nobody ends it": "edge(1, 2). edge(2, 1). edge(1, 0). edge(2, 9).",
    "ann may draw": "edge(1, 2). edge(2, 1). edge(1, 5).",
    "either may draw": "edge(1, 2). edge(2, 3). edge(3, 1). edge(1, 5). edge(2, 5).",
    "ann wins": "edge(1, 2). edge(2, 1). edge(2, 3). edge(3, 2). edge(3, 9). "
    "edge(1, 3).",
    "bob gives in": "edge(1, 2). edge(2, 3). edge(3, 4). edge(4, 3). edge(4, 6). "
    "edge(6, 9). edge(6, 0). edge(3, 6).",
    "it ends": "edge(1, 2). edge(2, 3). edge(3, 5). edge(3, 0).",
}


def walk(name: str, folder: Path) -> ps.Game:
    file = folder / "walk.pl"
    file.write_text(WALK + WALKS[name] + "\n", encoding="utf-8")
    return ps.load(file)


def unsealed(file: Path) -> bytes:
    return file.read_bytes()[: -len(f'{{"sha256": "{"0" * 64}"}}\n')]


TUG = str(Path(__file__).parents[2] / "docs" / "tug.pl")


def reason(file: Path) -> str:
    """What verify says is wrong."""
    try:
        verdict = verify(file)
    except CertificateError as error:
        return str(error)
    assert not verdict.verified
    assert verdict.fault is not None
    return verdict.fault.text()


# ---- what is right -----------------------------------------------------------

GAMES = (
    "tic_tac_toe(columns=3, rows=2)", "nim(heaps=[1, 2, 3])", "hexapawn",
    "hexapawn(columns=2, rows=4)", "skirmish(columns=2, rows=3, plies=6)",
    "uniform_tree(depth=3)", "goofspiel(cards=3)", "coins_in_a_row",
    "river_crossing",
)  # fmt: skip


@pytest.mark.parametrize("call", GAMES)
def test_a_strong_solution(call: str, tmp_path: Path) -> None:
    game = loaded(call)
    for role in game.roles:
        found = solution(game.initial, role)
        save_certificate(found, tmp_path / "table")
        verdict = verify(tmp_path / "table")
        assert verdict.fault is None
        assert (verdict.value, verdict.distance) == (found.value, found.distance)
        assert verdict.states == found.states
        certificate = read_certificate(tmp_path / "table")
        assert replace(certificate.solution, entries=None) == replace(
            found, entries=None
        )
        assert entries(certificate.solution) == entries(found)


def with_entries(found: Solution, known: dict[frozenset[str], Entry]) -> Solution:
    listing = [(tuple(facts), entry) for facts, entry in known.items()]
    return replace(found, entries=lambda: iter(listing))


def entries(found: Solution) -> dict[frozenset[str], Entry]:
    assert found.entries is not None
    return {frozenset(facts): entry for facts, entry in found.entries()}


@pytest.mark.parametrize("call", GAMES)
def test_a_weak_solution(call: str, tmp_path: Path) -> None:
    game = loaded(call)
    low, high = game.ranges[0]
    for rival in (False, len(game.roles) == 2):
        found = solution(game.initial, solved="weak", rival=rival)
        save_certificate(found, tmp_path / "strategy")
        verdict = verify(tmp_path / "strategy")
        assert verdict.fault is None
        assert verdict.at_least == found.value
        if rival:
            assert verdict.at_most == found.value
        elif low < high:
            assert verdict.at_most == (high if found.value == high else None)
        again = read_certificate(tmp_path / "strategy").solution
        assert entries(again) == entries(found)
        assert (again.rival is None) == (found.rival is None)


@pytest.mark.parametrize("draw", [None, 0, 50, 100])
@pytest.mark.parametrize("name", WALKS)
def test_play_that_may_never_end(name: str, draw: int | None, tmp_path: Path) -> None:
    game = walk(name, tmp_path)
    for solved, rival in (("strong", False), ("weak", False), ("weak", True)):
        found = solution(game.initial, solved=solved, draw=draw, rival=rival)
        save_certificate(found, tmp_path / "file")
        verdict = verify(tmp_path / "file")
        assert verdict.claim().startswith("no value") is (found.value is None)
        if name == "either may draw" and solved == "strong" and draw is None:
            # Either can end it; the file has no strategy for both that says so.
            assert "not shown that play comes to an end" in reason(tmp_path / "file")
            continue
        assert verdict.fault is None, (solved, rival)
        assert verdict.at_least == found.value
        if solved == "strong" or rival:
            assert verdict.at_most == found.value


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
@pytest.mark.parametrize("strength", ["weak", "strong"])
def test_what_solve_finds(tier: str, strength: str, tmp_path: Path) -> None:
    for call in ("goofspiel(cards=3)", "coins_in_a_row", "hexapawn"):
        for draw in (None, 0):
            state = loaded(call).initial
            found = solve(state, strength=strength, tier=tier, draw=draw)
            save_certificate(found, tmp_path / "file")
            verdict = verify(tmp_path / "file")
            assert verdict.fault is None
            assert verdict.at_least == found.value
            if strength == "strong" or len(state.game.roles) == 2:
                assert verdict.value == found.value


@pytest.mark.parametrize("name", WALKS)
def test_what_solve_finds_where_play_may_never_end(name: str, tmp_path: Path) -> None:
    game = walk(name, tmp_path)
    for draw in (0, 50, 100):
        found = solve(game.initial, draw=draw, strength="strong")
        save_certificate(found, tmp_path / "file")
        assert verify(tmp_path / "file").value == found.value


def test_a_rule_sheet_of_general_game_playing(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.kif"
    sheet.write_text(gdl(loaded("nim(heaps=[1, 2])")), encoding="utf-8")
    game = ps.load(sheet)
    for solved in ("weak", "strong"):
        found = solution(game.initial, solved=solved, rival=solved == "weak")
        save_certificate(found, tmp_path / "file")
        assert verify(tmp_path / "file").value == found.value == 100


def test_a_position_in_the_midst(tmp_path: Path) -> None:
    moves = "mark(1, 1); mark(2, 1); mark(2, 2); mark(3, 3)"
    state = loaded("tic_tac_toe").after(moves)
    for solved in ("weak", "strong"):
        found = solution(state, solved=solved, rival=solved == "weak")
        save_certificate(found, tmp_path / "file")
        assert verify(tmp_path / "file").distance == 3
        assert set(read_certificate(tmp_path / "file").solution.position) == set(
            state.facts
        )


def test_packed_entries(tmp_path: Path) -> None:
    """Arrays come to the same file as texts do."""
    found = solution(loaded("hexapawn").initial)
    known = entries(found)
    fluents = sorted({fact for facts in known for fact in facts})
    moves = sorted({e.move for e in known.values() if e.move is not None})
    words = len(fluents) // 64 + 1
    rows = np.zeros((len(known), words), np.uint64)
    columns = np.zeros((3, len(known)), np.int64)
    for i, (facts, entry) in enumerate(known.items()):
        for fact in facts:
            number = fluents.index(fact)
            rows[i, number // 64] |= np.uint64(1) << np.uint64(number % 64)
        columns[:, i] = (
            -999 if entry.value is None else entry.value,
            -1 if entry.distance is None else entry.distance,
            -1 if entry.move is None else moves.index(entry.move),
        )

    def portions() -> Iterator[Any]:
        for part in (slice(0, 50), slice(50, None)):
            yield rows[part], *columns[:, part]

    packed = PackedEntries(fluents, moves, portions, -999)
    assert {frozenset(facts): entry for facts, entry in packed()} == known
    save_certificate(replace(found, entries=packed), tmp_path / "table")
    assert verify(tmp_path / "table").value == found.value
    assert entries(read_certificate(tmp_path / "table").solution) == known


# ---- what is wrong: strategies -----------------------------------------------

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def strategy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("strategy") / "hexapawn"
    found = solution(
        loaded("hexapawn(columns=2, rows=4)").initial, solved="weak", rival=True
    )
    save_certificate(found, file)
    return file


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A strategy without that of a rival."""
    file = tmp_path_factory.mktemp("strategy") / "hexapawn"
    save_certificate(
        solution(loaded("hexapawn(columns=2, rows=4)").initial, solved="weak"), file
    )
    return file


def changed(file: Path, to: Path, change: Callable[[Lines], Any]) -> Path:
    """A strategy with its lines changed, and sealed again."""
    lines = read_lines(file)
    change(lines)
    return from_lines(lines, to)


def read_lines(file: Path) -> Lines:
    """A head and the states, as the export has them; the furthest from the end first.

    A rival's part follows, whose head is the member `rival` of a line.
    """
    lines: Lines = []
    for number, part in enumerate(taken_apart(file).parts):
        lines.append({"rival": part["head"]} if number else part["head"])
        lines += sorted(part["rows"], key=lambda row: -row["distance"])
    return lines


def from_lines(lines: Lines, to: Path) -> Path:
    made = Made([])
    for line in lines:
        if "state" in line:
            made.parts[-1]["rows"].append(line)
        else:
            made.parts.append({"head": line.get("rival", line), "rows": []})
    return put_together(made, to)


def own(lines: Lines) -> Lines:
    """The entries of the role, without those of the rival."""
    return lines[1 : next((i for i, ln in enumerate(lines) if "rival" in ln), None)]


def test_each_value_and_each_distance_counts(strategy: Path, tmp_path: Path) -> None:
    lines = read_lines(strategy)
    for number, line in enumerate(lines):
        if number % 3 or "state" not in line:
            continue
        for member, amount in (("value", 20), ("distance", 1), ("distance", -1)):
            new = -line[member] if member == "value" else line[member] + amount
            if member == "distance" and new < 0:
                continue
            other = [*lines[:number], line | {member: new}, *lines[number + 1 :]]
            words = reason(from_lines(other, tmp_path / "file"))
            assert (
                "not worth what the file says" in words
                or "the head of the file does not agree" in words
            )
            assert "expected: value" in words
            assert "found: value" in words


@pytest.mark.slow
def test_each_state_is_needed(strategy: Path, tmp_path: Path) -> None:
    lines = read_lines(strategy)
    for number, line in enumerate(lines):
        if "state" in line:
            other = [*lines[:number], *lines[number + 1 :]]
            words = reason(from_lines(other, tmp_path / "file"))
            assert "is missing" in words or "the root has no entry" in words


def test_each_move_counts(strategy: Path, tmp_path: Path) -> None:
    """Another legal move leads out of the file, or is not worth what it says."""
    game = loaded("hexapawn(columns=2, rows=4)")
    lines = read_lines(strategy)
    tried = 0
    for number, line in enumerate(lines):
        if line.get("move") is None:
            continue
        state = game.state(f"[{', '.join(line['state'])}]")
        [mover] = state.to_move
        for move in state.legal[mover]:
            if move != line["move"]:
                tried += 1
                other = [*lines[:number], line | {"move": move}, *lines[number + 1 :]]
                words = reason(from_lines(other, tmp_path / "file"))
                assert "is missing" in words or "not worth" in words
    assert tried > 10


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines.append(lines[-1]), "a state occurs twice"),
        (lambda lines: own(lines)[0].update(move="move(9, 9, 9, 9)"), "a move"),
        (lambda lines: own(lines)[0].update(move=None), "a state has no move"),
        (lambda lines: own(lines)[0].update(move="p("), "is none: cannot read"),
        (lambda lines: own(lines)[1].update(state=["nonsense"]), "no such state is"),
        (lambda lines: own(lines)[1].update(value="7!"), "value: expected a number"),
        (lambda lines: own(lines)[1].update(distance=-1), "distance: expected plies"),
        (lambda lines: own(lines)[1].update(distance=None), "expected a value with"),
        (lambda lines: lines[0].update(version=3), "version: expected 2, found 3"),
        (lambda lines: lines[0].update(version=1), "version: expected 2, found 1"),
        (lambda lines: lines[0].update(version="new"), "found \"new\""),
        (lambda lines: lines[0].update(role="red"), "expected that for 'red'"),
        (lambda lines: lines[0].update(rules="0" * 64), "the rules have changed"),
        (lambda lines: lines[0].update(parameters={}), "the rules have changed"),
        (lambda lines: lines[0].update(parameters={"x": "1"}), "rules have changed"),
        (lambda lines: lines[0].update(parameters={"rows": ""}), "rules have changed"),
        (lambda lines: lines[0].update(position=["p"]), "the root is no state"),
        (lambda lines: lines[0].update(position=[]), "the root has no entry"),
        (lambda lines: lines[0].update(distance=7), "the head of the file does"),
        (lambda lines: lines[0].update(values={"white": 3}), "the head of the file"),
        (lambda lines: lines[0].update(solved="strong"), "is missing"),
        (lambda lines: lines[0].update(solved="surely"), "one of weak, strong"),
        (lambda lines: lines[0].update(draw=700), "play without end"),
        (lambda lines: lines[0].pop("states"), "expected 'states'"),
        (lambda lines: lines[0].update(cycle=[[1]]), "cycle: 1: 1: expected a text"),
        (lambda lines: lines.append({"rival": {}}), "expected 'version', a number"),
        (lambda lines: lines.extend([{"rival": lines[0]}] * 2), "its rival, found 3"),
        (lambda lines: lines.append({"rival": lines[0]}), "about something else"),
    ],
)  # fmt: skip
def test_a_strategy_that_was_changed(
    change: Callable[[Lines], Any], words: str, alone: Path, tmp_path: Path
) -> None:
    assert words in reason(changed(alone, tmp_path / "file", change))


def test_a_state_too_many(strategy: Path, tmp_path: Path) -> None:
    game = loaded("hexapawn(columns=2, rows=4)")
    there = {frozenset(line.get("state", [])) for line in read_lines(strategy)}
    extra = next(
        (facts, entry)
        for facts, entry in entries(solution(game.initial)).items()
        if facts not in there and entry.distance == 0
    )

    def add(lines: Lines) -> None:
        entry = {"state": sorted(extra[0]), "value": extra[1].value, "distance": 0}
        lines.insert(2, entry | {"move": None})

    words = reason(changed(strategy, tmp_path / "file", add))
    assert "no play leads to a state of the file" in words


def test_a_rival_of_another_position(strategy: Path, tmp_path: Path) -> None:
    for change in (
        lambda head: head.update(position=["control(black)"]),
        lambda head: head.update(role="white", values=head["values"]),
        lambda head: head.update(draw=0),
    ):

        def apply(lines: Lines, change: Callable[[Any], Any] = change) -> None:
            change(next(line["rival"] for line in lines if "rival" in line))

        words = reason(changed(strategy, tmp_path / "file", apply))
        assert "the rival's part is about something else" in words


# ---- what is wrong: tables ---------------------------------------------------


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("table") / "hexapawn"
    save_certificate(solution(loaded("hexapawn").initial), file)
    return file


def altered(file: Path, to: Path, *statements: str) -> Path:
    """A table in which something is changed, sealed again."""
    to.write_bytes(unsealed(file))
    with closing(sqlite3.connect(to)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()
    return seal(to, to.read_bytes())


_FIRST = "(SELECT state FROM states LIMIT 1 OFFSET {})"


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE outcomes SET value = -value WHERE outcome = 1", "not worth"),
        ("UPDATE outcomes SET distance = distance + 1 WHERE outcome = 0", "head"),
        ("DELETE FROM states WHERE state = " + _FIRST.format(60), "is missing"),
        ("UPDATE outcomes SET value = 'much' WHERE outcome = 1", "value: expected"),
        ("DELETE FROM outcomes WHERE outcome = 1", "to be numbered from 0"),
        ("DELETE FROM fluents WHERE number = 3", "to be numbered from 0"),
        ("UPDATE fluents SET text = 'p(' WHERE number = 19", "is none: cannot read"),
        ("UPDATE states SET outcome = 9999 WHERE state = " + _FIRST.format(3),
         "expected bits and an outcome for each state"),
        ("UPDATE states SET outcome = 0.5 WHERE outcome = 3", "bits and an outcome"),
        ("INSERT INTO states VALUES (0, 'bits', 0)", "bits and an outcome"),
        ("DROP TABLE states", "the plain tables of a certificate"),
        ("UPDATE heads SET head = json_remove(head, '$.role')", "expected 'role'"),
        ("UPDATE heads SET head = json_set(head, '$.version', 3)", "found 3"),
        ("UPDATE heads SET head = json_set(head, '$.rules', '0')", "have changed"),
        ("UPDATE heads SET head = '[]'", "expected a JSON object, found []"),
        ("UPDATE heads SET head = 'x'", "Expecting value"),
        ("UPDATE heads SET part = 1", "expected the heads to be numbered from 0"),
        ("DELETE FROM heads", "found 0"),
        ("INSERT INTO states VALUES (0, x'ff', 0)", "no such state is possible"),
        (f"INSERT INTO states VALUES (0, x'{'f' * 100}', 0)", "bits and an outcome"),
        ("INSERT INTO states VALUES (1, x'01', 0)", "bits and an outcome"),
        ("INSERT INTO states VALUES (0.5, x'01', 0)", "bits and an outcome"),
        ("INSERT INTO outcomes VALUES (1, 0, 1, 1, NULL)", "numbered from 0"),
        ("UPDATE outcomes SET move = 'move(1, 1, 1, 2)' WHERE distance = 0",
         "a move is not right"),
    ],
)  # fmt: skip
def test_a_table_that_was_changed(
    statement: str, words: str, table: Path, tmp_path: Path
) -> None:
    assert words in reason(altered(table, tmp_path / "file", statement))


def test_a_state_that_is_there_in_two_ways(tmp_path: Path) -> None:
    """Two texts of one fluent are two numbers."""
    save_certificate(solution(loaded(TUG).initial), tmp_path / "table")
    book = read_certificate(tmp_path / "table").books[0]
    place = {text: number for number, text in enumerate(book.fluents)}
    bits = (1 << place["control(left)"]) | (1 << len(place))
    state = bits.to_bytes(8, "little").rstrip(b"\0").hex()
    for outcome in range(len(book.outcomes)):
        file = altered(
            tmp_path / "table",
            tmp_path / "file",
            f"INSERT INTO fluents VALUES ({len(place)}, 'at( 0 )')",
            f"INSERT INTO states VALUES (0, x'{state}', {outcome})",
        )
        assert "twice" in reason(file)


def test_a_bit_without_a_text(tmp_path: Path) -> None:
    save_certificate(solution(loaded(TUG).initial), tmp_path / "table")
    bits = 1 << len(read_certificate(tmp_path / "table").books[0].fluents)
    state = bits.to_bytes(8, "little").rstrip(b"\0").hex()
    file = altered(
        tmp_path / "table",
        tmp_path / "file",
        f"INSERT INTO states VALUES (0, x'{state}', 0)",
    )
    assert reason(file) == "a state has a fluent without a text"


def test_a_draw_has_no_distance(tmp_path: Path) -> None:
    """With another draw rule than that of the file, its entries do not fit."""
    save_certificate(solution(loaded(TUG).initial, draw=0), tmp_path / "table")
    verdict = verify(tmp_path / "table")
    assert (verdict.draw, verdict.as_json()["draw"]) == (0, 0)
    assert "where endless play is worth 0" in verdict.claim()
    for draw in (1, -1):
        change = f"UPDATE heads SET head = json_set(head, '$.draw', {draw})"
        assert reason(altered(tmp_path / "table", tmp_path / "file", change))


NAMES = """role(a). role(b). init(n(0)). init(turn(a)).
legal(P, noop) :- true(turn(P)).
legal(P, none) :- true(turn(P)).
legal(P, add) :- true(turn(P)).
more(noop, 1). more(none, 3). more(add, 2).
next(n(M)) :- true(turn(P)), does(P, D), more(D, K), true(n(N)), M is N + K, M < 9.
next(turn(Q)) :- true(turn(P)), other(P, Q).
terminal :- true(n(N)), N > 4.
goal(P, 1) :- true(turn(Q)), other(P, Q).
goal(P, -1) :- true(turn(P)).
other(a, b). other(b, a).
"""


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
def test_moves_that_are_called_like_no_move(tier: str, tmp_path: Path) -> None:
    (tmp_path / "rules.pl").write_text(NAMES)
    game = loaded(str(tmp_path / "rules.pl"))
    made = set()
    for after in ("", "noop", "none", "add"):
        for strength in ("weak", "strong"):
            found = solve(game.after(after), tier=tier, strength=strength)
            save_certificate(found, tmp_path / "file")
            assert verify(tmp_path / "file").fault is None
            made |= {entry.move for entry in entries(found).values()}
    assert {"noop", "none", None} <= made

    def forget(lines: Lines) -> None:
        lines.append({"state": ["n(5)"], "value": 1, "distance": 0, "move": None})

    save_certificate(solve(game.initial, tier=tier, strength="weak"), tmp_path / "file")
    words = reason(changed(tmp_path / "file", tmp_path / "other", forget))
    assert "none that the rules can judge: no goal value is defined" in words


@pytest.mark.parametrize("first", [0, 8, 16])
def test_each_outcome_counts(table: Path, tmp_path: Path, first: int) -> None:
    """Of each state: its value, its distance, its move, and that it is there."""
    book = read_certificate(table).books[0]
    with closing(sqlite3.connect(table)) as database:
        states = database.execute("SELECT hex(state), outcome FROM states").fetchall()
    new = len(book.outcomes)
    for state, outcome in states[first::24]:
        entry = book.outcomes[outcome]
        assert entry.value is not None
        assert entry.distance is not None
        for other in (
            replace(entry, value=-entry.value),
            replace(entry, distance=entry.distance + 1),
        ):
            file = altered(
                table,
                tmp_path / "file",
                f"INSERT INTO outcomes VALUES (0, {new}, {other.value}, "
                f"{other.distance}, " + (f"'{other.move}')" if other.move else "NULL)"),
                f"UPDATE states SET outcome = {new} WHERE hex(state) = '{state}'",
            )
            words = reason(file)
            assert any(
                part in words
                for part in ("not worth", "head of the file", "a move is not right")
            )
        file = altered(
            table, tmp_path / "file", f"DELETE FROM states WHERE hex(state) = '{state}'"
        )
        assert "is missing" in reason(file) or "no entry" in reason(file)


def test_a_worse_move_is_refused(tmp_path: Path) -> None:
    found = solution(loaded("nim(heaps=[1, 2])").initial)
    known = entries(found)
    root = frozenset(found.position)
    worse = next(
        move
        for move in loaded("nim(heaps=[1, 2])").initial.legal["first"]
        if move != known[root].move
    )
    known[root] = replace(known[root], move=worse)
    save_certificate(with_entries(found, known), tmp_path / "file")
    words = reason(tmp_path / "file")
    assert "a move is not right" in words
    assert f"found: {worse}" in words


# ---- lines of JSON -----------------------------------------------------------


@pytest.mark.parametrize("number", range(len(ASKED)))
def test_lines_have_the_verdict_of_the_file(number: int, tmp_path: Path) -> None:
    """Right and forged ones; each certificate has other changes than the next."""
    right, rules = made_certificate(number, tmp_path)
    found = verdict_of_lines(rules, text_lines(right))["verdict"]
    assert found["sentence"] == verify(tmp_path / "file").sentence
    source = random.Random(number)
    for change in [*CHANGES.values()][number % 9 :: 9]:
        made = forged(right, change, source)
        if made is not None and made.head.get("game") == right.head["game"]:
            file = put_together(made, tmp_path / "file")
            there = verdict_of_lines(rules, text_lines(taken_apart(file)))
            verified = there.get("verdict", {}).get("verified", False)
            assert verified is accepted(file, verify)


def test_lines_about_another_game(tmp_path: Path) -> None:
    """The parameters are compared, and the hash of the rules."""
    right, rules = made_certificate(0, tmp_path)
    for call, words in (
        ("nim(heaps=[1, 3])", 'the parameters [["heaps", "[1, 2]"]], found [["heaps"'),
        ("tic_tac_toe", "the rules have changed"),
    ):
        told = verdict_of_lines(loaded(call), text_lines(right))["refused"]
        assert words in told
    right.head["rules"] = "0" * 64
    told = verdict_of_lines(rules, text_lines(right))["refused"]
    assert "line 1" not in told
    assert "expected those with the hash 000000000000…, found others" in told


@pytest.mark.parametrize("again", ["fewer", "more", "nothing", "the head", "all twice"])
def test_the_entries_are_sent_twice(again: str, tmp_path: Path) -> None:
    """What was read and is not checked is not verified."""
    right, rules = made_certificate(0, tmp_path)
    lines = text_lines(right)
    second = {
        "fewer": lines[:-1], "more": [*lines, lines[-1]], "nothing": [],
        "the head": lines[:1], "all twice": lines * 2,
    }[again]  # fmt: skip
    tables: dict[str, Any] = {"fluents": [], "outcomes": []}
    number = rules.request("certificate_open", **tables)["certificate"]

    def send_all(lines: list[str]) -> None:
        for batch in (lines, []):
            rules.request("certificate_lines", certificate=number, lines=batch)

    send_all(lines)
    with pytest.raises(CertificateError, match="expected what was read"):
        send_all(second)
    rules.request("certificate_close", certificate=number)


# ---- damage ------------------------------------------------------------------


@given(data=st.data())
def test_a_file_that_is_cut_short(
    data: st.DataObject, strategy: Path, table: Path
) -> None:
    for file in (strategy, table):
        whole = file.read_bytes()
        size = data.draw(st.integers(0, len(whole) - 1))
        cut = file.with_suffix(".cut")
        cut.write_bytes(whole[:size])
        with pytest.raises(CertificateError) as error:
            read_certificate(cut)
        assert "is damaged" in str(error.value) or "something else" in str(error.value)


@given(data=st.data())
def test_a_byte_that_was_changed(
    data: st.DataObject, strategy: Path, table: Path
) -> None:
    for file in (strategy, table):
        whole = bytearray(file.read_bytes())
        place = data.draw(st.integers(0, len(whole) - 1))
        whole[place] ^= data.draw(st.integers(1, 255))
        flipped = file.with_suffix(".flipped")
        flipped.write_bytes(whole)
        with pytest.raises(CertificateError) as error:
            read_certificate(flipped)
        assert "is damaged" in str(error.value) or "something else" in str(error.value)


@pytest.mark.parametrize("data", [b"", b"\0", b"role(x).", b"SQLite format 3\0", b"{}"])
def test_a_file_of_another_kind(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(CertificateError, match=r"something else|is damaged"):
        read_certificate(tmp_path / "file")


def test_text_that_is_none(tmp_path: Path) -> None:
    file = seal(tmp_path / "file", b'{"version": 1, "\xff"}\n')
    with pytest.raises(CertificateError, match="perhaps lines of JSON"):
        read_certificate(file)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_certificate(tmp_path / "file")


def test_writing_is_all_or_nothing(tmp_path: Path) -> None:
    found = solution(loaded("nim(heaps=[1, 2])").initial)
    file = tmp_path / "file"
    save_certificate(found, file)
    before = file.read_bytes()

    def broken() -> Iterator[tuple[tuple[str, ...], Entry]]:
        yield ("p",), Entry(1, 0, None)
        raise KeyboardInterrupt

    for solved in ("weak", "strong"):
        with pytest.raises(KeyboardInterrupt):
            save_certificate(replace(found, entries=broken, solved=solved), file)
        assert file.read_bytes() == before
        assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(InputError, match="cannot be written"):
        save_certificate(found, tmp_path / "none" / "file")
    with pytest.raises(InputError, match="ultra-weak"):
        save_certificate(replace(found, entries=None), file)


def test_what_is_no_file_stays_in_place(tmp_path: Path) -> None:
    found = solution(loaded("nim(heaps=[1, 2])").initial)
    pipe, kept, link = tmp_path / "pipe", tmp_path / "kept", tmp_path / "link"
    os.mkfifo(pipe)
    for place in (pipe, tmp_path):
        with pytest.raises(InputError, match="found a device or a folder"):
            save_certificate(found, place)
    assert pipe.is_fifo()
    link.symlink_to(kept)
    save_certificate(found, link)
    assert link.is_symlink()
    assert read_certificate(kept).solution.value == found.value


def test_a_place_is_looked_at_before_the_work(tmp_path: Path) -> None:
    place = str(tmp_path / "none" / "file")
    told = run("solve", "othello", "--save", place)
    assert told.exit_code == 2
    assert f"{place}: cannot be written" in told.stderr
    part = tmp_path / "file.part"
    part.mkdir()
    told = run("solve", "othello", "--tier", "native", "--save", str(tmp_path / "file"))
    assert told.exit_code == 2
    assert f"{part}: expected a regular file" in told.stderr


def test_what_has_nothing_to_write_is_refused_before_the_work(tmp_path: Path) -> None:
    words = ("--method", "proof_number", "--save", str(tmp_path / "file"))
    told = run("solve", "othello", *words, "--tier", "clauses")
    assert told.exit_code == 2
    assert "an ultra-weak solution has nothing to write" in told.stderr


def test_what_verify_may_refuse_is_told(tmp_path: Path) -> None:
    file, rules = str(tmp_path / "file"), tmp_path / "walk.pl"
    for name, told in (("either may draw", True), ("it ends", False)):
        walk(name, tmp_path)
        for draw in ((), ("--draw", "50")):
            done = run("solve", str(rules), "--save", file, *draw)
            assert done.exit_code == 0
            assert ("may refuse" in done.stderr) == (told and not draw)
            assert done.stderr.count("note:") <= 1
            assert "solved:" in done.stdout


# ---- the rules ---------------------------------------------------------------


def test_other_rules(tmp_path: Path) -> None:
    game = walk("ann wins", tmp_path)
    found = solution(game.initial)
    save_certificate(found, tmp_path / "file")
    assert verify(tmp_path / "file").verified
    assert verify(tmp_path / "file", rules=tmp_path / "walk.pl").verified
    rules = (tmp_path / "walk.pl").read_text(encoding="utf-8")
    (tmp_path / "walk.pl").write_text(rules + "edge(2, 0).\n", encoding="utf-8")
    with pytest.raises(CertificateError, match="the rules have changed"):
        verify(tmp_path / "file")
    (tmp_path / "elsewhere.pl").write_text(rules, encoding="utf-8")
    assert verify(tmp_path / "file", rules=tmp_path / "elsewhere.pl").verified
    (tmp_path / "walk.pl").unlink()
    with pytest.raises(InputError, match="--rules FILE says where"):
        verify(tmp_path / "file")
    with pytest.raises(InputError, match="expected a rule file"):
        verify(tmp_path / "file", rules=tmp_path / "nowhere.pl")


def test_rules_that_allow_more_do_not_fit_a_table_that_claims_to(
    tmp_path: Path,
) -> None:
    """A hash that was forged does not help: the entries are checked."""
    game = walk("it ends", tmp_path)
    found = solution(game.initial)
    rules = (tmp_path / "walk.pl").read_text(encoding="utf-8")
    (tmp_path / "walk.pl").write_text(rules + "edge(2, 0).\n", encoding="utf-8")
    other = solution(ps.load(tmp_path / "walk.pl").initial)
    assert other.value != found.value
    save_certificate(replace(found, rules=other.rules), tmp_path / "file")
    assert "is missing" in reason(tmp_path / "file")


def test_a_circle_of_promises_is_no_proof(tmp_path: Path) -> None:
    """Each state says that the next one wins; nobody ever does."""
    game = walk("nobody ends it", tmp_path)
    found = solution(game.initial, draw=50)
    known = entries(found)
    for draw, distances in ((50, (2, 2)), (50, (2, 3)), (None, (4, 3))):
        plies = iter(distances)
        lies = {
            facts: replace(entry, value=100, distance=next(plies))
            if entry.distance is None
            else entry
            for facts, entry in known.items()
        }
        root = lies[frozenset(found.position)]
        lie = replace(
            found,
            values={**found.values, "ann": 100},
            distance=root.distance,
            draw=draw,
        )
        save_certificate(with_entries(lie, lies), tmp_path / "file")
        assert "not worth what the file says" in reason(tmp_path / "file")


def test_goals_that_do_not_add_up(tmp_path: Path) -> None:
    """A rival's strategy shows nothing where both can win."""
    file = tmp_path / "walk.pl"
    rules = WALK.replace("end(5, 50, 50).", "end(5, 50, 100).")
    file.write_text(rules + "edge(1, 2). edge(2, 5). edge(1, 0).\n", encoding="utf-8")
    found = solution(ps.load(file).initial, solved="weak", rival=True)
    assert found.rival is not None
    lie = replace(found, values={**found.values, "bob": 50})
    lie = replace(lie, rival=replace(found.rival, values={"ann": 50, "bob": 50}))
    save_certificate(lie, tmp_path / "file")
    assert "do not add up" in reason(tmp_path / "file")


def test_chance(tmp_path: Path) -> None:
    game = loaded("pig(target=4, turns=1)")
    found = replace(
        solution(loaded("nim(heaps=[1])").initial),
        game="pig",
        parameters=game.parameters,
        rules=rules_hash(game),
    )
    save_certificate(found, tmp_path / "file")
    with pytest.raises(InputError, match="no certain value"):
        verify(tmp_path / "file")


# ---- moves from it -----------------------------------------------------------


@pytest.mark.parametrize("solved", ["weak", "strong"])
def test_play_from_a_certificate(solved: str, tmp_path: Path) -> None:
    """Whatever the others do, the role gets what was promised."""
    game = loaded("hexapawn(columns=2, rows=4)")
    found = solution(game.initial, solved=solved, rival=True)
    save_certificate(found, tmp_path / "file")
    certificate = read_certificate(tmp_path / "file")
    waiting, ends = [game.initial], 0
    while waiting:
        state = waiting.pop()
        told = advice(certificate, state)
        if state.terminal:
            ends += 1
            goal = state.goals["white"]
            assert goal is not None
            assert found.value is not None
            assert goal >= found.value
            continue
        [mover] = state.to_move
        assert told.mover == mover
        if mover == "white":
            assert told.move is not None
            waiting.append(state.play(told.move))
        else:
            waiting.extend(state.play(move) for move in state.legal[mover])
    assert ends > 1


def test_both_sides_play_the_line(tmp_path: Path) -> None:
    for solved in ("weak", "strong"):
        game = loaded("hexapawn")
        found = solution(game.initial, solved=solved, rival=solved == "weak")
        save_certificate(found, tmp_path / "file")
        certificate = read_certificate(tmp_path / "file")
        state, plies = game.initial, 0
        while not state.terminal:
            move = advice(certificate, state).move
            assert move is not None
            state, plies = state.play(move), plies + 1
        assert plies == found.distance
        assert state.goals["white"] == found.value


def test_a_position_that_is_not_there(tmp_path: Path) -> None:
    game = loaded("nim(heaps=[1, 2])")
    found = solution(game.initial, solved="weak")
    save_certificate(found, tmp_path / "file")
    certificate: Certificate = read_certificate(tmp_path / "file")
    best = advice(certificate, game.initial).move
    other = next(m for m in game.initial.legal["first"] if m != best)
    with pytest.raises(CertificateError, match="says nothing of this position"):
        advice(certificate, game.initial.play(other))
    later = game.initial.play(str(best))
    assert advice(certificate, later) == Advice(
        "first", "second", None, 1, Within(None, 2)
    )
    with pytest.raises(CertificateError, match="no move of second here"):
        advice(certificate, later, "second")


# ---- the command line --------------------------------------------------------


def run(*words: str) -> Any:
    return CliRunner().invoke(command, list(words))


def test_the_commands(tmp_path: Path) -> None:
    file = str(tmp_path / "nim.table")
    game = "nim(heaps=[1, 2])"
    assert run("solve", game, "--strength", "strong", "--save", file).exit_code == 0
    told = run("verify", file)
    assert told.exit_code == 0
    assert told.stdout.splitlines() == [
        "verified: value 1 in 3 plies, for first, 8 states", TRUST
    ]  # fmt: skip
    found = json.loads(run("best", game, "--from", file, "--json").stdout)
    assert (found["move"], found["value"], found["distance"]) == ("take(2, 1)", 1, 3)
    assert "best for first: take(2, 1)" in run("best", game, "--from", file).stdout
    assert run("best", game, "--from", file, "--depth", "2").exit_code == 2
    other = run("best", "nim", "--from", file)
    assert other.exit_code == 1
    assert "the rules have changed" in other.stderr
    played = json.loads(
        run(
            "play", game, "--from", file, "--player", "first=alphabeta", "--json"
        ).stdout
    )
    assert played["goals"] == {"first": 1, "second": -1}
    altered(Path(file), Path(file), "DELETE FROM states WHERE outcome = 1")
    told = run("verify", file, "--json")
    assert told.exit_code == 1
    verdict = json.loads(told.stdout)
    assert not verdict["verified"]
    assert verdict["fault"]["state"]
    assert "missing" in verdict["fault"]["reason"]
    Path(file).write_bytes(b"x")
    told = run("verify", file)
    assert (told.exit_code, told.stdout) == (1, "")
    assert "something else" in told.stderr
    assert run("verify", str(tmp_path / "none")).exit_code == 2


def test_an_export_says_what_the_file_says(strategy: Path, tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    told = run("verify", str(strategy), "--export", str(lines))
    assert told.exit_code == 0
    found = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    for line in found:
        if "state" in line:
            line["state"].sort()
    assert taken_apart(from_lines(found, tmp_path / "again")) == taken_apart(strategy)

    def seven(lines: Lines) -> None:
        lines[1].update(value=7)

    wrong = changed(strategy, tmp_path / "wrong", seven)
    assert run("verify", str(wrong), "--export", str(lines)).exit_code == 1
    assert '"value": 7' in lines.read_text("utf-8")
    assert run("verify", str(lines)).exit_code == 1
    told = run("verify", str(strategy), "--export", str(tmp_path / "none" / "lines"))
    assert told.exit_code == 2
    assert "cannot be written" in told.stderr


def test_a_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nim.table"
    save_certificate(solution(loaded("nim(heaps=[1, 2])").initial), file)
    session = Session()
    session.load("nim(heaps=[1, 2])")

    def find(name: str) -> Any:
        return command.get_command(None, name)  # type: ignore[arg-type]

    commands = Commands(session, find)
    commands.run(f"from {file}")
    commands.run("best")
    assert "value 1 in 3 plies, for first" in capsys.readouterr().out
    commands.run("best --depth 1")
    assert "1 ply" in capsys.readouterr().out
    commands.run("from")
    assert "moves are taken from" in capsys.readouterr().out
    commands.run("from --off")
    assert "moves are searched for" in capsys.readouterr().out
    session.load("nim")
    with pytest.raises(CertificateError, match="the rules have changed"):
        commands.run(f"from {file}")


# ---- the native tier ---------------------------------------------------------


@pytest.mark.parametrize("strength", ["weak", "strong"])
def test_what_the_native_tier_finds(strength: str, tmp_path: Path) -> None:
    for call, draw in (
        ("tic_tac_toe(columns=3, rows=2)", None), ("goofspiel(cards=3)", None),
        ("nim(heaps=[1, 2])", -1), ("coins_in_a_row", None), ("hexapawn", None),
    ):  # fmt: skip
        found = solve(loaded(call).initial, strength=strength, tier="native", draw=draw)
        save_certificate(found, tmp_path / "file")
        verdict = verify(tmp_path / "file")
        assert verdict.fault is None
        assert verdict.at_least == found.value
        if strength == "strong":
            assert verdict.value == found.value
            assert verdict.distance == found.distance


def test_solving_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "table"
    words = (
        "solve", "connect_four(columns=4, rows=4)", "--tier", "native",
        "--strength", "strong", "--save", str(file),
    )  # fmt: skip
    part = tmp_path / "table.part"
    assert run(*words, "--resume").exit_code == 2
    solve(loaded(words[1]).initial, tier="native", strength="strong")  # it is grounded
    stopped = run(*words, "--time", "0.005")
    assert stopped.exit_code == 1
    assert "not decided" in stopped.stderr
    assert part.exists()
    whole = part.read_bytes()
    part.write_bytes(whole[: len(whole) // 2])
    damaged = run(*words, "--resume")
    assert damaged.exit_code == 2
    assert "damaged" in damaged.stderr
    part.write_bytes(whole)
    assert run(*words, "--resume").exit_code == 0
    assert not part.exists()
    assert len(read_certificate(file).books[0]) == 161_029
    assert run("solve", "nim", "--resume").exit_code == 2
