"""`new`: a small rule file to begin a game of one's own with."""

from __future__ import annotations

import os
import re
from importlib.resources import files as package_files
from pathlib import Path

import click

from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.support import files
from pygame_search.support.errors import InputError

#: The kinds of games, each with commands to try on the file.
KINDS = {
    "two-player": ("check", "show", "play", "best"),
    "puzzle": ("check", "show", "play", "path"),
    "graph": ("check", "show", "path"),
    "simultaneous": ("check", "show", "play", "best"),
    "chance": ("check", "show", "play", "best"),
}

_WHAT = {
    "check": "find faults, after each change",
    "show": "the position at the start",
    "play": "play against the computer",
    "best": "the best move",
    "path": "the shortest path to a goal",
}

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@command
@click.argument("name")
@click.option(
    "--kind", type=click.Choice(list(KINDS)), default="two-player", show_default=True,
    help="What to begin with: a game of turns, a puzzle for one role, a graph of nodes "
    "and arcs, a game in which both move at once, or one with chance.",
)  # fmt: skip
def new(name: str, kind: str) -> None:
    """Write NAME.pl, a small game to change into your own.

    The file is a whole game with comments; it passes `check`, and every command takes
    it. A file that exists is not overwritten.
    """
    file = Path(f"{_checked(name)}.pl")
    if os.path.lexists(file):
        raise InputError(f"{file} already exists; expected a new name")
    files.write(file, _text(name, kind))
    steps = {f"pygame-search {word} {file}": _WHAT[word] for word in KINDS[kind]}
    if wants_json():
        print_json({"file": str(file), "kind": kind, "next": list(steps)})
        return
    click.echo(f"{file} is written. Open it in an editor, and try:")
    width = max(map(len, steps))
    for step, what in steps.items():
        click.echo(f"  {step:<{width}}  {what}")


def _checked(name: str) -> str:
    """Return a name that needs no quotes in the shell and the rule language.

    Raises:
        InputError: the name needs quotes.
    """
    if not _NAME.fullmatch(name):
        raise InputError(
            "expected a name of small letters, digits and _ that begins with a letter, "
            f"as in my_game; found {name!r}"
        )
    return name


def _text(name: str, kind: str) -> str:
    """Return the rule file of a kind, under a name."""
    template = package_files("pygame_search.cli") / "templates" / f"{kind}.pl"
    text = template.read_text(encoding="utf-8")
    title = name.replace("_", " ").capitalize()
    return text.replace("NAME", name).replace("TITLE", title)
