"""`new`: a small file to begin a game or a search of one's own with."""

from __future__ import annotations

import os
import re
from importlib.resources import files as package_files
from pathlib import Path

import click

from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.support import files
from pygame_search.support.errors import InputError

#: The commands to try on a FILE, and what each is for.
_WHAT = {
    "check FILE": "find faults, after each change",
    "show FILE": "the position at the start",
    "play FILE": "play against the computer",
    "best FILE": "the best move",
    "path FILE": "the shortest path to a goal",
    "compare FILE hexapawn": "its answers beside the engine's",
    "compare FILE delivery_robot": "its paths beside the engine's",
    "grade FILE hexapawn": "points for its answers",
    "grade FILE delivery_robot": "points for its paths",
}

#: The kinds of files, each with commands to try: games, and searches in any game.
GAMES = {
    "two-player": ("check FILE", "show FILE", "play FILE", "best FILE"),
    "puzzle": ("check FILE", "show FILE", "play FILE", "path FILE"),
    "graph": ("check FILE", "show FILE", "path FILE"),
    "simultaneous": ("check FILE", "show FILE", "play FILE", "best FILE"),
    "chance": ("check FILE", "show FILE", "play FILE", "best FILE"),
}
SEARCHES = {
    "search": ("check FILE", "compare FILE hexapawn", "grade FILE hexapawn"),
    "path-search": (
        "check FILE",
        "compare FILE delivery_robot",
        "grade FILE delivery_robot",
    ),
}
KINDS = GAMES | SEARCHES

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@command
@click.argument("name")
@click.option(
    "--kind", type=click.Choice(list(KINDS)), default="two-player", show_default=True,
    help="What to begin with: a game of turns, a puzzle for one role, a graph of nodes "
    "and arcs, a game in which both move at once, one with chance; a search in games, "
    "or one for paths.",
)  # fmt: skip
def new(name: str, kind: str) -> None:
    """Write NAME.pl, a small game or search program to change into your own.

    The file is whole, with comments; it passes `check`, and every command for its kind
    takes it. A file that exists is not overwritten.
    """
    file = Path(f"{_checked(name)}.pl")
    if os.path.lexists(file):
        raise InputError(f"{file} already exists; expected a new name")
    files.write(file, _text(name, kind))
    steps = {
        f"pygame-search {words.replace('FILE', str(file))}": _WHAT[words]
        for words in KINDS[kind]
    }
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
