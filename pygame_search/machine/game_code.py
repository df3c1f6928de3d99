"""The code of a game for searches of one state at a time, and where it is kept."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.native_game import made_from, native
from pygame_search.model.rules import Rules
from pygame_search.network.events.wired import WiredGame
from pygame_search.network.events.wiring import wire
from pygame_search.network.game_code import GameCode
from pygame_search.network.grounding.ground_program import ground
from pygame_search.network.lift.lifted import LiftedGame, lifted
from pygame_search.network.machine_code import sealed, unsealed
from pygame_search.support.disk_cache import keep, kept_file, read, sources, used

_LOG = logging.getLogger(__name__)

#: With more edges in its network, a game takes longer to lift than most searches take.
MOST_EDGES = 60_000

#: With more operations in a step, changes are propagated instead. The count is that of
#: what one phase takes to list the moves, make a step and look for the end.
MOST_OPERATIONS = 20_000

_LIFTED: WeakKeyDictionary[Rules, LiftedGame | None] = WeakKeyDictionary()


def game_code(
    game: Rules,
    role: int,
    weights: Mapping[tuple[int, str], int],
    bits: NDArray[np.uint64],
) -> GameCode:
    """Return the code of a game for the searches of a role from a state.

    Args:
        game: the game.
        role: the index of the role.
        weights: of the features, by the index of a role and the name.
        bits: the fluents of the state, in words.

    Raises:
        TierError: the game cannot be grounded.
        LimitError: its network would be too large.
    """
    tier = native(game)
    if game not in _LIFTED:
        _LIFTED[game] = _lifted(game)
    found = _LIFTED[game]
    if found is not None and found.takes(bits):
        return found
    key = role, tuple(sorted(weights.items()))
    wiring = tier.wirings.pop(key, None) or wire(tier.network, role, weights)
    tier.keep(key, wiring)
    return WiredGame(wiring)


def _lifted(game: Rules) -> LiftedGame | None:
    """Return a game as operations on words, None where these are too many."""
    content = [sources("pygame_search.network"), *made_from(game)]
    path = kept_file(".lifted", content)
    if path is not None:
        with suppress(OSError, ValueError):
            data = unsealed(read(path))
            used(path)
            return LiftedGame.from_bytes(data) if data else None
    found = _made(game)
    if path is not None:
        try:
            keep(path, sealed(found.to_bytes() if found else b""))
        except OSError as error:
            _LOG.warning(f"the operations of a game are not kept in {path}: {error}")
    return found


def _made(game: Rules) -> LiftedGame | None:
    network = native(game).network
    if len(network.inputs) > MOST_EDGES:
        return None
    made = lifted(ground(game, named=True), network)
    return made if made.operations <= MOST_OPERATIONS else None
