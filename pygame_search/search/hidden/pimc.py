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
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pygame_search.search.core.budget import Budget
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.core.setup import SUM_SECONDS, weights_in_force
from pygame_search.search.game_tree.answer import answer as answer_by_depth
from pygame_search.search.hidden.information import (
    InformationRequest,
    Tally,
    World,
    Worlds,
)
from pygame_search.support.errors import LimitError


def answer(request: InformationRequest) -> SearchResult:
    """Return the answer of perfect information Monte Carlo."""
    call, worlds = request.call, Worlds(request)
    source = random.Random(call["seed"])
    most: int = call["worlds"]
    if len(worlds.worlds) <= most:
        drawn = list(zip(worlds.worlds, map(float, worlds.weights), strict=True))
    else:
        drawn = [(worlds.draw(source), 1.0) for _ in range(most)]
    values: dict[str, float] = {}
    seen: dict[World, tuple[MoveValue, ...]] = {}
    total, nodes, done, searched = 0.0, 0, 0, 0
    prepared = _prepared(request)
    budget = Budget(
        "worlds", len(drawn), request.deadline, request.interruptible, request.progress
    )

    def step() -> bool:
        nonlocal total, nodes, done, searched
        world, weight = drawn[done]
        found = _face_up(prepared, world, len(drawn) - done)
        nodes += found.nodes
        done += 1
        if all(one.value is not None for one in found.moves):
            for one in found.moves:
                assert one.value is not None
                values[one.move] = values.get(one.move, 0.0) + weight * one.value
            seen[world] = found.moves
            total += weight
            searched += 1
        budget.say(lambda: f"{done} of {len(drawn)} worlds")
        return done < len(drawn)

    stopped = budget.run(step, lambda: done)
    if not searched:
        raise LimitError("the time is over before one world was searched", "time")
    moves = tuple(
        MoveValue(move, (move,), value / total) for move, value in values.items()
    )
    best = max(moves, key=lambda one: one.value or 0.0)
    ties = tuple(one for one in moves if one.value == best.value and one is not best)
    every = searched == len(drawn) == len(worlds.worlds)
    which = "all" if every else f"{searched:,} of them"
    notes = (worlds.note(f", {which} searched face up"),)
    return request.result(
        move=best.move, value=best.value, moves=moves, best=(best, *ties), nodes=nodes,
        stopped="complete" if stopped == "worlds" else stopped, notes=notes,
        possible=worlds.possible(_tallies(worlds, seen)) if request.each_world else (),
    )  # fmt: skip


def _tallies(
    worlds: Worlds, seen: Mapping[World, Sequence[MoveValue]]
) -> dict[World, Tally]:
    """Return what each move is worth in each world that was searched."""
    return {
        world: {
            one.move: (likelihood, likelihood * Fraction(one.value))
            for one in seen[world]
            if one.value is not None
        }
        for world, likelihood in zip(worlds.worlds, worlds.weights, strict=True)
        if world in seen
    }


def _prepared(request: InformationRequest) -> SearchRequest:
    """Return the request of a search face up, without its state."""
    game = request.game.with_percepts()
    call = read_method("alphabeta" if game.chance is None else "expectimax")
    weights = weights_in_force(game, call, None)
    if weights or game.chance is None:
        game.take_sum(request.game.settle_sum(SUM_SECONDS))
    return SearchRequest(
        game.initial, request.role, call, "procedural", depth=request.call["depth"],
        seconds=request.seconds, ties="exact", weights=weights,
    )  # fmt: skip


def _face_up(prepared: SearchRequest, world: World, left: int) -> SearchResult:
    """Return what each move is worth in a world if everybody sees everything.

    Args:
        prepared: what is asked.
        world: one that is possible.
        left: how many worlds share the time that is left.
    """
    now, seconds = time.monotonic(), None
    if prepared.deadline is not None:
        seconds = max((prepared.deadline - now) / left, 1e-3)
    state = prepared.state.game.known(world.state)
    return answer_by_depth(replace(prepared, state=state, seconds=seconds, started=now))
