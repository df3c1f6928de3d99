"""Whether two players' goals add up to a constant, proved by clingo.

The rules are a function of the fluents and the moves. So if clingo finds no set of
fluents that is an end with a different sum, the sum is a constant. This is tried first.

Most games need more: in an arbitrary set of fluents both players may have a line. Then
an end must be the start, or the result of a legal joint move in a state that is not an
end, of which the invariants of `invariants.py` hold.

Every reachable end is among the states considered, so a proof is valid for the game.
Without a proof nothing is known. The work is done in a process of its own; see
`process`.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from contextlib import suppress
from itertools import product

from clingo.backend import Backend

from pygame_search.network.grounding.ground import Ground
from pygame_search.network.grounding.invariants import (
    Query,
    Step,
    TooHardError,
    copied,
    too_large,
)
from pygame_search.support.process import end, received

#: The limit of pairs of goal values.
PAIRS = 100_000


def main() -> None:
    """Answer the request: a pickle of a ground program and the indices of two roles."""
    ground, players = pickle.loads(received())
    end(json.dumps(proved_sum(ground, players)).encode())


def proved_sum(ground: Ground, players: tuple[int, int]) -> int | None:
    """Return what the goals of two players add up to at every end, None if unknown.

    Args:
        ground: the rules.
        players: the indices of the roles.
    """
    goals: _Goals = ({}, {})
    outputs = ground.outputs["goal"]
    for (role, value), atom in zip(outputs.arguments, outputs.atoms, strict=True):
        if role in players:
            goals[players.index(int(role))].setdefault(int(value), []).append(atom)
    pairs = len(goals[0]) * len(goals[1])
    if not _over(ground) or too_large(ground) or pairs > PAIRS:
        return None
    for question in (_AnyState, _AfterStep):
        with suppress(TooHardError):
            found = question(ground, goals).proved()
            if found is not None:
                return found
    return None


#: For each of the two roles the atoms of its goal values.
_Goals = tuple[dict[int, list[int]], dict[int, list[int]]]


def _over(ground: Ground) -> int:
    """Return the atom that the game is over, 0 if it never is."""
    return ground.outputs["terminal"].atom


def _roots(ground: Ground, goals: _Goals) -> list[int]:
    """Return the atoms that define the ends and their values."""
    return [_over(ground), *(a for side in goals for x in side.values() for a in x)]


class _Ends:
    """The ends of a copy of the rules, and the sums of the goals there."""

    def __init__(
        self,
        ground: Ground,
        back: Backend,
        new: Sequence[int],
        goals: _Goals,
    ) -> None:
        self.sums: dict[int, int] = {}
        over = new[_over(ground)]
        for (v, mine), (w, theirs) in product(*(side.items() for side in goals)):
            if v + w not in self.sums:
                self.sums[v + w] = back.add_atom()
            for one, two in product(mine, theirs):
                back.add_rule([self.sums[v + w]], [over, new[one], new[two]])
        self.any = back.add_atom()
        for atom in self.sums.values():
            back.add_rule([self.any], [atom])

    def only(self, question: Query, known: Sequence[int]) -> int | None:
        """Return the only possible sum under assumptions, None if unknown.

        Raises:
            TooHardError: see `solve`.
        """
        held = question.solve([*known, self.any], self.sums.values())
        if held is None:
            return None
        first = next(total for total, atom in self.sums.items() if atom in held)
        with question.control.backend() as back:
            other = back.add_atom()
            for total, atom in self.sums.items():
                if total != first:
                    back.add_rule([other], [atom])
        return first if question.solve([*known, other], ()) is None else None


class _AnyState(Query):
    """The ends among all sets of fluents."""

    def __init__(self, ground: Ground, goals: _Goals) -> None:
        super().__init__()
        with self.control.backend() as back:
            new = copied(ground, back, _roots(ground, goals))
            back.add_rule([new[atom] for atom in ground.true.tolist()], choice=True)
            self.ends = _Ends(ground, back, new, goals)

    def proved(self) -> int | None:
        """Return the sum, None if unknown."""
        return self.ends.only(self, [])


class _AfterStep(Step):
    """The start, and the ends that a legal joint move leads to."""

    def __init__(self, ground: Ground, goals: _Goals) -> None:
        super().__init__(ground)
        with self.control.backend() as back:
            after = copied(ground, back, _roots(ground, goals))
            start = back.add_atom()
            back.add_rule([start], choice=True)
            for atom, held, then in zip(
                ground.true.tolist(), ground.initial.tolist(), self.next, strict=True
            ):
                if held:
                    back.add_rule([after[atom]], [start])
                if then:
                    back.add_rule([after[atom]], [then, -start])
            self.ends = _Ends(ground, back, after, goals)

    def proved(self) -> int | None:
        """Return the sum, None if unknown."""
        return self.ends.only(self, list(self.invariants().values()))


if __name__ == "__main__":
    main()
