"""`verify`: check a certificate without a search."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pygame_search.cli.options import session
from pygame_search.cli.output import answer, progress
from pygame_search.cli.streams import command, leave
from pygame_search.engine.bridge import when_stuck
from pygame_search.session.path_types import FILE
from pygame_search.solving.hidden.equilibrium_file import holds_equilibrium
from pygame_search.solving.hidden.verify import verify_equilibrium
from pygame_search.solving.verify import verify as verify_file


@command
@click.argument("file", type=FILE)
@click.option(
    "--independent", is_flag=True,
    help="Check by another interpreter of rules, which shares no code with the "
    "search: slowly, so for small games.",
)  # fmt: skip
@click.option(
    "--rules", metavar="GAME",
    help="The rule file, if it is not where FILE says.",
)  # fmt: skip
@click.option(
    "--export", "lines", type=FILE, metavar="LINES",
    help="Write what FILE says to another file as lines of JSON, right or wrong.",
)  # fmt: skip
def verify(
    file: Path, rules: str | None, independent: bool, lines: Path | None
) -> None:
    """Check the certificate FILE, without a search.

    The entry of a terminal state must match the goals; any other entry must follow from
    the entries of the next states. The first wrong entry is reported.

    Of a game with hidden information the strategies are checked, and what the best
    responses to them prove.
    """
    with progress("reading ...") as shown:
        if session() is None:
            when_stuck(leave)
        check = verify_equilibrium if holds_equilibrium(file) else verify_file
        verdict = check(file, independent=independent, rules=rules, progress=shown.say)
        if lines is not None:
            shown.say("writing ...")
            verdict.export(lines)
    answer(verdict)
    sys.exit(0 if verdict.verified else 1)
