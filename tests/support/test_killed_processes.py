"""A process that is killed: what the other says, and that it prints no traceback."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import pygame_search
from pygame_search.cli.app import command
from pygame_search.support.process import module_command

PACKAGE = Path(pygame_search.__file__).parent

#: The modules that answer in a process of their own.
ANSWERING = sorted(
    str(file.relative_to(PACKAGE).with_suffix("")).replace("/", ".")
    for file in PACKAGE.rglob("*.py")
    if re.search(r"\breceived\(\)\)", file.read_text(encoding="utf-8"))
)


def test_those_that_answer_are_found() -> None:
    assert "network.grounding.grounder" in ANSWERING
    assert len(ANSWERING) == 7


@pytest.mark.parametrize("sent", [b"", b"\x09", (99).to_bytes(8, "little") + b"some"])
@pytest.mark.parametrize("module", ANSWERING)
def test_a_caller_that_is_killed_as_it_asks_leaves_no_traceback(
    module: str, sent: bytes
) -> None:
    words = [*module_command(f"pygame_search.{module}"), str(os.getpid())]
    done = subprocess.run(words, input=sent, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


def test_warm_says_that_its_process_was_killed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYGAME_SEARCH_CACHE", str(tmp_path))
    monkeypatch.setattr("pygame_search.cli.warm.kernels_compiled", lambda: False)
    monkeypatch.setattr(
        "pygame_search.support.process.module_command",
        lambda module: ["sh", "-c", "kill -9 $$", module],
    )
    done = CliRunner().invoke(command, ["warm"])
    assert done.exit_code == 1
    assert done.output.splitlines()[-1] == (
        "error: the process grounder was ended by SIGKILL before it answered"
    )
    assert "Traceback" not in done.output


def test_the_installer_runs_the_command() -> None:
    """Run as a module, an error would be a traceback."""
    script = (PACKAGE.parent / "scripts" / "install").read_text(encoding="utf-8")
    assert "pygame-search warm" in script
    assert "-m pygame_search.warm" not in script
