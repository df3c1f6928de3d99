"""Players that choose their moves without a search."""

from __future__ import annotations

import random
import time

from pygame_search.game import State
from pygame_search.model.rules import no_moves
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.support.errors import InputError


def answer(request: SearchRequest) -> SearchResult:
    """Return the move of a player that does not look ahead."""
    state, role = request.state, request.role
    move, over, value = None, state.terminal, None
    if over:
        value = state.goals[role]
    else:
        move = player_move(state, role, request.call)
    moves = () if move is None else (MoveValue(move, (move,), None),)
    return SearchResult(
        role=role, move=move, value=value, moves=moves, best=moves, line=(),
        states=(state,), depth=0, complete=over, distance=None,
        nodes=1, leaves=1, cutoffs=0, seconds=time.monotonic() - request.started,
        stopped="over" if over else "depth", method=str(request.call),
    )  # fmt: skip


def player_move(
    state: State, role: str, call: MethodCall, source: random.Random | None = None
) -> str:
    """Return the move of a player that does not look ahead.

    Raises:
        InputError: the rule file gives no advice here.
        RulesError: the role has no legal move.
    """
    legal = state.legal[role]
    if not legal:
        raise no_moves(state.game, role, state.facts)
    if call.method.name == "random":
        if source is None or call["seed"] is not None:
            source = random.Random(call["seed"])
        return state.drawn(role, source)
    if call.method.name == "legal":
        return legal[0]
    advised = advice(state, role)
    if not advised:
        raise InputError(f"{state.game.name!r} gives no advice to {role} here")
    return advised[0]


def advice(state: State, role: str) -> tuple[str, ...]:
    """Return the legal moves of the lowest rank that the rule file advises."""
    reply = state.game.request("advice", state=state.number, role=role)
    return tuple(reply["moves"])
