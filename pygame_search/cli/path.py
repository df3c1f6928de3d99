"""`path`: whole paths through a state space."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import click

from pygame_search.cli.options import (
    COUNT,
    Start,
    given,
    live_option,
    must_have_effect,
    refuse,
    start_of,
    start_options,
)
from pygame_search.cli.output import answer, console, progress
from pygame_search.cli.requests import options_of
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.explanation.reasons import how_path, why_no_path
from pygame_search.explanation.searches.tree import answer_tree, search_page
from pygame_search.game import Game
from pygame_search.page.file import told
from pygame_search.search.paths import (
    RECORDED,
    PathRequest,
    PathResult,
    by_depth,
    paths,
)
from pygame_search.support.errors import InputError
from pygame_search.support.printing import stacked


@command
@start_options("SPACE")
@options_of(PathRequest)
@click.option("--all", "every", is_flag=True, help="Find all paths.")
@click.option("--count", type=COUNT, metavar="N", help="With --all: find N at most.")
@click.option("--why", is_flag=True, help="Explain each step, or why there is no path.")
@click.option(
    "--table", is_flag=True,
    help="List each path that the search selects, and the frontier after it.",
)  # fmt: skip
@click.option(
    "--by-depth", "depths", is_flag=True,
    help="List what breadth-first search and iterative deepening expand and keep in "
    "memory, for each depth; both prune cycles unless --prune says otherwise.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["text", "html"]), default="text",
    show_default=True,
    help="The format of the first path; html is a page that steps through the search.",
)  # fmt: skip
@live_option
@must_have_effect(
    "form", expected="no --json, --all, --table or --by-depth",
    when=lambda given: not (
        wants_json() or given["every"] or given["table"] or given["depths"]
    ),
)  # fmt: skip
@must_have_effect("count", expected="--all", when=lambda given: given["every"])
def path(
    start: Start,
    prune: str | None,
    every: bool,
    count: int | None,
    why: bool,
    table: bool,
    depths: bool,
    form: str,
    live: bool,
    **how: Any,
) -> None:
    """Find a path from the start of SPACE to a goal: all its states and moves."""
    if (why or table) and every:
        option = "--why" if why else "--table"
        raise InputError(f"{option} explains the first path, and excludes --all")
    if why and table:
        raise InputError("expected --why or --table, found both")
    stepped = form == "html"
    if (table or stepped) and not given("limit"):
        how["limit"] = RECORDED
    game = start.game()
    if depths:
        _by_depth(game, start, prune or "cycles", how)
        return
    how["prune"] = prune or ("cycles" if every else None)
    found = paths(game, start=start_of(game, start), record=table or stepped, **how)
    with progress("searching ..."):
        first = next(found)
    if why:
        reasons = how_path(first) if first.found else why_no_path(first)
        if stepped:
            title = "Why this is a path" if first.found else "Why there is no path"
            above = told(title, reasons.text())
            click.echo(search_page(answer_tree(first), above, live=live))
        else:
            answer(reasons, first.as_json() | {"why": reasons.as_json()})
    elif table and wants_json():
        print_json(first.as_json() | {"table": first.frontier_table().as_json()})
    elif table:
        console().print(stacked(first.frontier_table(), "", first))
    elif stepped:
        click.echo(answer_tree(first).html(live=live))
    elif wants_json():
        _print_json(first, [*islice(found, count)] if every else None, count)
    else:
        _print(first, found if every else iter(()), count)
    if not first.found:
        sys.exit(1)


def _by_depth(game: Game, start: Start, prune: str, how: dict[str, Any]) -> None:
    """Print the effort of breadth-first search and of iterative deepening."""
    refuse(("method",), "--by-depth compares breadth and iterative")
    refuse(("every", "why", "table", "seconds", "worth"), "not with --by-depth")
    limit = how["limit"] if given("limit") else RECORDED
    with progress("searching ..."):
        found = by_depth(
            game, start=start_of(game, start), prune=prune, limit=limit,
            tier=how["tier"],
        )  # fmt: skip
    answer(found)


def _print_json(
    first: PathResult, others: list[PathResult] | None, count: int | None
) -> None:
    data = first.as_json()
    if others is not None:
        results = [first, *others]
        found = [result for result in results if result.found][:count]
        data["paths"] = [
            {"path": list(r.states), "moves": list(r.moves), "cost": r.cost}
            for r in found
        ]
        data["stopped"] = results[-1].stopped if not results[-1].found else "count"
    print_json(data)


def _print(first: PathResult, others: Iterator[PathResult], count: int | None) -> None:
    out = console()
    out.print(first)
    if not first.found:
        return
    number = 1
    for result in islice(others, None if count is None else count - 1):
        out.print()
        if not result.found:
            word = "limit reached" if result.stopped == "limit" else "no more paths"
            out.print(f"{word}: {number} found, {result.expanded:,} expanded")
            return
        number += 1
        out.print(result)
