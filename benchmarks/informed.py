"""Matches between the searches of games with hidden information.

    .venv/bin/python -m benchmarks.informed [--games N] [--only WORD]

`ismcts` natively, `pimc` and random moves play each other without a clock, so the
results are the same on every machine. A round deals once, and is played with the seats
changed, too. It prints the table of docs/hidden.md in Markdown.
"""

from __future__ import annotations

from itertools import combinations

import click

import pygame_search as ps
from benchmarks.levels import row

#: The games, in which dice, bids and marks are hidden, and what `pimc` searches there:
#: to the end where play is short.
GAMES = {
    "goofspiel_hidden(cards=6)": "pimc(worlds=20, depth=20)",
    "liars_dice(dice=2, faces=6)": "pimc(worlds=10, depth=4)",
    "kriegspiel_tic_tac_toe": "pimc(worlds=10, depth=4)",
}

#: The other players.
TREE, RANDOM = "ismcts(simulations=20000)", "random"


@click.command()
@click.option("--games", default=100, help="How many games a match has.")
@click.option("--only", default="", help="Only games whose name has this in it.")
def main(games: int, only: str) -> None:
    """Print the table in Markdown."""
    click.echo("| game | player | against | won | drawn | lost | score | 95 % |")
    click.echo("|---|---|---|--:|--:|--:|--:|---|")
    for game, face_up in GAMES.items():
        if only not in game:
            continue
        rules = ps.load(game, tier="native")
        for one, other in combinations((TREE, face_up, RANDOM), 2):
            found = ps.match(rules, [one, other], games=games, seed=1, plies=1)
            click.echo(row(game, f"`{one}`", f"`{other}`", found))


if __name__ == "__main__":
    main()
