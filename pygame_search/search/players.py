"""Players: how a role chooses its move, without a search or by one."""

from __future__ import annotations

import random
from collections.abc import Mapping

from pygame_search.errors import InputError
from pygame_search.game import CHANCE, State, no_moves
from pygame_search.search.methods import MethodCall

#: The parameters by which a method says how long it thinks.
_LIMITS = ("depth", "seconds", "simulations", "nodes")


def choose(
    state: State,
    role: str,
    method: str | MethodCall | None = None,
    *,
    depth: int | None = None,
    seconds: float | None = 1.0,
    tier: str | None = None,
    weights: Mapping[str, int] | None = None,
    source: random.Random | None = None,
) -> str:
    """Return the move of a role in a state that is not terminal.

    Args:
        state: the position.
        role: who is to choose; `random` does so at random, whatever the method.
        method: as in `alphabeta(depth=4)`, `legal`, `advice` or `random(seed=1)`; by
            default that of `best`.
        depth: for the searches to a depth, in plies; then there is no clock.
        seconds: for the searches that say nothing of depth or time.
        tier: for the searches.
        weights: for features and heuristics, in place of the rule file's.
        source: of random numbers; what a method draws depends on it, unless that has a
            seed, and so does the move where a method gives probabilities.

    Raises:
        InputError: an unknown method, or advice where the rule file gives none.
    """
    from pygame_search.search.best import best, checked_method

    if role == CHANCE:
        method = "random"
    call = checked_method(state.game, method)
    legal = state.legal[role]
    if len(legal) == 1:
        return legal[0]
    if not call.method.searches:
        return player_move(state, role, call, source)
    if all(parameter.name != "depth" for parameter in call.method.parameters):
        depth = None
    if depth is not None or any(call[name] is not None for name in _LIMITS):
        seconds = None
    if source is not None and call["seed"] is not None and "seed" not in call.given:
        call = call.with_values(seed=source.randrange(1 << 31))
    found = best(
        state, role=role, depth=depth, seconds=seconds, method=call,
        tier=tier, weights=weights,
    )  # fmt: skip
    chances = [move.probability or 0 for move in found.moves]
    if any(chances):
        moves = [move.move for move in found.moves]
        return (source or random.Random()).choices(moves, chances)[0]
    assert found.move is not None
    return found.move


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
        return source.choice(legal)
    if call.method.name == "legal":
        return legal[0]
    advised = advice(state, role)
    if not advised:
        raise InputError(f"{state.game.name!r} gives no advice to {role} here")
    return advised[0]


def advice(state: State, role: str) -> tuple[str, ...]:
    """Return the legal moves of the lowest rank that the rule file advises."""
    reply = state.game.ask("advice", state=state.number, role=role)
    return tuple(reply["moves"])
