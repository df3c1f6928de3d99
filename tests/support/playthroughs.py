"""Write a random game of each rule file, position by position, as OpenSpiel does.

    .venv/bin/python tests/support/playthroughs.py [GAME...]

`tests/games/test_playthroughs.py` plays them again: whatever changes in the rules, in
their meaning or in the order of moves is seen at once.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame_search as ps
from pygame_search.model.position import without_history

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "games" / "playthroughs"

#: No more plies are written, and of a position no more moves.
PLIES, MOVES = 16, 40


def games() -> list[str]:
    """Return the names of the games."""
    return sorted(path.stem for path in (ROOT / "rules").glob("*.pl"))


def playthrough(name: str) -> str:
    """Return a game with random moves, the same at each call."""
    game = ps.load(name)
    lines = played(game) if game.roles else walked(game)
    return "\n".join([f"# {game.call}, with random moves", *lines, ""])


def played(game: ps.Game) -> Iterator[str]:
    """Yield the lines of a game."""
    source, state = random.Random(game.name), game.initial
    for ply in range(PLIES):
        yield f"\n== position {ply}"
        yield from str(state).splitlines()
        yield from sorted(without_history(state.facts))
        if state.terminal:
            break
        for role, moves in state.legal.items():
            more = f", and {len(moves) - MOVES} more" if len(moves) > MOVES else ""
            yield f"{role} may: {', '.join(moves[:MOVES])}{more}"
        joint = [source.choice(moves) for moves in state.legal.values()]
        yield f"played: {', '.join(joint)}"
        state = state.play(f"[{', '.join(joint)}]")
    for role, goal in state.goals.items():
        yield f"{role} gets: {'nothing yet' if goal is None else goal}"


def walked(game: ps.Game) -> Iterator[str]:
    """Yield the lines of a walk through a state space."""
    source, machine = random.Random(game.name), game.clauses
    node = machine.start()
    for step in range(PLIES):
        yield f"\n== node {step}"
        yield f"{game.node_text(node)}{', a goal' if machine.is_goal(node) else ''}"
        neighbours = list(machine.neighbours(node))
        if not neighbours:
            break
        for _, number, cost in neighbours:
            yield f"to {game.node_text(number)} at the cost of {cost}"
        node = source.choice(neighbours)[1]


def main() -> None:
    """Write the games that are named, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or games():
        (FOLDER / f"{name}.txt").write_text(playthrough(name), "utf-8")


if __name__ == "__main__":
    main()
