"""What a player's strategy does in each of its information sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, overload

from pygame_search.model.view import View
from pygame_search.solving.hidden.sequence_form import Side
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Shown, table

#: The most information sets of a player that are printed.
SHOWN = 20


@dataclass(frozen=True, slots=True)
class Behaviour(JsonObject):
    """What a strategy does in an information set.

    Attributes:
        view: what the player knows there.
        moves: its legal moves.
        probabilities: that of each move; the sum is 1.
        reached: whether the strategy can lead there, if the others and chance let it.
    """

    view: View
    moves: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    reached: bool = True

    def as_json(self) -> dict[str, Any]:
        """Return the view, and each move with its probability."""
        pairs = zip(self.moves, self.probabilities, strict=True)
        return {
            "view": self.view.as_json(),
            "moves": [{"move": m, "probability": float(p)} for m, p in pairs],
            "reached": self.reached,
        }


class Behaviours(Sequence[Behaviour]):
    """What a player's strategy does in each of its information sets, made when asked.

    Args:
        side: the player.
        chances: for each set the probability of each move.
        reached: whether the strategy can lead there; see `Behaviour`.
    """

    def __init__(
        self,
        side: Side,
        chances: Sequence[Sequence[Fraction]],
        reached: Sequence[bool],
    ) -> None:
        self._side, self._chances, self._reached = side, chances, reached

    def __len__(self) -> int:
        """Return the number of information sets."""
        return len(self._reached)

    @overload
    def __getitem__(self, place: int) -> Behaviour: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Behaviour]: ...
    def __getitem__(self, place: int | slice) -> Behaviour | Sequence[Behaviour]:
        """Return what is done in a set, or in some."""
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        one = self._side.set_at(range(len(self))[place])
        view, chances = self._side.view(one.view), tuple(self._chances[place])
        return Behaviour(view, one.moves, chances, bool(self._reached[place]))

    def __eq__(self, other: object) -> bool:
        """Return whether the same is done in the same sets, in the same order."""
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(Behaviour.__eq__, self, other))

    def __repr__(self) -> str:
        """Return it as a list."""
        return repr([*self])


def listed(choices: Sequence[Behaviour]) -> Iterator[Shown | str]:
    """Yield the choices of a player as a table."""
    shown = [*islice((one for one in choices if one.reached), SHOWN)]
    if len(shown) < SHOWN:
        others = (one for one in choices if not one.reached)
        shown += islice(others, SHOWN - len(shown))
    rows = [(one.view.line, _moves(one)) for one in shown]
    yield table("", "", rows=rows)
    if len(choices) > len(shown):
        yield f"... and {len(choices) - len(shown):,} more: --json has all"


def _moves(choice: Behaviour) -> str:
    """Return the moves of a choice with their probabilities, the likeliest first."""
    pairs = sorted(
        zip(choice.probabilities, choice.moves, strict=True), key=lambda p: -p[0]
    )
    words = ", ".join(
        move if chance == 1 else f"{move} {number_text(chance)}"
        for chance, move in pairs
        if chance
    )
    return words if choice.reached else f"{words} (not reached)"


def number_text(value: Fraction) -> str:
    """Return a number as a short fraction, or with six digits.

    >>> number_text(Fraction(-1, 18)), number_text(Fraction(123457, 1000000))
    ('-1/18', '0.123457')
    """
    return str(value) if value.denominator < 10_000 else f"{float(value):.6g}"
