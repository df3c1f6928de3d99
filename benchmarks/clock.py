"""How far iterative deepening over-runs its clock: `python -m benchmarks.clock`.

For each game and tier: the seconds beyond the clock until the answer is there, and the
depth that was reached.
"""

from __future__ import annotations

import sys
import time

import pygame_search as ps

GAMES = ("tic_tac_toe", "connect_four", "othello", "hexapawn(columns=6, rows=6)")
CLOCKS = (0.001, 0.2, 1.0, 5.0)
TIERS = ("clauses", "procedural")


def over_run(call: str, tier: str, seconds: float) -> tuple[float, int | None]:
    """Return the seconds beyond the clock, and the depth reached."""
    state = ps.load(call).initial
    assert state.legal  # what is made once for a game is not the clock's
    started = time.monotonic()
    found = state.best(seconds=seconds, tier=tier)
    return max(0.0, time.monotonic() - started - seconds), found.depth


def main(games: list[str]) -> None:
    """Print a line for each game and tier."""
    for call in games or GAMES:
        for tier in TIERS:
            words = []
            for seconds in CLOCKS:
                beyond, depth = over_run(call, tier, seconds)
                words.append(f"{seconds:g} s: +{beyond:.3f} s, depth {depth}")
            print(f"{call}, {tier}: {'; '.join(words)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
