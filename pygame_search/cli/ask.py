"""`ask`: a question about a position."""

from __future__ import annotations

import sys
from typing import Any

import click

from pygame_search.cli.options import (
    Start,
    given,
    must_have_effect,
    refuse,
    start_options,
    takes,
)
from pygame_search.cli.output import answer, console, progress
from pygame_search.cli.requests import options_of
from pygame_search.cli.streams import command, read_line, wants_json
from pygame_search.explanation.program_steps import (
    HINT,
    StepsRequest,
    StepWalk,
    program_steps,
)
from pygame_search.explanation.questions import LIMIT
from pygame_search.explanation.questions import ask as asked
from pygame_search.game import Game, State
from pygame_search.model.position import noted
from pygame_search.rules.kinds import Kind, told
from pygame_search.rules.rulebook import Rulebook
from pygame_search.session.cilog.theory import ask_theory
from pygame_search.support.errors import InputError, PygameSearchError
from pygame_search.support.printing import Sentences


@command
@start_options()
@click.argument("question")
@options_of(StepsRequest, limit=LIMIT)
@click.option(
    "--steps", is_flag=True,
    help="Show the steps by which the program comes to its first answer, or to the "
    "first N with --limit N: each call, each clause that is tried, and what comes of "
    "it. At a terminal, show one step at a time.",
)  # fmt: skip
@takes("open")
@must_have_effect(
    "steps", expected="--program", when=lambda options: options["program"] is not None
)
@must_have_effect("only", expected="--steps", when=lambda options: options["steps"])
def ask(
    start: Start, question: str, steps: bool, only: tuple[str, ...], **how: Any
) -> int:
    r"""Answer QUESTION, the body of a rule, about a position of GAME.

    Examples are "legal(P, M)", "true(cell(C, 1, white)), \+ terminal", "best_move(R, M,
    V)", "minimax(2, M, V)", "perft(3, N)" and "path(breadth, Path)". An answer gives
    the values of the variables; without variables it is yes or no. The exit status is
    1 if there is no answer. With --program, the clauses of a search program can be
    asked, too, as "initial(S), path(S, P)". A theory, a file of clauses that is no
    game, is asked about them, as in "ancestor(pam, X)".
    """
    try:
        rules = start.game()
    except PygameSearchError:
        if theory := start.theory():
            return _theory(*theory, question, **how)
        raise
    if steps:
        how["limit"] = how["limit"] if given("limit") else 1
        return _steps(start.place(rules), question, only=only, **how)
    with progress("asking ..."):
        found = asked(start.place(rules), question, **how)
    answer(found, found.as_json() | noted(rules.assumed))
    if not wants_json():
        for note in rules.assumed:
            console().print(note)
    return 0 if found.answers else 1


def _theory(
    book: Rulebook, kind: Kind, question: str, *, limit: int, **how: Any
) -> int:
    """Answer a question to a file that is a theory."""
    refuse(
        ("program", "steps", "only", "face_up", "after", "facts", "moves", "tier"),
        f"expected a game; {told(book.file, kind)}",
    )
    with progress("asking ..."):
        found = ask_theory(book, question, limit=limit, seconds=how["seconds"])
    answer(found)
    if found.stopped and not wants_json():
        click.echo(found.stopped, err=True)
    return 0 if found.answers else 1


def _steps(where: State | Game, question: str, **how: Any) -> int:
    """Show the steps of a program, one by one at a terminal."""
    with progress("asking ..."):
        found = program_steps(where, question, **how)
    if wants_json() or not (sys.stdin.isatty() and sys.stdout.isatty()):
        answer(found)
    else:
        _walk(StepWalk(found))
    if found.error is not None and not wants_json():
        raise found.error
    return 0 if found.answers else 1


def _walk(walk: StepWalk) -> None:
    console().print(Sentences(walk.text()))
    while not walk.finished:
        try:
            said = walk.answer(read_line(f"[{HINT}] ", False))
        except InputError as error:
            said = str(error)
        except EOFError:
            return
        console().print(Sentences(said))
