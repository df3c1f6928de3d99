"""A limit that leaves a request of the engine is a limit all the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: In a process of its own, whose requests throw; then they answer again.
THROWS = """
import sys
from pathlib import Path
import pygame_search as ps
from pygame_search.engine.bridge import engine
ps.load("nim").initial.legal
assert engine()._loaded("load_files", Path(sys.argv[1]), "[]")
try:
    ps.load("tic_tac_toe(columns=4)").initial.legal
except ps.LimitError as error:
    print(error.code, error, sep="; ")
"""


@pytest.mark.parametrize(
    ("thrown", "code"),
    [
        ("inference_limit_exceeded", "too_much_work"),
        ("inferences_over(7, nowhere)", "too_much_work"),
        ("processor_time_over(2, nowhere)", "too_much_work"),
        ("memory_over(1000)", "out_of_memory"),
        ("time_limit_exceeded", "time"),
    ],
)
def test_what_a_limit_throws_is_told_as_a_limit(
    thrown: str, code: str, tmp_path: Path
) -> None:
    rules = tmp_path / "throws.pl"
    rules.write_text(
        ":- abolish(serve:request/3),\n"
        f"   assertz((serve:request(_, _, _) :- throw({thrown}))).\n",
        encoding="utf-8",
    )
    ended = subprocess.run(
        [sys.executable, "-c", THROWS, str(rules)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ended.stdout.startswith(f"{code}; ")
