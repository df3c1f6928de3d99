"""`explain`: how an answer follows from the rules, or why it does not."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pygame_search import files
from pygame_search.cli.options import (
    COUNT,
    heeded,
    json_option,
    loaded,
    place,
    position_options,
    positive_seconds,
)
from pygame_search.cli.output import print_json, print_sentences, progress
from pygame_search.explanation import explain as explained
from pygame_search.repl.places import FILE


@click.command(short_help="Tell how a goal holds in a position of GAME, or why not.")
@click.argument("game")
@click.argument("goal")
@position_options
@click.option(
    "--move", metavar="MOVE",
    help='A move that is made in this step, so that "next(F)" can be explained.',
)  # fmt: skip
@click.option(
    "--answer", type=COUNT, default=1, show_default=True, metavar="N",
    help="Which of the answers.",
)  # fmt: skip
@click.option(
    "--levels", type=COUNT, metavar="N", help="How many levels to show; all by default."
)
@click.option(
    "--svg", type=FILE, metavar="FILE", help="Draw the tree into a file, too."
)
@click.option(
    "--time", "seconds", type=positive_seconds, metavar="SECONDS",
    help="How long it may take; 60 by default.",
)  # fmt: skip
@json_option
@heeded("levels", expected="no --json", when=lambda told: not told["as_json"])
def explain(
    game: str,
    goal: str,
    after: str | None,
    facts: str | None,
    move: str | None,
    answer: int,
    levels: int | None,
    svg: Path | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Tell how GOAL, the body of a rule, holds in a position of GAME, or why not.

    A goal that holds has a proof: the clause of the rule file that gives it, with its
    line, and how each goal of the body holds. For one that does not, each clause that
    could have given it is named, with the first goal that failed, the values of its
    variables there, and what comes near. The exit status is 1 for a goal that does not
    hold.
    """
    rules = loaded(game)
    where = place(rules, after, facts)
    with progress("explaining ..."):
        found = explained(where, goal, move=move, answer=answer, seconds=seconds)
    if svg is not None:
        files.write(svg, found.svg())
    if as_json:
        print_json(found.as_json())
    else:
        print_sentences(found.text(levels))
    if not found.holds:
        sys.exit(1)
