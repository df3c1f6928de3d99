"""Processes of ours import nothing from the working folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pygame_search.support.process import module_command

#: Names of the library and of the package, one of which each process imports.
TRAPS = (
    "json",
    "pickle",
    "runpy",
    "struct",
    "numpy",
    "clingo",
    "click",
    "pygame_search",
)


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """A folder whose modules leave a file when they are imported."""
    for name in TRAPS:
        (tmp_path / f"{name}.py").write_text(
            f"open({str(tmp_path / 'imported')!r}, 'a').write({name!r})\n", "utf-8"
        )
    return tmp_path


def test_a_module_is_not_imported_from_the_working_folder(trapped: Path) -> None:
    words = [*module_command("pygame_search"), "show", "nim"]
    done = subprocess.run(
        words, cwd=trapped, capture_output=True, text=True, check=True
    )
    assert "take(3, 5)" in done.stdout
    assert not (trapped / "imported").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("perft", "rules.pl", "--depth", "2", "--tier", "native"),
        ("grade", "--batch", "hand_ins", "nim(heaps=[1])", "--time", "2"),
    ],
)
def test_what_a_command_starts_does_not_import_from_it(
    trapped: Path, words: tuple[str, ...]
) -> None:
    """Another title makes a game that no cache has."""
    rules = "role(a).\ninit(n(3)).\nlegal(a, down) :- true(n(_)).\n"
    rules += (
        "next(n(M)) :- true(n(N)), M is N - 1.\nterminal :- true(n(0)).\ngoal(a, 1).\n"
    )
    (trapped / "rules.pl").write_text(f"title('{trapped}').\n{rules}", "utf-8")
    (trapped / "hand_ins").mkdir()
    (trapped / "hand_ins" / "ann.pl").write_text(rules, "utf-8")
    command = Path(sys.executable).with_name("pygame-search")
    done = subprocess.run(
        [command, *words],
        cwd=trapped, env={**os.environ, "PYGAME_SEARCH_CACHE": str(trapped / "kept")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not (trapped / "imported").exists(), done.stderr
    assert "Traceback" not in done.stderr
    assert "without an answer" not in done.stdout + done.stderr
