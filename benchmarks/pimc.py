"""Perfect information Monte Carlo in Python and natively: worlds a CPU second.

    .venv/bin/python -m benchmarks.pimc [--rounds N --json FILE]

Each search is a call of `best` after some random moves, without a clock, so the worlds
are listed anew each time. The network and the kernels are loaded before. The tiers are
measured in turn; the medians of the rounds are printed.
"""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks.beside import Row, first_choice, report
from benchmarks.timing import Run, Work, known
from pygame_search.game import State
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
    report(
        "worlds of pimc a CPU second", ("game", "depth", "worlds", *SEARCHES),
        (row(*game) for game in GAMES), rounds, file, digits=1,
    )  # fmt: skip


def row(call: str, moves: int, method: str) -> Row:
    """Return the row of a game after some random moves, with a method."""
    state = first_choice(call, moves)
    worlds = searched(state, method)
    works = [
        Work(tier, "worlds", known(search(state, method, tier, worlds)))
        for tier in SEARCHES
    ]
    depth = read_method(method)["depth"]
    return Row(f"{call} {method}", (call, str(depth), str(worlds)), works)


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
