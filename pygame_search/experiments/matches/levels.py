"""Levels: how strong a player is, as one word for any game.

Each level is a method whose work is counted in nodes or random games, so what it plays
does not depend on the speed of the machine. A search to a depth is strong if the rules
evaluate positions, and weak if they do not; UCT needs no evaluation. So the levels of
a game with weighted features are alpha-beta searches, and those of the others UCT.
"""

from __future__ import annotations

from pygame_search.game import State
from pygame_search.model.rules import CHANCE
from pygame_search.search.core.methods import MethodCall, read_method
from pygame_search.search.core.setup import checked_method
from pygame_search.support.errors import InputError, did_you_mean

#: The methods of each level: with an evaluation, and without one.
_METHODS = {
    "easy": ("deepening(nodes=10)", "uct(simulations=20)"),
    "medium": ("deepening(nodes=500)", "uct(simulations=200)"),
    "hard": ("deepening(nodes=10000)", "uct(simulations=2000)"),
}

#: The levels, the weakest first.
LEVELS = tuple(_METHODS)

#: How long a move may take at most, in seconds, whatever work the level allows.
PATIENCE = 10


def level_method(
    state: State, level: str, seconds: float | None = PATIENCE
) -> MethodCall:
    """Return the method that plays at a level from a state on.

    It evaluates positions if the rules weigh features, there is no chance, and one role
    at a time has a choice in this state; if not, it is UCT.

    Args:
        state: where the game begins.
        level: one of `LEVELS`.
        seconds: how long a move may take at most; None for no clock.

    Raises:
        InputError: there is no such level, or the game cannot be searched, because it
            hides what others know.
    """
    if level not in _METHODS:
        raise InputError(
            f"no level {level!r}: expected one of {', '.join(LEVELS)}"
            f"{did_you_mean(level, LEVELS)}"
        )
    evaluated, sampled = _METHODS[level]
    call = read_method(evaluated if _evaluates(state) else sampled)
    if seconds is not None:
        call = call.with_values(seconds=seconds)
    return checked_method(state.game, call)


def _evaluates(state: State) -> bool:
    """Return whether a search to a depth suits the game."""
    game = state.game
    choosing = [role for role in state.to_move if role != CHANCE]
    return game.chance is None and any(game.weights.values()) and len(choosing) <= 1
