"""`perft` and `playouts`: nodes counted, and games played at random."""

from __future__ import annotations

import time
from typing import Any

import click

from pygame_search.cli.options import (
    COUNT,
    PLIES,
    Start,
    cluster_options,
    depth_option,
    heeded,
    method_tier_option,
    seconds_option,
    seed_option,
    start_options,
    workers_option,
)
from pygame_search.cli.output import console, progress
from pygame_search.cli.streams import json_option, print_json
from pygame_search.search.perft import perft as count_nodes
from pygame_search.search.playouts import USUAL_PLIES
from pygame_search.search.playouts import playouts as play_games


@click.command()
@start_options()
@depth_option("How deep to count.", default=4)
@method_tier_option
@workers_option
@json_option
def perft(
    start: Start, depth: int, tier: str | None, workers: int, as_json: bool
) -> None:
    """Count the nodes of GAME's tree, level by level.

    A node is a sequence of joint moves; one that ends the game is not continued.
    """
    state = start.state()
    if tier is not None:
        count_nodes(state, 1, tier=tier)  # the clock does not count preparation
    started = time.process_time()
    with progress("counting ..."):
        levels = count_nodes(state, depth, tier=tier, workers=workers)
    took = time.process_time() - started
    if as_json:
        print_json(
            {
                "levels": [
                    {"depth": v.depth, "nodes": v.nodes, "terminal": v.terminal}
                    for v in levels
                ],
                "cpu_seconds": round(took, 6),
                "tier": levels.tier,
            }
        )
        return
    console().print(levels)


@click.command()
@start_options()
@seconds_option("--seconds", "How long to play.", default=1.0)
@click.option("--count", type=COUNT, metavar="N", help="Play N games instead.")
@click.option(
    "--longest", type=PLIES, default=USUAL_PLIES, show_default=True, metavar="PLIES",
    help="Give up a game after so many plies; it does not count.",
)  # fmt: skip
@seed_option
@method_tier_option
@cluster_options
@heeded("seconds", expected="no --count", when=lambda told: told["count"] is None)
@json_option
def playouts(
    start: Start, seconds: float, count: int | None, as_json: bool, **how: Any
) -> None:
    """Play random games of GAME, and give the mean goals."""
    state = start.state()
    with progress("playing ..."):
        found = play_games(
            state, seconds=seconds if count is None else None, count=count, **how
        )
    if as_json:
        print_json(
            {
                "playouts": found.playouts,
                "steps": found.steps,
                "cpu_seconds": round(found.cpu_seconds, 6),
                "goals": found.goals,
                "unfinished": found.unfinished,
                "longest": found.longest,
                "tier": found.tier,
            }
        )
        return
    console().print(found)
