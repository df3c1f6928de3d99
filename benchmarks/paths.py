"""A* of the native tier beside a page of plain Python for sliding puzzles.

    .venv/bin/python -m benchmarks.paths [--only WORD]

It prints a table: the cost of the path, and for each program the paths that it expanded
and CPU seconds. The program in Python is written for these puzzles; the native tier is
given their rules. Both take the path of least cost and estimate, of equal ones the
oldest. Loading, lifting and compiling are not counted.
"""

from __future__ import annotations

import heapq

import click

from benchmarks.boards import timed
from pygame_search.game import Game, load
from pygame_search.search.paths import PathResult

PUZZLES = (
    "eight_puzzle(board=[8, 6, 7, 2, 5, 4, 3, 0, 1])",
    "sliding_puzzle(columns=4, rows=3)",
    "sliding_puzzle(columns=4, rows=4)",
    "rubik_2x2",
)


def by_hand(board: tuple[int, ...], columns: int) -> tuple[int, int]:
    """Return the cost of a path to the board in order, and how many were expanded."""
    size = len(board)

    def away(tile: int, at: int) -> int:
        home = tile - 1
        return abs(home // columns - at // columns) + abs(home % columns - at % columns)

    beside = [
        [at + step for step in (-columns, columns) if 0 <= at + step < size]
        + [at - 1] * (at % columns > 0)
        + [at + 1] * (at % columns < columns - 1)
        for at in range(size)
    ]
    first = sum(away(tile, at) for at, tile in enumerate(board) if tile)
    heap, made, best, expanded = [(first, 0, 0, first, board)], 0, {board: 0}, 0
    closed = set()
    while heap:
        _, _, cost, estimate, board = heapq.heappop(heap)
        if board in closed:
            continue
        closed.add(board)
        if estimate == 0:
            return cost, expanded
        expanded += 1
        hole = board.index(0)
        for at in beside[hole]:
            tile, after = board[at], [*board]
            after[hole], after[at] = tile, 0
            new = tuple(after)
            if cost + 1 < best.get(new, size**3):
                best[new], made = cost + 1, made + 1
                rest = estimate + away(tile, hole) - away(tile, at)
                heapq.heappush(heap, (cost + 1 + rest, made, cost + 1, rest, new))
    raise ValueError("no path")


@click.command()
@click.option("--only", default="", help="Only puzzles whose name has this in it.")
def main(only: str) -> None:
    """Print the table in Markdown."""
    load("eight_puzzle").path(method="a_star", tier="native")  # the kernel is there
    click.echo(
        "| puzzle | cost | expanded | seconds | expanded by Python | seconds, Python |"
        " times faster |"
    )
    click.echo("|---|" + "--:|" * 6)
    for call in PUZZLES:
        if only in call:
            game = load(call)
            _searched(game, 1)
            found, took = timed(lambda game=game: _searched(game, None))
            cells = [f"`{call}`", str(found.cost), f"{found.expanded:,}", f"{took:.2f}"]
            if "puzzle" in call:
                (cost, expanded), long = timed(lambda game=game: by_hand(*_board(game)))
                if cost != found.cost:
                    raise SystemExit(f"{call}: {found.cost} here, {cost} in Python")
                cells += [f"{expanded:,}", f"{long:.2f}", f"{long / took:.0f}"]
            cells += [""] * (7 - len(cells))
            click.echo(f"| {' | '.join(cells)} |")


def _searched(game: Game, limit: int | None) -> PathResult:
    return game.path(method="a_star", tier="native", limit=limit)


def _board(game: Game) -> tuple[tuple[int, ...], int]:
    """Return the tiles of a game's start, row by row, and the columns."""
    tiles = {}
    for fact in game.initial.facts:
        column, row, tile = map(int, fact[len("tile(") : -1].split(", "))
        tiles[row, column] = tile
    return tuple(tiles[at] for at in sorted(tiles)), max(column for _, column in tiles)


if __name__ == "__main__":
    main()
