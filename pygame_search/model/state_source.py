"""What the states of a game stand on: clauses, or something that agrees with them.

A source knows a state by a key: equal keys are equal states. For clauses it is the
number that the engine gives it, for a network what holds. Facts and moves as text are
what all sources share. `pygame_search.network.state_source` is the
other source; `tests/model/test_state_source.py` holds both to the same answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from pygame_search.model.position import Cell, Position
from pygame_search.model.rules import Rules
from pygame_search.support.errors import MoveError

Key = TypeVar("Key", int, bytes)


class StateSource(Protocol[Key]):
    """What a state asks."""

    def initial(self) -> Key:
        """Return the state in which the game begins."""
        ...

    def read(self, text: str) -> Key:
        """Return the state in which the fluents of a user's text hold.

        Raises:
            MoveError: text is no list of fluents, or one of them cannot hold.
        """
        ...

    def of_facts(self, facts: Sequence[str]) -> Key:
        """Return the state in which the facts of another state of the rules hold."""
        ...

    def position(self, state: Key) -> Position:
        """Return what there is to show of a state, without its board."""
        ...

    def drawn(self, state: Key, position: Position) -> Position | None:
        """Return its position with its board; None where no work is left for it."""
        ...

    def play(self, state: Key, text: str) -> tuple[Key, tuple[str, ...]]:
        """Return the state after a user's move, and the joint move that it stands for.

        Raises:
            MoveError: it is malformed or not legal; the legal ones are listed.
        """
        ...

    def successors(self, state: Key) -> tuple[Key, ...]:
        """Return what follows each joint move, the last role's move changing fastest.

        Every role has a legal move in the state.
        """
        ...

    def notation(self, move: str) -> str | None:
        """Return the short notation of a move, None where the rules have none."""
        ...

    def number(self, state: Key) -> int:
        """Return the engine's number of a state."""
        ...

    def numbered(self, number: int) -> Key:
        """Return the state with a number of the engine."""
        ...


class ClauseSource:
    """States computed by the clauses of the game, with the numbers of the engine.

    Args:
        game: the game.
    """

    def __init__(self, game: Rules) -> None:
        self._game = game

    def initial(self) -> int:
        """Return the state in which the game begins."""
        return int(self._game.request("initial")["state"])

    def read(self, text: str) -> int:
        """Return the state in which the fluents of a text hold."""
        return int(self._game.request("from_facts", text=text)["state"])

    def of_facts(self, facts: Sequence[str]) -> int:
        """Return the state in which facts hold."""
        return self.read(self._game.facts_text(facts))

    def position(self, state: int) -> Position:
        """Return what there is to show of a state, without its board."""
        reply = self._game.request("position", state=state)
        return Position(
            facts=tuple(reply["facts"]),
            cells=(),
            legal=tuple(tuple(moves) for moves in reply["legal"]),
            terminal=reply["terminal"],
            goals=tuple(reply["goals"]),
        )

    def drawn(self, state: int, position: Position) -> Position | None:
        """Return its position with its board; None where no work is left for it."""
        reply = self._game.beside("drawing", state=state)
        if reply is None:
            return None
        cells = tuple(Cell(*cell) for cell in reply["board"])
        return replace(position, cells=cells, undrawn=reply["undrawn"])

    def play(self, state: int, text: str) -> tuple[int, tuple[str, ...]]:
        """Return the state after a move, and the joint move that it stands for."""
        reply = self._game.request("play", state=state, text=text)
        if "illegal" in reply:
            raise illegal(text, reply["illegal"], self._game.roles, reply["legal"])
        return reply["state"], tuple(reply["joint"])

    def successors(self, state: int) -> tuple[int, ...]:
        """Return what follows each joint move."""
        _, _, numbers = self._game.engine.expand(self._game.key, state).rpartition("|")
        return tuple(map(int, numbers.split()))

    def notation(self, move: str) -> str | None:
        """Return the notation of a move, None where the rules have none."""
        text: str | None = self._game.request("notation", text=move)["text"]
        return text

    def number(self, state: int) -> int:
        """Return the state itself."""
        return state

    def numbered(self, number: int) -> int:
        """Return the number itself."""
        return number


def illegal(
    text: str, why: str, roles: Sequence[str], legal: Sequence[Sequence[str]]
) -> MoveError:
    """Return what to say of a move that is not legal.

    Args:
        text: the move.
        why: the reason.
        roles: the roles of the game.
        legal: the legal moves of each role, none at the end of the game.
    """
    parts = [
        f"{role}: {', '.join(moves)}"
        for role, moves in zip(roles, legal, strict=False)
        if list(moves) != ["noop"]
    ]
    listing = f"; legal: {'; '.join(parts)}" if parts else ""
    return MoveError(f"{text!r}: {why}{listing}", legal)
