"""The Monte Carlo methods of the native tier: kernels over a game's network."""

from __future__ import annotations

import time

from pygame_search.machine.native_game import native
from pygame_search.network.searches.pace import SLICE
from pygame_search.network.searches.uct_driver import (
    TREE_BYTES,
    NotConstantError,
    Sampler,
    Settings,
)
from pygame_search.search.core.budget import Budget
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.trace import Event
from pygame_search.search.monte_carlo.native_answers import found
from pygame_search.search.monte_carlo.result import Sample
from pygame_search.support.errors import InputError
from pygame_search.support.memory import memory_left

#: The least time to play if loading the game has used up the limit, in seconds.
LEAST = 0.1


def native_uct(request: SearchRequest, budget: Budget) -> Sample:
    """Run UCT, with random games in many lanes at once.

    Raises:
        LimitError: there is too little memory, or a game is too long.
        RulesError: a role has no legal move, or no goal value at an end.
        TierError: the native tier does not support the game or the state.
    """
    call = request.call
    return _sample(
        request,
        budget,
        Settings(
            exploration=call["exploration"],
            solver=call["solver"],
            batch=call["batch"] or 0,
            memory=memory_left(request.table_bytes or TREE_BYTES),
        ),
    )


def grown(request: SearchRequest, budget: Budget) -> tuple[Sample, list[Event]]:
    """Run UCT without events, which a kernel does not emit.

    Raises:
        InputError: the request asks for events.
        LimitError: see `native_uct`.
    """
    if request.record:
        raise InputError(
            "uct has a trace in the tier procedural, found the tier native"
        )
    return native_uct(request, budget), []


def native_montecarlo(request: SearchRequest, budget: Budget) -> Sample:
    """Run flat Monte Carlo.

    Raises:
        LimitError: see `native_uct`.
        RulesError: see `native_uct`.
        TierError: see `native_uct`.
    """
    memory = memory_left(request.table_bytes or TREE_BYTES)
    settings = Settings(flat=True, solver=False, memory=memory)
    return _sample(request, budget, settings)


def _sample(request: SearchRequest, budget: Budget, settings: Settings) -> Sample:
    state = request.state
    game = native(state.game)
    held = game.held(state)
    for constant in (state.game.constant_sum, False):
        sampler = Sampler(
            game.network, held, settings, budget.most, request.call["seed"],
            constant=constant,
        )  # fmt: skip
        if budget.deadline is not None:
            wanted = budget.deadline - request.started
            least = time.monotonic() + min(wanted, LEAST)
            budget.deadline = max(budget.deadline, least)
        try:
            stopped = _run(sampler, budget)
        except NotConstantError:
            continue
        break
    return found(request, game, sampler, stopped)


def _run(sampler: Sampler, budget: Budget) -> str:
    """Play within the budget, at least one game; return why it stopped."""

    def step() -> bool:
        sampler.run()
        while not sampler.played and not sampler.done:
            sampler.run()
        if budget.deadline is not None:
            left = budget.deadline - time.monotonic()
            if left < SLICE + sampler.seconds_to_end():
                sampler.begin_no_more()
        budget.say(lambda: f"{sampler.played:,} simulations, {sampler.nodes:,} states")
        return not sampler.done

    stopped = budget.run(step, lambda: sampler.played)
    if stopped != "complete" or sampler.proven:
        return stopped
    return "simulations" if budget.most == sampler.played else "time"
