"""`perft`, `playouts` and `stats`: nodes counted, games played at random."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

import click

from pygame_search.cli.options import (
    COUNT,
    PLIES,
    Start,
    cluster_options,
    depth_option,
    must_have_effect,
    start_options,
    takes,
    time_option,
)
from pygame_search.cli.output import answer, console, progress
from pygame_search.cli.streams import command, formerly, print_json, wants_json
from pygame_search.experiments.game_size import GAMES, SECONDS, game_size
from pygame_search.search.monte_carlo.playouts import USUAL_PLIES
from pygame_search.search.monte_carlo.playouts import playouts as play_games
from pygame_search.search.perft import perft as count_nodes


@command
@start_options(native=True)
@depth_option("How deep to count.", default=4)
@takes("tier", "workers")
def perft(start: Start, depth: int, tier: str | None, workers: int) -> None:
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
    if wants_json():
        counts = list(map(asdict, levels))
        took = round(took, 6)
        print_json({"levels": counts, "cpu_seconds": took, "tier": levels.tier})
    else:
        console().print(levels)


@command
@start_options(native=True)
@time_option("How long to play.", default=1.0)
@click.option("--games", type=COUNT, metavar="N", help="Play N games instead.")
@click.option(
    "--longest", type=PLIES, default=USUAL_PLIES, show_default=True, metavar="PLIES",
    help="Give up a game after this many plies; it does not count.",
)  # fmt: skip
@takes("seed", "tier")
@cluster_options
@must_have_effect(
    "seconds", expected="no --games", when=lambda given: given["games"] is None
)
@formerly(seconds="time", count="games")
def playouts(start: Start, seconds: float, games: int | None, **how: Any) -> None:
    """Play random games of GAME, and give the mean goals."""
    state = start.state()
    with progress("playing ..."):
        found = play_games(
            state, seconds=seconds if games is None else None, games=games, **how
        )
    if wants_json():
        print_json({name: getattr(found, name) for name in _FIGURES})
    else:
        console().print(found)


@command
@start_options(native=True)
@click.option(
    "--games", type=click.IntRange(2), default=GAMES, show_default=True, metavar="N",
    help="How many random games to play, at most.",
)  # fmt: skip
@time_option("About how long to count and to play.", default=SECONDS,
)  # fmt: skip
@takes("seed", "tier")
def stats(start: Start, **how: Any) -> None:
    """Measure how large GAME is: branching factor, length, tree, states.

    What is small is counted. What is not is estimated from random games, each figure
    with its interval of 95 %.
    """
    state = start.state()
    with progress("measuring ..."):
        found = game_size(state, **how)
    answer(found)


#: What `playouts --json` prints.
_FIGURES = (
    "playouts", "steps", "cpu_seconds", "goals", "unfinished", "longest", "tier",
)  # fmt: skip
