"""A game of rules/ beside a second implementation of it, in random games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import pygame_search as ps

T = TypeVar("T")


def assert_same_games(
    call: str,
    start: T,
    *,
    steps: Callable[[T], Mapping[str, T]],
    facts: Callable[[T], Iterable[str]],
    goals: Callable[[T], tuple[int | None, ...] | None],
    games: int = 3,
    plies: int = 40,
) -> None:
    """Play random games in both: the same fluents, moves, ends and goals throughout.

    Args:
        call: the game, as `ps.load` takes it.
        start: the start of the second implementation.
        steps: what follows each move of the role that moves.
        facts: the fluents that hold.
        goals: the goals at the end; None before.
        games: how many games.
        plies: the most plies of a game.
    """
    source = random.Random(call)
    for _ in range(games):
        ours, theirs = ps.load(call, tier="native").initial, start
        for _ in range(plies):
            assert set(ours.position.facts) == set(facts(theirs))
            ended = goals(theirs)
            assert ours.terminal == (ended is not None)
            if ended is not None:
                assert ours.position.goals == ended
                break
            after = steps(theirs)
            assert set(ours.legal_moves) == set(after)
            move = source.choice(sorted(after))
            ours, theirs = ours.play(move), after[move]
