"""`perft` and `playouts`: nodes counted, and games played at random."""

from __future__ import annotations

import time

import click

from pygame_search.cli.options import (
    json_option,
    position,
    position_options,
    tier_option,
)
from pygame_search.cli.output import console, print_json, progress, table
from pygame_search.game import load
from pygame_search.search.perft import perft as count_nodes
from pygame_search.search.playouts import playouts as play_games


@click.command()
@click.argument("game")
@position_options
@click.option(
    "--depth", type=int, default=4, show_default=True, metavar="PLIES",
    help="How deep to count.",
)  # fmt: skip
@tier_option
@json_option
def perft(
    game: str,
    after: str | None,
    facts: str | None,
    depth: int,
    tier: str,
    as_json: bool,
) -> None:
    """Count the nodes of GAME's tree, level by level."""
    state = position(load(game), after, facts)
    started = time.process_time()
    with progress("counting ..."):
        levels = count_nodes(state, depth, tier=tier)
    took = time.process_time() - started
    if as_json:
        print_json(
            {
                "levels": [
                    {"depth": v.depth, "nodes": v.nodes, "terminal": v.terminal}
                    for v in levels
                ],
                "cpu_seconds": round(took, 6),
            }
        )
        return
    listing = table("depth#", "nodes#", "terminal#")
    for level in levels:
        listing.add_row(str(level.depth), f"{level.nodes:,}", f"{level.terminal:,}")
    console().print(listing)


@click.command()
@click.argument("game")
@position_options
@click.option(
    "--seconds", type=float, default=1.0, show_default=True, help="How long to play."
)
@click.option("--count", type=int, metavar="N", help="So many games instead.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Of the random numbers."
)
@tier_option
@json_option
def playouts(
    game: str,
    after: str | None,
    facts: str | None,
    seconds: float,
    count: int | None,
    seed: int,
    tier: str,
    as_json: bool,
) -> None:
    """Play games of GAME at random."""
    state = position(load(game), after, facts)
    with progress("playing ..."):
        found = play_games(state, seconds=seconds, count=count, seed=seed, tier=tier)
    if as_json:
        print_json(
            {
                "playouts": found.playouts,
                "steps": found.steps,
                "cpu_seconds": round(found.cpu_seconds, 6),
                "goals": found.goals,
            }
        )
        return
    rate = found.playouts / max(found.cpu_seconds, 1e-9)
    console().print(
        f"{found.playouts:,} games, {found.steps:,} plies, "
        f"{found.cpu_seconds:.2f} s of processor time, {rate:,.0f} games/s"
    )
    listing = table("role", "mean goal#")
    for role, goal in found.goals.items():
        listing.add_row(role, f"{goal:.2f}")
    console().print(listing)
