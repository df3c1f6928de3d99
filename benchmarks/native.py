"""Random games of the native tier beside OpenSpiel's, and where the time goes.

    .venv/bin/python -m benchmarks.native ../shared/gdl/games [--json FILE]

OpenSpiel's are the C++ rollouts of its MCTS, from the start, of the games that come
with it; not all are the same games: its connect four has seven columns, its chess is
the full game. Figures are of CPU time on one core; rounds are done in turn.
"""

from __future__ import annotations

import importlib
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.host import description
from pygame_search.game import load
from pygame_search.machine.native_game import native
from pygame_search.network.jit import inner_kernel
from pygame_search.network.lanes.evaluate import evaluate_moves, evaluate_state
from pygame_search.network.lanes.lane_words import LANES
from pygame_search.network.lanes.random_move import Choice, move_at_random
from pygame_search.network.lanes.schedule import Schedule, schedule
from pygame_search.network.network import Network
from pygame_search.network.searches import playouts as kernels
from pygame_search.network.searches.perft import perft
from pygame_search.network.searches.playouts import Games, Playing, playouts
from pygame_search.network.searches.reachable import reachable

#: Rule sheet, OpenSpiel's game, rollouts of it in a round.
SHEETS = (
    ("ticTacToe", "tic_tac_toe", 200_000),
    ("connectFour", "connect_four", 30_000),
    ("breakthrough", "breakthrough", 5_000),
    ("reversi", "othello", 1_000),
    ("checkers", "checkers", 2_000),
    ("speedChess", "chess", 300),
    ("pentago", "pentago", 30_000),
    ("tron_10x10", None, 0),
)

#: Those whose time is split up.
SPLIT = ("ticTacToe", "breakthrough", "reversi")

#: Counts of the issue: a game of rules/, the depth, the nodes.
TREES = (("connect_four", 9, 39_394_572), ("tic_tac_toe", 9, 127_872))
STATES = ("tic_tac_toe", "hexapawn(columns=5, rows=5)")


@dataclass(frozen=True, slots=True)
class Row:
    """The speed at one game, as the median of the rounds.

    Attributes:
        game: the rule sheet.
        playouts: in a second.
        plies: in a second.
        peer: OpenSpiel's playouts in a second, None where it has no such game.
        shares: of the time, for evaluation, choice of moves and the rest; or None.
    """

    game: str
    playouts: float
    plies: float
    peer: float | None
    shares: tuple[float, float, float] | None


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True)
@click.option("--seconds", type=float, default=1.0, show_default=True)
@click.option("--json", "file", type=click.Path(path_type=Path))
def main(folder: Path, rounds: int, seconds: float, file: Path | None) -> None:
    """Measure, and print the tables."""
    console = Console()
    listing = Table(box=SIMPLE_HEAD, title="Random games in a second of CPU time")
    for name in ("rule sheet", "playouts/s", "plies/s", "OpenSpiel", "times",
                 "evaluation, choice, rest"):  # fmt: skip
        listing.add_column(name, justify="left" if name == "rule sheet" else "right")
    rows = []
    for name, peer, count in SHEETS:
        path = folder / f"games__{name}__{name}.kif"
        network = native(load(path)).network
        row = _row(name, network, _peer(peer, count), rounds, seconds)
        rows.append(row)
        listing.add_row(
            row.game,
            f"{row.playouts:,.0f}",
            f"{row.plies:,.0f}",
            "" if row.peer is None else f"{row.peer:,.0f}",
            "" if row.peer is None else f"{row.playouts / row.peer:,.1f}",
            "" if row.shares is None else ", ".join(f"{s:.0%}" for s in row.shares),
        )
    console.print(listing)
    for line in _counts():
        console.print(line, highlight=False)
    if file is not None:
        data = {**description(), "rows": [asdict(row) for row in rows]}
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def _row(
    name: str,
    network: Network,
    peer: Callable[[], float] | None,
    rounds: int,
    seconds: float,
) -> Row:
    playouts(network, count=1)
    speeds, plies, peers = [], [], []
    for number in range(rounds):
        began = time.process_time()
        tally = playouts(network, seconds=seconds, seed=number)
        took = time.process_time() - began
        speeds.append(tally.playouts / took)
        plies.append(tally.plies / took)
        if peer is not None:
            peers.append(peer())
    return Row(
        name,
        statistics.median(speeds),
        statistics.median(plies),
        statistics.median(peers) if peers else None,
        _shares(network) if name in SPLIT else None,
    )


def _peer(game: str | None, count: int) -> Callable[[], float] | None:
    """Return what measures OpenSpiel's rollouts in a second."""
    if game is None:
        return None
    spiel: Any = importlib.import_module("pyspiel")
    loaded = spiel.load_game(game)
    state = loaded.new_initial_state()

    def run() -> float:
        # One simulation of the search: so many rollouts from the start.
        rollouts = spiel.RandomRolloutEvaluator(count, 1)
        bot = spiel.MCTSBot(loaded, rollouts, 1.4, 1, 100, False, 1, False)
        began = time.process_time()
        bot.step(state)
        return count / (time.process_time() - began)

    return run


# ---- where the time goes -----------------------------------------------------


@inner_kernel
def _evaluations(times: int, plan: Schedule, rows: NDArray[np.uint64]) -> None:
    for _ in range(times):
        evaluate_state(rows, plan)
        evaluate_moves(rows, plan)


@inner_kernel
def _choices(times: int, plan: Schedule, games: Games, room: Choice) -> None:
    for _ in range(times):
        for role in range(len(plan.groups) - 1):
            move_at_random(games.rows, plan, role, room)


def _shares(network: Network) -> tuple[float, float, float]:
    """Return the shares of the time for evaluation, choice and the rest."""
    plan = schedule(network)
    playing = Playing(network, plan, 1 << 60, (1,))
    for _ in range(20):
        playing.run()
    games, room = playing._games, playing._room
    began = time.process_time()
    step = games.counters[kernels.CLOCK]
    while time.process_time() - began < 0.5:
        playing.run()
    steps = int(games.counters[kernels.CLOCK] - step)
    whole = (time.process_time() - began) / steps
    evaluation = _time_of(lambda n: _evaluations(n, plan, games.rows))
    # The choices are made in states of the midst of games, ended ones among them.
    evaluate_state(games.rows, plan)
    choice = _time_of(lambda n: _choices(n, plan, games, room))
    return evaluation / whole, choice / whole, 1 - (evaluation + choice) / whole


def _time_of(work: Callable[[int], None]) -> float:
    """Return the seconds of CPU time that work takes once."""
    work(1)
    times = 1
    while True:
        began = time.process_time()
        work(times)
        took = time.process_time() - began
        if took > 0.2:
            return took / times
        times *= 2


# ---- counts ------------------------------------------------------------------


def _counts() -> list[str]:
    lines = []
    for name, depth, nodes in TREES:
        network = native(load(name)).network
        perft(network, 1)
        began = time.process_time()
        levels = perft(network, depth)
        took = time.process_time() - began
        if levels[-1].nodes != nodes:
            raise ValueError(f"{name}: expected {nodes}, found {levels[-1].nodes}")
        total = sum(level.nodes for level in levels)
        lines.append(
            f"perft {depth} of {name}: {nodes:,} nodes, {total:,} in all, {took:.4f} s"
        )
    for name in STATES:
        network = native(load(name)).network
        next(reachable(network))
        began = time.process_time()
        states = sum(level.nodes for level in reachable(network))
        took = time.process_time() - began
        lines.append(f"states of {name}: {states:,}, {took:.4f} s")
    lines.append(f"{LANES} lanes")
    return lines


if __name__ == "__main__":
    main()
