"""Small boards solved by the native tier: states, nodes and CPU seconds of each method.

    .venv/bin/python -m benchmarks.boards [--only WORD]

It prints two tables. That of docs/native.md gives the cost of retrograde analysis and
of proof-number search. That of docs/solving.md compares the nodes that `best` visits to
find the value with those that `solve` visits to prove both strategies. The game is
loaded, its network built and the kernels loaded before the clock starts. Each game is
solved once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import click

from pygame_search.game import State, load
from pygame_search.machine.native_game import native
from pygame_search.search.core.result import SearchResult
from pygame_search.solving.solution import Solution
from pygame_search.solving.solve import solve

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Board:
    """A game, and the methods that would take too long for it.

    Attributes:
        game: its name.
        without: `retrograde` or `alphabeta`.
    """

    game: str
    without: frozenset[str] = frozenset()


_NO_ALPHABETA, _NO_RETROGRADE = frozenset({"alphabeta"}), frozenset({"retrograde"})

BOARDS = (
    Board("tic_tac_toe"),
    Board("othello(size=4)"),
    Board("connect_four(columns=4, rows=4)"),
    Board("connect_four(columns=4, rows=5)"),
    Board("connect_four(columns=5, rows=4)"),
    Board("connect_four(columns=4, rows=6)"),
    Board("connect_four(columns=5, rows=5)", _NO_RETROGRADE),
    Board("hexapawn(columns=3, rows=4)"),
    Board("hexapawn(columns=4, rows=4)"),
    Board("hexapawn(columns=5, rows=4)"),
    Board("hexapawn(columns=4, rows=5)"),
    Board("hexapawn(columns=5, rows=5)"),
    Board("hexapawn(columns=4, rows=6)", _NO_ALPHABETA),
    Board("hexapawn(columns=6, rows=4)", _NO_ALPHABETA),
    Board("chomp(columns=5, rows=5)"),
    Board("nim(heaps=[5, 7, 9])"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """The results for a board; None for methods that were left out.

    Attributes:
        board: the game.
        retrograde: a strong solution, with the CPU seconds.
        search: `best` to the end, with the CPU seconds.
        proofs: a weak solution by proof numbers, with the CPU seconds.
        weak: the nodes of a weak solution by alpha-beta.
    """

    board: Board
    retrograde: tuple[Solution, float] | None
    search: tuple[SearchResult, float] | None
    proofs: tuple[Solution, float]
    weak: int | None

    def times(self) -> str:
        """Return the row of docs/native.md."""
        proofs, took = self.proofs
        states, plies, seconds = "", "", ""
        if self.retrograde is not None:
            found, all_states = self.retrograde
            states, plies = f"{found.states:,}", str(found.distance)
            seconds = f"{all_states:.2f}"
        return (
            f"| `{self.board.game}` | {proofs.value} | {plies} | {states} | "
            f"{seconds} | {took:.2f} |"
        )

    def nodes(self) -> str:
        """Return the row of docs/solving.md."""
        assert self.search is not None
        assert self.weak is not None
        found, took = self.search
        return (
            f"| `{self.board.game}` | {found.nodes:,} | {took:.2f} | {self.weak:,} | "
            f"{self.weak / found.nodes:.1f} | {self.proofs[0].nodes:,} |"
        )


@click.command()
@click.option("--only", default="", help="Only games whose name has this in it.")
def main(only: str) -> None:
    """Print the tables in Markdown."""
    solved(Board("nim(heaps=[1, 2])"))  # loads the kernels
    rows = [solved(board) for board in BOARDS if only in board.game]
    click.echo("| game | value | plies | states | s, retrograde | s, proof numbers |")
    click.echo("|---|--:|--:|--:|--:|--:|")
    for row in rows:
        click.echo(row.times())
    click.echo("\n| game | nodes, `best` | s | nodes, `solve` | times | by proofs |")
    click.echo("|---|--:|--:|--:|--:|--:|")
    for row in rows:
        if row.search is not None:
            click.echo(row.nodes())


def solved(board: Board) -> Row:
    """Return the results for a board."""
    click.echo(board.game, err=True)
    state = load(board.game).initial
    native(state.game)

    def by(method: str, strength: str = "weak") -> tuple[Solution, float]:
        return timed(
            lambda: solve(state, method=method, strength=strength, tier="native")
        )

    search = weak = retrograde = None
    if "retrograde" not in board.without:
        retrograde = by("retrograde", "strong")
    if "alphabeta" not in board.without:
        search = timed(lambda: to_the_end(state))
        weak = by("alphabeta")[0].nodes
    return Row(board, retrograde, search, by("proof_number"), weak)


def to_the_end(state: State) -> SearchResult:
    """Return what `best` finds when it searches to the end of the game."""
    return state.best(method="deepening(depth=1000)", tier="native")


def timed(work: Callable[[], _T]) -> tuple[_T, float]:
    """Return the result of some work, and its CPU seconds."""
    began = time.process_time()
    return work(), time.process_time() - began


if __name__ == "__main__":
    main()
