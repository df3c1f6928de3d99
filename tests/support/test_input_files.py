"""Files that a user names: pipes, devices, folders and very large ones are refused."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import forked
import pytest
from pressing import ctrl_c, worked

import pygame_search as ps
from pygame_search.cli.conform import _read_outcomes
from pygame_search.experiments import weights
from pygame_search.experiments.matches.openings import read_openings
from pygame_search.experiments.matches.playthrough import load as load_playthrough
from pygame_search.search.core import recording
from pygame_search.solving import certificate, certificate_file, certificate_tables
from pygame_search.solving.solve import solve
from pygame_search.support import checkpoint
from pygame_search.support.checksummed_file import sealed
from pygame_search.support.errors import CertificateError
from pygame_search.support.json_files import (
    COUNT,
    DECIMAL,
    SCORE,
    Kind,
    Maybe,
    Or,
    has_form,
    must_have_form,
)
from pygame_search.support.resources import rules_folder

READERS: dict[str, Callable[[Path], object]] = {
    "openings": lambda file: read_openings(file, ps.load("nim").initial),
    "weights": weights.load,
    "recording": recording.load,
    "saved game": load_playthrough,
    "certificate": certificate.read_certificate,
    "checkpoint": lambda file: checkpoint.load(file, ""),
    "outcomes": _read_outcomes,
    "rules": ps.load,
}


@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "large"])
@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_what_is_no_file_is_refused_at_once(
    tmp_path: Path, reader: Callable[[Path], object], kind: str
) -> None:
    file = tmp_path / "input.txt"
    match kind:
        case "pipe":
            os.mkfifo(file)
        case "folder":
            file.mkdir()
        case "device":
            file.symlink_to("/dev/zero")
        case _:
            with file.open("wb") as stream:
                stream.truncate(1 << 36)  # which takes no room
    with pytest.raises((ps.InputError, ps.RulesError, CertificateError)) as told:
        reader(file)
    assert "expected " in str(told.value)
    assert str(file) in str(told.value)


# ---- the form of JSON ------------------------------------------------------------

_PAIR = {"name": str, "plies": Maybe(Or(COUNT, None)), "of": Maybe({str: [DECIMAL]})}


@pytest.mark.parametrize(
    ("data", "form", "message"),
    [
        (True, int, "expected a number, found true"),
        (1.0, int, "expected a number, found 1.0"),
        ("1", Or(int, None), 'expected a number or null, found "1"'),
        (-1, Or(COUNT, None), "expected a number of 0 or more, found -1"),
        (float("nan"), DECIMAL, "expected a decimal number, found NaN"),
        ([1, "a", 2], [int], '2: expected a number, found "a"'),
        ([[1], [None]], [[int]], "2: 1: expected a number, found null"),
        (3, [[int]], "expected a list of lists of numbers, found 3"),
        (3, [COUNT], "expected a list of numbers of 0 or more, found 3"),
        ([1], (int, str), "expected a list, found [1]"),
        ([1, 2], (int, str), "2: expected a text, found 2"),
        ([], SCORE, "expected a score, found []"),
        ([0.5], SCORE, "expected a score, found [0.5]"),
        ({}, _PAIR, "expected 'name', a text, found none"),
        ({"name": "a", "plies": -1}, _PAIR, "plies: expected a number of 0 or more"),
        ({"name": "a", "of": {"b": [1, ""]}}, _PAIR, "of: b: 2: expected a decimal"),
        ("no", Kind("yes", str, "yes".__eq__), 'expected yes, found "no"'),
    ],
)
def test_what_has_another_form_is_told(
    data: object, form: object, message: str
) -> None:
    with pytest.raises(ValueError, match=f"^here: {re.escape(message)}"):
        must_have_form(data, form, "here: ")
    assert not has_form(data, form)


def test_what_has_a_form() -> None:
    full = {"name": "a", "plies": None, "of": {"b": [1, 0.5]}, "more": 3}
    for data, form in (
        ({"name": "a"}, _PAIR), (full, _PAIR), ([], [str]), ([3, "a"], (int, str)),
        ([1, None], [Or(int, None)]), (0.5, SCORE), ([1, 2], SCORE), (10**400, DECIMAL),
    ):  # fmt: skip
        assert has_form(data, form)


# ---- certificates ------------------------------------------------------------


@pytest.fixture
def solved(tmp_path: Path) -> Path:
    file = tmp_path / "table.cert"
    found = solve(ps.load("nim(heaps=[1, 2])").initial, strength="strong")
    certificate.save_certificate(found, file)
    return file


def changed(file: Path, script: str) -> Path:
    """A sealed certificate to which a script of SQL was added."""
    data = file.read_bytes()
    other = file.with_name("changed.cert")
    with sealed(other) as made:
        made.write_bytes(data[: data.rindex(b'{"sha256"')])
        with closing(sqlite3.connect(made)) as connection:
            connection.executescript(script)
    return other


ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "


@pytest.mark.parametrize(
    "script",
    [
        "ALTER TABLE states RENAME TO old; CREATE VIEW states AS "
        f"{ENDLESS} SELECT 0 AS part, x'00' AS state, 0 AS outcome FROM c;",
        "ALTER TABLE heads RENAME TO old; CREATE VIEW heads AS "
        f"{ENDLESS} SELECT x AS part, '' AS head FROM c;",
        "CREATE TRIGGER t AFTER INSERT ON states BEGIN SELECT 1; END;",
        "ALTER TABLE states ADD COLUMN more AS (outcome + 1);",
        "CREATE INDEX i ON outcomes (value + 1);",
        "CREATE TABLE other (a);",
        "CREATE VIRTUAL TABLE v USING fts5(a);",
    ],
)
def test_a_certificate_has_plain_tables_alone(solved: Path, script: str) -> None:
    assert certificate.read_certificate(solved).solution.solved == "strong"
    with pytest.raises(CertificateError, match="expected only the plain tables"):
        certificate.read_certificate(changed(solved, script))


def test_states_have_no_more_bits_than_there_are_fluents(solved: Path) -> None:
    long = changed(solved, "INSERT INTO states VALUES (0, zeroblob(1000) || x'01', 0);")
    with pytest.raises(CertificateError, match="expected bits and an outcome"):
        certificate.read_certificate(long)


def test_a_query_that_does_not_end_is_ended(solved: Path) -> None:
    with pytest.raises(CertificateError, match="steps"):
        list(certificate_file._asked(solved, f"{ENDLESS} SELECT count(*) FROM c"))


def test_control_c_ends_a_query(solved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate_tables, "_STEPS_BESIDE", 1 << 60)
    with pytest.raises(KeyboardInterrupt), ctrl_c(worked(0.2)):
        list(certificate_file._asked(solved, f"{ENDLESS} SELECT count(*) FROM c"))


def test_places_of_ones() -> None:
    for numbers in ([], [0], [7], [8], [0, 9, 63, 64, 1000]):
        assert (
            certificate_file._ones(certificate_file._packed(reversed(numbers)))
            == numbers
        )
    assert certificate_file._packed([1, 1]) == b"\x02"
    assert len(certificate_file._ones(b"\xff" * 200_000)) == 1_600_000  # at once


def test_the_name_of_a_rule_file_may_be_any(tmp_path: Path) -> None:
    file = tmp_path / "od\udcffd.pl"  # a byte that is no UTF-8
    file.write_text((rules_folder() / "nim.pl").read_text("utf-8"), "utf-8")
    done = forked.run(["-m", "pygame_search", "perft", str(file), "--depth", "1"])
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"1     12" in done.stdout
