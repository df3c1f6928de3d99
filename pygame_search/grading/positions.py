"""What a player sees of the positions of a game, many of them in one crossing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pygame_search.model.decimals import Weight
from pygame_search.model.game import Game
from pygame_search.model.machine import MoveTexts, parse_features
from pygame_search.model.position import Cell

#: How many positions are asked for in one crossing, at most and at first.
BATCH, _FIRST = 256, 8
#: How many seconds of processor time a crossing takes, about, where it is slow.
_SLICE = 0.2

#: The numbers of the moves of a joint move.
Joint = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player sees of a position.

    Attributes:
        moves: the numbers of the legal moves of each role; None at the end.
        goals: the goal value of each role, None where it has none; None before the end.
        board: the squares in order, or why they are not drawn, as the engine's text;
            see `cells`.
        features: of each role, as text; empty at the end.
    """

    moves: tuple[tuple[int, ...], ...] | None
    goals: tuple[int | None, ...] | None
    board: str
    features: str

    @property
    def cells(self) -> list[Cell]:
        """The squares of the board; empty if it is not drawn."""
        found, rest = list[Cell](), self.board if self.drawn else ""
        while rest:
            column, row, length, rest = rest.split(" ", 3)
            text, rest = rest[: int(length)], rest[int(length) :]
            found.append(Cell(int(column), int(row), text))
        return found

    @property
    def drawn(self) -> bool:
        """Whether there are squares."""
        return bool(self.board) and not self.board.startswith("!")


def _seen(text: str, board: str, features: str) -> Seen:
    """Return what is seen, from the texts of the engine."""
    kind, *parts = text.split("|")
    if kind == "t":
        values = tuple(None if v == "-" else int(v) for v in parts[0].split())
        return Seen(None, values, board, features)
    lists = tuple(tuple(map(int, part.split())) for part in parts)
    return Seen(lists, None, board, features)


class Positions:
    """The positions of a game by the engine's numbers, each looked at once.

    Args:
        game: the game.
        featured: whether features are looked at.
    """

    def __init__(self, game: Game, *, featured: bool = False) -> None:
        game.ready()
        self.game, self._featured = game, featured
        self.start: int = game.initial.number
        self._texts = MoveTexts(game)
        self._seen: dict[int, Seen] = {}
        self._sizes = {"seen": _FIRST, "follow": _FIRST}

    def __getitem__(self, state: int) -> Seen:
        """Return what is seen of a state."""
        if state not in self._seen:
            self.see([state])
        return self._seen[state]

    def see(self, states: Sequence[int]) -> None:
        """Look at several states, a batch in a crossing."""
        new = [s for s in dict.fromkeys(states) if s not in self._seen]
        while new:
            size = self._sizes["seen"]
            some, new = new[:size], new[size:]
            reply = self._timed("seen", states=some, features=self._featured)
            for state, texts in zip(some, reply["seen"], strict=True):
                self._seen[state] = _seen(*texts)

    def follow(self, steps: Sequence[tuple[int, Joint]]) -> list[int]:
        """Return the state after each step, a state and a joint move."""
        found: list[int] = []
        while len(found) < len(steps):
            some = steps[len(found) : len(found) + self._sizes["follow"]]
            text = "|".join(f"{state} {' '.join(map(str, j))}" for state, j in some)
            found += map(int, self._timed("follow", steps=text)["states"].split())
        return found

    def _timed(self, operation: str, **data: Any) -> dict[str, Any]:
        """Return a reply; the longer it takes, the less is asked for the next time."""
        began = time.process_time()
        reply = self.game.request(operation, **data)
        took = time.process_time() - began
        if took > _SLICE:
            self._sizes[operation] = max(1, self._sizes[operation] // 2)
        elif took < _SLICE / 4:
            self._sizes[operation] = min(BATCH, 2 * self._sizes[operation])
        return reply

    def words(self, moves: Sequence[int]) -> list[str]:
        """Return the texts of moves."""
        [texts] = self._texts.joints([tuple(moves)])
        return texts

    def features(self, state: int) -> list[dict[str, Weight]]:
        """Return what each feature with a weight adds for each role, if anything."""
        weights = self.game.weights
        return [
            {n: count * weights[n] for n, count in counts.items() if weights.get(n)}
            for counts in parse_features(self[state].features)
        ]
