"""Perfect information Monte Carlo in Python and natively: worlds a CPU second.

    .venv/bin/python -m benchmarks.pimc [--rounds N --json FILE]

Each search is a call of `best` after some random moves, without a clock, so the worlds
are listed anew each time. The network and the kernels are loaded before. The tiers are
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
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.setup import checked_role
from pygame_search.search.hidden.information import (
    InformationRequest,
    Worlds,
    view_of,
)

#: The games, how many random moves come first, and what is searched: by alpha-beta
#: where there is no chance, and else by expectimax.
GAMES = (
    ("goofspiel_hidden(cards=5)", 1, "pimc(worlds=20, depth=20)"),
    ("kriegspiel_tic_tac_toe", 4, "pimc(worlds=10, depth=3)"),
    ("kriegspiel_tic_tac_toe", 4, "pimc(worlds=10, depth=8)"),
    ("leduc_poker", 1, "pimc(worlds=20, depth=20)"),
    ("leduc_poker(ranks=6)", 1, "pimc(worlds=20, depth=20)"),
    ("liars_dice(faces=6, dice=2)", 1, "pimc(worlds=10, depth=3)"),
    ("liars_dice(faces=6, dice=2)", 1, "pimc(worlds=10, depth=6)"),
    ("blackjack_small", 1, "pimc(worlds=20, depth=5)"),
)

#: How many searches are one run in each tier.
SEARCHES = {"procedural": 1, "native": 20}


@click.command()
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--json", "file", type=click.Path(path_type=Path))
def main(rounds: int, file: Path | None) -> None:
    """Measure, and print the table."""
    listing = Table(box=SIMPLE_HEAD, title="worlds of pimc a CPU second")
    listing.add_column("game")
    for name in ("depth", "worlds", *SEARCHES, "times"):
        listing.add_column(name, justify="right")
    rows = {}
    for call, moves, method in GAMES:
        state = played(call, moves)
        worlds = searched(state, method)
        works = [
            Work(tier, "worlds", known(search(state, method, tier, worlds)))
            for tier in SEARCHES
        ]
        for work in works:
            work.prepare()()  # loads what is loaded once
        slow, fast = measured(works, rounds)
        rows[f"{call} {method}"] = {
            one.work.name: asdict(one.rate) for one in (slow, fast)
        }
        listing.add_row(
            call, str(read_method(method)["depth"]), str(worlds),
            *(f"{one.rate.median:,.1f}" for one in (slow, fast)),
            f"{fast.ratio(slow).median:,.0f}",
        )  # fmt: skip
    Console(width=100).print(listing)
    if file is not None:
        data = {**description(), "rows": rows}
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def played(call: str, moves: int) -> State:
    """Return the first state after some random joint moves where a player chooses."""
    state, source = load(call).initial, random.Random(1)
    while moves > 0 or state.to_move == ("random",):
        state = state.play_joint(state.drawn(role, source) for role in state.game.roles)
        moves -= 1
    return state


def searched(state: State, method: str) -> int:
    """Return how many worlds a search looks at."""
    call = read_method(method)
    view = view_of(state, checked_role(state, None))
    worlds = Worlds(InformationRequest(state.game, view, call))
    most: int = call["worlds"]
    return min(len(worlds.worlds), most)


def search(state: State, method: str, tier: str, worlds: int) -> Run:
    """Return searches in a tier, which return how many worlds they have looked at."""

    def run() -> int:
        for _ in range(SEARCHES[tier]):
            state.best(method=method, tier=tier)
        return SEARCHES[tier] * worlds

    return run


if __name__ == "__main__":
    main()
