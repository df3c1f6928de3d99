"""`path`: whole paths through a state space."""

from __future__ import annotations

import sys
from itertools import islice
from typing import Any

import click

from pygame_search.cli.options import (
    COUNT,
    Start,
    heeded,
    json_option,
    limit_option,
    seconds_option,
    session,
    start_options,
    tier_option,
)
from pygame_search.cli.output import console, print_sentences, progress, table
from pygame_search.cli.streams import print_json
from pygame_search.explanation.reasons import how_path, why_no_path
from pygame_search.game import Game, State
from pygame_search.model.board import board_lines
from pygame_search.search.paths import DEFAULT_LIMIT, PathResult, paths
from pygame_search.support.errors import InputError


@click.command()
@start_options("SPACE")
@click.option(
    "--method", default="breadth", show_default=True, metavar="METHOD",
    help="breadth (bfs), depth (dfs), iterative, lowest_cost, best_first or a_star.",
)  # fmt: skip
@click.option(
    "--prune",
    metavar="KIND",
    help="What to prune: paths (to nodes reached before), cycles or none. The default "
    "is paths, and cycles with --all.",
)
@tier_option
@click.option("--all", "every", is_flag=True, help="Find all paths.")
@click.option("--count", type=COUNT, metavar="N", help="With --all: find N at most.")
@limit_option(DEFAULT_LIMIT, "paths to expand")
@seconds_option("--time")
@click.option("--why", is_flag=True, help="Explain each step, or why there is no path.")
@json_option
@heeded("count", expected="--all", when=lambda told: told["every"])
def path(
    start: Start,
    prune: str | None,
    every: bool,
    count: int | None,
    why: bool,
    as_json: bool,
    **how: Any,
) -> None:
    """Find a path from the start of SPACE to a goal: all its states and moves."""
    if why and every:
        raise InputError("--why tells of the first path: expected no --all")
    game = start.game()
    how["prune"] = prune or ("cycles" if every else None)
    found = paths(game, start=_start(game, start), **how)
    with progress("searching ..."):
        first = next(found)
    if why:
        reasons = how_path(first) if first.found else why_no_path(first)
        if as_json:
            print_json({**first.as_json(), "why": reasons.as_json()})
        else:
            print_sentences(reasons.text())
    elif as_json:
        _print_json(first, [*islice(found, count)] if every else None, count)
    else:
        _print(game, first, found if every else iter(()), count)
    if not first.found:
        sys.exit(1)


def _start(game: Game, start: Start) -> State | None:
    here = session()
    moved = here is not None and here.game is game and here.state is not None
    return start.state(game) if start.typed or moved else None


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


def _print(game: Game, first: PathResult, others: object, count: int | None) -> None:
    out = console()
    if not first.found:
        out.print(
            "no path: "
            + (
                f"the limit of {first.expanded:,} expanded paths is reached"
                if first.stopped == "limit"
                else "every path was followed, and none ends in a goal"
            )
        )
        return
    _print_path(game, first)
    number = 1
    for result in islice(others, None if count is None else count - 1):  # type: ignore[call-overload]
        if not result.found:
            word = "limit reached" if result.stopped == "limit" else "no more paths"
            out.print(f"\n{word}: {number} found, {result.expanded:,} expanded")
            return
        number += 1
        out.print()
        _print_path(game, result)


def _print_path(game: Game, found: PathResult) -> None:
    out = console()
    if game.space == "game" and game.initial.position.cells:
        _print_boards(game, found)
    else:
        listing = table("step#", "move", "state")
        for i, state in enumerate(found.states):
            move = found.moves[i - 1] if i else ""
            listing.add_row(str(i), move if game.space == "game" else "", state)
        out.print(listing)
    out.print(
        f"\ncost {found.cost}, {len(found.moves)} steps; {found.expanded:,} paths "
        f"expanded, frontier at most {found.frontier_max:,}, {found.seconds:.2f} s"
    )
    if game.space == "game" and not game.worths[0]:
        out.print(
            "the rules work goal values out, and name none as the highest: any end "
            "that is worth more than 0 is a goal"
        )


def _print_boards(game: Game, found: PathResult) -> None:
    out = console()
    for i, number in enumerate(found.numbers):
        if i:
            out.print(f"\n{i}. {found.moves[i - 1]}", style="bold", markup=False)
        for line in board_lines(game.numbered(number).position.cells):
            out.print(f"  {line}", markup=False)
