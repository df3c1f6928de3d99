"""Solving in the native tier beside the procedural one, in one run.

    .venv/bin/python -m benchmarks.solve [--only WORD] [--json FILE]

CPU seconds of `solve` from the initial position, of a game that is loaded and compiled
anew each time and whose network is there; the kernels have been loaded by another one.
Of the native tier the least of three runs, of the procedural one a single one. Both
must find the same value.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.host import description
from pygame_search.game import load
from pygame_search.machine.native_game import native
from pygame_search.solving.solution import Solution
from pygame_search.solving.solve import solve

METHODS = ("alphabeta", "proof_number", "retrograde")

#: Boards that the procedural tier solves in a minute or two.
CALLS = (
    "tic_tac_toe",
    "hexapawn(columns=4, rows=4)",
    "hexapawn(columns=5, rows=4)",
    "connect_four(columns=4, rows=4)",
    "nim(heaps=[5, 7, 9])",
    "chomp(columns=5, rows=5)",
)

#: So many nodes the procedural proof-number search may make.
NODES = 100_000_000


@dataclass(frozen=True, slots=True)
class Row:
    """A position solved by a method in both tiers.

    Attributes:
        game: which one.
        method: by which method.
        states: how many the native solution has.
        native, procedural: CPU seconds.
    """

    game: str
    method: str
    states: int
    native: float
    procedural: float

    @property
    def times(self) -> float:
        """How many times faster the native tier is."""
        return self.procedural / self.native


@click.command()
@click.option("--only", default="", help="Only games whose name has this in it.")
@click.option("--json", "file", type=click.Path(path_type=Path))
def main(only: str, file: Path | None) -> None:
    """Measure, and print the table."""
    for method in METHODS:
        _solved("nim(heaps=[1, 2])", method, "native")
    listing = Table(box=SIMPLE_HEAD, title="CPU seconds")
    for name in ("game", "method", "states", "native", "procedural", "times"):
        listing.add_column(
            name, justify="left" if name in ("game", "method") else "right"
        )
    rows = [_row(call, method) for call in CALLS if only in call for method in METHODS]
    for row in rows:
        listing.add_row(
            row.game, row.method, f"{row.states:,}", f"{row.native:.3f}",
            f"{row.procedural:.2f}", f"{row.times:,.0f}",
        )  # fmt: skip
    Console().print(listing)
    if file is not None:
        data = {**description(), "rows": [asdict(row) for row in rows]}
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def _row(call: str, method: str) -> Row:
    click.echo(f"{call}, {method}", err=True)
    runs = [_solved(call, method, "native") for _ in range(3)]
    found, native_seconds = min(runs, key=lambda run: run[1])
    known, seconds = _solved(call, method, "procedural")
    if found.value != known.value:
        raise ValueError(f"{call}: {method}: {found.value} and {known.value}")
    return Row(call, method, found.states or 0, native_seconds, seconds)


def _solved(call: str, method: str, tier: str) -> tuple[Solution, float]:
    game = load(call)
    game.ready()
    if tier == "native":
        native(game)
    nodes = NODES if method == "proof_number" and tier == "procedural" else None
    began = time.process_time()
    solution = solve(game.initial, method=method, tier=tier, nodes=nodes)
    return solution, time.process_time() - began


if __name__ == "__main__":
    main()
