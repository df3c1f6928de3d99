"""The manual pages: complete, and in order for the programs that read them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from datetime import date
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pygame_search.cli.app import COMMANDS, command
from pygame_search.cli.man import PROGRAM, pages

DAY = date(2026, 2, 3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all pages."""
    made = tmp_path_factory.mktemp("a") / "manual" / "man1"
    result = CliRunner().invoke(command, ["man", str(made)])
    assert result.exit_code == 0
    assert result.stdout == f"{len(COMMANDS) + 1} pages are written to {made}\n"
    return made


def test_there_is_a_page_for_each_command(folder: Path) -> None:
    names = {PROGRAM, *(f"{PROGRAM}-{name}" for name in COMMANDS)}
    assert {file.name for file in folder.iterdir()} == {f"{name}.1" for name in names}


def test_a_page_has_all_that_help_has() -> None:
    made = pages(command, DAY)
    context = click.Context(command)
    for name in COMMANDS:
        found = command.get_command(context, name)
        assert found is not None
        text = made[f"{PROGRAM}-{name}"].replace("\\-", "-")
        assert f'.TH "PYGAME-SEARCH-{name.upper()}" 1 "2026-02-03" "pygame_s' in text
        for parameter in found.params:
            for written in (*parameter.opts, *parameter.secondary_opts):
                place = rf"\fB{written}" if "-" in written else parameter.name
                assert place is not None
                assert place.lower() in text.lower()
        assert text.count("\n.TP\n") == sum(
            isinstance(p, click.Option) and not p.hidden
            for p in found.get_params(click.Context(found))
        )
    for name in COMMANDS:
        assert rf"\fB{PROGRAM}\-{name}\fR(1)" in made[PROGRAM]


def test_what_roff_would_read_as_its_own_is_escaped() -> None:
    @click.command()
    def own() -> None:
        r""".SH and `code` with a \\ in it, and "quotes" for -x."""

    group = click.Group("all", commands={"own": own})
    text = pages(group, DAY)[f"{PROGRAM}-own"]
    assert (
        r"\&.SH and \fBcode\fR with a \e\e in it, and \(dqquotes\(dq for \-x." in text
    )


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
def test_mandoc_finds_no_fault(folder: Path) -> None:
    files = sorted(map(str, folder.iterdir()))
    done = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", *files],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def man_db() -> bool:
    """Return whether `man` is that of man-db, which can report warnings."""
    if shutil.which("man") is None:
        return False
    done = subprocess.run(["man", "--version"], capture_output=True, check=False)
    return done.returncode == 0 and done.stdout.startswith(b"man 2")


@pytest.mark.skipif(not man_db(), reason="man, of man-db, is not installed")
def test_man_shows_a_page_without_a_warning(folder: Path) -> None:
    for name in (PROGRAM, f"{PROGRAM}-best", f"{PROGRAM}-ask"):
        done = subprocess.run(
            ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", folder / f"{name}.1"],
            capture_output=True, text=True, check=False,
            env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        plain = re.sub(".\b", "", done.stdout)  # bold is typed twice
        assert "SYNOPSIS" in plain
        assert "--help" in plain


def test_the_files_are_listed_as_json(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["man", str(tmp_path / "new"), "--json"])
    files = json.loads(result.stdout)["files"]
    assert len(files) == len(COMMANDS) + 1
    assert all(Path(file).is_file() for file in files)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = CliRunner().invoke(command, ["man", str(tmp_path / "file" / "inside")])
    assert result.exit_code == 2
    assert "cannot be made (Not a directory)" in result.stderr
