"""What holds in a state of a network, whatever evaluates its gates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import compress
from math import gcd

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.native_game import NativeGame
from pygame_search.model.rules import CHANCE
from pygame_search.network.packing import pack, unpack


class Evaluator(ABC):
    """Evaluates the network of a game in one state.

    A state is a bytes object: the bits of its fluents, packed in words. All evaluators
    of a network use the same states. Moves are indices into the network, in its order.
    One thread at a time may use an evaluator.

    Args:
        game: the game as a network.
    """

    def __init__(self, game: NativeGame) -> None:
        self.native = game
        self.network = network = game.network
        self._order = np.argsort(network.ranks)
        words = *network.fluents, *network.always
        #: The fluents that may hold, in the standard order of terms.
        self.names = tuple(words[place] for place in self._order)
        self._always = np.ones(len(network.always), np.uint8)
        self.initial = packed(network.initial)

    # ---- states -------------------------------------------------------------

    def bits(self, state: bytes) -> NDArray[np.uint8]:
        """Return for each fluent of the network whether it holds."""
        words = np.frombuffer(state, np.uint64)
        found: NDArray[np.uint8]
        found = unpack(words[np.newaxis], len(self.network.fluents))[0]
        return found

    def facts(self, state: bytes) -> tuple[str, ...]:
        """Return the fluents that hold, in the standard order of terms."""
        return tuple(compress(self.names, self.held(state).tolist()))

    def held(self, state: bytes) -> NDArray[np.uint8]:
        """Return for each of `names` whether it holds."""
        return np.concatenate([self.bits(state), self._always])[self._order]

    # ---- the outputs of the gates -----------------------------------------------

    @abstractmethod
    def _instances(self, state: bytes, relation: str) -> NDArray[np.bool_]:
        """Return which instances of an output of the network hold in a state."""

    @abstractmethod
    def moves(self, state: bytes) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the legal moves of each role."""

    @abstractmethod
    def after(
        self,
        state: bytes,
        moves: Sequence[Sequence[int]],
        ranks: NDArray[np.int64],
    ) -> tuple[bytes, ...]:
        """Return the states after legal joint moves in a state.

        Args:
            state: a state that is not terminal.
            moves: the numbers of the legal moves of each role there.
            ranks: for each joint move and role, the index of the role's move in
                `moves`.
        """

    def terminal(self, state: bytes) -> bool:
        """Return whether the game is over."""
        return bool(self._instances(state, "terminal").any())

    def goals(self, state: bytes) -> tuple[int | None, ...]:
        """Return each role's goal value; None if it has none or several."""
        roles, values = self.network.outputs["goal"].arguments
        found: list[set[int]] = [set() for _ in self.network.roles]
        for i in np.flatnonzero(self._instances(state, "goal")).tolist():
            found[roles[i]].add(int(values[i]))
        return tuple(own.pop() if len(own) == 1 else None for own in found)

    def estimate(self, state: bytes) -> int | None:
        """Return the estimated cost to a goal; None if there is none or several."""
        [values] = self.network.estimate.arguments
        held = np.flatnonzero(self._instances(state, "h"))
        return int(values[held[0]]) if len(held) == 1 else None

    def features(self, state: bytes) -> tuple[dict[str, int], ...]:
        """Return, for each role, the value of each feature that has an instance."""
        network = self.network
        found: list[dict[str, int]] = [{} for _ in network.roles]
        held = [self._instances(state, name) for name in ("feature", "feature_value")]
        for holds, part in zip(np.concatenate(held), network.features(), strict=True):
            if holds:
                role, name, count, _ = part
                found[role][name] = found[role].get(name, 0) + count
        return tuple(found)

    def noisy(self, state: bytes) -> frozenset[tuple[int, int]]:
        """Return the legal moves that are noisy, each with the index of its role."""
        roles, names = self.network.outputs["noisy"].arguments
        found = set[tuple[int, int]]()
        for i in np.flatnonzero(self._instances(state, "noisy")).tolist():
            text = self.network.names[names[i]]
            found.add((int(roles[i]), self.native.moves[int(roles[i]), text]))
        for role in {role for role, _ in found}:
            if self.network.roles[role] == CHANCE:  # its outcomes are all looked at
                found |= {(role, move) for move in self.moves(state)[role]}
        return frozenset(found)

    def weights(
        self, state: bytes, role: int, moves: Sequence[int]
    ) -> tuple[int, ...] | None:
        """Return the weights of moves of chance, divided by what divides them all.

        The result is None if a move has no weight, or several.
        """
        found: dict[int, list[int]] = {move: [] for move in moves}
        roles, names, values = self.network.outputs["weight"].arguments
        for i in np.flatnonzero(self._instances(state, "weight")).tolist():
            move = self.native.moves.get((role, self.network.names[names[i]]))
            if roles[i] == role and move in found:
                found[move].append(int(values[i]))
        single = [own[0] for own in found.values() if len(own) == 1 and own[0] > 0]
        if len(single) < len(moves):
            return None
        return tuple(weight // gcd(*single) for weight in single)

    def holds(self, state: bytes, relation: str, *arguments: int) -> bool | None:
        """Return whether a relation holds; None if it has no rule.

        A relation with arguments is not an output of a network, so a search that needs
        it is refused.
        """
        if arguments or not self.network.outputs[relation].defined:
            return None
        return bool(self._instances(state, relation).any())

    def text(self, move: int) -> str:
        """Return a move as the rule file writes it."""
        return self.network.moves[move][1]

    def play(self, state: bytes, joint: Sequence[str]) -> bytes | None:
        """Return the state after a joint move; None if it is not legal.

        Args:
            state: the state.
            joint: the text of the move of each role.
        """
        if self.terminal(state):
            return None
        legal = self.moves(state)
        ranks = []
        for role, (text, choice) in enumerate(zip(joint, legal, strict=True)):
            move = self.native.moves.get((role, text))
            if move not in choice:
                return None
            ranks.append(choice.index(move))
        [after] = self.after(state, legal, np.array([ranks], np.int64))
        return after

    def _moves(self, held: NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
        """Return the legal moves of each role, given which legal literals hold."""
        legal = np.flatnonzero(held)
        cuts = np.searchsorted(legal, self.network.move_starts[1:-1])
        return tuple(tuple(part.tolist()) for part in np.split(legal, cuts))


def packed(bits: NDArray[np.uint8]) -> bytes:
    """Return a state as bytes, given for each fluent whether it holds."""
    found: bytes = pack(bits[np.newaxis])[0].tobytes()
    return found
