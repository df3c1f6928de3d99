"""Compare proof-number search with alpha-beta: `sh scripts/provers [POSITIONS [SEED]]`.

In random positions of each game both must find the same value. The table that is
printed, in Markdown, has the nodes of both side by side: of all questions that a value
takes, and of alpha-beta deeper and deeper to the end with its table.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

import pygame_search as ps
from pygame_search.game import Game, State
from pygame_search.search.best import best

#: The games, and the least number of moves that were made.
GAMES = (
    ("tic_tac_toe", 0),
    ("hexapawn(columns=4, rows=4)", 1),
    ("connect_four(columns=4, rows=4)", 4),
    ("nim(heaps=[3, 4, 5])", 0),
    ("chomp(columns=4, rows=4)", 1),
    ("othello(size=4)", 4),
    ("goofspiel(cards=4)", 0),
)

ALPHABETA = "deepening(order=history, table=true)"


@dataclass(frozen=True)
class Row:
    """What came of a game."""

    game: str
    proof: list[int]
    alphabeta: list[int]
    differ: list[State]

    def line(self) -> str:
        """Return it as a row of the table."""
        fewer = sum(a < b for a, b in zip(self.proof, self.alphabeta, strict=True))
        cells = [
            f"`{self.game}`", str(len(self.proof)),
            f"{sum(self.proof):,}", f"{sum(self.alphabeta):,}",
            f"{median(self.proof):,.0f}", f"{median(self.alphabeta):,.0f}", str(fewer),
        ]  # fmt: skip
        return f"| {' | '.join(cells)} |"


def positions(game: Game, least: int, source: random.Random) -> Iterator[State]:
    """Yield different positions of random games, after so many moves at least."""
    seen = set()
    while True:
        state, plies = game.initial, 0
        way = []
        while not state.terminal:
            if plies >= least:
                way.append(state)
            joint = [source.choice(moves) for moves in state.legal.values()]
            state = state.play(f"[{', '.join(joint)}]")
            plies += 1
        state = source.choice(way) if way else game.initial
        if state not in seen and not state.terminal:
            seen.add(state)
            yield state


def compared(call: str, least: int, count: int, seed: int) -> Row:
    """Return what both find in positions of a game."""
    row = Row(call, [], [], [])
    for _, state in zip(
        range(count), positions(ps.load(call), least, random.Random(seed)), strict=False
    ):
        one = best(
            state, method="proof_number(nodes=2000000)", tier="procedural",
            seconds=600,
        )  # fmt: skip
        two = best(
            state, role=one.role, method=ALPHABETA, tier="procedural", seconds=600
        )
        if not one.complete or not two.complete or one.value != two.value:
            row.differ.append(state)
        row.proof.append(one.nodes)
        row.alphabeta.append(two.nodes)
    return row


def main(count: int = 50, seed: int = 1) -> int:
    """Print the table; return 1 where the two differ."""
    print(
        "| game | positions | nodes, proof numbers | nodes, alpha-beta | median | "
        "median | proof numbers had fewer in |"
    )
    print("|---|---|---|---|---|---|---|")
    differ = []
    for call, least in GAMES:
        row = compared(call, least, count, seed)
        print(row.line(), flush=True)
        differ += row.differ
    for state in differ:
        print(f"they differ: {state.game!r} {state.facts}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
