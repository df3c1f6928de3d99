"""The nodes of iterative deepening, compared with one search to the same depth.

    .venv/bin/python -m benchmarks.deepening [--only WORD]

Both use the table and the order `history`, so the difference is the cost of the
shallower searches, less what their table and history save the last one. Nodes are
counted, so the figures are the same on every machine. It prints the table of
docs/searches/deepening.md.
"""

from __future__ import annotations

import click

from pygame_search.game import load

#: Games, their tiers, and the depths to search them to.
CASES: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("tic_tac_toe", "procedural", (6, 9)),
    ("hexapawn(columns=4, rows=4)", "procedural", (6, 8, 12)),
    ("othello(size=4)", "procedural", (5, 7)),
    ("connect_four", "procedural", (5, 7, 8)),
    ("connect_four", "native", (8, 10, 12, 14)),
    ("othello(size=6)", "native", (6, 8, 10)),
    ("connect_four(columns=5, rows=4)", "native", (20,)),
)


def nodes(game: str, tier: str, depth: int) -> tuple[int, int]:
    """Return the nodes of deepening, and those of one search.

    Raises:
        ValueError: the two find different values.
    """
    state = load(game).initial
    options = "order=history, table=true"
    found, single = (
        state.best(method=f"{method}(depth={depth}, {options})", tier=tier)
        for method in ("deepening", "alphabeta")
    )
    if found.value != single.value:
        raise ValueError(f"{game}, {depth} plies: {found.value} and {single.value}")
    return found.nodes, single.nodes


@click.command()
@click.option("--only", default="", help="Only games whose name has this in it.")
def main(only: str) -> None:
    """Print the table in Markdown."""
    click.echo("| game | tier | depth | deepening | one search | times |")
    click.echo("|---|---|--:|--:|--:|--:|")
    for game, tier, depths in CASES:
        for depth in depths if only in game else ():
            deeper, single = nodes(game, tier, depth)
            click.echo(
                f"| `{game}` | {tier} | {depth} | {deeper:,} | {single:,} | "
                f"{deeper / single:.2f} |"
            )


if __name__ == "__main__":
    main()
