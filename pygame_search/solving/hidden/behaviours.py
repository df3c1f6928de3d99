"""What a player's strategy does in each of its information sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, overload

from pygame_search.model.view import View
from pygame_search.solving.hidden.sequence_form import Side
from pygame_search.support.errors import InputError
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
        return [*self] == [*other]

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


class StrategyError(InputError):
    """A strategy that does not fit the game; the text says where."""


def chances_of(side: Side, behaviours: Iterable[Behaviour]) -> list[list[Fraction]]:
    """Return the probability of each move, for each information set of a player.

    Args:
        side: the player.
        behaviours: what it does in each of its information sets, in any order.

    Raises:
        StrategyError: a set is missing, occurs twice or cannot be reached; or its moves
            are not the legal ones; or their probabilities do not add up to 1.
    """
    given: dict[View, Behaviour] = {}
    for one in behaviours:
        if given.setdefault(one.view, one) is not one:
            raise listed_twice(one.view)
    found = []
    for each in side.sets:
        view = side.view(each.view)
        own = given.pop(view, None)
        if own is None:
            raise not_given(view)
        found.append(chances_at(each.moves, own))
    for view in given:
        raise StrategyError(
            f"{view.role} never has a choice {knowing(view)}: no play leads there "
            "to two legal moves or more"
        )
    return found


def chances_at(moves: Sequence[str], own: Behaviour) -> list[Fraction]:
    """Return the probabilities in the order of the legal moves.

    Raises:
        StrategyError: the moves are not the legal ones; or their probabilities do not
            add up to 1.
    """
    where = knowing(own.view)
    chances = dict(zip(own.moves, own.probabilities, strict=True))
    if sorted(own.moves) != sorted(moves):
        raise StrategyError(
            f"expected the legal moves {', '.join(moves)}, found "
            f"{', '.join(own.moves) or 'none'}, {where}"
        )
    below = [move for move, chance in chances.items() if chance < 0]
    if below:
        raise StrategyError(f"the probability of {below[0]} is below 0, {where}")
    total = sum(chances.values(), Fraction(0))
    if total != 1:
        raise StrategyError(
            f"expected probabilities that add up to 1, found {total}, {where}"
        )
    return [chances[move] for move in moves]


def listed_twice(view: View) -> StrategyError:
    """Return the error where a strategy has an information set twice."""
    return StrategyError(
        f"listed twice: what {view.role} does where it knows: {view.line}"
    )


def not_given(view: View) -> StrategyError:
    """Return the error where a strategy lacks an information set."""
    return StrategyError(f"no move is given {knowing(view)}")


def knowing(view: View) -> str:
    """Return where a player is, by what it knows, in words."""
    return f"where {view.role} knows: {view.line}"
