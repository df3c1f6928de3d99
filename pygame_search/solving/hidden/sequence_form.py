"""The sequence form of a game with hidden information.

A sequence of a player is the list of its moves on the way to a state, together with
what it knew at each. Only moves where it has a choice count, so the empty sequence
belongs to all states before its first choice. An information set follows one sequence,
and each of its moves makes a longer one. The sequence form has, for each pair of
sequences, the goals at the ends that they lead to, weighted by how likely chance makes
them. It grows as the number of ends, not as that of the strategies.

See Daphne Koller, Nimrod Megiddo and Bernhard von Stengel, "Fast algorithms for finding
randomized strategies in game trees", STOC 1994.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.view import Step, View
from pygame_search.network.exact_weights import MOST_WORD, Integers, integers

if TYPE_CHECKING:
    from pygame_search.network.searches.regret import Choices
    from pygame_search.network.searches.sampled_regret import Tree

#: The number of the empty sequence.
EMPTY = 0


@dataclass(frozen=True, slots=True)
class InformationSet:
    """A set of histories that a player cannot tell apart, in which it has a choice.

    Attributes:
        view: the number of what the player knows there; see `Side.view`.
        moves: the texts of its legal moves, at least two.
        first: the sequence of the first move; those of the others follow.
        parent: the sequence that leads to the set, smaller than `first`.
    """

    view: int
    moves: tuple[str, ...]
    first: int
    parent: int

    @property
    def sequences(self) -> range:
        """The sequences that end with its moves."""
        return range(self.first, self.first + len(self.moves))


class Steps(NamedTuple):
    """What a player knows of the last step, for each view from number 1.

    View 0 is that of the start.

    Attributes:
        before: the number of the view before.
        moves: the player's move, as a place in `texts`.
        percepts: what it perceived, as a place in `perceived`.
        texts: the texts of moves.
        perceived: sets of percepts.
    """

    before: Sequence[int] | NDArray[np.integer]
    moves: Sequence[int] | NDArray[np.integer]
    percepts: Sequence[int] | NDArray[np.integer]
    texts: Sequence[str]
    perceived: Sequence[tuple[str, ...]]


#: Where nothing is known but the start.
NO_STEPS = Steps((), (), (), (), ())


class Side:
    """The information sets of one player, each after those that lead to it.

    Attributes:
        role: the player.
        choices: its information sets.
        views: the number of the view of each set.
        moves: the last move of each sequence, as a place in the texts of `steps`; that
            of the empty one is not used.
        steps: what the views are.
    """

    def __init__(
        self,
        role: str,
        choices: Choices,
        views: NDArray[np.integer],
        moves: NDArray[np.integer],
        steps: Steps,
    ) -> None:
        self.role = role
        self.choices = choices
        self.views = views
        self.moves = moves
        self.steps = steps

    @classmethod
    def of(
        cls, role: str, sets: Sequence[InformationSet], steps: Steps = NO_STEPS
    ) -> Side:
        """Return the side of a player with information sets.

        Args:
            role: the player.
            sets: they are in order, and so are their sequences.
            steps: what the views are.
        """
        from pygame_search.network.searches.regret import Choices

        texts = [*steps.texts]
        places = {text: place for place, text in enumerate(texts)}
        moves = [0]
        for move in (move for one in sets for move in one.moves):
            if move not in places:
                places[move] = len(texts)
                texts.append(move)
            moves.append(places[move])
        columns = zip(*((s.first, len(s.moves), s.parent) for s in sets), strict=True)
        found = [np.array(column, np.int32) for column in columns]
        choices = Choices(*(found or [np.zeros(0, np.int32) for _ in range(3)]))
        views = np.array([one.view for one in sets], np.int64)
        steps = steps._replace(texts=texts)
        return cls(role, choices, views, np.array(moves, np.int32), steps)

    @property
    def sequences(self) -> int:
        """The number of its sequences, the empty one included."""
        return len(self.moves)

    @cached_property
    def sets(self) -> Sequence[InformationSet]:
        """Its information sets, one by one."""
        return [self.set_at(place) for place in range(len(self.views))]

    def set_at(self, place: int) -> InformationSet:
        """Return an information set by its place."""
        first, many, parent = (int(column[place]) for column in self.choices)
        moves = self.moves[first : first + many].tolist()
        texts = tuple(self.steps.texts[move] for move in moves)
        return InformationSet(int(self.views[place]), texts, first, parent)

    def view(self, number: int) -> View:
        """Return what the player knows, by the number of the view."""
        before, moves, percepts, texts, perceived = self.steps
        found: list[Step] = []
        while number:
            place = number - 1
            found.append(Step(texts[moves[place]], perceived[percepts[place]]))
            number = int(before[place])
        return View(self.role, tuple(reversed(found)))


@dataclass(frozen=True)
class SequenceForm:
    """A game in sequence form.

    An end is a combination of sequences, one of each player, that leads to states in
    which the game is over. The goals there are multiplied by the probability that
    chance makes its moves on the way, and added up.

    Attributes:
        sides: the information sets of each player, in the order of the roles.
        sequences: of each end and player the sequence.
        sums: of each end and player the sum of the goals, times `denominator`.
        denominator: what the sums are divided by.
        total: what the players' goals add up to, if it is the same at all ends.
        states: the number of states, counted once for each combination of what the
            players know there.
        spread: the highest goal of the first player at an end less its lowest.
        tree: the states, if they are kept.
    """

    sides: tuple[Side, ...]
    sequences: NDArray[np.int32]
    sums: Integers
    denominator: int
    total: int | None
    states: int
    spread: int
    tree: Tree | None = None

    @cached_property
    def ends(self) -> Mapping[tuple[int, ...], tuple[Fraction, ...]]:
        """The sums of the goals, by the sequences."""
        keys = map(tuple, self.sequences.tolist())
        sums = (
            tuple(Fraction(value, self.denominator) for value in values)
            for values in self.sums.tolist()
        )
        return dict(zip(keys, sums, strict=True))

    def goals(self, player: int) -> NDArray[np.float64]:
        """Return the goals of a player at the ends, as floating-point numbers."""
        sums = self.sums[:, player]
        if self.denominator >= MOST_WORD:
            sums = sums.astype(object)
        return np.asarray(sums / self.denominator, np.float64)


def form_of_ends(
    sides: tuple[Side, ...],
    ends: Mapping[tuple[int, ...], Sequence[Fraction]],
    *,
    total: int | None,
    states: int = 0,
    spread: int = 0,
) -> SequenceForm:
    """Return a sequence form, given the sums of the goals by the sequences."""
    denominator = lcm(*(goal.denominator for goals in ends.values() for goal in goals))
    sums = [[int(goal * denominator) for goal in goals] for goals in ends.values()]
    players = len(sides)
    return SequenceForm(
        sides, np.array([*ends], np.int32).reshape(-1, players),
        integers(sums).reshape(-1, players), denominator, total, states, spread,
    )  # fmt: skip
