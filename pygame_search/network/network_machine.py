"""A state machine over a network; how the gates are evaluated is left open."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import compress, product

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.game import Game, State
from pygame_search.model.machine import Expansion
from pygame_search.network.native_game import NativeGame
from pygame_search.network.packing import pack, unpack
from pygame_search.support.errors import TierError


class NetworkMachine(ABC):
    """The state machine over the network of a game; a pygame_search.model.machine one.

    States are numbers that only this machine knows, counted from 0, which is `initial`;
    moves are indices into the network, in its order.

    Args:
        game: the game as a network.
    """

    def __init__(self, game: NativeGame) -> None:
        self.native = game
        self.network = network = game.network
        self._numbers: dict[bytes, int] = {}
        self._states: list[bytes] = []
        self._memo: dict[int, Expansion] = {}
        self._order = np.argsort(network.ranks)
        words = *network.fluents, *network.always
        #: The fluents that may hold, in the standard order of terms.
        self.names = tuple(words[place] for place in self._order)
        self._always = np.ones(len(network.always), np.uint8)
        self.initial = self.met(pack(network.initial[np.newaxis])[0])

    # ---- states -------------------------------------------------------------

    def met(self, packed: NDArray[np.uint64]) -> int:
        """Return the number of a packed state."""
        data = packed.tobytes()
        found = self._numbers.setdefault(data, len(self._states))
        if found == len(self._states):
            self._states.append(data)
        return found

    def packed(self) -> Iterator[NDArray[np.uint64]]:
        """Yield the states that were met, packed, in the order of their numbers."""
        for data in self._states:
            yield np.frombuffer(data, np.uint64)

    def bits(self, state: int) -> NDArray[np.uint8]:
        """Return for each fluent of the network whether it holds."""
        packed = np.frombuffer(self._states[state], np.uint64)
        found: NDArray[np.uint8]
        found = unpack(packed[np.newaxis], len(self.network.fluents))[0]
        return found

    def facts(self, state: int) -> tuple[str, ...]:
        """Return the fluents that hold, in the standard order of terms."""
        return tuple(compress(self.names, self.held(state).tolist()))

    def held(self, state: int) -> NDArray[np.uint8]:
        """Return for each of `names` whether it holds."""
        return np.concatenate([self.bits(state), self._always])[self._order]

    def number(self, state: State) -> int:
        """Return the number of a state of the game.

        Raises:
            TierError: the state cannot be reached from the start of the game.
        """
        return self.met(pack(self.native.held(state)[np.newaxis])[0])

    def state(self, game: Game, state: int) -> State:
        """Return the state of the game that a number stands for."""
        return game.of_facts(self.facts(state))

    # ---- the outputs of the gates -----------------------------------------------

    @abstractmethod
    def _instances(self, state: int, relation: str) -> NDArray[np.bool_]:
        """Return which instances of an output of the network hold in a state."""

    @abstractmethod
    def moves(self, state: int) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the legal moves of each role."""

    @abstractmethod
    def after(
        self,
        state: int,
        moves: Sequence[Sequence[int]],
        ranks: NDArray[np.int64],
    ) -> tuple[int, ...]:
        """Return the states after legal joint moves in a state.

        Args:
            state: a state that is not terminal.
            moves: the numbers of the legal moves of each role there.
            ranks: for each joint move and role, which of these the role makes.
        """

    def terminal(self, state: int) -> bool:
        """Return whether the game is over."""
        return bool(self._instances(state, "terminal").any())

    def goals(self, state: int) -> tuple[int | None, ...]:
        """Return each role's goal value, None where it has none or several."""
        roles, values = self.network.outputs["goal"].arguments
        found: list[set[int]] = [set() for _ in self.network.roles]
        for i in np.flatnonzero(self._instances(state, "goal")).tolist():
            found[roles[i]].add(int(values[i]))
        return tuple(own.pop() if len(own) == 1 else None for own in found)

    def features(self, state: int) -> tuple[dict[str, int], ...]:
        """Return, for each role, the value of each feature that has an instance."""
        network = self.network
        found: list[dict[str, int]] = [{} for _ in network.roles]
        roles, names = network.outputs["feature"].arguments
        for i in np.flatnonzero(self._instances(state, "feature")):
            counts = found[roles[i]]
            name = network.names[names[i]]
            counts[name] = counts.get(name, 0) + 1
        return tuple(found)

    def holds(self, state: int, relation: str, *arguments: int) -> bool | None:
        """Return whether a relation holds, None if it has no rule.

        One with arguments is no output of a network: a search that needs it is refused.
        """
        if arguments or not self.network.outputs[relation].defined:
            return None
        return bool(self._instances(state, relation).any())

    # ---- the interface of a search ------------------------------------------

    def text(self, move: int) -> str:
        """Return a move as the rule file writes it."""
        return self.network.moves[move][1]

    def look(self, state: int) -> Expansion:
        """Return whether a state is terminal, and its values, without moves."""
        if self.terminal(state):
            return Expansion(True, self.goals(state))
        return Expansion(False)

    def expand(self, state: int) -> Expansion:
        """Return everything about a state."""
        found = self._memo.get(state)
        if found is None:
            found = self.look(state)
            if not found.terminal:
                moves = self.moves(state)
                found = Expansion(False, (), moves, self.successors(state, moves))
            self._memo[state] = found
        return found

    def successors(self, state: int, moves: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """Return the states after all joint moves of the legal moves in a state."""
        ranks = product(*(range(len(choice)) for choice in moves))
        listed = np.array(list(ranks), np.int64).reshape(-1, len(moves))
        return self.after(state, moves, listed)

    def play(self, state: int, joint: Sequence[str]) -> int | None:
        """Return the state after a joint move, None if it is not legal.

        Args:
            state: the number of a state.
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

    def advice(self, state: int) -> dict[tuple[int, int], int]:
        """Raise an error, because a network contains no advice.

        Raises:
            TierError: always.
        """
        raise TierError(
            "the native tier does not support advice: use clauses or procedural for "
            "that order"
        )

    def _moves(self, held: NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
        """Return the legal moves of each role, given which legal literals hold."""
        legal = np.flatnonzero(held)
        cuts = np.searchsorted(legal, self.network.move_starts[1:-1])
        return tuple(tuple(part.tolist()) for part in np.split(legal, cuts))
