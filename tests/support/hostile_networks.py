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
from numpy.typing import NDArray

from pygame_search.game import Game, load
from pygame_search.machine import native_game
from pygame_search.machine.native_game import NativeGame
from pygame_search.network.circuit.serialization import (
    DamagedError,
    from_bytes,
    to_bytes,
)
from pygame_search.network.network import Network
from pygame_search.search.best import best
from pygame_search.search.perft import perft
from pygame_search.support.errors import PygameSearchError

#: Where an array stands: a field, or an output and the number of the array in it.
Place = str | tuple[str, int]


def arrays(network: Network) -> Iterator[tuple[Place, NDArray[Any]]]:
    """Yield all arrays."""
    for field in fields(network):
        value = getattr(network, field.name)
        if isinstance(value, np.ndarray):
            yield field.name, value
    for name, output in network.outputs.items():
        for at, array in enumerate((*output.arguments, output.literals)):
            yield (name, at), array


def put(network: Network, place: Place, array: NDArray[Any]) -> Network:
    """Return the network with another array."""
    if isinstance(place, str):
        return replace(network, **{place: array})  # type: ignore[arg-type]
    name, at = place
    output = network.outputs[name]
    parts = [*output.arguments, output.literals]
    parts[at] = array
    *arguments, literals = parts
    other = output._replace(arguments=tuple(arguments), literals=literals)
    return replace(network, outputs={**network.outputs, name: other})


def changed(network: Network, source: np.random.Generator) -> Iterator[Network]:
    """Yield networks with a number of an array that is another."""
    wires = network.wires
    odd = (-1, -(2**31), 2**31 - 1, 2 * wires, 2 * wires - 1, wires, 1, 0)
    for place, array in arrays(network):
        kind = np.iinfo(array.dtype)
        for number in odd:
            if array.size and kind.min <= number <= kind.max:
                other = array.copy()
                other.flat[source.integers(array.size)] = number
                yield put(network, place, other)
        for at in source.integers(0, max(array.size, 1), 4).tolist():
            if array.size:
                other = array.copy()
                other.flat[at] ^= 1
                yield put(network, place, other)


def use(network: Network, game: Game) -> Any:
    """Have kernels of all kinds run over a network."""
    known = NativeGame(
        network,
        {fluent: i for i, fluent in enumerate(network.fluents)},
        network.groups_apart,
        {move: i for i, move in enumerate(network.moves)},
    )
    native_game._GAMES[game] = {False: known, True: known}
    try:
        if game.has_estimate:
            path = game.path(method="a_star", tier="native", limit=1000)
            return path.expanded, path.cost
        lines = perft(game.initial, 3, tier="native")
        found = best(game.initial, depth=3, tier="native")
    except PygameSearchError as error:
        return type(error).__name__
    return [line.nodes for line in lines], found.value


def main(call: str, seed: str) -> None:
    """Change the network of a game in many ways."""
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    game = load(call)
    network = native_game.native(game, estimate=game.has_estimate).network
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
