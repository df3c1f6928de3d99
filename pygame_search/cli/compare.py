"""`compare`: the two forms of a search, side by side."""

from __future__ import annotations

from pathlib import Path

import click

from pygame_search.cli.options import (
    METHOD,
    Start,
    Weighing,
    depth_option,
    start_options,
    takes,
    weight_options,
)
from pygame_search.cli.output import console, progress
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.experiments.twins import DEPTH
from pygame_search.experiments.twins import compare as compared
from pygame_search.render.comparison import figures, html, print_sources, verdict
from pygame_search.search.core.methods import MethodCall
from pygame_search.session.path_types import FILE
from pygame_search.support import files
from pygame_search.support.printing import table


@command
@click.argument("method", type=METHOD)
@start_options()
@takes("role")
@depth_option(f"How deep to search; {DEPTH} if METHOD does not say.")
@weight_options
@click.option(
    "--html", "page", type=FILE, metavar="FILE",
    help="Write a page with both sources, their results and the tree.",
)  # fmt: skip
@takes("open")
def compare(
    method: MethodCall,
    start: Start,
    role: str | None,
    depth: int | None,
    weighing: Weighing,
    page: Path | None,
) -> int:
    """Show a search in Prolog and in Python, and run both in a position of GAME.

    METHOD is written as in "alphabeta(fail=hard)". The two searches are compared event
    by event. The exit status is 0 if they agree, and 1 if they differ.
    """
    method.must_be_twofold()
    state = start.state()
    used = weighing.of(state.game, method)
    with progress("searching ..."):
        found = compared(state, method, role=role, depth=depth, weights=used)
    if page is not None:
        files.write(page, html(found, state.game))
    if wants_json():
        print_json(found.as_json())
    else:
        out = console()
        print_sources(out, found)
        out.print(table("", "clauses", "procedure", rows=figures(found)))
        out.print()
        first, *more = verdict(found, state.game)
        out.print(first, style="bold")
        for line in more:
            out.print(line)
    return 0 if found.same else 1
