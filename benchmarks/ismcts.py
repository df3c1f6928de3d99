"""Information set tree search in Python and natively: simulations a CPU second.

    .venv/bin/python -m benchmarks.ismcts [--rounds N --json FILE]

Each search is a call of `best` from the first choice of a game, so the worlds are
listed anew each time. The network and the kernels are loaded before. The tiers are
measured in turn; the medians of the rounds are printed.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.host import description
from benchmarks.timing import Run, Work, known, measured
from pygame_search.game import State, load

#: The games, from few views to many.
GAMES = ("kuhn_poker", "goofspiel_hidden(cards=5)", "liars_dice(faces=6, dice=2)")

#: The simulations of a search in each tier, which takes it about a second.
SIMULATIONS = {"procedural": 2_000, "native": 200_000}


@click.command()
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--json", "file", type=click.Path(path_type=Path))
def main(rounds: int, file: Path | None) -> None:
    """Measure, and print the table."""
    listing = Table(box=SIMPLE_HEAD, title="simulations of ismcts a CPU second")
    listing.add_column("game")
    for name in (*SIMULATIONS, "times"):
        listing.add_column(name, justify="right")
    rows = {}
    for call in GAMES:
        state = first_choice(call)
        works = [
            Work(tier, "simulations", known(search(state, tier)))
            for tier in SIMULATIONS
        ]
        for work in works:
            work.prepare()()  # loads what is loaded once
        slow, fast = measured(works, rounds)
        rows[call] = {one.work.name: asdict(one.rate) for one in (slow, fast)}
        listing.add_row(
            call, *(f"{one.rate.median:,.0f}" for one in (slow, fast)),
            f"{fast.ratio(slow).median:,.0f}",
        )  # fmt: skip
    Console(width=100).print(listing)
    if file is not None:
        data = {**description(), "rows": rows}
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def first_choice(call: str) -> State:
    """Return the first state of a game in which a player has a choice."""
    state, source = load(call).initial, random.Random(1)
    while state.to_move == ("random",):
        state = state.play_joint(state.drawn(role, source) for role in state.game.roles)
    return state


def search(state: State, tier: str) -> Run:
    """Return a search in a tier, which returns how many simulations it made."""
    method = f"ismcts(simulations={SIMULATIONS[tier]})"

    def run() -> int:
        return state.best(method=method, tier=tier).simulations or 0

    return run


if __name__ == "__main__":
    main()
