"""The clauses: paths beside plain Python, and nodes a second; CPU seconds and memory.

    .venv/bin/python -m benchmarks.clauses [--only WORD]

It prints a table. Each row is a process of its own: the CPU seconds of the search, and
the most memory of the process in MB, beyond what it had before. The programs in Python
are that of `benchmarks.paths`, written for sliding puzzles, and breadth-first search
over tuples for the tower of Hanoi. Games are searched from the start, with the
evaluation of the rule file.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from multiprocessing import get_context

import click

from benchmarks.paths import PUZZLES, _board, by_hand
from pygame_search.game import load

#: Returns what was found, and how many nodes or paths were looked at.
Run = Callable[[], tuple[object, int]]


def path_by_clauses(call: str, method: str) -> Run:
    """Return a search for a path."""
    game = load(call)
    game.ready()

    def run() -> tuple[object, int]:
        found = game.path(method=method, tier="clauses")
        return found.cost, found.expanded

    return run


def best_by_clauses(call: str, depth: int, form: str) -> Run:
    """Return a search for the best move."""
    state = load(call, form=form).initial
    state.game.ready()
    state.game.settle_sum()

    def run() -> tuple[object, int]:
        found = state.best(method="alphabeta", depth=depth, tier="clauses")
        return found.move, found.nodes

    return run


def a_star_in_python(call: str) -> Run:
    """Return the page of plain Python."""
    board, columns = _board(load(call))
    return lambda: by_hand(board, columns)


def hanoi_in_python(discs: int) -> Run:
    """Return breadth-first search over tuples, the peg of each disc."""

    def run() -> tuple[object, int]:
        start, goal = (1,) * discs, (3,) * discs
        before: dict[tuple[int, ...], tuple[int, ...] | None] = {start: None}
        level, expanded, cost = [start], 0, 0
        while goal not in before:
            after = []
            for state in level:
                expanded += 1
                for here in (1, 2, 3):
                    for there in (1, 2, 3):
                        top = state.index(here) if here in state else discs
                        if top < (state.index(there) if there in state else discs):
                            new = (*state[:top], there, *state[top + 1 :])
                            if new not in before:
                                before[new] = state
                                after.append(new)
            level, cost = after, cost + 1
        return cost, expanded

    return run


ROWS: dict[str, Callable[[], Run]] = {
    "A*, 8 puzzle, clauses": lambda: path_by_clauses(PUZZLES[0], "a_star"),
    "A*, 8 puzzle, Python": lambda: a_star_in_python(PUZZLES[0]),
    "breadth, Hanoi of 10 discs, clauses": lambda: path_by_clauses(
        "hanoi(discs=10)", "breadth"
    ),
    "breadth, Hanoi of 10 discs, Python": lambda: hanoi_in_python(10),
    "alphabeta 2, chess": lambda: best_by_clauses("chess", 2, "best"),
    "alphabeta 5, othello": lambda: best_by_clauses("othello", 5, "best"),
    "alphabeta 5, othello in lists": lambda: best_by_clauses("othello", 5, "lists"),
    "alphabeta 4, kalah": lambda: best_by_clauses("kalah", 4, "best"),
    "alphabeta 2, hex": lambda: best_by_clauses("hex", 2, "best"),
}


def measured(name: str) -> tuple[object, int, float, float]:
    """Return what a row found, the count, CPU seconds and MB."""
    run = ROWS[name]()
    before = _megabytes()
    began = time.process_time()
    found, count = run()
    return found, count, time.process_time() - began, _megabytes() - before


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@click.command()
@click.option("--only", default="", help="Only rows whose name has this in it.")
def main(only: str) -> None:
    """Print the table in Markdown."""
    click.echo("| search | found | nodes or paths | CPU seconds | a second | MB |")
    click.echo("|---|---|" + "--:|" * 4)
    for name in ROWS:
        if only in name:
            with get_context("spawn").Pool(1) as pool:
                found, count, seconds, memory = pool.apply(measured, (name,))
            click.echo(
                f"| {name} | {found} | {count:,} | {seconds:.2f} | "
                f"{count / max(seconds, 1e-9):,.0f} | {memory:.0f} |"
            )


if __name__ == "__main__":
    main()
