"""Expand many states at once: their legal moves, goals and successors, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.game_functions import NO_GOAL_VALUE
from pygame_search.network.jit import inner_kernel
from pygame_search.network.lanes.expand import Expanding, begin, expanding, proceed
from pygame_search.network.lanes.lane_words import LANES, WORDS
from pygame_search.network.lanes.random_move import Choice
from pygame_search.network.lanes.schedule import (
    Schedule,
    legal_literals,
    schedule,
    shown_literals,
)
from pygame_search.network.lanes.transpose import from_rows, list_lanes
from pygame_search.network.network import MOST_JOINTS, Network
from pygame_search.support.clock import look_at_clock
from pygame_search.support.errors import LimitError
from pygame_search.support.memory import must_be_left, must_have_room

#: How many rounds the kernel makes before the clock is looked at.
_ROUNDS = 256

#: After so many bytes of successors the memory is looked at.
_LOOK = 1 << 24

#: States are expanded at once if they have so many joint moves at most, and if that
#: takes no more rounds than so many, and the number of their joint moves.
_MOST_SIZE, _MOST_ROUNDS = 1 << 22, 4_096


class Moves(NamedTuple):
    """The legal moves of a role in some states.

    Attributes:
        starts: where those of each state begin, and after the last one, where they end.
        moves: their indices in the network, ascending in each state.
        weights: of a role that draws by weight, how much each of them weighs; 0 if it
            has no weight or several, and 1 if it is the only move. None otherwise.
    """

    starts: NDArray[np.int64]
    moves: NDArray[np.int32]
    weights: NDArray[np.int64] | None = None

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many there are in each state."""
        return np.diff(self.starts)


class Expanded(NamedTuple):
    """Some states, and all that may follow them.

    Attributes:
        terminal: whether each state is an end of the game.
        goals: of each state and role the goal value; NO_GOAL_VALUE for none or several.
        legal: of each role its legal moves; none in terminal states.
        parents: the index of the state before each successor, ascending.
        ranks: of each successor and role the place of its move among its legal ones.
        successors: the states that follow, packed; those of one state in the order of
            their ranks, the last role's changing first.
    """

    terminal: NDArray[np.bool_]
    goals: NDArray[np.int64]
    legal: tuple[Moves, ...]
    parents: NDArray[np.int64]
    ranks: NDArray[np.int32]
    successors: NDArray[np.uint64]

    @property
    def nbytes(self) -> int:
        """How many bytes the arrays take."""
        legal = [part for own in self.legal for part in own if part is not None]
        arrays = (self.terminal, self.goals, self.parents, self.ranks, self.successors)
        return sum(part.nbytes for part in (*arrays, *legal))

    @property
    def unweighed(self) -> NDArray[np.bool_]:
        """In which states a move of chance has no weight, or several."""
        found = np.zeros(len(self.terminal), np.bool_)
        for own in self.legal:
            if own.weights is not None:
                states = np.repeat(np.arange(len(found)), own.counts)
                found[states[own.weights == 0]] = True
        return found

    def moves(self, role: int) -> NDArray[np.int32]:
        """Return a role's move to each successor, as its index in the network."""
        own = self.legal[role]
        found: NDArray[np.int32] = own.moves[self._places(role)]
        return found

    def shares(self, role: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return how likely a role that chooses evenly, or by weight, makes its moves.

        Args:
            role: its index.

        Returns:
            For each successor the numerator and the denominator.
        """
        own = self.legal[role]
        if own.weights is None:
            return np.ones(len(self.parents), np.int64), own.counts[self.parents]
        sums = np.concatenate([[0], np.cumsum(own.weights)])
        totals = sums[own.starts[1:]] - sums[own.starts[:-1]]
        return own.weights[self._places(role)], totals[self.parents]

    def _places(self, role: int) -> NDArray[np.int64]:
        """Return where the role's move to each successor stands among `legal`."""
        found: NDArray[np.int64]
        found = self.legal[role].starts[self.parents] + self.ranks[:, role]
        return found


@inner_kernel
def _follow(
    rounds: int,
    plan: Schedule,
    now: Expanding,
    room: Choice,
    lanes: NDArray[np.int64],
    parents: NDArray[np.int64],
    ranks: NDArray[np.int32],
    packed: NDArray[np.uint64],
    made: int,
) -> int:
    """Make the successors of some rounds; return how many there are then.

    Args:
        rounds: how many, as long as there are more.
        plan: of the network, with `keep`.
        now: of `expanding`, after `begin`.
        room: the same.
        lanes: room for LANES places.
        parents: gets the lane of each successor.
        ranks: gets the ranks of the moves that lead to it.
        packed: gets the successors.
        made: how many there are already.
    """
    roles = ranks.shape[1]
    for _ in range(rounds):
        for place in range(made, min(made + LANES, len(ranks))):
            for role in range(roles):
                ranks[place, role] = now.ranks[role]
        more = proceed(plan, now, room)
        list_lanes(now.made, 0, lanes)
        end = from_rows(now.others, len(plan.next), now.made, now.square, packed, made)
        for place in range(made, end):
            parents[place] = lanes[place - made]
        made = end
        if not more:
            break
    return made


class Expander:
    """Expands states of a network, up to LANES at a time.

    Args:
        network: of the game.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self._plan = plan = schedule(network, keep=True)
        self._now, self._room = expanding(plan)
        self._lanes = np.zeros(LANES, np.int64)
        self._legal = legal_literals(plan)
        self._shown = shown_literals(network, plan)
        self._chance = network.weighs_chance

    def expand(
        self, states: NDArray[np.uint64], deadline: float | None = None
    ) -> Expanded:
        """Return some states, one or more, and all that may follow them.

        Args:
            states: packed ones.
            deadline: the time.monotonic() at which to stop, or None.

        Raises:
            LimitError: the time is over, or the memory is full.
        """
        return joined([*self.batches(states, deadline)])

    def batches(
        self, states: NDArray[np.uint64], deadline: float | None = None
    ) -> Iterator[Expanded]:
        """Yield the same by up to LANES states; the parents are indices of all.

        Raises:
            LimitError: the time is over, or the memory is full.
        """
        must_be_left()
        made = looked = 0
        for first in range(0, len(states), LANES):
            look_at_clock(deadline)
            number = min(LANES, len(states) - first)
            for part in self._batch(states, first, number, deadline):
                made += part.nbytes
                if made - looked > _LOOK:
                    must_have_room(made)  # they are joined
                    looked = made
                yield part

    def terminal(self, states: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return which of some packed states are ends of the game."""
        found = np.zeros(len(states), np.bool_)
        plan = self._plan
        for first in range(0, len(states), LANES):
            number = min(LANES, len(states) - first)
            begin(states, first, number, plan, self._now, self._room)
            over = self._held(np.array([plan.terminal]), number)
            found[first : first + number] = over[0]
        return found

    def _batch(
        self,
        states: NDArray[np.uint64],
        first: int,
        number: int,
        deadline: float | None,
    ) -> Iterator[Expanded]:
        """Expand some states, up to LANES, at once or one half after the other."""
        plan, now, room = self._plan, self._now, self._room
        more = begin(states, first, number, plan, now, room)
        terminal = self._held(np.array([plan.terminal]), number)[0]
        legal = self._moves(terminal, number)
        size = _size(legal)
        if number > 1 and (size > _MOST_SIZE or _rounds(legal) > _MOST_ROUNDS + size):
            half = number // 2
            yield from self._batch(states, first, half, deadline)
            yield from self._batch(states, first + half, number - half, deadline)
            return
        # The successors are made, and then brought into their order.
        must_have_room(size * (32 + 8 * len(legal) + 16 * states.shape[1]))
        parents = np.zeros(size, np.int64)
        ranks = np.zeros((size, len(legal)), np.int32)
        packed = np.zeros((size, states.shape[1]), np.uint64)
        goals = self._goals(number)
        made = 0
        while more and made < size:
            look_at_clock(deadline)
            made = _follow(
                _ROUNDS, plan, now, room, self._lanes, parents, ranks, packed, made
            )
        order = np.argsort(parents, kind="stable")
        yield Expanded(
            terminal, goals, legal, first + parents[order], ranks[order], packed[order]
        )

    def _held(self, literals: NDArray[np.integer], number: int) -> NDArray[np.bool_]:
        """Return which literals hold in the first states, a row for each literal."""
        literals = literals.astype(np.int64)
        flips = (-(literals & 1)).view(np.uint64)
        words = self._now.rows.reshape(-1, WORDS)[literals >> 1] ^ flips[:, np.newaxis]
        octets = words.view(np.uint8).reshape(len(literals), WORDS, 8)
        bits = np.unpackbits(octets, axis=2, bitorder="little")
        lanes = bits.transpose(0, 2, 1).reshape(len(literals), LANES)
        return lanes[:, :number].astype(np.bool_)

    def _moves(self, terminal: NDArray[np.bool_], number: int) -> tuple[Moves, ...]:
        """Return the legal moves of each role."""
        found = []
        for start, end in pairwise(self._network.move_starts.tolist()):
            held = self._held(self._legal[start:end], number).T & ~terminal[:, None]
            starts = np.concatenate([[0], np.cumsum(held.sum(1))])
            found.append(Moves(starts, (start + held.nonzero()[1]).astype(np.int32)))
        if self._chance is not None:
            found[self._chance] = self._weighed(found[self._chance], number)
        return tuple(found)

    def _goals(self, number: int) -> NDArray[np.int64]:
        """Return the goal value of each state and role."""
        roles, values = self._network.outputs["goal"].arguments
        found = np.full((number, len(self._network.roles)), NO_GOAL_VALUE, np.int64)
        times = np.zeros(found.shape, np.int64)
        held = self._held(self._shown["goal"], number)
        for role, value, lanes in zip(roles, values, held, strict=True):
            times[lanes, role] += found[lanes, role] != value
            found[lanes, role] = value
        found[times > 1] = NO_GOAL_VALUE
        return found

    def _weighed(self, legal: Moves, number: int) -> Moves:
        """Return the legal moves of the role that draws by weight with the weights."""
        network, chance = self._network, self._chance
        assert chance is not None
        start, end = network.move_starts[chance : chance + 2].tolist()
        places = {network.moves[i][1]: i - start for i in range(start, end)}
        found, times = (np.zeros((number, end - start), np.int64) for _ in range(2))
        roles, names, values = network.outputs["weight"].arguments
        held = self._held(self._shown["weight"], number)
        for role, name, value, lanes in zip(roles, names, values, held, strict=True):
            place = places.get(network.names[name])
            if role == chance and place is not None:
                found[lanes, place] = value
                times[lanes, place] += 1
        found[(times != 1) | (found < 0)] = 0
        states = np.repeat(np.arange(number), legal.counts)
        weights = found[states, legal.moves - start]
        weights[legal.counts[states] == 1] = 1
        return legal._replace(weights=weights)


def _size(legal: Sequence[Moves]) -> int:
    """Return how many joint moves some states have in all.

    Raises:
        LimitError: one has too many.
    """
    counts = np.prod([own.counts.astype(np.float64) for own in legal], axis=0)
    if counts.max(initial=0.0) > MOST_JOINTS:
        raise LimitError(f"a state has more than {MOST_JOINTS:,} joint moves", "size")
    return int(counts.sum())


def _rounds(legal: Sequence[Moves]) -> int:
    """Return how many rounds the kernel needs for all joint moves."""
    return prod(int(own.counts.max(initial=0)) for own in legal)


def joined(parts: Sequence[Expanded]) -> Expanded:
    """Return what was found in several batches as one.

    Raises:
        LimitError: there is no memory for a copy.
    """
    if len(parts) == 1:
        return parts[0]
    must_have_room(sum(part.nbytes for part in parts))
    terminal, goals, legal, parents, ranks, successors = zip(*parts, strict=True)
    return Expanded(
        np.concatenate(terminal),
        np.concatenate(goals),
        tuple(_joined_moves(own) for own in zip(*legal, strict=True)),
        np.concatenate(parents),
        np.concatenate(ranks),
        np.concatenate(successors),
    )


def _joined_moves(parts: Sequence[Moves]) -> Moves:
    """Return the moves of a role in several batches of states as one."""
    counts = np.concatenate([part.counts for part in parts])
    weights = [part.weights for part in parts if part.weights is not None]
    return Moves(
        np.concatenate([[0], np.cumsum(counts)]),
        np.concatenate([part.moves for part in parts]),
        np.concatenate(weights) if weights else None,
    )
