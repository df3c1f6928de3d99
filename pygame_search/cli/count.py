"""`perft`, `playouts` and `stats`: nodes counted, games played at random."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from pygame_search.cli.options import Start, start_options
from pygame_search.cli.output import answer, console, progress
from pygame_search.cli.requests import options_of
from pygame_search.cli.streams import command, formerly, print_json, wants_json
from pygame_search.experiments.game_size import StatsRequest
from pygame_search.experiments.game_size import stats as measured
from pygame_search.search.monte_carlo.playouts import PlayoutsRequest
from pygame_search.search.monte_carlo.playouts import playouts as play_games
from pygame_search.search.perft import PerftRequest
from pygame_search.search.perft import perft as count_nodes


@command
@start_options(native=True)
@options_of(PerftRequest)
def perft(start: Start, **how: Any) -> None:
    """Count the nodes of GAME's tree, level by level.

    A node is a sequence of joint moves; one that ends the game is not continued.
    """
    state = start.state()
    if how["tier"] is not None:
        count_nodes(state, 1, tier=how["tier"])  # the clock does not count preparation
    started = time.process_time()
    with progress("counting ..."):
        levels = count_nodes(state, **how)
    took = time.process_time() - started
    if wants_json():
        counts = list(map(asdict, levels))
        took = round(took, 6)
        print_json({"levels": counts, "cpu_seconds": took, "tier": levels.tier})
    else:
        console().print(levels)


@command
@start_options(native=True)
@options_of(PlayoutsRequest)
@formerly(seconds="time", count="games")
def playouts(start: Start, **how: Any) -> None:
    """Play random games of GAME, and give the mean goals."""
    state = start.state()
    with progress("playing ..."):
        found = play_games(state, **how)
    if wants_json():
        print_json({name: getattr(found, name) for name in _FIGURES})
    else:
        console().print(found)


@command
@start_options(native=True)
@options_of(StatsRequest)
def stats(start: Start, **how: Any) -> None:
    """Measure how large GAME is: branching factor, length, tree, states.

    Small games are counted. Large ones are estimated from random games, each figure
    with its confidence interval of 95 %.
    """
    state = start.state()
    with progress("measuring ..."):
        found = measured(state, **how)
    answer(found)


#: What `playouts --json` prints.
_FIGURES = (
    "playouts", "steps", "cpu_seconds", "goals", "unfinished", "longest", "tier",
)  # fmt: skip
