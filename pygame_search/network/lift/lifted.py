"""A game as code of operations on words."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.game_code import GameCode
from pygame_search.network.grounding.ground import Ground
from pygame_search.network.lift.llvm import functions
from pygame_search.network.lift.program import Phase, Program, program
from pygame_search.network.lift.rules import open_rules
from pygame_search.network.machine_code import MOST_OPTIMISED, Library
from pygame_search.network.network import Network


class LiftedGame(GameCode):
    """A game as operations on words.

    Args:
        text: its functions, in LLVM's language.
        size: the words of a state.
        roles: how many roles there are.
        moves: how many moves.
        places: for each fluent of the network its bit in a state.
        features: the index of the role and the name of each feature.
        turns: the bits of which exactly one must hold, if the functions are written
            for such states alone; else none.
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
        features: Sequence[tuple[int, str]],
        turns: Sequence[int],
        operations: int,
    ) -> None:
        together = text.count("\n") <= MOST_OPTIMISED
        self.library = Library((text,), together)
        self.size = self.key = size
        self.roles, self.moves, self.operations = roles, moves, operations
        self._places = np.array(places, np.int64)
        self._turns = list(turns)
        self._features = [(role, name) for role, name in features]

    def takes(self, bits: NDArray[np.uint64]) -> bool:
        """Return whether the functions are right for a state and all that follow.

        A state that a user gives may be nobody's turn.
        """
        octets = self.state(bits).view(np.uint8)
        held = np.unpackbits(octets, bitorder="little")[self._turns]
        return not self._turns or int(held.sum()) == 1

    def state(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return a state as its words, given the bits of the network's fluents."""
        found: NDArray[np.uint64] = self.keys(bits[np.newaxis])[0]
        return found

    def keys(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return some states as their words."""
        octets = np.ascontiguousarray(bits).view(np.uint8)
        count = len(self._places)
        held = np.unpackbits(octets, axis=1, count=count, bitorder="little")
        made = np.zeros((len(bits), 64 * self.size), np.uint8)
        made[:, self._places] = held
        packed = np.packbits(made, axis=1, bitorder="little")
        words: NDArray[np.uint64] = np.ascontiguousarray(packed).view(np.uint64)
        return words

    def held(self, state: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return for each fluent of the network whether it holds in a state."""
        octets = np.ascontiguousarray(state).view(np.uint8)
        bits = np.unpackbits(octets, bitorder="little")
        return bits[self._places].astype(np.bool_)

    def weights(self, weights: Mapping[tuple[int, str], int]) -> NDArray[np.int64]:
        """Return the weights of features in the order of the code."""
        found = [weights.get(feature, 0) for feature in self._features]
        return np.array([*found, 0], np.int64)

    def to_bytes(self) -> bytes:
        """Return the game as bytes, for a file."""
        [text] = self.library.texts
        parts = {
            "text": text, "size": self.size, "roles": self.roles, "moves": self.moves,
            "places": self._places.tolist(), "features": self._features,
            "turns": self._turns, "operations": self.operations,
        }  # fmt: skip
        return zlib.compress(json.dumps(parts).encode(), 1)

    @classmethod
    def from_bytes(cls, data: bytes) -> LiftedGame:
        """Return a game from `to_bytes`."""
        return cls(**json.loads(zlib.decompress(data)))


def lifted(ground: Ground, network: Network) -> LiftedGame:
    """Return a game as operations on words.

    Args:
        ground: its rules, with names.
        network: made of them.
    """
    made = program(open_rules(ground, network), network)
    roles = len(network.roles)
    return LiftedGame(
        functions(made, roles), made.size, roles, len(network.moves), _places(made),
        [(role, name) for role, name, _ in made.phases[0].features],
        _turns(made),
        max(_operations(made, phase) for phase in made.phases),
    )  # fmt: skip


def _turns(made: Program) -> list[int]:
    """Return the bits that tell the phase, if there is none for any state."""
    closed = bool(made.phases[-1].state)
    return [made.fields[at].at for at in made.phase_fields] if closed else []


def _operations(made: Program, phase: Phase) -> int:
    """Return how many operations a phase has, beside goals and features."""
    return len(made.words.needed([phase.terminal, *phase.legal, *phase.next]))


def _places(made: Program) -> list[int]:
    """Return for each fluent of the network its bit in a state."""
    bits = {
        fluent: field.at + (place - field.low if field.places is not None else 0)
        for field, fluents in zip(made.fields, made.fluents, strict=True)
        for fluent, place in fluents.items()
    }
    return [bits[fluent] for fluent in range(len(bits))]
