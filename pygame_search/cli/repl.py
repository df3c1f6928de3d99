"""`repl`: a session."""

from __future__ import annotations

import sys

import click

from pygame_search.cli.options import (
    COUNT,
    Start,
    given,
    start_options,
    takes,
    time_option,
)
from pygame_search.cli.output import progress
from pygame_search.model.position import joint_text
from pygame_search.rules.kinds import Kind, told
from pygame_search.session.session import Session
from pygame_search.support.errors import InputError


@click.command()
@start_options(required=False)
@click.option(
    "--trusted", is_flag=True,
    help="Let goals call SWI-Prolog itself: they can do anything to this machine.",
)  # fmt: skip
@time_option("Time limit for each question; 60 by default.")
@click.option(
    "--limit", type=COUNT, default=1000, show_default=True, metavar="N",
    help="The greatest number of answers to a goal of a script.",
)  # fmt: skip
@takes("open")
@click.option(
    "--json", "as_json", is_flag=True,
    help="Print one JSON object for each input.",
)  # fmt: skip
@click.pass_context
def repl(
    ctx: click.Context,
    start: Start,
    trusted: bool,
    seconds: float | None,
    limit: int,
    as_json: bool,
) -> None:
    """Ask, search, play and change rules in one session about GAME.

    A goal, as in "legal(P, M)", is answered for the current position. Commands begin
    with %, and %help lists them. Input from a pipe or a file is a script: there are no
    prompts, and the exit status is 1 if any input was wrong.
    """
    commands = ctx.find_root().command
    assert isinstance(commands, click.Group)

    def find(name: str) -> click.Command:
        found = commands.get_command(ctx, name)
        assert found is not None, name
        return found

    with progress("reading the rules ..."):
        session = Session(trusted=trusted, seconds=seconds, cards_up=given("face_up"))
        theory = None if start.name is None else _loaded(session, start.name, start)
    clauses = None if theory is None else start.name
    line = session.taken if theory is None else told(start.name or "", theory)
    if line and not as_json:
        click.echo(line)
    if as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from pygame_search.repl.script import Script

        script = Script(session, find, limit=limit, as_json=as_json)
        well = script.run(iter(sys.stdin.readline, ""), clauses)
        sys.exit(0 if well else 1)
    from pygame_search.repl.terminal import Terminal

    Terminal(session, find).run(clauses)


def _loaded(session: Session, game: str, start: Start) -> Kind | None:
    """Load a game; return what the file is if that is no game, but a theory."""
    theory = start.theory()
    if theory is None:
        after, facts = _beginning(start)
        session.load(game, after, facts, kind=start.kind)
        return None
    book, kind = theory
    if start.typed:
        raise InputError(f"{told(book.file, kind)}; it has no positions and no moves")
    return kind


def _beginning(start: Start) -> tuple[str | list[str] | None, str | None]:
    """Return the moves with which a session begins, and the fluents before them."""
    if start.moves is None:
        return start.after, start.facts
    game = start.game()
    record = start.record(game)
    return [*map(joint_text, record.joints)], f"[{', '.join(record.states[0].facts)}]"
