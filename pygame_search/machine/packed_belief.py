"""Beliefs over the network of a game: the states that are possible, as an array."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.belief import MOST_SECONDS, Belief, Beliefs, Outcome
from pygame_search.machine.machine import Key
from pygame_search.machine.network import NetworkMachine
from pygame_search.machine.packed_perception import PackedPerception
from pygame_search.model.rules import CHANCE
from pygame_search.model.view import Step, View
from pygame_search.network.exact_weights import (
    Integers,
    added,
    integers,
    product,
    reduced,
    shared,
    summed,
)
from pygame_search.network.packing import words_of
from pygame_search.network.searches.expansions import Expanded, Expander
from pygame_search.network.searches.row_numbers import row_numbers
from pygame_search.support.errors import LimitError


class Cloud(NamedTuple):
    """States that are possible, or worlds: states with what each role knows there.

    Attributes:
        states: packed; of worlds some may be there several times.
        weights: how likely each is, times what they add up to.
        views: of worlds, for each one and each role the number of its view; of states
            without columns.
    """

    states: NDArray[np.uint64]
    weights: Integers
    views: NDArray[np.int64]


class _Followed(NamedTuple):
    """All that may follow a cloud.

    Attributes:
        expanded: the cloud with its successors; some may be there several times.
        weights: how likely each is if the role makes its move, times `units`.
        units: see above.
        moves: the role's move to each, as its index in the network.
        percepts: what the role perceives, as a place in `seen`.
        over: whether each is an end.
        seen: sets of percepts.
    """

    expanded: Expanded
    weights: Integers
    units: int
    moves: NDArray[np.int32]
    percepts: NDArray[np.int64]
    over: NDArray[np.bool_]
    seen: list[tuple[str, ...]]

    def cloud(
        self, rows: NDArray[np.int64], views: NDArray[np.int64] | None = None
    ) -> Cloud:
        """Return the states of some rows, each once; or worlds, given their views."""
        states = self.expanded.successors[rows]
        own = np.zeros((len(rows), 0), np.int64) if views is None else views
        places, firsts = row_numbers(*states.T, *own.T)
        weights = added(self.weights[rows], places, len(firsts))
        weights, _ = reduced(weights, 0)
        return Cloud(states[firsts], weights, own[firsts])


class PackedBeliefs(Beliefs):
    """Beliefs by expanding all possible states at once, over a network.

    Args:
        machine: of a game with percepts.
    """

    def __init__(self, machine: NetworkMachine) -> None:
        self._machine = machine
        self._roles = machine.rules.roles
        self._perception = PackedPerception(machine)
        self._expander = Expander(machine.native.network)
        self._named = 0  # so many views of worlds have a number
        self._words = words_of(len(machine.native.fluents))

    def initial(self) -> Belief:
        """Return the belief at the start."""
        return {self._machine.initial(): Fraction(1)}

    def after(self, belief: Belief, role: str, step: Step) -> Belief:
        """Return what a role believes after a step."""
        return self._belief(self._after(self._cloud(belief), role, step))

    def of(self, view: View) -> Belief:
        """Return the belief of a role with a view; none if no history has it."""
        cloud = self._cloud(self.initial())
        deadline = time.monotonic() + MOST_SECONDS
        for step in view.steps:
            cloud = self._after(cloud, view.role, step, deadline)
        return self._belief(cloud)

    def worlds(
        self,
        known: Mapping[tuple[bytes, tuple[int, ...]], Fraction],
        role: str,
        steps: Sequence[Step],
        *,
        most: int,
        deadline: float | None,
    ) -> dict[tuple[bytes, tuple[int, ...]], Fraction]:
        """Return the worlds that are possible after some steps of a role.

        Args:
            known: how likely the worlds before are, each a state and the number of each
                role's view, 0 or more. Those of the result are below 0. They are in the
                order of `Perception.ranks` if those before are.
            role: the role.
            steps: what it does and perceives.
            most: the most worlds.
            deadline: the time.monotonic() at which to stop, or None.

        Raises:
            LimitError: there are more worlds, or the time is over.
        """
        cloud = Cloud(
            self._packed(state for state, _ in known),
            _whole(known.values()),
            np.array([views for _, views in known], np.int64),
        )
        for step in steps:
            cloud = self._after(cloud, role, step, deadline)
            if len(cloud.states) > most:
                raise LimitError(
                    f"more than {most:,} worlds are possible for {role}", "size"
                )
        total = summed(cloud.weights)
        return {
            (state.tobytes(), tuple(views)): Fraction(int(weight), total)
            for state, views, weight in zip(
                cloud.states, cloud.views.tolist(), cloud.weights, strict=True
            )
        }

    def outcomes(self, belief: Belief, role: str, move: str) -> tuple[Outcome, ...]:
        """Return what a role may perceive after a move."""
        if not belief:
            return ()
        found = self._followed(self._cloud(belief), role)
        number = self._number(role, move)
        return tuple(
            Outcome(
                Step(move, found.seen[percepts], over),
                Fraction(summed(found.weights[rows]), found.units),
                self._belief(found.cloud(rows)),
            )
            for percepts, over, rows in self._groups(found, role, number)
        )

    def _groups(
        self, found: _Followed, role: str, move: int
    ) -> Iterator[tuple[int, bool, NDArray[np.int64]]]:
        """Yield the percepts after a move, whether the game is over, and the rows."""
        index = self._roles.index(role)
        ranks = [self._perception.ranks(index, one) for one in found.seen]
        for percepts in sorted(range(len(ranks)), key=ranks.__getitem__):
            for over in (False, True):
                [rows] = (
                    (found.moves == move)
                    & (found.percepts == percepts)
                    & (found.over == over)
                ).nonzero()
                if len(rows):
                    yield percepts, over, rows

    def _number(self, role: str, move: str) -> int:
        """Return the index of a move in the network; -1 if there is none."""
        return self._machine.native.moves.get((self._roles.index(role), move), -1)

    def _after(
        self, cloud: Cloud, role: str, step: Step, deadline: float | None = None
    ) -> Cloud:
        """Return what is possible after a step of a role."""
        if not len(cloud.states):
            return cloud
        found = self._followed(cloud, role, deadline)
        move = self._number(role, step.move)
        alike = np.array([one == step.percepts for one in found.seen], np.bool_)
        [rows] = (
            (found.moves == move) & alike[found.percepts] & (found.over == step.over)
        ).nonzero()
        return found.cloud(rows, self._views_after(cloud, found, rows))

    def _views_after(
        self, cloud: Cloud, found: _Followed, rows: NDArray[np.int64]
    ) -> NDArray[np.int64] | None:
        """Return the views in some rows that follow worlds; None if they are states."""
        if not cloud.views.shape[1]:
            return None
        states, columns = found.expanded.successors[rows], []
        for role, name in enumerate(self._roles):
            if name == CHANCE:  # it chooses by the rules alone
                columns.append(np.zeros(len(rows), np.int64))
                continue
            percepts, seen = self._perception.percepts(states, role)
            before = cloud.views[found.expanded.parents[rows], role]
            moves = found.expanded.moves(role)[rows]
            numbers, firsts = row_numbers(before, moves, percepts)
            self._named += len(firsts)
            # A view comes before another as what was done and perceived first does.
            place = np.empty(len(seen), np.int64)
            place[sorted(range(len(seen)), key=seen.__getitem__)] = np.arange(len(seen))
            order = np.lexsort((place[percepts[firsts]], moves[firsts], before[firsts]))
            ranks = np.empty(len(firsts), np.int64)
            ranks[order] = np.arange(len(firsts))
            columns.append(ranks[numbers] - self._named)
        return np.stack(columns, axis=1)

    def _followed(
        self, cloud: Cloud, role: str, deadline: float | None = None
    ) -> _Followed:
        """Return all that may follow, where the other roles choose evenly."""
        found = self._expander.expand(cloud.states, deadline)
        if found.unweighed.any():
            state = cloud.states[found.unweighed.argmax()]
            self._machine.legal(state.tobytes())
            raise AssertionError("the machine reports which weight is missing")
        index = self._roles.index(role)
        percepts, seen = self._perception.percepts(found.successors, index)
        weights, units = self._weights(cloud, found, index)
        return _Followed(
            found, weights, units, found.moves(index), percepts,
            self._expander.terminal(found.successors), seen,
        )  # fmt: skip

    def _weights(
        self, cloud: Cloud, found: Expanded, role: int
    ) -> tuple[Integers, int]:
        """Return the weights of the successors, and their units; see `_Followed`."""
        weights = cloud.weights[found.parents]
        above = below = np.ones(len(found.parents), np.int64)
        for other in range(len(self._roles)):
            if other != role:
                one, many = found.shares(other)
                above, below = product(above, one), product(below, many)
        weights, units = shared(weights, above, below)
        return weights, units * summed(cloud.weights)

    def _cloud(self, belief: Belief) -> Cloud:
        """Return a belief as arrays."""
        none = np.zeros((len(belief), 0), np.int64)
        return Cloud(self._packed(belief), _whole(belief.values()), none)

    def _packed(self, states: Iterable[Key]) -> NDArray[np.uint64]:
        """Return states as an array."""
        octets = b"".join(cast(bytes, state) for state in states)
        return np.frombuffer(octets, np.uint64).reshape(-1, self._words)

    def _belief(self, cloud: Cloud) -> Belief:
        """Return arrays as a belief."""
        total = summed(cloud.weights)
        return {
            state.tobytes(): Fraction(int(weight), total)
            for state, weight in zip(cloud.states, cloud.weights, strict=True)
        }


def _whole(weights: Collection[Fraction]) -> Integers:
    """Return weights as multiples of one unit."""
    units = lcm(*(weight.denominator for weight in weights))
    return integers([int(weight * units) for weight in weights])
