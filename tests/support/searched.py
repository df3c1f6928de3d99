"""What searches of one state at a time ask of a game, as a machine like the others.

The functions of a game are machine code: operations on words, or changes that are
propagated through its network. They are made for the searches of one role. `Searched`
asks those of every role, which must agree where they tell the same, and answers from
them alone; only what they do not tell, such as the names, is the network's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from tiers import Functions

from pygame_search.game import Game
from pygame_search.machine.game_code import lift
from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.machine.native_game import native
from pygame_search.network.events.wired import WiredGame
from pygame_search.network.events.wiring import wire
from pygame_search.network.game_code import GameCode

T = TypeVar("T")


class Searched(KernelEvaluator):
    """Answers from the functions of a game.

    Args:
        game: the game.
        code: makes the functions for a role and the weights of the features.
    """

    def __init__(
        self, game: Game, code: Callable[[int, dict[tuple[int, str], int]], GameCode]
    ) -> None:
        super().__init__(game)
        features = self.network.features()
        pairs = sorted({(role, name) for role, name, *_ in features})
        #: Other numbers of features are other sums, as good as always.
        self._weights = {pair: 1 + 1000**at for at, pair in enumerate(pairs[:5])}
        self._functions = [
            Functions(code(role, self._weights), role, self._weights)
            for role in range(len(self.network.roles))
        ]

    def _at(self, state: bytes) -> list[Functions]:
        for functions in self._functions:
            functions.begin(state)
            assert functions.facts() == state, "a state is not read as it is written"
        return self._functions

    def terminal(self, state: bytes) -> bool:
        """Return whether the game is over."""
        return _agreed([one.end()[0] for one in self._at(state)])

    def goals(self, state: bytes) -> tuple[int | None, ...]:
        """Return each role's goal value; None if it has none or several."""
        return tuple(one.end()[1] for one in self._at(state))

    def moves(self, state: bytes) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the legal moves of each role."""
        return _agreed([one.moves() for one in self._at(state)])

    def after(
        self,
        state: bytes,
        moves: Sequence[Sequence[int]],
        ranks: NDArray[np.int64],
    ) -> tuple[bytes, ...]:
        """Return the states after legal joint moves in a state."""
        found = []
        for row in ranks.tolist():
            joint = [own[rank] for own, rank in zip(moves, row, strict=True)]
            ends = [(one, one.step(joint)) for one in self._at(state)]
            for one, end in ends:
                assert end == one.end(), "a step made in part has another end"
            found.append(_agreed([one.facts() for one, _ in ends]))
        return tuple(found)

    def features(self, state: bytes) -> tuple[dict[str, int], ...]:
        """Return the features of the network; the functions must have their sum."""
        found = super().features(state)
        expected = sum(
            self._weights.get((role, name), 0) * count
            for role, counts in enumerate(found)
            for name, count in counts.items()
        )
        for one in self._at(state):
            assert one.end()[2] == expected, f"the features: {one.end()[2]}"
        return found

    def holds(self, state: bytes, relation: str, *arguments: int) -> bool | None:
        """Return whether a relation holds; None if it has no rule."""
        if relation == "mid_turn" and not self.terminal(state):
            return _agreed([one.mid_turn() for one in self._at(state)])
        return super().holds(state, relation, *arguments)


def _agreed(found: Sequence[T]) -> T:
    """Return what all functions tell."""
    assert all(one == found[0] for one in found), f"the roles are told {found}"
    return found[0]


def by_words(game: Game) -> Searched | None:
    """Return a game by operations on words; None where these are too many."""
    code = lift(game)
    return None if code is None else Searched(game, lambda role, weights: code)


def by_changes(game: Game) -> Searched:
    """Return a game by changes in its network."""
    network = native(game).network
    return Searched(game, lambda role, weights: WiredGame(wire(network, role, weights)))
