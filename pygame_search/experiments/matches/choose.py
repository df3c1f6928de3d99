"""How a role chooses its move in a match: by a search, or without one."""

from __future__ import annotations

import random
from collections.abc import Mapping

from pygame_search.game import State
from pygame_search.model.decimals import Weight
from pygame_search.model.rules import CHANCE
from pygame_search.search.best import best
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.setup import checked_method, informed_default
from pygame_search.search.rule_players import player_move

#: The parameters that limit how long a method thinks.
_LIMITS = ("depth", "seconds", "simulations", "nodes")


def choose(
    state: State,
    role: str,
    method: str | MethodCall | None = None,
    *,
    depth: int | None = None,
    seconds: float | None = 1.0,
    tier: str | None = None,
    weights: Mapping[str, Weight | float] | None = None,
    source: random.Random | None = None,
) -> str:
    """Return the move of a role in a state that is not terminal.

    Args:
        state: the position.
        role: the role that chooses; the role `random` chooses at random, whatever the
            method.
        method: as in `alphabeta(depth=4)`, `legal`, `advice` or `random(seed=1)`; by
            default that of `best`.
        depth: the depth of searches to a depth, in plies; then there is no time limit.
        seconds: the time of searches that have no depth or time of their own.
        tier: the tier of searches.
        weights: weights of features and heuristics, in place of the rule file's.
        source: the source of random numbers, for methods that have no seed, and for
            the choice of a move if a method gives probabilities.

    Raises:
        InputError: an unknown method, or advice where the rule file gives none.
    """
    if role == CHANCE:
        method = "random"
    default = "alphabeta"
    if depth is None:
        default = informed_default(state.game, default)
    call = checked_method(state.game, method, default)
    legal = state.legal[role]
    if len(legal) == 1:
        return legal[0]
    call.must_choose(depth)
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
        tier=tier, weights=weights, at_once=True,
    )  # fmt: skip
    chances = [move.probability or 0 for move in found.moves]
    if any(chances):
        moves = [move.move for move in found.moves]
        return (source or random.Random()).choices(moves, chances)[0]
    assert found.move is not None
    return found.move
