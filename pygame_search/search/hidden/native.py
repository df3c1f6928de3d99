"""Information set Monte Carlo tree search by a kernel over the code of the game."""

from __future__ import annotations

import time
from typing import cast

import numpy as np

from pygame_search.machine.game_code import game_code
from pygame_search.machine.native_game import NativeGame, native
from pygame_search.machine.network import stuck
from pygame_search.model.view import percept_names
from pygame_search.network.network import StuckError
from pygame_search.network.packing import unmarked
from pygame_search.network.searches.ismcts_driver import (
    PerceptsError,
    Settings,
    Told,
    ViewTrees,
)
from pygame_search.network.searches.uct_driver import TREE_BYTES
from pygame_search.search.core.budget import Budget
from pygame_search.search.core.result import SearchResult
from pygame_search.search.hidden.information import InformationRequest, Worlds
from pygame_search.search.hidden.ismcts import Tried, answered
from pygame_search.search.monte_carlo.native import LEAST
from pygame_search.support.clock import look_at_clock
from pygame_search.support.errors import TierError
from pygame_search.support.memory import memory_left

#: The note of a search whose trees have stopped growing.
FULL_NOTE = (
    "the memory for the tree was full, so it did not grow any more: more memory makes "
    "a better answer (--memory)"
)


def by_kernel(request: InformationRequest) -> SearchResult:
    """Return the answer of the search by a kernel.

    Raises:
        InputError: no play shows the role what it has seen.
        LimitError: the time is over too soon, or a game is too long.
        RulesError: a role has no legal move, or no goal value at an end.
        TierError: the native tier does not support the game.
    """
    tier = native(request.game.with_percepts())
    worlds = Worlds(request)
    trees = _trees(request, worlds, tier)
    deadline = request.deadline
    if request.seconds is not None:
        least = time.monotonic() + min(request.seconds, LEAST)
        deadline = max(request.started + request.seconds, least)
    budget = Budget(
        "simulations", request.call["simulations"], deadline, request.interruptible,
        request.progress,
    )  # fmt: skip

    def pause() -> None:
        budget.say(lambda: f"{trees.simulations:,} simulations")
        look_at_clock(deadline)

    def step() -> bool:
        trees.run(pause)
        return False

    try:
        stopped = budget.run(step, lambda: trees.simulations)
    except StuckError as error:
        raise stuck(request.game.with_percepts(), error) from None
    return answered(
        request, worlds, _tried(trees, tier), nodes=trees.size,
        simulations=trees.simulations,
        stopped="simulations" if stopped == "complete" else stopped,
        notes=(FULL_NOTE,) if trees.full else (),
    )  # fmt: skip


def _trees(request: InformationRequest, worlds: Worlds, tier: NativeGame) -> ViewTrees:
    """Return the trees, in which nothing is done yet.

    Raises:
        TierError: the game is too large for its code to have the goals of all roles,
            or its states keep the percepts together with other fluents.
    """
    game, call, network = request.game.with_percepts(), request.call, tier.network
    packed = b"".join(cast(bytes, one.state) for one in worlds.worlds)
    words = np.frombuffer(packed, np.uint64).reshape(len(worlds.worlds), -1)
    states = [*unmarked(words, len(network.fluents))]
    code = game_code(game, request.index, {}, states[0])
    if not code.every_goal:
        raise TierError(
            f"ismcts does not run on {game.name!r} in the native tier, which finds the "
            "goals of one role alone in a game as large as this: use procedural"
        )
    told = Told(
        states=states,
        weights=[float(weight) for weight in worlds.weights],
        views=[one.views for one in worlds.worlds],
        percepts=percept_names(network.fluents, game.roles),
        ranges=game.ranges,
        chance=game.chance,
        weighed=network.weighs_chance is not None,
        role=request.index,
    )
    settings = Settings(
        simulations=call["simulations"],
        exploration=call["exploration"],
        single=call["observer"] == "single",
        seed=call["seed"],
        memory=memory_left(request.table_bytes or TREE_BYTES),
    )
    try:
        return ViewTrees(code, told, settings)
    except PerceptsError:
        raise TierError(
            f"ismcts does not run on {game.name!r} in the native tier, whose states do "
            "not keep what a role perceives apart: use procedural"
        ) from None


def _tried(trees: ViewTrees, tier: NativeGame) -> dict[str, Tried]:
    """Return what is known of the moves of the role that searches, by their texts."""
    found = {}
    for move, (made, available, total) in trees.root().items():
        tried = found[tier.network.moves[move][1]] = Tried()
        tried.made, tried.available, tried.total = made, available, total
    return found
