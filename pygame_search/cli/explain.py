"""`explain`: how an answer follows from the rules, or why it does not."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from pygame_search.cli.options import (
    COUNT,
    Start,
    must_have_effect,
    start_options,
    takes,
)
from pygame_search.cli.output import console, print_sentences, progress
from pygame_search.cli.requests import options_of
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.explanation.proofs import ExplainRequest
from pygame_search.explanation.searches.steps import explain as explained
from pygame_search.model.position import noted
from pygame_search.session.path_types import FILE
from pygame_search.support import files


@command
@start_options()
@click.argument("goal")
@options_of(ExplainRequest)
@click.option(
    "--levels", type=COUNT, metavar="N", help="Show this many levels; all by default."
)
@click.option(
    "--all", "all_tries", is_flag=True,
    help="Show all goals of a long proof, all instances of a goal that fails, all "
    "states, and the proofs in the rules below the clauses of a search program.",
)  # fmt: skip
@click.option("--svg", type=FILE, metavar="FILE", help="Also draw the tree, in a file.")
@click.option(
    "--format", "form", type=click.Choice(["text", "html"]), default="text",
    show_default=True,
    help="The format of the tree; html is a page in which it unfolds, for a browser.",
)  # fmt: skip
@takes("open")
@must_have_effect(
    "levels", "all_tries", expected="no --json", when=lambda _: not wants_json()
)
@must_have_effect(
    "all_tries", expected="--format text: a page has all of them",
    when=lambda given: given["form"] == "text",
)  # fmt: skip
@must_have_effect(
    "form", expected="no --json, which has its own form",
    when=lambda _: not wants_json(),
)  # fmt: skip
def explain(
    start: Start,
    goal: str,
    levels: int | None,
    all_tries: bool,
    svg: Path | None,
    form: str,
    **how: Any,
) -> None:
    """Explain why GOAL, the body of a rule, holds in a position of GAME, or why not.

    The first sentence gives the reason for the whole. If the goal holds, its proof is
    shown: the clause that gives it, with its line in the rule file, and a proof of each
    goal of the body. If it does not hold, the exit status is 1, and each clause for it
    is shown with the first goal that failed and the values of the variables, once for
    each way to reach that goal.
    """
    rules = start.game()
    with progress("explaining ..."):
        found = explained(start.place(rules), goal, **how)
    if svg is not None:
        files.write(svg, found.svg())
    if wants_json():
        print_json(found.as_json() | noted(rules.assumed))
    elif form == "html":
        click.echo(found.html(levels))
    else:
        print_sentences(found.text(levels, all_tries=all_tries))
        for note in rules.assumed:
            console().print(note)
    if not found.holds:
        sys.exit(1)
