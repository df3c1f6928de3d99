"""Information set Monte Carlo tree search: the kernel of `ismcts.py`, its arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.random_games import LONGEST, no_end
from pygame_search.network.game_code import GameCode
from pygame_search.network.network import StuckError, WeightError
from pygame_search.network.percept_masks import percept_masks
from pygame_search.network.searches import ismcts as kernel
from pygame_search.network.searches.ismcts import (
    ARMS,
    COUNTS,
    GROWN,
    LONG,
    NO_WEIGHT,
    VIEWS,
    Arms,
    Hand,
    Sight,
    Views,
    Worlds,
)
from pygame_search.network.searches.node import FULL, NO_MOVE, PLIES, PLY
from pygame_search.network.searches.reachable import larger
from pygame_search.network.searches.walks import ENDED, LEFT, Walker
from pygame_search.support.errors import NoGoalError

#: More simulations than will be run.
_ENDLESS = 1 << 62

#: The moves that a path has room for at first.
_FIRST_PATH = 64


@dataclass(frozen=True, slots=True)
class Told:
    """What a search is told of the game and of what the role knows.

    Attributes:
        states: of each world the bits of the fluents, in words.
        weights: of each world.
        views: of each world a number for what each role knows there; a role knows the
            same in two worlds if and only if they are equal.
        percepts: for each role the fluents of the network that say what it perceived.
        ranges: for each role its lowest and highest goal value, equal if not known.
        chance: the index of the role `random`, None without one.
        weighed: whether the rules weigh its moves.
        role: the index of the role that searches.
    """

    states: Sequence[NDArray[np.uint64]]
    weights: Sequence[float]
    views: Sequence[Sequence[int]]
    percepts: Sequence[Sequence[int]]
    ranges: Sequence[tuple[int, int]]
    chance: int | None
    weighed: bool
    role: int


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a search.

    Attributes:
        simulations: how many, None for no limit.
        exploration: the constant of UCB1, for goals scaled to the range from 0 to 1.
        single: whether all players choose in one tree, by what the role knows.
        seed: of the random numbers, 0 or more.
        memory: how much the trees may take, in bytes.
    """

    simulations: int | None
    exploration: float
    single: bool
    seed: int
    memory: int


class PerceptsError(Exception):
    """No bits of a state tell what the roles perceived, and nothing else."""


class ViewTrees(Walker):
    """The trees, and the simulations that grow them.

    Args:
        code: of the game with percepts; it has the goals of all roles.
        told: of the game and the worlds.
        settings: of the search.

    Raises:
        PerceptsError: see there.
    """

    def __init__(self, code: GameCode, told: Told, settings: Settings) -> None:
        super().__init__(code, told.states[0], COUNTS)
        self._observed = _observed(told, settings.single)
        self._sight = _sight(code, told, settings, self._observed)
        self._worlds, self._roots = _worlds(code, told, self._observed)
        self._root = int(self._worlds.views[0, self._sight.own[told.role]]), told.role
        self._random = np.random.SeedSequence(settings.seed).generate_state(
            1, np.uint64
        )
        self._longest, self._most = LONGEST, settings.memory
        words, observers = 2 + len(self._sight.places), len(self._observed)
        self._views = _new_views(self._roots + observers + 1, words, code.roles)
        self._arms = _new_arms(2 * code.moves + 64)
        self._hand = Hand(
            views=np.zeros(observers, np.int64),
            path=np.zeros((_FIRST_PATH + code.roles, 2), np.int32),
            goals=np.zeros(code.roles),
        )
        most = settings.simulations
        self.counts[LEFT] = _ENDLESS if most is None else most
        self.counts[FULL] = 0
        self.counts[VIEWS], self.counts[ARMS] = self._roots, 1
        self._kernel()  # linked now, so that no clock waits for it

    def run(self, pause: Callable[[], None]) -> None:
        """Run the simulations; `pause` is called repeatedly, and may raise an error.

        Then it can go on later.

        Raises:
            LimitError: a game is too long.
            NoGoalError: an end has no goal value for a player.
            StuckError: a role has no legal move, and the game is not over.
            WeightError: a move of chance has no weight, or several.
        """
        self._run(pause)

    @property
    def simulations(self) -> int:
        """How many are done."""
        return int(self.counts[ENDED])

    @property
    def size(self) -> int:
        """The number of nodes."""
        return int(self.counts[GROWN])

    @property
    def full(self) -> bool:
        """Whether the limit of memory keeps the trees from growing."""
        return bool(self.counts[FULL])

    def root(self) -> Mapping[int, tuple[int, int, float]]:
        """Return what is known of the moves of the role that searches.

        Returns:
            For each move how often it was made, how often it could have been, and the
            sum of the role's goals.
        """
        found = {}
        arm = int(self._views.first[self._root])
        while arm:
            move, arms = int(self._arms.moves[arm]), self._arms
            found[move] = (
                int(arms.made[arm]), int(arms.available[arm]), float(arms.totals[arm])
            )  # fmt: skip
            arm = int(arms.after[arm])
        return found

    def _kernel(self) -> int:
        return kernel.simulate(
            self._game, self._machine, self._stack, self._memory, self._worlds,
            self._sight, self._views, self._arms, self._hand, self._random,
            self._longest,
        )  # fmt: skip

    def _enlarge(self, full: int) -> None:
        """Double what has no more room, or record that the memory is full."""
        if full == PLIES:
            self._hand = self._hand._replace(path=larger(self._hand.path, None))
            return
        used = sum(part.nbytes for part in (*self._views, *self._arms))
        longest = max(len(self._views.slots), len(self._arms.moves))
        if 3 * used > self._most or 2 * longest >= 1 << 31:  # numbers have 32 bits
            self.counts[FULL] = 1
            return
        counts, views = self.counts, self._views
        if counts[ARMS] + self._game.moves > len(self._arms.moves):
            arms = self._arms
            self._arms = Arms(
                larger(arms.moves, None),
                larger(arms.after, None),
                larger(arms.made, None),
                larger(arms.available, None),
                larger(arms.totals, None),
            )
        if counts[VIEWS] + len(self._observed) >= len(views.keys):
            grown = Views(
                larger(views.keys, None),
                np.zeros(2 * len(views.slots), np.int32),
                larger(views.first, None),
            )
            kernel.refill(self._game, grown, self._roots, int(counts[VIEWS]))
            self._views = grown

    def _error(self, reason: int) -> Exception:
        if reason == LONG:
            return no_end(self._longest)
        if reason in (NO_MOVE, NO_WEIGHT):
            row = int(self.counts[PLY]) & 1
            held = self._game.held(self._stack.states[row])
            return StuckError(held) if reason == NO_MOVE else WeightError(held)
        return NoGoalError("no goal value is defined for a role in this state")


def _observed(told: Told, single: bool) -> list[int]:
    """Return the roles whose views are followed."""
    if single:
        return [told.role]
    return [role for role in range(len(told.ranges)) if role != told.chance]


def _sight(
    code: GameCode, told: Told, settings: Settings, observed: list[int]
) -> Sight:
    """Return what players know, in the form of the kernel."""
    bits: list[list[int]] = [[] for _ in range(code.roles)]
    for role in observed:
        telling = code.telling(told.percepts[role])
        if telling is None:
            raise PerceptsError
        bits[role] = telling
    masks = percept_masks(bits, code.key)
    places = masks.places
    span = [(low, high) if low < high else (inf, -inf) for low, high in told.ranges]
    return Sight(
        observers=np.array(observed, np.int64),
        own=np.array(
            [observed.index(role) if role in observed else 0
             for role in range(code.roles)],
            np.int64,
        ),
        places=places,
        masks=np.ascontiguousarray(masks.by_role[:, places]),
        span=np.array(span, np.float64),
        chance=-1 if told.chance is None else told.chance,
        weighed=int(told.weighed),
        exploration=float(settings.exploration),
    )  # fmt: skip


def _worlds(code: GameCode, told: Told, observed: list[int]) -> tuple[Worlds, int]:
    """Return the worlds in the form of the kernel, and how many views they have."""
    numbers: dict[tuple[int, int], int] = {}
    views = [
        [numbers.setdefault((role, own[role]), len(numbers)) for role in observed]
        for own in told.views
    ]
    worlds = Worlds(
        states=np.array([code.state(bits) for bits in told.states], np.uint64),
        sums=np.cumsum(np.array(told.weights, np.float64)),
        views=np.array(views, np.int64),
    )
    return worlds, len(numbers)


def _new_views(number: int, words: int, roles: int) -> Views:
    """Return room for at least so many views."""
    size = 1 << max(number, 64).bit_length()
    return Views(
        keys=np.zeros((size, words), np.uint64),
        slots=np.zeros(2 * size, np.int32),
        first=np.zeros((size, roles), np.int32),
    )


def _new_arms(number: int) -> Arms:
    """Return room for so many arms."""
    return Arms(
        moves=np.zeros(number, np.int32),
        after=np.zeros(number, np.int32),
        made=np.zeros(number, np.int64),
        available=np.zeros(number, np.int64),
        totals=np.zeros(number),
    )
