"""States of a game as its code has them, which tests step through."""

from __future__ import annotations

from typing import Any

import numpy as np

from pygame_search.game import State
from pygame_search.machine.game_code import code_of
from pygame_search.machine.native_game import native
from pygame_search.network.game_code import GameCode


class Walk:
    """A state of the native tier, as its words.

    Args:
        code: of the game.
        words: of the state.
        names: the moves.
        fluents: the fluents.
    """

    def __init__(self, code: GameCode, words: Any, names: Any, fluents: Any) -> None:
        self.code, self.words = code, words
        self.names, self.fluents = names, fluents

    def _call(self, name: str, *arguments: int) -> int:
        call = self.code.code.function(name, 2 + len(arguments))
        result = call(self.code.context, self.words.ctypes.data, *arguments)
        if fault := self.code.fault():
            raise fault
        return result

    @property
    def held(self) -> set[str]:
        """The fluents of the network that hold."""
        held = self.code.held(self.words)
        return {name for name, holds in zip(self.fluents, held, strict=True) if holds}

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._call("game_terminal") == 1

    def goal(self, role: int) -> int:
        """Return the goal value of a role."""
        return self._call("game_goal", role)

    def legal(self, role: int) -> dict[str, int]:
        """Return the legal moves of a role by their texts."""
        room = np.zeros(self.code.moves + 2, np.int32)
        number = self._call("game_legal", role, room.ctypes.data)
        return {self.names[m][1]: m for m in room[:number].tolist()}

    def play(self, moves: tuple[int, ...]) -> Walk:
        """Return the state after a joint move."""
        joint, after = np.array(moves, np.int32), np.zeros_like(self.words)
        self._call("game_step", joint.ctypes.data, after.ctypes.data, 1)
        return Walk(self.code, after, self.names, self.fluents)


def walk_at(state: State) -> Walk:
    """Return a state as the native tier has it."""
    code, bits = code_of(state.game, state.number, state.facts)
    network = native(state.game, histories=True).network
    return Walk(code, code.state(bits), network.moves, network.fluents)
