"""What the roles know in two games that are played in step.

A role cannot tell two histories apart in which it has made the same moves and perceived
the same. A hand-in is right if these are the same histories as in the reference; what
its percepts are called does not matter. So the views of a role in the two games must
correspond one to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pygame_search.grading.positions import Joint, Positions
from pygame_search.model.rules import CHANCE

#: For each role of the reference, the numbers of its views in the hand-in and in the
#: reference; 0 at the start.
Views = tuple[tuple[int, int], ...]

#: What each role perceives in a step.
Percepts = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class JointStep:
    """A step that is made in both games.

    Attributes:
        views: what the roles know before it.
        own, reference: the state and the joint move in each game.
    """

    views: Views
    own: tuple[int, Joint]
    reference: tuple[int, Joint]


@dataclass(frozen=True, slots=True)
class Learned:
    """What the roles know after a step.

    Attributes:
        views: their views; where two do not correspond, as if they did.
        right: for each role of the reference, whether its views correspond; what chance
            perceives has no effect.
        own, reference: what each role of the reference perceives in each game.
    """

    views: Views
    right: tuple[bool, ...]
    own: Percepts
    reference: Percepts


class Knowledge:
    """The views of the roles in a hand-in and in its reference.

    Args:
        hand_in, reference: their positions.
        order: for each role of the reference, the place of its counterpart.
    """

    def __init__(
        self, hand_in: Positions, reference: Positions, order: Sequence[int]
    ) -> None:
        self._own, self._reference, self._order = hand_in, reference, order
        #: Whether a role of one of the games does not see everything.
        self.compared: bool = hand_in.game.hidden or reference.game.hidden
        self.start: Views = ((0, 0),) * len(order)
        # By the role, the game (0 is the hand-in), the view before and the step.
        self._numbers: dict[tuple[int, int, int, int, tuple[str, ...]], int] = {}
        self._partners: tuple[dict[int, int], dict[int, int]] = {}, {}
        self._last = 0

    def after(self, steps: Sequence[JointStep]) -> list[Learned]:
        """Return what the roles know after each of several steps."""
        ours = self._own.percepts([step.own for step in steps])
        theirs = self._reference.percepts([step.reference for step in steps])
        return [
            self._learned(step, tuple(own[place] for place in self._order), other)
            for step, own, other in zip(steps, ours, theirs, strict=True)
        ]

    def _learned(self, step: JointStep, own: Percepts, other: Percepts) -> Learned:
        pairs = []
        for role, (place, views) in enumerate(
            zip(self._order, step.views, strict=True)
        ):
            if self._reference.game.roles[role] == CHANCE:
                pairs.append(views)  # it chooses by the rules alone
                continue
            mine = self._number(role, 0, views[0], step.own[1][place], own[role])
            his = self._number(role, 1, views[1], step.reference[1][role], other[role])
            pairs.append((mine, his))
        matched = [self._match(*pair) for pair in pairs]
        right = tuple(a == b for a, b in zip(matched, pairs, strict=True))
        return Learned(tuple(matched), right, own, other)

    def _number(
        self, role: int, game: int, view: int, move: int, seen: tuple[str, ...]
    ) -> int:
        """Return the number of a view by the view before it and the step."""
        key = role, game, view, move, seen
        if key not in self._numbers:
            self._numbers[key] = self._new()
        return self._numbers[key]

    def _new(self) -> int:
        self._last += 1
        return self._last

    def _match(self, mine: int, other: int) -> tuple[int, int]:
        """Return a view of the reference with its counterpart.

        It is `mine` unless one of the two has another counterpart. Then it is that of
        `other`, so that one fault is not counted again in all that follows.
        """
        here, there = self._partners
        if here.get(mine, other) == other and there.get(other, mine) == mine:
            here[mine], there[other] = other, mine
            return mine, other
        if other not in there:
            fresh = self._new()
            here[fresh], there[other] = other, fresh
        return there[other], other


def perceived(role: str, percepts: Iterable[str]) -> str:
    """Return in words what a role perceives."""
    return f"{role} perceives {', '.join(percepts) or 'nothing'}"
