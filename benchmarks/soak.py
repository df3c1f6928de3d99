"""Crossings by the hundred thousand must leave nothing behind."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress

from pygame_search.errors import MoveError
from pygame_search.game import load

CROSSINGS = 200_000
MOST_MEGABYTES = 5.0


def resident() -> float:
    """Return the resident memory of this process, in megabytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


def soak(crossings: int) -> float:
    """Return how much the memory grew, in megabytes."""
    game = load("hexapawn")
    start = game.initial
    numbers = [start.number]
    for move in start.legal["white"]:
        state = start.play(move)
        numbers.append(state.number)
        numbers += [state.play(reply).number for reply in state.legal["black"]]

    def turn(count: int) -> None:
        for i in range(count):
            number = numbers[i % len(numbers)]
            game.engine.expand(game.key, number)
            if i % 4 == 0:
                game.engine.features(game.key, number)
            if i % 20 == 0:
                game.ask("initial")
                with suppress(MoveError):
                    start.play("move(9, 9, 9, 9)")

    turn(crossings // 10)
    gc.collect()
    before = resident()
    turn(crossings)
    gc.collect()
    return resident() - before


def main() -> None:
    """Soak, and exit 1 when the memory grew."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else CROSSINGS
    grown = soak(count)
    print(f"{count:,} crossings: memory grew by {grown:.2f} MB")
    if grown > MOST_MEGABYTES:
        sys.exit(1)


if __name__ == "__main__":
    main()
