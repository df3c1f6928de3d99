"""`new`: a small file from which to begin a game or a search of one's own."""

from __future__ import annotations

import os
import re
from importlib.resources import files as package_files
from pathlib import Path

import click

from pygame_search.cli.options import must_have_effect
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.game import said_to_be
from pygame_search.model.rules import skeleton, taken_for
from pygame_search.programs.exercise import exercise
from pygame_search.programs.program import (
    OF_KNOWLEDGE,
    SearchProgram,
    lectures,
    read_clauses,
)
from pygame_search.rules import rulebook
from pygame_search.rules.kinds import KINDS as FILE_KINDS
from pygame_search.rules.kinds import Kind, told
from pygame_search.rules.rulebook import Rulebook
from pygame_search.session.path_types import FILE
from pygame_search.support import files
from pygame_search.support.errors import InputError
from pygame_search.support.escapes import visible

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

#: The commands to try on what was made from another file, by the kind of that.
_MADE = {
    "game": ("check FILE",),
    "space": ("check FILE", "show FILE", "path FILE"),
    "program": ("check FILE",),
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

#: The rules of a game begin so.
_PLAYED = re.compile(r"^role\(", re.MULTILINE)

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@command
@click.argument("name")
@click.option(
    "--kind", type=click.Choice(list(KINDS)), default="two-player", show_default=True,
    help="What to begin with: a game in which roles take turns, a puzzle for one role, "
    "a graph of nodes and arcs, a game in which both roles move at once, a game with "
    "chance, a search in games, or a search for paths.",
)  # fmt: skip
@click.option(
    "--lecture", type=click.Choice(lectures()), metavar="SEARCH",
    help="Begin with an exercise instead: the lecture's form of SEARCH, with gaps. "
    f"SEARCH is one of {', '.join(lectures())}.",
)  # fmt: skip
@click.option(
    "--gaps", type=click.IntRange(1), metavar="N",
    help="How many gaps the exercise has; by default up to four: a base case, the "
    "recursive step, a test, a cut.",
)  # fmt: skip
@click.option(
    "--from", "source", type=FILE, metavar="FILE",
    help="Begin with a puzzle or a search program written for Prolog itself: its "
    "start, goal and moves are taken over, and the rest as comments.",
)  # fmt: skip
@click.option(
    "--as", "taken_as", type=click.Choice(FILE_KINDS), metavar="KIND",
    help="With --from: what FILE is, whatever it is taken for.",
)  # fmt: skip
@must_have_effect(
    "kind", expected="no --lecture and no --from",
    when=lambda given: given["lecture"] is None and given["source"] is None,
)  # fmt: skip
@must_have_effect(
    "lecture", expected="no --from", when=lambda given: given["source"] is None
)
@must_have_effect(
    "taken_as", expected="--from", when=lambda given: given["source"] is not None
)
@must_have_effect(
    "gaps", expected="--lecture", when=lambda given: given["lecture"] is not None
)
def new(
    name: str,
    kind: str,
    lecture: str | None,
    gaps: int | None,
    source: Path | None,
    taken_as: str | None,
) -> None:
    """Write NAME.pl, a small game or search program to change into your own.

    The file is complete and has comments; it passes `check` and works with every
    command for its kind. With --lecture it is an exercise: fill its gaps, and `grade`
    gives points for each. With --from it is made from FILE, which stays as it is. An
    existing file is not overwritten.
    """
    file = Path(f"{_checked(name)}.pl")
    if os.path.lexists(file):
        raise InputError(f"{file} already exists; expected a new name")
    about: dict[str, str] = {}
    if source is not None:
        book = said_to_be(taken_as, rulebook.read(source))
        made_of = taken_for(book)
        text = _made_from(book, made_of, name)
        about, lines = {"from": str(source)}, _MADE[made_of.name]
        if _PLAYED.search(text):
            lines = GAMES["two-player"]
    elif lecture is not None:
        text = exercise(lecture, gaps).text
        about, lines = {"lecture": lecture}, ()
    else:
        text = _text(name, kind)
        about, lines = {"kind": kind}, KINDS[kind]
    files.write(file, text)
    if lecture is not None:
        lines = _lines(read_clauses(file))
    steps = {
        f"pygame-search {words.replace('FILE', str(file))}": _WHAT[words]
        for words in lines
    }
    if wants_json():
        print_json({"file": str(file), **about, "next": list(steps)})
        return
    if source is not None:
        click.echo(told(str(source), made_of))
    click.echo(f"{file} is written. Open it in an editor, and try:")
    width = max(map(len, steps))
    for step, what in steps.items():
        click.echo(f"  {step:<{width}}  {what}")


def _made_from(book: Rulebook, kind: Kind, name: str) -> str:
    """Return the file made from one that was written for Prolog itself.

    Raises:
        InputError: the file is one of this language, or a theory.
    """
    text = skeleton(book)
    if text is None:
        raise InputError(
            f"{told(book.file, kind)}; expected a puzzle or a search program that was "
            "written for Prolog itself. `check` finds the faults of other files"
        )
    origin = visible(f"made from {book.file}, which was {kind}")
    return f"% {name}: {origin}.\n\n{text}"


def _lines(program: SearchProgram) -> tuple[str, ...]:
    """Return the commands to try on an exercise."""
    known = {*program.questions} <= {*OF_KNOWLEDGE}
    if program.plays_at_random or known:  # nothing to compare the exercise with
        return ("check FILE",)
    return SEARCHES["path-search" if "path" in program.questions else "search"]


def _checked(name: str) -> str:
    """Return the name, if it needs no quotes in the shell or the rule language.

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
    """Return the file of a kind, under a name.

    Raises:
        InputError: a student's copy lacks the file, which gives an exercise away.
    """
    template = package_files("pygame_search.cli") / "templates" / f"{kind}.pl"
    if not template.is_file():
        raise InputError(f"--kind {kind} is not in this copy: it is an exercise")
    text = template.read_text(encoding="utf-8")
    title = name.replace("_", " ").capitalize()
    return text.replace("NAME", name).replace("TITLE", title)
