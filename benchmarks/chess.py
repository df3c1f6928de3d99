"""Chess from its rule file beside python-chess and OpenSpiel.

    .venv/bin/python -m benchmarks.chess [--rounds N]

Three works: random games, counts of the tree (perft), and alpha-beta to a fixed depth.
Ours run in the native tier on one core, with Shannon's evaluation. The alpha-beta over
python-chess is our own and counts material only; OpenSpiel has rollouts in C++. Figures
are units in a second of CPU time, the median of rounds that are done in turn.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.timing import Work, known, measured
from pygame_search.game import load

#: Of the kinds of pieces, in tenths of a pawn.
WORTH = {1: 10, 2: 30, 3: 30, 4: 50, 5: 90, 6: 0}


@click.command()
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--games", type=click.IntRange(1), default=20, show_default=True)
@click.option("--depth", type=click.IntRange(1), default=4, show_default=True)
def main(rounds: int, games: int, depth: int) -> None:
    """Measure, and print the table."""
    listing = Table(box=SIMPLE_HEAD, title="Chess, in a second of CPU time")
    for name in ("work", "unit", "here", "peer", "a second", "times"):
        listing.add_column(
            name, justify="left" if name in ("work", "unit") else "right"
        )
    for name, ours, peers in works(games, depth):
        first, *others = measured([ours, *peers], rounds)
        for other in others:
            listing.add_row(
                name,
                ours.unit,
                f"{first.rate.median:,.0f}",
                other.work.name,
                f"{other.rate.median:,.0f}",
                f"{first.ratio(other).median:,.1f}",
            )
    Console().print(listing)


def works(games: int, depth: int) -> list[tuple[str, Work, list[Work]]]:
    """Return each work with what does it here, and what does it elsewhere."""
    state = load("chess", tier="native").initial
    state.playouts(games=1024, seed=1)  # what is made once is not measured
    state.perft(1, tier="native")
    state.best(depth=1, tier="native")
    chess: Any = importlib.import_module("chess")

    def walked() -> int:
        source = random.Random(1)
        for _ in range(games):
            board = chess.Board()
            while not (board.is_game_over() or board.halfmove_clock >= 100):
                board.push(source.choice(list(board.legal_moves)))
        return games

    def counted(board: Any, left: int) -> int:
        moves = board.legal_moves
        if left == 1:
            return int(moves.count())
        total = 0
        for move in moves:
            board.push(move)
            total += 1 + counted(board, left - 1)
            board.pop()
        return total

    rollouts = [Work("python-chess", "games", known(walked))]
    if find_spec("pyspiel"):
        rollouts.append(Work("OpenSpiel", "games", _rollouts(games)))

    def played() -> int:
        return state.playouts(games=20_480, seed=1).playouts

    return [
        (
            "random games",
            Work("here", "games", known(played)),
            rollouts,
        ),
        (
            f"perft {depth}",
            Work(
                "here",
                "nodes",
                known(lambda: _nodes(state.perft(depth, tier="native"))),
            ),
            [
                Work(
                    "python-chess",
                    "nodes",
                    known(lambda: counted(chess.Board(), depth)),
                )
            ],
        ),
        (
            f"alpha-beta to depth {depth}",
            Work(
                "here",
                "nodes",
                known(
                    lambda: (
                        state.best(
                            method=f"alphabeta(depth={depth})", tier="native"
                        ).nodes
                    )
                ),
            ),
            [Work("python-chess", "nodes", known(lambda: _search(chess, depth)))],
        ),
    ]


def _nodes(levels: Any) -> int:
    return sum(level.nodes for level in levels)


def _rollouts(games: int) -> Callable[[], Callable[[], int]]:
    """Return what prepares OpenSpiel's rollouts from the start."""
    spiel: Any = importlib.import_module("pyspiel")

    def prepared() -> Callable[[], int]:
        loaded = spiel.load_game("chess")
        evaluator = spiel.RandomRolloutEvaluator(games, 1)
        bot = spiel.MCTSBot(loaded, evaluator, 1.4, 1, 100, False, 1, False)
        state = loaded.new_initial_state()

        def run() -> int:
            bot.step(state)
            return games

        return run

    return prepared


def _search(chess: Any, depth: int) -> int:
    """Search over python-chess; return the nodes."""
    board, nodes = chess.Board(), 0

    def value(left: int, alpha: int, beta: int) -> int:
        nonlocal nodes
        nodes += 1
        if left == 0:
            pieces = board.piece_map().values()
            white = sum(WORTH[p.piece_type] * (1 if p.color else -1) for p in pieces)
            return int(white if board.turn else -white)
        best, any_move = -10_000, False
        for move in board.legal_moves:
            any_move = True
            board.push(move)
            best = max(best, -value(left - 1, -beta, -max(alpha, best)))
            board.pop()
            if best >= beta:
                break
        return best if any_move or board.is_check() else 0

    value(depth, -10_000, 10_000)
    return nodes


if __name__ == "__main__":
    main()
