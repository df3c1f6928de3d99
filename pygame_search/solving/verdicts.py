"""The value of a state, from its floor, its ceiling and the draw rule.

See `solution` for these terms.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from pygame_search.machine.machine import Choice, Expansion, Machine
from pygame_search.solving.retrograde import Ratings


@dataclass(frozen=True, slots=True)
class Judgement:
    """The values of all states for a role.

    Attributes:
        machine: the state machine.
        role: an index.
        ratings: a lower and an upper bound for each state.
        values: the lowest and the highest value of the rules; equal if unknown.
        endless: whether play can go on for ever.
        draw: the value of endless play, None if it has none.
        only: the value of every end, if the rules name only one.
    """

    machine: Machine
    role: int
    ratings: Ratings
    values: tuple[int, int]
    endless: bool
    draw: int | None
    only: int | None = None
    _known: dict[int, tuple[int | None, int | None]] = field(default_factory=dict)

    @property
    def loss(self) -> int | None:
        """The lowest value; None if unknown."""
        low, high = self.values
        return low if low != high else None

    def verdict(self, state: int) -> tuple[int | None, int | None]:
        """Return the value of a state, and its distance from the end."""
        if state not in self._known:
            self._known[state] = self._judge(state)
        return self._known[state]

    def _judge(self, state: int) -> tuple[int | None, int | None]:
        low, high = self.values if self.loss is not None else (-inf, inf)
        floor, soon = self.ratings.floors.get(state, (low, None))
        ceiling, late = self.ratings.ceilings.get(state, (high, None))
        if self.endless and self.draw is not None:
            value = sorted((floor, self.draw, ceiling))[1]
        elif floor in (ceiling, self.only):
            value = floor
        else:
            return None, None
        found = int(value)
        if soon == 0 and late == 0:
            return found, 0
        if self.endless and found == self.draw:
            return found, None
        return found, late if self.others_hurry(found) else soon

    def others_hurry(self, value: int) -> bool:
        """Return whether the others hurry towards the end at this value."""
        below = self.endless and self.draw is not None and value < self.draw
        return below or value == self.loss

    def best(self, node: Expansion, state: int) -> int | None:
        """Return the first best choice of the role, as the index of a joint move.

        Return None if the state has no value, or if no choice of the role keeps it.
        """
        value, distance = self.verdict(state)
        if value is None:
            return None
        for choice in node.choices(self.role):
            if self._keeps(choice, value, distance):
                return choice[0][0]
        raise AssertionError("expected a choice that keeps the value")

    def _keeps(self, choice: Choice, value: int, distance: int | None) -> bool:
        """Return whether a choice keeps the value, and the distance."""
        answers = [state for _, state in choice]
        worths = [self.verdict(state)[0] for state in answers]
        if distance is None:
            return min(worth for worth in worths if worth is not None) == value
        if self.others_hurry(value):
            if any(worth is not None and worth < value for worth in worths):
                return False
            return distance - 1 == min(
                (plies for state in answers
                 for worth, plies in [self.ratings.ceilings.get(state, (inf, inf))]
                 if worth == value),
                default=None,
            )  # fmt: skip
        floors = [self.ratings.floors.get(state, (-inf, inf)) for state in answers]
        if any(floor < value for floor, _ in floors):
            return False
        return distance - 1 == max(
            (plies for floor, plies in floors if floor == value), default=None
        )
