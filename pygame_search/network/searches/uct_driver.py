"""Searches by random games over a network: the kernel of `uct.py`, and its clock."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.random_games import no_end
from pygame_search.model.rules import CHANCE
from pygame_search.network.lanes.lane_words import LANES, WORDS, empty_rows
from pygame_search.network.lanes.random_move import choice
from pygame_search.network.lanes.schedule import Schedule, must_have_lots, schedule
from pygame_search.network.network import Network
from pygame_search.network.packing import pack, words_of
from pygame_search.network.searches import uct as kernel
from pygame_search.network.searches import uct_expand
from pygame_search.network.searches.pace import Pace
from pygame_search.network.searches.uct_expand import Lanes
from pygame_search.network.searches.uct_tree import END, Manner, Tree, measure
from pygame_search.support.errors import (
    ChanceWeightError,
    LimitError,
    NoGoalError,
    RulesError,
)

#: The default number of games that begin at a leaf.
BATCH = 1

#: The visits after which a leaf is expanded: with a number of games, and with a clock,
#: where more games are worth more than more states.
COUNTED, TIMED = 1, 4

#: How much a tree may take, in bytes.
TREE_BYTES = 1 << 28

#: More games than any search plays.
_ENDLESS = 1 << 62


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a search.

    Attributes:
        exploration: the constant of UCB1, for values from 0 to 1.
        solver: whether values are proven where they can be.
        flat: whether only the moves of the root are compared, each visited as often.
        batch: how many games begin at a leaf; 0 for BATCH, and more while the tree is
            so small that lanes would be idle.
        patience: the visits after which a leaf is expanded; None for COUNTED or TIMED.
        memory: how much the tree may take, in bytes.
    """

    exploration: float = 0.7
    solver: bool = True
    flat: bool = False
    batch: int = 0
    patience: int | None = None
    memory: int = TREE_BYTES


class NotConstantError(Exception):
    """The goals do not add up to a constant, contrary to what was assumed."""


class Sampler:
    """A search by random games from one state; `run` continues it.

    Args:
        network: of the game.
        state: for each fluent whether it holds; not terminal.
        settings: of the search.
        games: how many to play, None for as many as time allows. With a number the
            answer depends on it, the seed and the settings alone.
        seed: of the random numbers, 0 or more.
        constant: whether the goals of two players are assumed to add up to a constant.

    Attributes:
        tree: the tree so far.
        chance: the index of the role `random`, None without one.

    Raises:
        LimitError: there is no room even for the successors of the state.
        NotConstantError: see `run`.
        RulesError: see `run`.
    """

    def __init__(
        self,
        network: Network,
        state: NDArray[np.uint8],
        settings: Settings,
        games: int | None,
        seed: int,
        *,
        constant: bool,
    ) -> None:
        self._network = network
        self._proves = settings.solver and not settings.flat
        self._plan = plan = schedule(network)
        must_have_lots(plan)
        self._room = choice(plan, (seed, 0))
        self._other = choice(plan)
        roles, words = network.roles, words_of(len(network.fluents))
        self.chance = roles.index(CHANCE) if CHANCE in roles else None
        self._manner = _manner(network, settings, constant, games is None)
        sides = int(self._manner.sides.max()) + 1
        weighed = bool(self._manner.weighed)
        self.tree = _new_tree(settings.memory, words, sides, len(roles), weighed)
        self._lanes = _new_lanes(network, plan, sides, seed)
        self._counters = self._lanes.counters
        self._counters[uct_expand.LEFT] = _ENDLESS if games is None else games
        self._pace = Pace()
        self._enter(state)
        self._play(0)  # loaded now, so that no clock waits for it

    def _enter(self, state: NDArray[np.uint8]) -> None:
        """Make the root."""
        tree, lanes = self.tree, self._lanes
        tree.states[0] = pack(state[np.newaxis])[0]
        lanes.others[WORDS : WORDS * (1 + len(state))] = np.repeat(
            np.uint64(0) - state.astype(np.uint64), WORDS
        )
        self._counters[uct_expand.NODES] = 1
        self._other.active[0] = 1
        uct_expand.enter(0, 1, tree, self._plan, self._manner, lanes, self._other)
        self._check()
        children = 1
        for number in tree.counts[0].tolist():
            children *= number
        room = len(tree.first)
        if children >= room:
            raise LimitError(
                f"expected memory for {1 + children:,} states, found enough for "
                f"{room:,}: give more memory",
                "memory",
            )

    def run(self) -> None:
        """Continue for about SLICE.

        Raises:
            RulesError: a role has no legal move in a state that is not terminal, or no
                goal value in one that is.
            NotConstantError: the goals of two ends add up to different sums.
            LimitError: a game is too long.
        """
        began = time.perf_counter()
        self._play(self._pace.steps)
        took = time.perf_counter() - began
        self._check()
        self._pace.took(took)

    def _play(self, steps: int) -> None:
        kernel.play(
            steps, self.tree, self._plan, self._manner, self._lanes, self._room,
            self._other,
        )  # fmt: skip

    def _check(self) -> None:
        """Raise the error for a fault that the kernel found."""
        status = self._counters[uct_expand.STATUS]
        role = self._network.roles[self._counters[uct_expand.ROLE]]
        if status == uct_expand.NO_WEIGHT or self._room.wrong.any():
            raise ChanceWeightError(
                "a legal move of random has no weight in some state, or several: "
                "`check` says more"
            )
        if status == uct_expand.NO_MOVE:
            raise RulesError(
                f"no move is legal for {role} in a state that is not terminal"
            )
        if status == uct_expand.NO_GOAL:
            raise NoGoalError(f"no goal value is defined for {role} at a game's end")
        if status == uct_expand.LONG:
            raise no_end(kernel.LONGEST)
        if status == uct_expand.NOT_CONSTANT:
            raise NotConstantError

    def begin_no_more(self) -> None:
        """Begin no more games; only finish those in progress."""
        self._counters[uct_expand.LEFT] = 0

    def seconds_to_end(self) -> float:
        """Return about how long the games in progress will take."""
        octets = self._room.active.view(np.uint8)
        active = np.unpackbits(octets, bitorder="little").reshape(WORDS, 64)
        began = self._lanes.began[active.T.ravel() == 1]
        if not len(began):
            return 0.0
        steps = int(self._counters[uct_expand.CLOCK] - began.min())
        return steps * self._pace.seconds

    # ---- the results ------------------------------------------------

    @property
    def played(self) -> int:
        """How many games are over; a visit to an end in the tree counts as one."""
        return int(self._counters[uct_expand.PLAYED])

    @property
    def total(self) -> float:
        """What the goals of two players add up to, if it is a constant."""
        return float(self._lanes.total[0])

    @property
    def nodes(self) -> int:
        """How many states the tree has."""
        return int(self._counters[uct_expand.NODES])

    @property
    def full(self) -> bool:
        """Whether only the memory limit keeps the tree from growing."""
        return bool(self._counters[uct_expand.FULL])

    @property
    def proven(self) -> bool:
        """Whether the value of the root is proven."""
        tree = self.tree
        return bool(self._manner.solver) and bool(tree.low[0] == tree.high[0])

    @property
    def done(self) -> bool:
        """Whether there is nothing more to do."""
        under_way = self._counters[uct_expand.LEFT] or self._room.active.any()
        return self.proven or not under_way

    def goals(self, means: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the goal values of each role from those of the sides; 0 for chance."""
        manner, total = self._manner, self._lanes.total[0]
        found = np.zeros((len(manner.sides), means.shape[1]))
        for role, side in enumerate(manner.sides):
            if role != self.chance:
                mine = manner.weights[role] > 0
                found[role] = means[side] if mine else total - means[side]
        return found

    def bounds(
        self, nodes: slice, role: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the lower and the upper bounds of nodes for a role."""
        tree, manner = self.tree, self._manner
        if manner.solver:
            low, high = tree.low[nodes].copy(), tree.high[nodes].copy()
            if manner.weights[role] > 0:
                return low, high
            total = self._lanes.total[0]
            if np.isnan(total):  # no end was seen
                total = manner.low + manner.high
            return total - high, total - low
        low = np.full(nodes.stop - nodes.start, -np.inf)
        if not self._proves:
            return low, -low
        ends = (tree.first[nodes] == END) & (tree.visits[nodes] > 0)
        sums, visits = tree.sums[manner.sides[role], nodes], tree.visits[nodes]
        low[ends] = sums[ends] / visits[ends]
        return low, np.where(ends, low, np.inf)

    def wins(self, role: int, value: float) -> bool:
        """Return whether no value is higher for a role."""
        return value == _range(self._network, role)[1]

    def luck(self, nodes: slice) -> NDArray[np.float64]:
        """Return the weights of the moves of chance that lead to nodes; else ones."""
        if self._manner.weighed:
            return self.tree.luck[nodes]
        return np.ones(nodes.stop - nodes.start)

    @property
    def flat(self) -> bool:
        """Whether all children of the root are visited equally often."""
        return bool(self._manner.flat)

    def lengths(self) -> NDArray[np.int32]:
        """Return for each node how long a game lasts at most, -1 where not known."""
        found = np.empty(self.nodes, np.int32)
        measure(self.nodes, self.tree, self._manner, found)
        return found


def _new_lanes(network: Network, plan: Schedule, sides: int, seed: int) -> Lanes:
    chaos = np.random.SeedSequence([seed, 1]).generate_state(1, np.uint64)
    return Lanes(
        counters=np.zeros(uct_expand.COUNTERS, np.int64),
        chaos=chaos | np.uint64(1),
        queue=np.zeros(LANES, np.int64),
        rows=empty_rows(plan.rows),
        leaf=np.zeros(LANES, np.int64),
        began=np.zeros(LANES, np.int64),
        values=np.zeros((len(network.roles), LANES)),
        total=np.full(1, np.nan),
        fresh=empty_rows(1),
        ended=empty_rows(1),
        none=empty_rows(1),
        initial=np.zeros(len(network.fluents), np.uint64),
        spare=empty_rows(len(plan.late) + 1),
        square=empty_rows(64),
        found=np.zeros(sides),
        parents=np.zeros(LANES, np.int64),
        ranks=np.zeros(LANES, np.int64),
        wide=empty_rows(plan.rows),
        others=empty_rows(plan.rows),
    )


def _new_tree(memory: int, words: int, sides: int, roles: int, weighed: bool) -> Tree:
    """Return the arrays of a tree, whose pages the system allocates on first write."""
    node = 8 * (words + 1 + sides + 2 + weighed) + 4 * (3 + roles) + 1
    number = max(2, min(memory // node, (1 << 31) - 1))
    return Tree(
        states=np.empty((number, words), np.uint64),
        visits=np.empty(number),
        flying=np.empty(number, np.int32),
        sums=np.empty((sides, number)),
        low=np.empty(number),
        high=np.empty(number),
        parent=np.empty(number, np.int32),
        first=np.empty(number, np.int32),
        mover=np.empty(number, np.int8),
        counts=np.empty((number, roles), np.int32),
        luck=np.empty(number if weighed else 0),
    )


def _manner(
    network: Network, settings: Settings, constant: bool, endless: bool
) -> Manner:
    """Return the settings in the form of the kernel."""
    roles = network.roles
    players = [role for role, name in enumerate(roles) if name != CHANCE]
    together = len(players) == 1 or (len(players) == 2 and constant)
    sides = np.zeros(len(roles), np.int64)
    weights = np.zeros(len(roles))
    for number, role in enumerate(players):
        low, high = _range(network, players[0] if together else role)
        sides[role] = 0 if together else number
        weights[role] = (-1 if together and number else 1) / max(high - low, 1)
    low, high = _range(network, players[0])
    usual = TIMED if endless else COUNTED
    if low == high:  # this is no proof of anything
        low, high = low - 1, high + 1
    return Manner(
        exploration=float(settings.exploration),
        weights=weights,
        sides=sides,
        chance=roles.index(CHANCE) if CHANCE in roles else -1,
        weighed=int(network.weighs_chance is not None),
        rivals=int(together and len(players) == 2),
        solver=int(settings.solver and together and not settings.flat),
        flat=int(settings.flat),
        patience=usual if settings.patience is None else settings.patience,
        each=max(1, min(settings.batch or BATCH, LANES)),
        low=float(low),
        high=float(high),
        full=int(endless and not settings.batch),
    )


def _range(network: Network, role: int) -> tuple[int, int]:
    """Return the least and the greatest goal value of a role."""
    roles, goals = network.outputs["goal"].arguments
    values = goals[roles == role]
    return (int(values.min()), int(values.max())) if len(values) else (0, 0)
