"""`verify`: check a certificate without a search."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pygame_search.cli.options import session
from pygame_search.cli.output import console, progress
from pygame_search.cli.streams import json_option, leave, print_json
from pygame_search.engine.bridge import engine
from pygame_search.session.path_types import FILE
from pygame_search.solving.verify import verify as verify_file


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--rules", metavar="GAME",
    help="The rule file, if it is not where FILE says.",
)  # fmt: skip
@json_option
def verify(file: Path, rules: str | None, as_json: bool) -> None:
    """Check the certificate FILE, without a search.

    The entry of a terminal state must match the goals; any other entry must follow from
    the entries of the next states. The first wrong entry is reported.
    """
    with progress("reading ...") as shown:
        if session() is None:
            engine().when_stuck(leave)
        verdict = verify_file(file, rules=rules, progress=shown.say)
    if as_json:
        print_json(verdict.as_json())
    else:
        console().print(verdict)
    sys.exit(0 if verdict.verified else 1)
