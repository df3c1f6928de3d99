"""A game as code of operations on words."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.circuit.program import OPEN, TRUE
from pygame_search.network.game_code import GameCode
from pygame_search.network.machine_code import Library, patience

if TYPE_CHECKING:
    from pygame_search.network.grounding.ground import Ground
    from pygame_search.network.lift.keys import Moved
    from pygame_search.network.lift.program import Program
    from pygame_search.network.lift.rules import OpenRules
    from pygame_search.network.lift.symmetries import Symmetry
    from pygame_search.network.network import Network


class LiftedGame(GameCode):
    """A game as operations on words.

    Args:
        text: its functions, in LLVM's language.
        size: the words of a state.
        roles: how many roles there are.
        moves: how many moves.
        places: for each fluent of the network its bit in a state; -1 if it is told by
            the others of its group.
        features: the index of the role and the name of each feature, and what a part
            of it counts.
        symmetric: whether a state may have the key of another.
        groups: fluents of which exactly one holds in each state for which the functions
            are written.
        constants: the fluents of the network that never change, and whether they hold:
            the functions are written for states in which they do or do not.
        uses: for each fluent of the network how many rules of the goals use it.
        operations: how many a phase takes to list the moves, make a step and look for
            the end.
    """

    def __init__(
        self,
        text: str,
        size: int,
        roles: int,
        moves: int,
        places: Sequence[int],
        features: Sequence[tuple[int, str, int]],
        symmetric: bool,
        groups: Sequence[Sequence[int]],
        constants: Sequence[tuple[int, int]],
        uses: Sequence[int],
        operations: int,
    ) -> None:
        self.library = Library((text,), patience(text))
        self.size = self.key = size
        self.roles, self.moves, self.operations = roles, moves, operations
        self._places = np.array(places, np.int64)
        self._kept = np.flatnonzero(self._places >= 0)
        self._groups = list(map(list, groups))
        self._constants = np.array(constants, np.int64).reshape(-1, 2)
        self.uses = np.zeros(64 * size, np.int64)
        self.uses[self._places[self._kept]] = np.array(uses, np.int64)[self._kept]
        self._symmetric = symmetric
        self._features = [(role, name, count) for role, name, count in features]

    def copy(self) -> LiftedGame:
        """Return itself: the functions write nothing but their results."""
        return self

    def takes(self, bits: NDArray[np.uint64]) -> bool:
        """Return whether the functions are right for a state and all that follow.

        In a state that a user gives it may be nobody's turn, and a fluent may hold that
        the first step of a game drops for ever, or may not.
        """
        held = _unpacked(bits, len(self._places))
        fluents, values = self._constants.T
        return bool((held[fluents] == values).all()) and all(
            held[group].sum() == 1 for group in self._groups
        )

    def state(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return a state as its words, given the bits of the network's fluents."""
        found: NDArray[np.uint64] = self._packed(bits[np.newaxis])[0]
        return found

    def keys(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the keys of some states; see `GameCode`."""
        keys = self._packed(bits)
        if self._symmetric:
            make, first = self.code.function("game_key", 3), keys.ctypes.data
            for key in range(first, first + keys.nbytes, 8 * self.key):
                make(0, key, key)
        return keys

    def _packed(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return some states as their words."""
        held = _unpacked(bits, len(self._places))
        made = np.zeros((len(bits), 64 * self.size), np.uint8)
        made[:, self._places[self._kept]] = held[:, self._kept]
        packed = np.packbits(made, axis=1, bitorder="little")
        words: NDArray[np.uint64] = np.ascontiguousarray(packed).view(np.uint64)
        return words

    def held(self, state: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return for each fluent of the network whether it holds in a state."""
        held = np.zeros(len(self._places), np.bool_)
        held[self._kept] = _unpacked(state)[self._places[self._kept]]
        for group in self._groups:
            kept = [fluent for fluent in group if self._places[fluent] >= 0]
            told = [fluent for fluent in group if self._places[fluent] < 0]
            held[told] = not held[kept].any()
        return held

    def telling(self, fluents: Collection[int]) -> list[int] | None:
        """Return the bits of a state that tell which of some fluents hold.

        One that is told by the others of its group takes the bits of these.
        """
        wanted = set(fluents)
        for group in self._groups:
            told = {fluent for fluent in group if self._places[fluent] < 0}
            if told & wanted and not wanted.issuperset(group):
                return None
        return sorted(int(self._places[f]) for f in wanted if self._places[f] >= 0)

    def weights(self, weights: Mapping[tuple[int, str], int]) -> NDArray[np.int64]:
        """Return the weights of features in the order of the code."""
        found = [weights.get((r, name), 0) * count for r, name, count in self._features]
        return np.array([*found, 0], np.int64)

    def to_bytes(self) -> bytes:
        """Return the game as bytes, for a file."""
        [text] = self.library.texts
        uses = self.uses[self._places] * (self._places >= 0)
        parts = {
            "text": text, "size": self.size, "roles": self.roles, "moves": self.moves,
            "places": self._places.tolist(), "features": self._features,
            "symmetric": self._symmetric, "groups": self._groups,
            "constants": self._constants.tolist(), "uses": uses.tolist(),
            "operations": self.operations,
        }  # fmt: skip
        return zlib.compress(json.dumps(parts).encode(), 1)

    @classmethod
    def from_bytes(cls, data: bytes) -> LiftedGame:
        """Return a game from `to_bytes`."""
        return cls(**json.loads(zlib.decompress(data)))


def _unpacked(words: NDArray[np.uint64], count: int | None = None) -> NDArray[np.uint8]:
    """Return the first bits of words, or of each row of them."""
    octets = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=count, bitorder="little")


def lifted(
    ground: Ground, network: Network, exclusive: Sequence[Sequence[Sequence[str]]] = ()
) -> LiftedGame:
    """Return a game as operations on words; what makes them is loaded here.

    Args:
        ground: its rules, with names.
        network: made of them.
        exclusive: see `program`.
    """
    from pygame_search.network.lift.llvm import functions
    from pygame_search.network.lift.program import program
    from pygame_search.network.lift.rules import open_rules
    from pygame_search.network.lift.symmetries import symmetries
    from pygame_search.network.lift.uses import goal_uses

    rules = open_rules(ground, network)
    made = program(rules, network, exclusive)
    roles, places = len(network.roles), _places(made)
    moved = _moved(symmetries(rules, network).symmetries, places, made.size)
    return LiftedGame(
        functions(made, roles, moved), made.size, roles, len(network.moves), places,
        [(role, name, count) for role, name, count, _ in made.phases[0].features],
        len(moved) > 1, _groups(made), _constants(rules), goal_uses(rules).tolist(),
        most_operations(made),
    )  # fmt: skip


def _groups(made: Program) -> list[Sequence[int]]:
    """Return the groups of fluents of which exactly one must hold."""
    groups = list(made.exclusive)
    if made.phases[-1].state:  # there is no phase for any state
        groups.append([min(made.fluents[at]) for at in made.phase_fields])
    return groups


def _constants(rules: OpenRules) -> list[tuple[int, int]]:
    """Return the fluents of the network that never change, and whether they hold.

    The network keeps them as fluents, as it looked for constants before it knew that a
    role has one move only.
    """
    values = rules.values[rules.true]
    found = np.flatnonzero(values != OPEN).tolist()
    return [(at, int(values[at] == TRUE)) for at in found]


def _moved(group: Iterable[Symmetry], places: Sequence[int], size: int) -> list[Moved]:
    """Return the bit that each bit of a state becomes by symmetries.

    Those that make a fluent without a bit of one with a bit are left out.
    """
    found = []
    for symmetry in group:
        bits = list(range(64 * size))
        images = [places[fluent] for fluent in symmetry.fluents]
        for place, image in zip(places, images, strict=True):
            if place >= 0:
                bits[place] = image
        if all((a < 0) == (b < 0) for a, b in zip(places, images, strict=True)):
            found.append(tuple(bits))
    return found


def most_operations(made: Program) -> int:
    """Return how many operations a phase takes at most, beside goals and features."""
    return max(
        made.words.operations([phase.terminal, *phase.legal, *phase.next])
        for phase in made.phases
    )


def _places(made: Program) -> list[int]:
    """Return for each fluent of the network its bit in a state."""
    bits = {
        fluent: -1 if field.others else field.at + place - field.low
        for field, fluents in zip(made.fields, made.fluents, strict=True)
        for fluent, place in fluents.items()
    }
    return [bits[fluent] for fluent in range(len(bits))]
