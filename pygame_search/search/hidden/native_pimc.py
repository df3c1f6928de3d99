"""Perfect information Monte Carlo natively: each world is searched by a kernel.

Without chance it is that of alpha-beta, with a table, and else that of expectimax. Both
find the values that the procedures find.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.game_code import game_code
from pygame_search.machine.machine import Key
from pygame_search.machine.native_game import NativeGame, native
from pygame_search.machine.network import NetworkMachine, stuck
from pygame_search.model.decimals import unscaled
from pygame_search.model.scores import INFINITY, WIN, score_value
from pygame_search.network.network import StuckError
from pygame_search.network.packing import unmarked
from pygame_search.network.searches.expectimax import LEAVES, LIMITED, Settings
from pygame_search.network.searches.expectimax_driver import Expectimax
from pygame_search.network.searches.node import NODES, goal_rows
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.setup import new_task
from pygame_search.search.core.task import RootMove, Task
from pygame_search.search.game_tree.answer import deepens
from pygame_search.search.game_tree.deepening import Deepened, Search, deepening
from pygame_search.search.game_tree.native import (
    TABLE_BYTES,
    feature_weights,
    native_search,
)
from pygame_search.search.hidden.information import InformationRequest, World, Worlds
from pygame_search.search.hidden.pimc import FaceUp, mean, prepared
from pygame_search.support.errors import InputError
from pygame_search.support.memory import memory_left
from pygame_search.support.words import counted

#: What searches from the root that is given by its bits, and gives the text of each
#: move at the root that it finds.
_Begun = Callable[
    [SearchRequest, Task, NDArray[np.uint64]], tuple[Search, Callable[[RootMove], str]]
]


def by_kernels(request: InformationRequest) -> SearchResult:
    """Return the answer of searches by kernels.

    Raises:
        InputError: no play shows the role what it has seen, or a limit of memory has no
            effect.
        LimitError: the time is over too soon, or a value is too large.
        RulesError: a role has no legal move, or no goal value at an end.
        TierError: the native tier does not support the game, or a mean is too large a
            fraction for it at the first depth that is searched.
    """
    game = request.game.with_percepts()
    tier = native(game)
    asked = replace(prepared(request), tier=request.tier)
    worlds = Worlds(request)
    if game.chance is None:
        call = read_method("alphabeta(table=true)")  # the same values, sooner
        asked = replace(asked, call=call, table_bytes=request.table_bytes)
        begun = _alphabeta(tier)
    elif request.table_bytes is not None:
        raise InputError(
            "memory has an effect only in games without chance: with chance, pimc has "
            "no table"
        )
    else:
        begun = _expectimax(tier, asked, _bits(tier, worlds.worlds[0]))
    low, high = game.ranges[request.index]
    # Rule order takes the clauses.
    machine = NetworkMachine(game, memo=True, order="standard")
    order = _moves(worlds, worlds.worlds[0], request.index)
    stopped: dict[World, int] = {}

    def face_up(world: World, seconds: float | None) -> FaceUp:
        now = replace(asked, seconds=seconds, started=time.monotonic())
        task = new_task(now, machine=machine)
        search, text = begun(now, task, _bits(tier, world))
        try:
            found = _searched(now, search, task, world.state)
        except StuckError as error:
            raise stuck(game, error) from None
        if found.stopped == "fraction":
            stopped[world] = found.depth
        values = {
            text(move): score_value(unscaled(move.score, now.unit), low, high)[0]
            for move in found.moves
        }
        texts = order
        if values.keys() != set(order):  # it does not know which moves are legal
            texts = _moves(worlds, world, request.index)
        return {move: values[move] for move in texts}, task.nodes

    answer = mean(request, worlds, face_up)
    if not stopped:
        return answer
    return replace(answer, notes=(*answer.notes, _shallower(stopped.values())))


def _shallower(depths: Collection[int]) -> str:
    """Return how far worlds were searched whose deeper means are too large fractions.

    Args:
        depths: that of each such world, in plies.
    """
    least, most = min(depths), max(depths)
    depth = f"{least}" if least == most else f"{least} to {most}"
    return (
        f"{counted(len(depths), 'world was', 'worlds were')} searched only to depth "
        f"{depth}: deeper means are fractions too large for the native tier; "
        "the tier procedural computes them"
    )


def _moves(worlds: Worlds, world: World, role: int) -> list[str]:
    """Return the legal moves of a role in a world, in rule order."""
    moves = worlds.machine.legal(world.state).moves[role]
    return [worlds.perception.text(move) for move in moves]


def _bits(tier: NativeGame, world: World) -> NDArray[np.uint64]:
    """Return the fluents of a world as bits, in words."""
    packed = np.frombuffer(cast(bytes, world.state), np.uint64)
    [bits] = unmarked(packed[np.newaxis], len(tier.fluents))
    return cast("NDArray[np.uint64]", bits)


def _searched(
    request: SearchRequest, search: Search, task: Task, state: Key
) -> Deepened:
    """Return the answer of a search to the depth, or of the deepest in the time."""
    if not deepens(request):
        moves = search(task, state, -INFINITY, INFINITY, all_best=False)
        return Deepened(moves, task.limit, task.limited, "depth")
    return deepening(search, task, state, most=task.limit, deadline=request.deadline)


def _alphabeta(tier: NativeGame) -> _Begun:
    """Return what searches by alpha-beta."""

    def begun(
        request: SearchRequest, task: Task, bits: NDArray[np.uint64]
    ) -> tuple[Search, Callable[[RootMove], str]]:
        memory = memory_left(request.table_bytes or TABLE_BYTES)
        found = native_search(request, task, memory, bits)

        def text(move: RootMove) -> str:
            assert move.line is not None
            _, state, _, _ = move.line
            [texts] = task.texts(task.machine.expand(state), [move.joint])
            return texts[task.role]

        return found.search, text

    return begun


def _expectimax(
    tier: NativeGame, asked: SearchRequest, state: NDArray[np.uint64]
) -> _Begun:
    """Return what searches by expectimax.

    Args:
        tier: the game as a network.
        asked: the method, the role and the weights.
        state: one of the states that are possible.
    """
    task = new_task(asked)
    game, role, network = asked.state.game, asked.index, tier.network
    assert game.chance is not None
    weights = feature_weights(tier, task)
    code = game_code(game, role, weights, state)
    goals = goal_rows(tier.goal_values(role), task.goal_range, task.unit)
    low, high = task.goal_range
    settings = Settings(
        role=role,
        chance=game.chance,
        weighed=int(network.weighs_chance is not None),
        low=low,
        high=high,
        turns=int(game.turns),
    )
    searcher = Expectimax(code, code.machine(weights, goals), settings)

    def begun(
        request: SearchRequest, task: Task, bits: NDArray[np.uint64]
    ) -> tuple[Search, Callable[[RootMove], str]]:
        def search(
            task: Task, state: Key, alpha: int, beta: int, *, all_best: bool
        ) -> list[RootMove]:
            before = searcher.counts.copy()
            try:
                found = searcher.search(bits, task.limit, task.look_at_clock)
            finally:
                more = searcher.counts - before
                task.nodes += int(more[NODES])
                task.leaves += int(more[LEAVES])
                task.limited += int(more[LIMITED])
            return [
                RootMove(move, kind * WIN if kind else value, "exact", None)
                for move, (kind, value) in found.items()
            ]

        return search, lambda move: network.moves[move.joint][1]

    return begun
