"""Matches between the levels of `play`.

    .venv/bin/python -m benchmarks.levels [--games N] [--only WORD]

Each level plays the one below it from random openings, in the native tier and without a
clock, so the results are the same on every machine. It prints the table of
docs/guide/search.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import click

import pygame_search as ps
from pygame_search.experiments.matches.levels import LEVELS, level_method
from pygame_search.experiments.matches.match import MatchResult

#: Games with an evaluation in their rules, and games without one; two are small.
GAMES = (
    "breakthrough(columns=5, rows=5)",
    "othello(size=6)",
    "connect_four",
    "connect_four(columns=5, rows=4)",
    "tic_tac_toe",
    "nim(heaps=[3, 4, 5, 6])",
)


def matches(game: str, games: int, tier: str) -> Iterator[tuple[str, str, MatchResult]]:
    """Yield each level, the one below it, and their match.

    Args:
        game: the game.
        games: how many games a match has.
        tier: the tier of both.
    """
    rules = ps.load(game)
    methods = [str(level_method(rules.initial, level, None)) for level in LEVELS]
    for (below, weaker), (level, stronger) in pairwise(
        zip(LEVELS, methods, strict=True)
    ):
        found = ps.match(rules, [stronger, weaker], games=games, tier=tier, seed=1)
        yield level, below, found


def row(game: str, player: str, other: str, found: MatchResult) -> str:
    """Return a row of Markdown: two players, and the results of the first."""
    one = found.standings[0]
    assert one.interval is not None
    low, high = one.interval
    return (
        f"| `{game}` | {player} | {other} | {one.wins} | {one.draws} | {one.losses} | "
        f"{one.score:.3f} | {low:.3f} to {high:.3f} |"
    )


@click.command()
@click.option("--games", default=100, help="How many games a match has.")
@click.option("--only", default="", help="Only games whose name has this in it.")
@click.option("--tier", default="native", help="The tier of both players.")
def main(games: int, only: str, tier: str) -> None:
    """Print the table in Markdown."""
    click.echo("| game | level | against | won | drawn | lost | score | 95 % |")
    click.echo("|---|---|---|--:|--:|--:|--:|---|")
    for game in GAMES:
        for level, below, found in matches(game, games, tier) if only in game else ():
            click.echo(row(game, level, below, found))


if __name__ == "__main__":
    main()
