"""`ask`: a question about a position."""

from __future__ import annotations

import sys

import click

from pygame_search.cli.options import (
    COUNT,
    json_option,
    loaded,
    open_option,
    place,
    position_options,
    positive_seconds,
)
from pygame_search.cli.output import console, progress
from pygame_search.cli.streams import print_json
from pygame_search.explanation.questions import Answers
from pygame_search.explanation.questions import ask as asked
from pygame_search.game import noted


@click.command()
@click.argument("game")
@click.argument("question")
@position_options
@click.option(
    "--limit", type=COUNT, default=20, show_default=True, metavar="N",
    help="The greatest number of answers.",
)  # fmt: skip
@click.option(
    "--time", "seconds", type=positive_seconds, metavar="SECONDS",
    help="Time limit; 60 by default.",
)  # fmt: skip
@open_option
@json_option
def ask(
    game: str,
    question: str,
    after: str | None,
    facts: str | None,
    limit: int,
    seconds: float | None,
    as_json: bool,
) -> None:
    r"""Answer QUESTION, the body of a rule, about a position of GAME.

    Examples are "legal(P, M)", "true(cell(C, 1, white)), \+ terminal", "best_move(R, M,
    V)", "minimax(2, M, V)", "perft(3, N)" and "path(breadth, Path)". An answer gives
    the values of the variables; without variables it is yes or no. The exit status is
    1 if there is no answer.
    """
    rules = loaded(game)
    where = place(rules, after, facts)
    with progress("asking ..."):
        found = asked(where, question, limit=limit, seconds=seconds)
    if as_json:
        answers = {"answers": list(found.answers), "more": found.more}
        print_json(answers | noted(rules.assumed))
    else:
        _print(found)
        for note in rules.assumed:
            console().print(note)
    if not found.answers:
        sys.exit(1)


def _print(found: Answers) -> None:
    out = console()
    for answer in found.answers:
        words = ", ".join(f"{name} = {text}" for name, text in answer.items())
        out.print(words or "yes", markup=False)
    if not found.answers:
        out.print("no")
    elif found.more:
        out.print("... and more: --limit asks for them")
