"""`grade`: points for rule files and search programs of a class."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pygame_search.cli.options import takes
from pygame_search.cli.output import console, progress, raise_interrupt
from pygame_search.cli.requests import options_of
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.grading import batch
from pygame_search.grading.feedback import feedback
from pygame_search.grading.grade import (
    DIFFERENT,
    OPEN,
    SAME,
    GradeRequest,
    must_be_named,
    reference_of,
)
from pygame_search.grading.grade import grade as graded
from pygame_search.grading.gradescope import results
from pygame_search.grading.rubric import read_rubric
from pygame_search.grading.walk import ITEMS
from pygame_search.session.path_types import FILE
from pygame_search.support import files
from pygame_search.support.errors import InputError, no_effect


@command
@click.argument("reference", nargs=-1, metavar="[HAND_IN] REFERENCE")
@click.option(
    "--batch", "folder", metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Grade all files of FOLDER in place of HAND_IN, and print a CSV.",
)  # fmt: skip
@click.option(
    "--reference", "more", multiple=True, metavar="REFERENCE",
    help="One more game for a search program; may be given several times.",
)  # fmt: skip
@click.option(
    "--rename", "renamed", multiple=True, metavar="NAME=OTHER",
    help="NAME in the hand-in is OTHER in the reference, as in mark=put, or in "
    "'mark(A, B)=mark(B, A)' for another order of arguments. By default grade finds "
    "which name stands for which.",
)  # fmt: skip
@click.option(
    "--shortest", "wanted", flag_value="shortest", default="any",
    help="A path must be a shortest one.",
)  # fmt: skip
@click.option(
    "--cheapest", "wanted", flag_value="cheapest",
    help="A path must be a cheapest one.",
)  # fmt: skip
@click.option(
    "--without", multiple=True, type=click.Choice(ITEMS), metavar="ITEM",
    help=f"Leave out an item of a rule file: {', '.join(ITEMS)}.",
)  # fmt: skip
@click.option(
    "--rubric", type=FILE, metavar="FILE",
    help="A file with the weights of the items: a section [weights], with lines such "
    "as 'legal moves = 4'.",
)  # fmt: skip
@click.option(
    "--feedback", "pages", metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a page about each hand-in to FOLDER, for the students.",
)  # fmt: skip
@click.option(
    "--student", "pattern", metavar="REGEX",
    help="With --batch: which part of a file's name is the name of the student; by "
    "default the part before the first '_'.",
)  # fmt: skip
@options_of(GradeRequest)
@takes("workers")
@click.option(
    "--gradescope", type=FILE, metavar="FILE",
    help="Write the grade of HAND_IN to FILE as an autograder for Gradescope does.",
)  # fmt: skip
@click.option(
    "--save", "file", type=FILE, metavar="FILE", help="Write the CSV to FILE."
)
def grade(
    reference: tuple[str, ...],
    folder: Path | None,
    more: tuple[str, ...],
    renamed: tuple[str, ...],
    wanted: str,
    without: tuple[str, ...],
    rubric: Path | None,
    pages: Path | None,
    pattern: str | None,
    workers: int,
    gradescope: Path | None,
    file: Path | None,
    **how: Any,
) -> int:
    """Grade HAND_IN: compare rules with REFERENCE, or a search with the engine's.

    A rule file is played in step with REFERENCE, in all positions if they are few.
    Roles, moves and other names may differ. A search program's value/4, best/5 and
    path/2 are compared with the engine's on REFERENCE. The exit status is 0 if they are
    the same, 1 if they differ, and 3 if no difference was found but not everything was
    compared.
    """
    if folder is not None and gradescope is not None:
        raise InputError("--gradescope: expected one HAND_IN, found --batch")
    if folder is None and file is not None:
        raise no_effect("--save", "--batch")
    if folder is None and pattern is not None:
        raise no_effect("--student", "--batch")
    weights = {} if rubric is None else read_rubric(rubric)
    weights |= dict.fromkeys(without, 0)
    if pages is not None:
        pages.mkdir(parents=True, exist_ok=True)
    own = reference if folder is not None else reference[1:]
    if len(reference) != (1 if folder is not None else 2):
        expected = "REFERENCE" if folder is not None else "HAND_IN and REFERENCE"
        found = " ".join(reference) or "nothing"
        raise InputError(f"expected {expected}, found {found}")
    names = dict(map(_pair, renamed))
    games = [*own, *more]
    how |= {"names": names, "wanted": wanted, "weights": weights}
    if folder is None:
        with progress("comparing ...") as shown:
            one = graded(Path(reference[0]), games, progress=shown.say, **how)
        if gradescope is not None:
            told = json.dumps(results(one), indent=2, ensure_ascii=False)
            files.write(gradescope, f"{told}\n")
        if pages is not None:
            _write_page(pages, Path(reference[0]).name, one.as_json())
        if wants_json():
            print_json(one.as_json())
        else:
            console().print(one)
        return _STATUS[one.verdict]
    for game in games:
        # A wrong one is refused once, not for each hand-in.
        must_be_named(names, reference_of(game))
    words = [word for item in without for word in ("--without", item)]
    words += [] if rubric is None else ["--rubric", str(rubric)]
    words += [] if wanted == "any" else [f"--{wanted}"]
    hand_ins = batch.hand_ins(folder, pattern)
    request = GradeRequest(folder, games, **how)
    with progress("grading ...") as shown:
        rows = batch.grade_all(
            hand_ins, request, more=words, workers=workers, progress=shown.say
        )
    for row in rows:
        if pages is not None and row.error != batch.INTERRUPTED:
            _write_page(pages, row.place, row.grade or {"error": row.error})
    others = batch.passed_over(folder)
    if others:
        endings = ", ".join(batch.SUFFIXES)
        said = f"not graded: {', '.join(others)}; a hand-in ends with {endings}"
        click.echo(said, err=True)
    if wants_json():
        every = [row.as_json() for row in rows]
        print_json({"hand_ins": every, "not_graded": others})
    elif file is not None:
        text = io.StringIO()
        batch.write_csv(text, rows)
        files.write(file, text.getvalue())
    else:
        batch.write_csv(sys.stdout, rows)
    if any(row.error == batch.INTERRUPTED for row in rows):
        raise_interrupt("interrupt")
    verdicts = {row.grade["verdict"] if row.grade else DIFFERENT for row in rows}
    return _STATUS[next(v for v in (DIFFERENT, OPEN, SAME) if v in verdicts)]


def _write_page(folder: Path, place: str, grade: Mapping[str, Any]) -> None:
    """Write the page about a hand-in; its folder becomes part of the name."""
    name = f"{place.replace('/', '_')}.md"
    files.write(folder / name, feedback(Path(place).name, grade))


#: The exit status.
_STATUS = {SAME: 0, DIFFERENT: 1, OPEN: 3}


def _pair(word: str) -> tuple[str, str]:
    name, equals, other = word.partition("=")
    if not (name and equals and other):
        raise InputError(f"--rename: expected NAME=OTHER, found {word!r}")
    return name, other
