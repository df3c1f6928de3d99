"""A* and IDA* of the native tier beside a page of plain Python for sliding puzzles.

    .venv/bin/python -m benchmarks.paths [--method ida_star] [--only WORD]

It prints a table: the cost of the path, and for each program the paths that it expanded
and CPU seconds. The program in Python is written for these puzzles; the native tier is
given their rules. In A* both take the path of least cost and estimate, of equal ones
the oldest. Loading, lifting and compiling are not counted.
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
)

#: More puzzles, whose states are too many to keep for A*, or not a sliding puzzle.
MORE = {
    "a_star": ("rubik_2x2",),
    "ida_star": (
        "sliding_puzzle(columns=4, rows=4, "
        "board=[13, 9, 1, 5, 15, 11, 4, 0, 10, 12, 6, 2, 7, 3, 14, 8])",
        "sliding_puzzle(columns=4, rows=4, "
        "board=[12, 5, 4, 7, 2, 0, 8, 14, 11, 15, 13, 9, 1, 3, 6, 10])",
    ),
}


def away(tile: int, at: int, columns: int) -> int:
    """Return how far a tile at a place is from its own place."""
    home = tile - 1
    return abs(home // columns - at // columns) + abs(home % columns - at % columns)


def _beside(size: int, columns: int) -> list[list[int]]:
    """Return for each place those beside it."""
    return [
        [at + step for step in (-columns, columns) if 0 <= at + step < size]
        + [at - 1] * (at % columns > 0)
        + [at + 1] * (at % columns < columns - 1)
        for at in range(size)
    ]


def _first(board: tuple[int, ...], columns: int) -> int:
    return sum(away(tile, at, columns) for at, tile in enumerate(board) if tile)


def by_hand(board: tuple[int, ...], columns: int) -> tuple[int, int]:
    """Return the cost of A*'s path to the board in order, and how many it expanded."""
    size = len(board)
    beside, first = _beside(size, columns), _first(board, columns)
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
                rest = estimate + away(tile, hole, columns) - away(tile, at, columns)
                heapq.heappush(heap, (cost + 1 + rest, made, cost + 1, rest, new))
    raise ValueError("no path")


def deepened(board: tuple[int, ...], columns: int) -> tuple[int, int]:
    """Return the cost of IDA*'s path to the board in order, and how many it expanded.

    Of cycles it only leaves out the step back.
    """
    tiles, beside = [*board], _beside(len(board), columns)
    far = [[away(tile, at, columns) for at in range(len(board))] for tile in board]
    far = [far[board.index(tile)] for tile in range(len(board))]
    bound, expanded = _first(board, columns), 0

    def within(hole: int, last: int, cost: int, rest: int) -> int:
        """Return the least sum beyond the bound; 0 if a path was found."""
        nonlocal expanded
        if rest == 0:
            return 0
        expanded += 1
        least = 1 << 30
        for at in beside[hole]:
            if at == last:
                continue
            tile = tiles[at]
            left = rest + far[tile][hole] - far[tile][at]
            beyond = cost + 1 + left
            if beyond <= bound:
                tiles[hole], tiles[at] = tile, 0
                beyond = within(at, hole, cost + 1, left)
                tiles[hole], tiles[at] = 0, tile
                if beyond == 0:
                    return 0
            least = min(least, beyond)
        return least

    while beyond := within(board.index(0), -1, 0, _first(board, columns)):
        bound = beyond
    return bound, expanded


@click.command()
@click.option("--method", type=click.Choice(list(MORE)), default="a_star")
@click.option("--only", default="", help="Only puzzles whose name has this in it.")
def main(method: str, only: str) -> None:
    """Print the table in Markdown."""
    load("eight_puzzle").path(method=method, tier="native")  # the kernel is there
    hand = by_hand if method == "a_star" else deepened
    click.echo(
        "| puzzle | cost | expanded | seconds | expanded by Python | seconds, Python |"
        " times faster |"
    )
    click.echo("|---|" + "--:|" * 6)
    for call in PUZZLES + MORE[method]:
        if only in call:
            game = load(call)
            _searched(game, method, 1)
            found, took = timed(lambda game=game: _searched(game, method, None))
            cells = [f"`{call}`", str(found.cost), f"{found.expanded:,}", f"{took:.2f}"]
            if "puzzle" in call:
                (cost, expanded), long = timed(lambda game=game: hand(*_board(game)))
                if cost != found.cost:
                    raise SystemExit(f"{call}: {found.cost} here, {cost} in Python")
                cells += [f"{expanded:,}", f"{long:.2f}", f"{long / took:.1f}"]
            cells += [""] * (7 - len(cells))
            click.echo(f"| {' | '.join(cells)} |")


def _searched(game: Game, method: str, limit: int | None) -> PathResult:
    return game.path(method=method, tier="native", limit=limit)


def _board(game: Game) -> tuple[tuple[int, ...], int]:
    """Return the tiles of a game's start, row by row, and the columns."""
    tiles = {}
    for fact in game.initial.facts:
        column, row, tile = map(int, fact[len("tile(") : -1].split(", "))
        tiles[row, column] = tile
    return tuple(tiles[at] for at in sorted(tiles)), max(column for _, column in tiles)


if __name__ == "__main__":
    main()
