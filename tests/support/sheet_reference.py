"""A reference for `conform`, recorded from a game in KIF."""

from __future__ import annotations

import random
from typing import Any

from pygame_search.experiments.conformance import digest
from pygame_search.game import Game, State


def reference(game: Game, *, depth: int = 3, playouts: int = 4) -> dict[str, Any]:
    """Return what `conform` compares a rule sheet with.

    Args:
        game: in KIF, as all references are.
        depth: the levels of the tree below the initial state.
        playouts: the number of random games.
    """
    start = game.initial
    source = random.Random(1)
    return {
        "roles": [*game.roles],
        "initial_state": sorted(start.facts),
        "initial_hash": digest(start.facts),
        "legal": [
            {"role": role, "moves": sorted(moves)}
            for role, moves in start.legal.items()
        ],
        "tree": {"levels": [*_levels(start, depth)]},
        "initial_goals": _goals(start),
        "playouts": [_playout(start, source) for _ in range(playouts)],
    }


def _levels(start: State, depth: int) -> list[dict[str, Any]]:
    levels, states = [], [start]
    for number in range(depth + 1):
        distinct = {frozenset(state.facts) for state in states}
        levels.append(
            {
                "depth": number,
                "nodes": len(states),
                "distinct": len(distinct),
                "terminal": sum(state.terminal for state in states),
                "states_hash": digest({digest(facts) for facts in distinct}),
            }
        )
        open_states = [state for state in states if not state.terminal]
        states = [
            state.play(f"[{' '.join(joint)}]")
            for state in open_states
            for joint in _joints(state)
        ]
    return levels


def _joints(state: State) -> list[tuple[str, ...]]:
    joints: list[tuple[str, ...]] = [()]
    for moves in state.legal.values():
        joints = [(*joint, move) for joint in joints for move in moves]
    return joints


def _playout(state: State, source: random.Random) -> dict[str, Any]:
    steps: list[dict[str, Any]] = []
    while not state.terminal:
        counts = [len(moves) for moves in state.legal.values()]
        joint = source.choice(_joints(state))
        state = state.play(f"[{' '.join(joint)}]")
        steps.append(
            {
                "joint": list(joint),
                "legal_counts": counts,
                "next_size": len(state.facts),
                "next_hash": digest(state.facts),
            }
        )
    return {
        "steps": steps,
        "terminal": True,
        "end": "terminal",
        "goals": _goals(state),
    }


def _goals(state: State) -> list[int | None]:
    """Return the goal of each role that has one."""
    found = [state.ask(f"(goal {role} ?g)").answers for role in state.game.roles]
    return [int(answers[0]["g"]) if answers else None for answers in found]
