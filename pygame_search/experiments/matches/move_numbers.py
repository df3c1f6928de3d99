"""The move numbers of a record, and its result, beside the moves that were made.

A number counts the moves of all players together, as in PGN, where `7.` stands before
White's seventh move and `7...` before Black's; or each move alone. Moves that a record
leaves out may count or not. A record that begins in another position may begin with any
number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from pygame_search.game import State
from pygame_search.state_text import outcome_text

#: What the results say of two players' goals: whether the first has more, the other, or
#: neither.
RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "½-½": 0}


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to number moves.

    Attributes:
        together: how many moves have the same number.
        before: how many of these were made before the record begins.
        all: whether moves that are left out count.
        first: the number at the beginning; None if it is not known yet.
    """

    together: int
    before: int
    all: bool
    first: int | None

    def beginning(self, number: int, made: int, written: int) -> _Way:
        """Return the way if this number is right, and no other one is known."""
        if self.first is not None:
            return self
        return replace(self, first=number - self._passed(made, written))

    def due(self, made: int, written: int) -> int:
        """Return the number of the next move."""
        return (self.first or 0) + self._passed(made, written)

    def _passed(self, made: int, written: int) -> int:
        return ((made if self.all else written) + self.before) // self.together


class MoveNumbers:
    """Compares the numbers of a record with the moves made.

    Args:
        players: how many there are.
        anywhere: whether the first number may be any.
    """

    def __init__(self, players: int, *, anywhere: bool) -> None:
        self._ways = [
            _Way(together, before, counted, None if anywhere else 1)
            for together, counted in product(dict.fromkeys((players, 1)), (True, False))
            for before in range(together if anywhere else 1)
        ]

    def due(self, number: int, made: int, written: int) -> int | None:
        """Return the number that is due if another is written; after that, None.

        Args:
            number: the number that is written.
            made: how many moves were made before.
            written: how many of these the record has.
        """
        ways = [way.beginning(number, made, written) for way in self._ways]
        right = [way for way in ways if way.due(made, written) == number]
        wrong = bool(ways) and not right
        self._ways = right
        return ways[0].due(made, written) if wrong else None


def contradiction(result: str, state: State) -> str:
    """Return what the last position says of a result; empty if it does not refute it.

    Nothing refutes the result of a game that is not over: people give up.
    """
    if result not in RESULTS or not state.terminal or len(state.game.players) != 2:
        return ""
    first, second = (state.goals[role] for role in state.game.players)
    if first is None or second is None:
        return ""
    if (first > second) - (first < second) == RESULTS[result]:
        return ""
    return f"the game ends otherwise: {outcome_text(state)}"
