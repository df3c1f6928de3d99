"""Perfect information Monte Carlo: each world searched as if all were seen.

Each move is worth the mean, over the worlds that the role thinks possible, of what it
is worth there with all cards face up. So the search believes that it will know later
which world it is in, and acts in each as suits it (strategy fusion), and that the
others' earlier moves tell nothing (non-locality).

See Jeffrey Long, Nathan Sturtevant, Michael Buro and Timothy Furtak, "Understanding the
success of perfect information Monte Carlo sampling in game tree search", AAAI 2010.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Protocol

from pygame_search.search.core.budget import Budget
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.core.setup import SUM_SECONDS, weights_in_force
from pygame_search.search.core.tiers import work
from pygame_search.search.game_tree.answer import answer as answer_by_depth
from pygame_search.search.hidden.information import (
    InformationRequest,
    Tally,
    World,
    Worlds,
)

#: What each move of a role is worth in a world, and how many nodes were searched.
FaceUp = tuple[Mapping[str, float], int]


class Searched(Protocol):
    """A search of worlds, face up."""

    def __call__(self, world: World, seconds: float | None) -> FaceUp:
        """Return what each move is worth in a world, if everybody sees everything.

        Args:
            world: one that is possible.
            seconds: how long it may take, None for no clock.
        """
        ...


def answer(request: InformationRequest) -> SearchResult:
    """Return the answer of perfect information Monte Carlo.

    Raises:
        InputError: no play shows the role what it has seen.
        LimitError: the time is over too soon.
        RulesError: a role has no legal move, or no goal value at an end.
        TierError: the tier does not support the game.
    """
    found: SearchResult = work(request.tier, "pimc")(request)
    return found


def by_procedure(request: InformationRequest) -> SearchResult:
    """Return the answer of searches in Python."""
    worlds, asked = Worlds(request), prepared(request)

    def face_up(world: World, seconds: float | None) -> FaceUp:
        state = asked.state.game.known(world.state)
        now = replace(asked, state=state, seconds=seconds, started=time.monotonic())
        found = answer_by_depth(now)
        return {
            one.move: one.value for one in found.moves if one.value is not None
        }, found.nodes

    return mean(request, worlds, face_up)


def mean(
    request: InformationRequest, worlds: Worlds, face_up: Searched
) -> SearchResult:
    """Return the answer: the mean over worlds, all of them or some that are drawn.

    Args:
        request: the request.
        worlds: that the role thinks possible.
        face_up: searches one of them.
    """
    call, source = request.call, random.Random(request.call["seed"])
    most: int = call["worlds"]
    if len(worlds.worlds) <= most:
        drawn = list(zip(worlds.worlds, map(float, worlds.weights), strict=True))
    else:
        drawn = [(worlds.draw(source), 1.0) for _ in range(most)]
    values: dict[str, float] = {}
    seen: dict[World, Mapping[str, float]] = {}
    total, nodes, done = 0.0, 0, 0
    budget = Budget(
        "worlds", len(drawn), request.deadline, request.interruptible, request.progress
    )

    def step() -> bool:
        nonlocal total, nodes, done
        world, weight = drawn[done]
        found, more = face_up(world, _share(request.deadline, len(drawn) - done))
        for move, value in found.items():
            values[move] = values.get(move, 0.0) + weight * value
        seen[world] = found
        total += weight
        nodes += more
        done += 1
        budget.say(lambda: f"{done} of {len(drawn)} worlds")
        return done < len(drawn)

    stopped = budget.run(step, lambda: done)
    moves = tuple(
        MoveValue(move, (move,), value / total) for move, value in values.items()
    )
    best = max(moves, key=lambda one: one.value or 0.0)
    ties = tuple(one for one in moves if one.value == best.value and one is not best)
    every = done == len(drawn) == len(worlds.worlds)
    which = "all" if every else f"{done:,} of them"
    notes = (worlds.note(f", {which} searched face up"),)
    return request.result(
        move=best.move, value=best.value, moves=moves, best=(best, *ties), nodes=nodes,
        stopped="complete" if stopped == "worlds" else stopped, notes=notes,
        possible=worlds.possible(_tallies(worlds, seen)) if request.each_world else (),
    )  # fmt: skip


def _share(deadline: float | None, left: int) -> float | None:
    """Return how many seconds a world has, if so many share the time that is left."""
    if deadline is None:
        return None
    return max((deadline - time.monotonic()) / left, 1e-3)


def _tallies(
    worlds: Worlds, seen: Mapping[World, Mapping[str, float]]
) -> dict[World, Tally]:
    """Return what each move is worth in each world that was searched."""
    return {
        world: {
            move: (likelihood, likelihood * Fraction(value))
            for move, value in seen[world].items()
        }
        for world, likelihood in zip(worlds.worlds, worlds.weights, strict=True)
        if world in seen
    }


def prepared(request: InformationRequest) -> SearchRequest:
    """Return the request of a search face up, from the start of the game.

    Its state, its time and its beginning are to be replaced.
    """
    game = request.game.with_percepts()
    call = read_method("alphabeta" if game.chance is None else "expectimax")
    weights = weights_in_force(game, call, None)
    if weights or game.chance is None:
        game.take_sum(request.game.settle_sum(SUM_SECONDS))
    return SearchRequest(
        game.initial, request.role, call, "procedural", depth=request.call["depth"],
        seconds=request.seconds, ties="exact", weights=weights,
    )  # fmt: skip
