"""What roles perceive, over the states of any machine of a game with percepts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from pygame_search.machine.clauses import AT_ONCE
from pygame_search.machine.machine import Expansion, Key, Machine
from pygame_search.model.rules import CHANCE
from pygame_search.support.work_limit import spend

#: The cost of asking what the roles perceive in a step, in inferences.
_PERCEPTS = 2_000


class Perception:
    """The percepts of each role in the step to a state, and the texts of moves.

    Args:
        machine: of a game with percepts, `Game.with_percepts`.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._roles = machine.rules.roles
        self._percepts: dict[Key, tuple[tuple[str, ...], ...]] = {}
        self._plain: dict[Key, Key] = {}
        self._texts: dict[int, str] = {}
        self._views: dict[tuple[int, int, int, tuple[str, ...]], int] = {}

    def percepts(self, state: Key) -> tuple[tuple[str, ...], ...]:
        """Return what each role has perceived in the step to a state."""
        if state not in self._percepts:
            self.notice(self.machine.together(state))
        return self._percepts[state]

    def notice(self, states: Iterable[Key]) -> None:
        """Ask at once for the percepts in the steps to several states."""
        missing = [one for one in dict.fromkeys(states) if one not in self._percepts]
        for some in _parts(missing):
            spend(_PERCEPTS * len(some))
            found = self.machine.percepts(some)
            self._percepts.update(zip(some, found, strict=True))

    def plain(self, states: Sequence[Key]) -> list[Key]:
        """Return several states without the percepts of the steps to them."""
        missing = [one for one in dict.fromkeys(states) if one not in self._plain]
        for some in _parts(missing):
            self._plain.update(zip(some, self.machine.forgetting(some), strict=True))
        return [self._plain[state] for state in states]

    def views_after(
        self, views: Sequence[int], joint: Sequence[int], state: Key
    ) -> tuple[int, ...]:
        """Return the number of each role's view after a joint move.

        Equal numbers of a role mean that it has made and perceived the same. Those of
        chance stay 0.

        Args:
            views: the numbers before; 0 at the start.
            joint: the numbers of the moves.
            state: the state that they lead to.
        """
        known = self._views
        return tuple(
            0  # it chooses by the rules alone
            if self._roles[role] == CHANCE
            else known.setdefault((role, *step), len(known) + 1)
            for role, step in enumerate(
                zip(views, joint, self.percepts(state), strict=True)
            )
        )

    def ranks(self, numbers: Iterable[int]) -> dict[int, int]:
        """Return the places of a role's views, ordered by what it did and perceived.

        What came first counts first: moves by their numbers, percepts by their texts.

        Args:
            numbers: those of views after as many steps.
        """
        made = {number: step for step, number in self._views.items()}

        def steps(number: int) -> list[tuple[int, tuple[str, ...]]]:
            found = []
            while number:
                _, number, move, percepts = made[number]
                found.append((move, percepts))
            return found[::-1]

        ordered = sorted({*numbers}, key=steps)
        return {number: rank for rank, number in enumerate(ordered)}

    def text(self, move: int) -> str:
        """Return the text of a move."""
        found = self._texts.get(move)
        if found is None:
            found = self._texts[move] = self.machine.texts([[move]])[0][0]
        return found

    def evenly(self, node: Expansion, index: int, role: int) -> Fraction:
        """Return how likely the moves of all but one role in a joint move are.

        Chance draws by weight, and each other role chooses evenly.

        Args:
            node: the state.
            index: that of the joint move.
            role: the index of the role whose move is given.
        """
        return node.likelihood(index) * self.unit(node, role)

    def unit(self, node: Expansion, role: int) -> Fraction:
        """Return how likely the moves of all but one role are, for a weight of 1.

        Args:
            node: the state.
            role: the index of the role whose move is given.
        """
        ways = 1
        for other, moves in enumerate(node.moves):
            if other != role:
                drawn = other == node.chance and node.weights
                ways *= sum(node.weights) if drawn else len(moves)
        return Fraction(1, ways)

    def drawn(self, node: Expansion, index: int) -> Fraction:
        """Return how likely the move of chance in a joint move is; 1 without one."""
        if node.weights:
            return Fraction(node.likelihood(index), sum(node.weights))
        if CHANCE not in self._roles:
            return Fraction(1)
        return Fraction(1, len(node.moves[self._roles.index(CHANCE)]))


def _parts(states: Sequence[Key]) -> Iterator[Sequence[Key]]:
    """Yield states, some at a time."""
    for first in range(0, len(states), AT_ONCE):
        yield states[first : first + AT_ONCE]
