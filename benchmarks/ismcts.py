"""Information set tree search in Python and natively: simulations a CPU second.

    .venv/bin/python -m benchmarks.ismcts [--rounds N --json FILE]

Each search is a call of `best` from the first choice of a game, so the worlds are
listed anew each time. The network and the kernels are loaded before. The tiers are
measured in turn; the medians of the rounds are printed.
"""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks.beside import Row, first_choice, report
from benchmarks.timing import Run, Work, known
from pygame_search.game import State

#: The games, from few views to many.
GAMES = ("kuhn_poker", "goofspiel_hidden(cards=5)", "liars_dice(faces=6, dice=2)")

#: The simulations of a search in each tier, which takes it about a second.
SIMULATIONS = {"procedural": 2_000, "native": 200_000}


@click.command()
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--json", "file", type=click.Path(path_type=Path))
def main(rounds: int, file: Path | None) -> None:
    """Measure, and print the table."""
    report(
        "simulations of ismcts a CPU second", ("game", *SIMULATIONS), map(row, GAMES),
        rounds, file,
    )  # fmt: skip


def row(call: str) -> Row:
    """Return the row of a game."""
    state = first_choice(call)
    works = [
        Work(tier, "simulations", known(search(state, tier))) for tier in SIMULATIONS
    ]
    return Row(call, (call,), works)


def search(state: State, tier: str) -> Run:
    """Return a search in a tier, which returns how many simulations it made."""
    method = f"ismcts(simulations={SIMULATIONS[tier]})"

    def run() -> int:
        return state.best(method=method, tier=tier).simulations or 0

    return run


if __name__ == "__main__":
    main()
