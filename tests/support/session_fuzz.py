"""Random inputs of a session that no person would type, from a seed."""

from __future__ import annotations

import io
import os
import random
import re
import tempfile
from contextlib import redirect_stderr, redirect_stdout

import click

from pygame_search.cli.app import command
from pygame_search.repl.script import Script
from pygame_search.session.session import Session

_PIECES = (
    "legal(P, M)", "true(F)", "tell p(1).", "untell p(1).", "how", "how best", "whynot",
    "why cut 1", "why end", "why", "%best --depth 1", "%move ", "%undo", "%goto 0",
    "%legal", "%clauses", "%help ", "%load nim", "%load ", "%from ", "%save ",
    "%check ",
    "%tree --depth 1", "%stats", "%moves", "%cilog", "quit.", "ask role(R).", "%",
    "%board --after ", "%verify ", "%heuristics", "p(X) :- q(X).", "f(" * 3000,
    "[" * 9000,
    "'", '"', "0'", "\\", "/*", "\0", "\x1b[2J", "\ud800", "\udcff", "\u202e", "\x07",
    "\x7f", "\u2028", "9" * 5000, "-" * 5000, "a" * 5000, "\u00e9", "\ufeff", "{", "|",
    "(", ")", ".", ",", ";", "--", "--json", "$", "`", "~", "\t", "\r",
)  # fmt: skip


def inputs(seed: int, count: int) -> list[str]:
    """Return some lines."""
    source = random.Random(seed)
    lines = []
    for _ in range(count):
        line = "".join(
            source.choice(_PIECES)
            if source.random() < 0.8
            else chr(source.choice((source.randrange(128), source.randrange(0xE000))))
            for _ in range(source.choice((1, 1, 2, 3, 6)))
        )
        lines.append(line.replace("\n", " "))
    return lines


def fault(seed: int, count: int) -> str | None:
    """Return what is wrong with how a session answers some inputs, if anything."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # they may write files
        try:
            return _fault(seed, count)
        finally:
            os.chdir(here)


def _fault(seed: int, count: int) -> str | None:
    typed = Session(seconds=1.0)
    typed.load("nim")
    typed.tell("kept(1).")
    front = Script(typed, _command, limit=10, as_json=False)
    for line in inputs(seed, count):
        kept = typed.game, typed.added
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as said:
            try:
                front.run([line])
            except Exception as error:
                return f"{type(error).__name__}: {error} at {line!r}"
        if "internal error" in said.getvalue() or "Traceback" in said.getvalue():
            return f"{said.getvalue()} at {line!r}"
        if typed.game is None:
            return f"the game is lost at {line!r}"
        replaces = {"load", "untell", "reload"} & set(re.findall("[a-z]+", line))
        if not replaces and not set(kept[1]) <= set(typed.added):
            return f"what was told is lost at {line!r}"
    return None


def _command(name: str) -> click.Command:
    found = command.get_command(click.Context(command), name)
    assert found is not None
    return found
