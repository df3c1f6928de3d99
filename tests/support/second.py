"""A game of rules/ beside a second implementation of it: random games, counts, values.

A second implementation is a start and two functions: `steps` returns what follows each
move of the role that moves, and `goals` the goals at an end, None before.
"""

from __future__ import annotations

import random
from collections import Counter
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
    tier: str | None = "native",
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
        tier: the tier of our games.
    """
    source = random.Random(call)
    game = ps.load(call, tier=tier)
    for _ in range(games):
        ours, theirs = game.initial, start
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


def nodes(
    start: T,
    *,
    steps: Callable[[T], Mapping[str, T]],
    goals: Callable[[T], tuple[int | None, ...] | None],
    depth: int,
) -> list[int]:
    """Return the nodes at depth 1 to `depth`, as perft counts them, without zeros."""
    found: list[int] = []
    level = Counter([start])
    while level and len(found) < depth:
        below: Counter[T] = Counter()
        for state, ways in level.items():
            for child in steps(state).values() if goals(state) is None else ():
                below[child] += ways
        level = below
        found += [level.total()] if level else []
    return found


def turns(
    state: T,
    *,
    steps: Callable[[T], Mapping[str, T]],
    goals: Callable[[T], tuple[int | None, ...] | None],
    within: Callable[[T], bool],
) -> dict[str, T]:
    """Return what follows each turn; `within` says whether a turn is not over yet."""
    found: dict[str, T] = {}
    for move, child in steps(state).items():
        if within(child) and goals(child) is None:
            rest = turns(child, steps=steps, goals=goals, within=within)
            found |= {f"{move}; {more}": end for more, end in rest.items()}
        else:
            found[move] = child
    return found


def ending_value(
    start: T,
    *,
    steps: Callable[[T], Mapping[str, T]],
    goals: Callable[[T], tuple[int, int] | None],
    first: Callable[[T], bool],
) -> int:
    """Return 1, 0 or -1, the worth to the first role of a game that must end.

    `first` says whether that role moves.
    """
    known: dict[T, int] = {}

    def worth(state: T) -> int:
        if state not in known:
            ended, best = goals(state), 1 if first(state) else -1
            found = -best
            for child in steps(state).values() if ended is None else ():
                found = (max if best > 0 else min)(found, worth(child))
                if found == best:
                    break
            known[state] = found if ended is None else ended[0]
        return known[state]

    return worth(start)


def endless_value(
    start: T,
    *,
    steps: Callable[[T], Mapping[str, T]],
    goals: Callable[[T], tuple[int, int] | None],
    first: Callable[[T], bool],
) -> int:
    """Return 1, 0 or -1, the worth to the first role where endless play is a draw."""
    children: dict[T, list[T]] = {start: []}
    for state in (queue := [start]):  # the list grows
        if goals(state) is None:
            children[state] = [*steps(state).values()]
            fresh = {child: None for child in children[state] if child not in children}
            children.update({child: [] for child in fresh})
            queue += fresh
    worths = {state: ended[0] for state in queue if (ended := goals(state)) is not None}
    while True:
        known = len(worths)
        for state in reversed(queue):
            best = 1 if first(state) else -1
            found = [worths.get(child, 0) for child in children[state]]
            if state not in worths and best in found:
                worths[state] = best
            elif state not in worths and all(one == -best for one in found):
                worths[state] = -best
        if len(worths) == known:
            return worths.get(start, 0)
