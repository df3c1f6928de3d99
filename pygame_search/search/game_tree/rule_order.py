"""The network's machine for searches that show what they do.

What is legal, what follows, who wins, and what is estimated, the network says. The
knowledge base is asked for the order in which the rules give the moves, and for the
numbers under which everyone knows the states.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pygame_search.game import Game
from pygame_search.model.machine import Expansion, KnowledgeBase, MoveTexts
from pygame_search.network.machine import NativeMachine


class RuleOrder:
    """The state machine over a network, in rule order; see model/machine.py.

    States have the numbers of the knowledge base, moves those of the network.

    Args:
        game: the game.

    Raises:
        TierError: the game cannot be grounded.
        LimitError: its network would be too large.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._texts = MoveTexts(game)
        self._order = KnowledgeBase(game, memo=False)
        self._machine = NativeMachine(game)
        self._moves = self._machine.evaluator.native.moves
        self._inside: dict[int, int] = {}
        self._outside: dict[int, int] = {}
        self._memo: dict[int, Expansion] = {}

    def _number(self, state: int) -> int:
        """Return the network's number of a state.

        Raises:
            TierError: no such state comes up in a game from the start.
        """
        if state not in self._inside:
            self._keep(self._machine.number(self._game.numbered(state)), state)
        return self._inside[state]

    def _keep(self, inside: int, outside: int) -> None:
        self._inside[outside] = inside
        self._outside[inside] = outside

    def _known(self, inside: int) -> int:
        """Return the knowledge base's number of a state of the network."""
        if inside not in self._outside:
            outside = self._game.of_facts(self._machine.facts(inside)).number
            self._keep(inside, outside)
        return self._outside[inside]

    def number(self, packed: NDArray[np.uint64]) -> int:
        """Return the knowledge base's number of a packed state."""
        return self._known(self._machine.met(packed.tobytes()))

    def expand(self, state: int) -> Expansion:
        """Return all about a state, the moves in rule order."""
        found = self._memo.get(state)
        if found is None:
            found = self._machine.expand(self._number(state))
            if not found.terminal:
                found = self._ordered(state, found)
            self._memo[state] = found
        return found

    def _ordered(self, state: int, found: Expansion) -> Expansion:
        places = []
        for role, moves in enumerate(self._order.expand(state).moves):
            texts = self._texts.joints([moves])[0] if moves else []
            ranks = {self._moves[role, text]: i for i, text in enumerate(texts)}
            places.append(
                sorted(
                    range(len(found.moves[role])),
                    key=lambda place: ranks[found.moves[role][place]],
                )
            )
        indices = [0]
        for moves, order in zip(found.moves, places, strict=True):
            indices = [i * len(moves) + place for i in indices for place in order]
        return Expansion(
            False,
            (),
            tuple(
                tuple(moves[place] for place in order)
                for moves, order in zip(found.moves, places, strict=True)
            ),
            tuple(self._known(found.successors[i]) for i in indices),
        )

    def look(self, state: int) -> Expansion:
        """Return whether a state is terminal, and its values; no moves."""
        return self._machine.look(self._number(state))

    def features(self, state: int) -> tuple[dict[str, int], ...]:
        """Return, for each role, the value of each feature that has an instance."""
        return self._machine.features(self._number(state))

    def holds(self, state: int, relation: str, *arguments: int) -> bool | None:
        """Return whether a relation holds, None if it has no rule."""
        return self._machine.holds(self._number(state), relation, *arguments)

    def advice(self, state: int) -> dict[tuple[int, int], int]:
        """Refuse: advice is not a part of the network.

        Raises:
            TierError: always.
        """
        return self._machine.advice(self._number(state))

    def texts(self, joints: Sequence[tuple[int, ...]]) -> list[list[str]]:
        """Return the texts of joint moves."""
        return [
            [self._machine.evaluator.text(move) for move in joint] for joint in joints
        ]
