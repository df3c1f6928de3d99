"""Random games of rule sheets in KIF, beside the prover of General Game Playing.

    .venv/bin/python -m benchmarks.sheets ../shared/gdl/games

The prover's figures are playouts a second of ggp-base's ProverStateMachine (44db132)
on a core of the same kind, from an independent run: it needs Java and is not measured.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pygame_search.game import load
from pygame_search.search.monte_carlo.playouts import playouts

#: Playouts of the prover in a second.
PROVER = {
    "ticTacToe": 1458.0,
    "connectFour": 131.0,
    "breakthrough": 17.6,
    "reversi": 0.44,
    "checkers": 2.6,
    "speedChess": 2.0,
}

#: Seconds for each.
LONG = 5.0


def main() -> None:
    """Measure the sheets that are in a folder, and print a table."""
    folder = Path(sys.argv[1] if sys.argv[1:] else "../shared/gdl/games")
    if not folder.is_dir():
        sys.exit(f"expected a folder of rule sheets, found none at {folder}")
    console = Console()
    listing = Table("sheet", "form", "plies/s", "playouts/s", "prover", "times")
    for name, prover in PROVER.items():
        path = folder / f"games__{name}__{name}.kif"
        if not path.exists():
            listing.add_row(name, "no such sheet")
            continue
        game = load(path)
        found = playouts(game.initial, seconds=LONG, seed=1)
        speed = found.playouts / found.cpu_seconds
        plies = found.steps / found.cpu_seconds
        times = f"{speed / prover:.1f}"
        listing.add_row(
            name, game.form, f"{plies:,.0f}", f"{speed:,.1f}", f"{prover:,}", times
        )
    console.print(listing)


if __name__ == "__main__":
    main()
