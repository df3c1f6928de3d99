"""Games of a player against itself, and the positions to learn from."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pygame_search.experiments.learning.updates import whole_numbers
from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Expansion, Key, Machine
from pygame_search.model.rules import CHANCE
from pygame_search.search.best import best
from pygame_search.search.core.heuristics import HEURISTICS, prepare
from pygame_search.support.errors import InputError, LimitError, TierError

Floats = NDArray[np.float64]

#: The weights of a search are whole numbers; this is the largest.
LARGEST = 100

#: A machine remembers states; after this many it is replaced by a new one.
_MOST_STATES = 200_000

#: The number of random games that find the goal values if the rules do not name them.
_RANDOM_GAMES = 50


@dataclass(frozen=True, slots=True)
class View:
    """The point of view from which positions are evaluated.

    Attributes:
        role: the index of the role.
        rival: the index of the role whose features are subtracted, or None.
        low, high: the least and the greatest goal value.
    """

    role: int
    rival: int | None
    low: int
    high: int

    def share(self, value: float) -> float:
        """Return a goal value as a number from 0 to 1."""
        share = (value - self.low) / (self.high - self.low)
        return min(max(share, 0.0), 1.0)


def views(game: Game, ranges: Sequence[tuple[int, int]]) -> tuple[View, ...]:
    """Return the points of view; only one if one player's gain is the other's loss.

    Args:
        game: the game.
        ranges: the least and the greatest goal value of each role.

    Raises:
        InputError: the game has no players, or no player's goal value varies.
    """
    indices = [game.roles.index(role) for role in game.players]
    if not indices:
        raise InputError(f"nobody plays {game.name!r}: it has no roles")
    found = [View(i, None, *ranges[i]) for i in indices if ranges[i][0] < ranges[i][1]]
    if not found:
        raise InputError(
            f"all games of {game.name!r} come to the same goal values, as far as is "
            "known: there is nothing to learn"
        )
    if len(indices) == 2 == len(found) and game.constant_sum:
        return (replace(found[0], rival=indices[1]),)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Exercise:
    """A game to play, in a form that can be sent to another process.

    Attributes:
        start: where it begins.
        tier: `native` or `procedural`.
        ranges: the least and the greatest goal value of each role.
        names: the features with weights.
        weights: their weights, and the weight of a constant for each view; `LOGISTIC`
            turns the weighted sum into a prediction.
        seed: the seed of the random numbers.
        random: the share of moves made at random, from 0 to 1.
        longest: the number of joint moves after which the game is abandoned.
        depth: the depth to which positions are searched; 0 for no search.
        positions: the most positions to search.
    """

    start: State
    tier: str
    ranges: tuple[tuple[int, int], ...]
    names: tuple[str, ...]
    weights: tuple[float, ...]
    seed: int
    random: float
    longest: int
    depth: int = 0
    positions: int = 8


@dataclass(frozen=True, slots=True)
class Episode:
    """A game from one point of view.

    Attributes:
        features: the features of each position before the end, and 1 for the constant
            of the view.
        outcome: the result, from 0 to 1.
        searched: the positions that were searched, their results, and whether these
            are proven.
    """

    features: Floats
    outcome: float
    searched: tuple[tuple[int, float, bool], ...] = ()


def machine_of(
    game: Game, tier: str | None, names: Sequence[str]
) -> tuple[str, Machine]:
    """Return a tier that can play the game, and its machine.

    Args:
        game: the game.
        tier: the tier wanted; by default native if possible.
        names: the features and heuristics that the machine needs.

    Raises:
        InputError: no such tier, or it does not support the heuristics.
        TierError: it does not support the game.
    """
    if tier not in (None, "native", "procedural"):
        raise InputError(f"expected native or procedural as the tier, found {tier!r}")
    general = [
        name for name in names if name in HEURISTICS and name not in game.weights
    ]
    if general and tier == "native":
        raise InputError(
            "the native tier weighs the features of the rule file alone, found "
            f"{', '.join(general)}: use procedural"
        )
    if tier == "procedural" or general:
        prepare(game, dict.fromkeys(general, 1))
        return "procedural", ClauseMachine(game, memo=True, heuristics=general)
    from pygame_search.machine.network import NetworkMachine

    try:
        return "native", NetworkMachine(game, memo=True, order="standard")
    except (TierError, LimitError):
        if tier == "native":
            raise
        return "procedural", ClauseMachine(game, memo=True)


@dataclass(slots=True)
class _Known:
    """A machine, its purpose, and how many states it was asked about."""

    kind: tuple[str, tuple[str, ...]]
    machine: Machine
    states: int = 0


_MACHINES: WeakKeyDictionary[Game, _Known] = WeakKeyDictionary()


def _machine(item: Exercise) -> _Known:
    """Return the machine of a game, which the next game uses again."""
    game, kind = item.start.game, (item.tier, item.names)
    known = _MACHINES.get(game)
    if known is None or known.kind != kind or known.states > _MOST_STATES:
        known = _Known(kind, machine_of(game, item.tier, item.names)[1])
        _MACHINES[game] = known
    return known


def play(item: Exercise) -> tuple[Episode, ...]:
    """Return the game that a player plays against itself, from each point of view.

    The player looks one move ahead: the best move leads to the highest prediction,
    whatever the others do at the same time. Return None if the game was abandoned, or
    if a role has no goal value at the end.
    """
    player, source = _Player(item), random.Random(item.seed)
    met, values = player.game(source)
    if values is None or not met:
        return ()
    found = []
    for number, view in enumerate(player.views):
        value = values[view.role]
        if value is None:
            continue
        features = np.array([player.features(state)[number] for state in met])
        searched = player.searched(met, number, source)
        found.append(Episode(features, view.share(value), searched))
    return tuple(found)


def goal_ranges(start: State, tier: str, longest: int) -> tuple[tuple[int, int], ...]:
    """Return the least and the greatest goal value of each role.

    If the rules do not give them, they come from some random games.
    """
    game = start.game
    ranges = list(game.ranges)
    unknown = [i for i in range(len(ranges)) if ranges[i][0] == ranges[i][1]]
    if not unknown:
        return tuple(ranges)
    seen: list[list[int]] = [[] for _ in ranges]
    for seed in range(_RANDOM_GAMES):
        item = Exercise(start, tier, ((0, 1),) * len(ranges), (), (), seed, 1, longest)
        _, values = _Player(item).game(random.Random(seed))
        for i, value in enumerate(values or ()):
            if value is not None:
                seen[i].append(value)
    for i in unknown:
        if seen[i]:
            ranges[i] = min(seen[i]), max(seen[i])
    return tuple(ranges)


class _Player:
    """Chooses moves by a linear function of the features."""

    def __init__(self, item: Exercise) -> None:
        game = item.start.game
        self._item, self._game = item, game
        self._known = _machine(item)
        self.machine = machine = self._known.machine
        self.views = views(game, item.ranges)
        self._weights = np.array(item.weights)
        self._features: dict[Key, tuple[Floats, ...]] = {}
        self._values: dict[Key, tuple[float, ...]] = {}
        self._players = {game.roles.index(role) for role in game.players}
        self.start = item.start.key_in(machine)

    def game(
        self, source: random.Random
    ) -> tuple[list[Key], tuple[int | None, ...] | None]:
        """Return the states before the end of a game, and the goal values there."""
        state, met = self.start, list[Key]()
        while True:
            node = self.machine.playable(state)
            if node.terminal:
                return met, node.values
            if len(met) == self._item.longest:
                return met, None
            met.append(state)
            state = node.successors[self._joint(node, source)]

    def _joint(self, node: Expansion, source: random.Random) -> int:
        """Return the index of the joint move to make."""
        index = 0
        for role, moves in enumerate(node.moves):
            chosen = 0
            if len(moves) > 1:
                if (
                    self._game.roles[role] == CHANCE
                    or source.random() < self._item.random
                ):
                    chosen = node.drawn(role, source)
                else:
                    chosen = self._best(node, role, source)
            index = index * len(moves) + chosen
        return index

    def _best(self, node: Expansion, role: int, source: random.Random) -> int:
        worths = [
            min(self._worth(state, role) for _, state in choice)
            for choice in node.choices(role)
        ]
        most = max(worths)
        return source.choice([i for i, worth in enumerate(worths) if worth == most])

    def _worth(self, state: Key, role: int) -> float:
        """Return the prediction for a role, from 0 to 1."""
        found = self._values.get(state)
        if found is None:
            found = self._values[state] = self._predicted(state)
        for view, value in zip(self.views, found, strict=True):
            if view.role == role:
                return value
            if view.rival == role:
                return 1.0 - value
        return 0.0

    def _predicted(self, state: Key) -> tuple[float, ...]:
        node = self.machine.look(state)
        if node.terminal:
            values = [node.values[view.role] for view in self.views]
            return tuple(
                0.5 if value is None else view.share(value)
                for view, value in zip(self.views, values, strict=True)
            )
        return tuple(
            _sigmoid(float(features @ self._weights))
            for features in self.features(state)
        )

    def features(self, state: Key) -> tuple[Floats, ...]:
        """Return the features of a state from each point of view."""
        found = self._features.get(state)
        if found is None:
            names = self._item.names
            self._known.states += 1
            counts = self.machine.features(state)
            made = []
            for number, view in enumerate(self.views):
                column = np.zeros(len(names) + len(self.views))
                for i, name in enumerate(names):
                    column[i] = counts[view.role].get(name, 0)
                    if view.rival is not None:
                        column[i] -= counts[view.rival].get(name, 0)
                column[len(names) + number] = 1.0
                made.append(column)
            found = self._features[state] = tuple(made)
        return found

    def searched(
        self, met: Sequence[Key], number: int, source: random.Random
    ) -> tuple[tuple[int, float, bool], ...]:
        """Return the results of deep searches from some of the positions."""
        item, view = self._item, self.views[number]
        if not item.depth:
            return ()
        real = item.weights[: len(item.names)]
        weights = dict(zip(item.names, whole_numbers(real, LARGEST), strict=True))
        for name in self._game.weights:
            weights.setdefault(name, 0)
        unit = LARGEST / max(map(abs, real))
        constant = item.weights[len(item.names) + number]
        found = []
        plies = sorted(source.sample(range(len(met)), min(item.positions, len(met))))
        for ply in plies:
            state = self._game.of_facts(self.machine.facts(met[ply]))
            result = best(
                state, role=self._game.roles[view.role],
                depth=item.depth, tier=item.tier, weights=weights,
            )  # fmt: skip
            assert result.value is not None
            proven = result.complete or result.distance is not None
            target = (
                view.share(result.value)
                if proven
                else _sigmoid(result.value / unit + constant)
            )
            found.append((ply, target, proven))
        return tuple(found)


def _sigmoid(number: float) -> float:
    return 0.5 * (1.0 + math.tanh(0.5 * number))
