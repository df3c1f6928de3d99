"""`ask`: a question about a position."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from pygame_search.cli.options import (
    Start,
    limit_option,
    program_beside,
    program_option,
    seconds_option,
    start_options,
    takes,
)
from pygame_search.cli.output import answer, console, progress
from pygame_search.cli.streams import command, wants_json
from pygame_search.explanation.questions import ask as asked
from pygame_search.model.position import noted


@command
@start_options()
@click.argument("question")
@limit_option(20, "answers")
@seconds_option("--time", "Time limit; 60 by default.")
@program_option
@takes("open")
def ask(start: Start, question: str, program: Path | None, **limits: Any) -> None:
    r"""Answer QUESTION, the body of a rule, about a position of GAME.

    Examples are "legal(P, M)", "true(cell(C, 1, white)), \+ terminal", "best_move(R, M,
    V)", "minimax(2, M, V)", "perft(3, N)" and "path(breadth, Path)". An answer gives
    the values of the variables; without variables it is yes or no. The exit status is
    1 if there is no answer. With --program, the clauses of a search program can be
    asked, too, as "initial(S), path(S, P)".
    """
    rules = start.game()
    limits["program"] = program_beside(program)
    with progress("asking ..."):
        found = asked(start.place(rules), question, **limits)
    answer(found, found.as_json() | noted(rules.assumed))
    if not wants_json():
        for note in rules.assumed:
            console().print(note)
    if not found.answers:
        sys.exit(1)
