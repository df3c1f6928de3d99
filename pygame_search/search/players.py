"""Players: how a role may choose its move without a search, or by one."""

from __future__ import annotations

import random

from pygame_search.errors import InputError
from pygame_search.game import State
from pygame_search.search.best import METHODS, best

#: The players that do not look ahead: degenerate searches of depth 0 (Genesereth).
WITHOUT_SEARCH = ("legal", "random", "advice")


def choose(
    state: State,
    role: str,
    method: str,
    *,
    depth: int | None = None,
    seconds: float | None = 1.0,
    tier: str = "clauses",
    source: random.Random | None = None,
) -> str:
    """Return the move of a role in a state that is not terminal.

    Args:
        state: the position.
        role: who is to choose.
        method: `legal`, the first move in rule order; `random`; `advice`, a move of
            the lowest rank that the rule file advises; `alphabeta` or `minimax`.
        depth: for the searches, in plies; then there is no clock.
        seconds: for the searches.
        tier: for the searches.
        source: of random numbers.

    Raises:
        InputError: an unknown method, or advice where the rule file gives none.
    """
    legal = state.legal[role]
    if len(legal) == 1:
        return legal[0]
    if method == "legal":
        return legal[0]
    if method == "random":
        return (source or random.Random()).choice(legal)
    if method == "advice":
        advised = advice(state, role)
        if not advised:
            raise InputError(f"{state.game.name!r} gives no advice to {role} here")
        return advised[0]
    if method not in METHODS:
        known = ", ".join((*WITHOUT_SEARCH, *METHODS))
        raise InputError(f"no method {method!r}: expected one of {known}")
    if depth is not None:
        seconds = None
    found = best(
        state, role=role, depth=depth, seconds=seconds, method=method, tier=tier
    )
    assert found.move is not None
    return found.move


def advice(state: State, role: str) -> tuple[str, ...]:
    """Return the legal moves of the lowest rank that the rule file advises."""
    reply = state.game.ask("advice", state=state.number, role=role)
    return tuple(reply["moves"])
