"""Values proved by the native tier, beside connect four by hand in C.

    .venv/bin/python -m benchmarks.proofs [--only WORD] [--memory MB] [--threads N]

It prints the table of docs/solving.md: the value for the first player, how many nodes
`solve` visits to prove it by alpha-beta, CPU seconds, and the same of `connect_four.c`,
which asks the same questions in the same order of moves. In both a node is a position
that is made. In games that someone wins `solve` then looks for the distance, for at
most as many nodes again; the program in C does not. The game is loaded and lifted
before the clock starts.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import click

from pygame_search.game import load
from pygame_search.machine.game_code import game_code
from pygame_search.machine.native_game import native
from pygame_search.solving.solve import solve

BOARDS = (
    "connect_four(columns=5, rows=5)",
    "connect_four(columns=5, rows=6)",
    "connect_four(columns=6, rows=5)",
    "connect_four(columns=6, rows=6)",
    "connect_four",
    "breakthrough(columns=4, rows=5)",
    "hexapawn(columns=5, rows=5)",
    "hex(size=4)",
)

_SOURCE = Path(__file__).with_name("connect_four.c")


class Proof(NamedTuple):
    """What was proved, and what it took.

    Attributes:
        value: for the first player.
        nodes: how many were visited.
        seconds: of processor time.
    """

    value: int | None
    nodes: int
    seconds: float

    def cells(self) -> list[str]:
        """Return the numbers as cells of the table."""
        return [f"{self.nodes:,}", f"{self.seconds:.1f}"]


@click.command()
@click.option("--only", default="", help="Only games whose name has this in it.")
@click.option("--memory", default=4096, help="Of the table, in MB.")
@click.option("--threads", default=1, help="How many threads search.")
def main(only: str, memory: int, threads: int) -> None:
    """Print the table in Markdown."""
    click.echo(
        "| game | value | nodes | s | nodes, C | s, C | nodes, C = 1 | s, C = 1 |"
    )
    click.echo("|---|--:|--:|--:|--:|--:|--:|--:|")
    for call in BOARDS:
        if only in call:
            own = solved(call, memory, threads)
            cells = [f"`{call}`", str(own.value), *own.cells()]
            if (hand := by_hand(call)) is not None:
                if hand.value != own.value:
                    raise SystemExit(f"{call}: {own.value} here, {hand.value} in C")
                times = own.nodes / hand.nodes, own.seconds / hand.seconds
                cells += [*hand.cells(), *(f"{ratio:.1f}" for ratio in times)]
            cells += [""] * (8 - len(cells))
            click.echo(f"| {' | '.join(cells)} |")


def solved(call: str, memory: int, threads: int) -> Proof:
    """Return what `solve` proves.

    Args:
        call: the game.
        memory: of the table, in MB.
        threads: how many search.
    """
    game = load(call)
    game_code(game, 0, {}, native(game).bits(game.initial))
    began = time.process_time()
    found = solve(
        game.initial, role=game.roles[0], method="alphabeta", strength="ultra-weak",
        tier="native", memory=memory << 20, threads=threads,
    )  # fmt: skip
    return Proof(found.value, found.nodes, time.process_time() - began)


def by_hand(call: str) -> Proof | None:
    """Return what the program in C takes, None if it is not for the game."""
    compiler = shutil.which("cc")
    if not call.startswith("connect_four") or compiler is None:
        return None
    found = dict(re.findall(r"(columns|rows)=(\d+)", call))
    size = [f"-DCOLUMNS={found.get('columns', 7)}", f"-DROWS={found.get('rows', 6)}"]
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/solver"
        options = ["-O3", "-march=native", *size, "-o", program]
        subprocess.run([compiler, *options, str(_SOURCE)], check=True)
        lines = subprocess.run([program], check=True, capture_output=True, text=True)
    rows = [line.split() for line in lines.stdout.splitlines()]
    value = sum(int(row[0]) for row in rows) - 1
    return Proof(
        value, sum(int(row[1]) for row in rows), sum(float(row[2]) for row in rows)
    )


if __name__ == "__main__":
    main()
