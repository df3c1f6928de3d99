"""Kernels run on networks whose arrays were changed and sealed again.

    python tests/support/hostile_networks.py GAME SEED

Prints how many were refused, and how many accepted: those are networks of other games.
None may crash the process: `test_hostile_cache.py` checks its exit status.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import numpy as np

from pygame_search.game import Game, load
from pygame_search.network import native_game
from pygame_search.network.circuit.serialization import (
    DamagedError,
    from_bytes,
    to_bytes,
)
from pygame_search.network.native_game import NativeGame
from pygame_search.network.network import Network
from pygame_search.search.best import best
from pygame_search.search.perft import perft
from pygame_search.support.errors import PygameSearchError


def arrays(network: Network) -> Iterator[str]:
    """Yield the names of the arrays."""
    for field in fields(network):
        if isinstance(getattr(network, field.name), np.ndarray):
            yield field.name


def changed(network: Network, source: np.random.Generator) -> Iterator[Network]:
    """Yield networks with a number of an array that is another."""
    wires = network.wires
    odd = (-1, -(2**31), 2**31 - 1, 2 * wires, 2 * wires - 1, wires, 1, 0)
    for name in arrays(network):
        array = getattr(network, name)
        kind = np.iinfo(array.dtype)
        for number in odd:
            if array.size and kind.min <= number <= kind.max:
                other = array.copy()
                other.flat[source.integers(array.size)] = number
                yield replace(network, **{name: other})
        for place in source.integers(0, max(array.size, 1), 4).tolist():
            if array.size:
                other = array.copy()
                other.flat[place] ^= 1
                yield replace(network, **{name: other})


def use(network: Network, game: Game) -> Any:
    """Have kernels of all kinds run over a network."""
    native_game._GAMES[game] = NativeGame(
        network,
        {fluent: i for i, fluent in enumerate(network.fluents)},
        {move: i for i, move in enumerate(network.moves)},
    )
    try:
        lines = perft(game.initial, 3, tier="native")
        found = best(game.initial, depth=3, tier="native")
    except PygameSearchError as error:
        return type(error).__name__
    return [line.nodes for line in lines], found.value


def main(call: str, seed: str) -> None:
    """Change the network of a game in many ways."""
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    game = load(call)
    network = native_game.native(game).network
    right = use(network, game)
    source = np.random.default_rng(int(seed))
    told = {"refused": 0, "same": 0, "other": 0}
    for other in changed(network, source):
        try:
            read = from_bytes(to_bytes(other))
        except DamagedError:
            told["refused"] += 1
        else:
            told["same" if use(read, game) == right else "other"] += 1
    print(told)


if __name__ == "__main__":
    main(*sys.argv[1:])
