"""Searches beside those of peers: nodes, seconds and answers, in one run.

    .venv/bin/python -m benchmarks.searches [--depths 6,8,10] [--json FILE]

Tic-tac-toe and connect four from the start, worth 0 at the limit. The peers are
OpenSpiel's `alpha_beta_search`, aima-python's `alphabeta_cutoff_search` (aima3) and
easyAI's `Negamax`; each plays the game that comes with it. A node is a state that is
looked at, the root too. Seconds are of CPU time. For connect four there is also what a
programmer would write for this one game, `bitboard.py`.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

import pygame_search as ps
from benchmarks import easyai
from pygame_search.game import State
from pygame_search.search.core.methods import TIERS

#: The name here, and with OpenSpiel, aima-python and easyAI.
GAMES = {
    "tic_tac_toe": ("tic_tac_toe", "TicTacToe", "TicTacToe"),
    "connect_four": ("connect_four", "ConnectFour", "ConnectFour"),
}

#: Ours: the method, without its depth.
METHODS = (
    "alphabeta(evaluation=zero)",
    "alphabeta(evaluation=zero, order=history, table=true)",
    "pvs(evaluation=zero, order=history, table=true)",
    "deepening(evaluation=zero)",
)

#: A peer that would take longer than this at a depth is left out, in seconds: what it
#: took at the depth before, times the growth of the tree.
MOST_SECONDS = 120.0
GROWTH = {"tic_tac_toe": 12, "connect_four": 30}


@dataclass(frozen=True, slots=True)
class Row:
    """What a search took, and what it found; value None where it is not told."""

    game: str
    depth: int
    search: str
    nodes: int
    seconds: float
    value: float | None

    @property
    def rate(self) -> float:
        """Nodes a second."""
        return self.nodes / max(self.seconds, 1e-9)


#: Returns the nodes and the value of a search.
Run = Callable[[], tuple[int, float | None]]


def ours(state: State, method: str, depth: int, tier: str) -> Run:
    """Return a search of ours, its expansions not known before."""

    def run() -> tuple[int, float | None]:
        found = state.best(method=method, depth=depth, tier=tier)
        assert found.value is not None
        sign = (found.value > 0) - (found.value < 0)
        return found.nodes, float(sign)

    return run


def open_spiel(name: str, depth: int) -> Run:
    """Return OpenSpiel's search, which counts nothing: its recursion is counted."""
    module = importlib.import_module("open_spiel.python.algorithms.minimax")
    pyspiel = importlib.import_module("pyspiel")
    plain = module._alpha_beta

    def run() -> tuple[int, float | None]:
        nodes = 0

        def counting(*args: Any, **more: Any) -> Any:
            nonlocal nodes
            nodes += 1
            return plain(*args, **more)

        module._alpha_beta = counting
        try:
            value, _ = module.alpha_beta_search(
                pyspiel.load_game(name),
                value_function=lambda state: 0,
                maximum_depth=depth,
            )
        finally:
            module._alpha_beta = plain
        return nodes, value

    return run


def aima(name: str, depth: int) -> Run:
    """Return aima-python's search; nodes are the states that it tests, and the root."""
    games = importlib.import_module("aima3.games")
    game = getattr(games, name)()

    def run() -> tuple[int, float | None]:
        nodes = 1

        def cutoff(state: Any, ply: int) -> bool:
            nonlocal nodes
            nodes += 1
            return ply >= depth or game.terminal_test(state)

        games.alphabeta_cutoff_search(
            game.initial,
            game,
            cutoff_test=cutoff,
            eval_fn=lambda state: game.utility(state, "X"),
        )
        return nodes, None

    return run


def by_hand(depth: int) -> Run:
    """Return the search that is written for the game, compiled before."""
    bitboard = importlib.import_module("benchmarks.bitboard")
    bitboard.search(1)

    def run() -> tuple[int, float | None]:
        value, nodes = bitboard.search(depth)
        return int(nodes), float(value)

    return run


def works(name: str, depth: int) -> Iterator[tuple[str, Run]]:
    """Yield what is measured for a game and a depth."""
    spiel, aima_name, easy = GAMES[name]
    state = ps.load(name).initial
    state.best(tier="native", depth=1, method=METHODS[1])  # its network is made
    if _is_there("open_spiel"):
        yield "OpenSpiel alpha_beta_search", open_spiel(spiel, depth)
    if _is_there("aima3"):
        yield "aima-python alphabeta", aima(aima_name, depth)
    if easyai.is_installed():
        yield "easyAI Negamax", lambda: (easyai.alphabeta(easy, depth), None)
    if name == "connect_four" and _is_there("numba"):
        yield "by hand, numba bitboard", by_hand(depth)
    for method in METHODS:
        for tier in TIERS:
            yield f"{tier}: {method}", ours(state, method, depth, tier)


def _is_there(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def measured(depths: list[int]) -> Iterator[Row]:
    """Yield a row for each search, game by game and depth by depth."""
    for name in GAMES:
        last: dict[str, float] = {}
        for depth in depths:
            if name == "tic_tac_toe" and depth > 9:
                continue
            for search, run in works(name, depth):
                if last.get(search, 0) * GROWTH[name] > MOST_SECONDS:
                    continue
                started = time.process_time()
                nodes, value = run()
                seconds = time.process_time() - started
                last[search] = seconds
                yield Row(name, depth, search, nodes, seconds, value)


@click.command()
@click.option("--depths", default="6,8,10", show_default=True, help="In plies.")
@click.option("--json", "file", type=click.Path(path_type=Path), help="Write them.")
def main(depths: str, file: Path | None) -> None:
    """Print nodes, seconds, nodes a second and the value found by each search."""
    rows = []
    table = Table(box=SIMPLE_HEAD)
    for column in ("game", "depth", "search"):
        table.add_column(column, no_wrap=True)
    for column in ("nodes", "seconds", "nodes/s", "value"):
        table.add_column(column, justify="right")
    console = Console(width=140)
    with console.status("searching ..."):
        for row in measured([int(word) for word in depths.split(",")]):
            rows.append(row)
            value = "" if row.value is None else f"{row.value:g}"
            table.add_row(
                row.game, str(row.depth), row.search, f"{row.nodes:,}",
                f"{row.seconds:.3f}", f"{row.rate:,.0f}", value,
            )  # fmt: skip
    console.print(table)
    if file is not None:
        text = json.dumps([asdict(row) for row in rows], indent=2)
        file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
