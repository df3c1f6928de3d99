"""Learn the weights of features from games of a player against itself."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pygame_search.experiments.learning.exercise import (
    LARGEST,
    Episode,
    Exercise,
    goal_ranges,
    machine_of,
    play,
    views,
)
from pygame_search.experiments.learning.updates import (
    LOGISTIC,
    logistic_regression,
    td_lambda,
    whole_numbers,
)
from pygame_search.experiments.weights import Weights
from pygame_search.game import Game, State, loaded_game
from pygame_search.model.decimals import Weight
from pygame_search.model.rules import rules_hash
from pygame_search.search.core import options
from pygame_search.search.core.heuristics import all_weights
from pygame_search.support.clock import deadline_in
from pygame_search.support.errors import InputError, LimitError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.parallel import LATER, spread
from pygame_search.support.printing import Printed, Shown, one_line, stacked, table
from pygame_search.support.requests import (
    FLAG,
    Effect,
    Kind,
    Request,
    asked,
    option,
    whole,
    word,
)
from pygame_search.support.words import counted

Floats = NDArray[np.float64]

METHODS = ("regression", "td")

#: The time limit, in seconds, if neither a time nor a number of games is given.
USUAL_SECONDS = 10.0

#: TD: the default lambda, and the default step size.
USUAL_DECAY = 0.7
USUAL_STEP = 0.1

#: The heuristics that are learned by default; the others are related to mobility.
GENERAL = ("mobility", "proximity", "goal")

#: The ridge penalty of half a squared weight in a regression, for features of mean
#: square 1; it counts as much as a few games. A constant has almost no penalty.
_RIDGE = 1.0
_RIDGE_OF_CONSTANTS = 1e-3

#: TD: the step size falls with the number of games; after this many it is half as
#: large.
_HALF = 200


@dataclass(frozen=True, slots=True)
class Point:
    """The progress at one time.

    Attributes:
        games: how many games had been learned from.
        error: the mean squared error of the predictions, in the games played since the
            previous point, before their outcomes were learned from.
        weights: the weight of each feature, as whole numbers.
    """

    games: int
    error: float
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Learned(Printed, JsonObject):
    """Learned weights; `print` shows the old and the new ones.

    Attributes:
        game: the name of the game, with its parameters.
        weights: the weight of each feature, as whole numbers; features of the rule
            file that were not learned have weight 0.
        before: the previous weights.
        exact: the weights before rounding: by how much one more instance of a feature
            changes the logarithm of the odds.
        method: the learning method.
        tier: the tier that played the games.
        seed: the seed of the random numbers.
        games: the number of games learned from.
        unfinished: the number of games that were abandoned and not used.
        positions: the number of positions learned from.
        solved: how many of the searched positions have a proven value.
        points: the course of learning.
        stopped: `games`, `time` or `interrupt`.
        seconds: how long it took.
        file: the content of a file for `--weights`.
        notes: what was assumed.
    """

    game: str
    weights: Mapping[str, int]
    before: Mapping[str, Weight]
    exact: Mapping[str, float]
    method: str
    tier: str
    seed: int
    games: int
    unfinished: int
    positions: int
    solved: int
    points: tuple[Point, ...]
    stopped: str
    seconds: float = field(compare=False)
    file: Weights = field(compare=False)
    notes: tuple[str, ...] = ()

    json_members = (
        "game weights before exact method tier seed games unfinished positions solved "
        "curve stopped seconds notes"
    )

    def __repr__(self) -> str:
        """Return one line with the weights."""
        weights = [f"{name}={weight}" for name, weight in self.weights.items()]
        games = counted(self.games, "game", "games")
        return one_line(self, f"{self.method}, {games} of {self.game}", *weights)

    def printed(self) -> Shown:
        """Return the weights, old and new."""
        searched = f", {self.solved:,} of them solved" if self.solved else ""
        positions = counted(self.positions, "position", "positions")
        games = counted(self.games, "game", "games")
        lines = [
            f"{self.method} on {positions}{searched}, of {games} of {self.game}, "
            f"{self.seconds:.2f} s"
        ]
        if self.unfinished:
            unfinished = counted(self.unfinished, "game", "games")
            lines.append(f"{unfinished} did not end and were not used")
        listing = table("feature", "old#", "new#", "log-odds#")
        for name, weight in self.weights.items():
            exact = self.exact.get(name)
            odds = "" if exact is None else f"{exact:+.3f}"
            listing.add_row(name, str(self.before[name]), str(weight), odds)
        return stacked(*lines, "", listing, *self.notes)

    @property
    def curve(self) -> list[dict[str, Any]]:
        """The points as `--json` prints them."""
        return [
            {
                "games": point.games,
                "error": round(point.error, 6),
                "weights": dict(zip(self.exact, point.weights, strict=True)),
            }
            for point in self.points
        ]

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        return JsonObject.as_json(self) | {
            "exact": {name: round(value, 6) for name, value in self.exact.items()},
            "seconds": round(self.seconds, 3),
        }


def _share(what: str) -> Kind:
    """Return the kind of a number from 0 to 1, which is called so."""

    def check(value: object) -> None:
        if not isinstance(value, int | float) or not 0 <= value <= 1:
            raise InputError(f"expected {what} from 0 to 1, found {value!r}")

    return Kind("NUMBER", check, type=float)


def _must_be_step(value: object) -> None:
    """Check a step size."""
    if not isinstance(value, int | float) or not 0 < value <= 100:
        raise InputError(f"expected a step above 0, up to 100, found {value!r}")


def _by_td(request: LearnRequest) -> bool:
    return request.method == "td"


@dataclass(frozen=True)
class LearnRequest(Request):
    """What is asked of `learn`."""

    SUBJECTS = ("what is learned, a game or its name or path",)
    EFFECTS = (
        Effect("decay", "{method} td", _by_td),
        Effect("step", "{method} td", _by_td),
        Effect("depth", "{method} regression", lambda request: not _by_td(request)),
        options.OWN_WORKERS,
    )

    game: Game | str | os.PathLike[str]
    _: KW_ONLY
    method: str = option(
        "regression on the outcomes of games, or on positions searched to a depth; or "
        "td, TD(lambda)", word("METHOD", "method", METHODS), "regression",
    )  # fmt: skip
    features: Sequence[str] | None = option(
        "the features of the rule file, or heuristics, whose weights are learned; by "
        "default all features, and without any the heuristics"
    )
    heuristics: bool = option(
        "also learn weights for the heuristics that work for every game: "
        f"{', '.join(GENERAL)}", FLAG, default=False,
    )  # fmt: skip
    weights: Mapping[str, Weight | float] | None = option(
        "the old weights, to compare with; by default those of the rule file"
    )
    seconds: float | None = options.time_limit(
        f"the time limit; {USUAL_SECONDS:g} if no number of games is given"
    )
    games: int | None = option(
        "the greatest number of games to learn from", whole("N", 1, "at least 1 game")
    )
    seed: int = options.seed()
    depth: int = option(
        "learn from the values of positions searched to this depth; 0 for the outcomes "
        "of games", whole("PLIES", 0, "a depth of 0 or more"), 0,
    )  # fmt: skip
    decay: float = option(
        "the lambda of TD(lambda), from 0 to 1", _share("lambda"), USUAL_DECAY,
        typed="--lambda",
    )  # fmt: skip
    step: float = option(
        "the step size of TD", Kind("NUMBER", _must_be_step, type=float), USUAL_STEP
    )
    exploration: float = option(
        "the share of moves that are made at random, from 0 to 1",
        _share("exploration"), 0.1,
    )  # fmt: skip
    batch: int = option(
        "how many games are played with the same weights",
        whole("N", 1, "a batch of at least 1 game"), 20,
    )  # fmt: skip
    longest: int = option(
        "give up a game after this many plies, and do not learn from it",
        whole("PLIES", 1, "games of at least 1 ply"), 1000, typed="--plies",
    )  # fmt: skip
    start: State | None = option("where the games begin; by default the initial state")
    tier: str | None = option(
        "native or procedural; by default native if it supports the game", Kind("TIER")
    )
    workers: int = options.workers()
    cluster: str | None = options.cluster()
    progress: Callable[[str], object] | None = option(
        "called with a text that says how far the learning is"
    )


@asked(LearnRequest)
def learn(request: LearnRequest) -> Learned:
    """Learn weights from games of a player against itself.

    The player looks one move ahead, with the weights learned so far; it begins with
    random games. The weights are a function of the seed, whatever the number of
    workers, unless the clock ends the learning. Ctrl-C ends it with the weights so far.

    Raises:
        InputError: no such method or feature, a number out of range, or a game in which
            there is nothing to learn.
        LimitError: no game ended.
        TierError: the tier does not support the game.
    """
    begun = time.monotonic()
    rules, seconds, depth = loaded_game(request.game), request.seconds, request.depth
    if rules.closed:
        raise InputError(
            f"{rules.name!r} has hidden information, and learning plays games in which "
            "each role sees the whole state, so the weights would be wrong; --open (in "
            "Python game.face_up()) learns with all cards face up"
        )
    if request.games is None and seconds is None:
        seconds = USUAL_SECONDS
    names = _names(rules, request.features, request.heuristics)
    before = all_weights(rules, request.weights)
    first = rules.initial if request.start is None else rules.own(request.start)
    if not rules.players:
        raise InputError(f"nobody plays {rules.name!r}: it has no roles")
    if first.terminal:
        raise InputError("expected a position to learn from, found one at the end")
    tier, _ = machine_of(rules, request.tier, names)
    ranges = goal_ranges(first, tier, request.longest)
    sides = len(views(rules, ranges))
    rule: _Rule
    if _by_td(request):
        rule = _TD(len(names), sides, request.decay, request.step)
        method = f"td(lambda={request.decay:g}, step={request.step:g})"
    else:
        rule = _Regression(len(names), sides, searches=depth > 0)
        method = f"regression(depth={depth})" if depth else "regression"
    course = _Course(names, rule)
    deadline = deadline_in(seconds)
    batches = _Batches(
        course, request.games, request.batch,
        lambda number: Exercise(
            first, tier, ranges, names, tuple(rule.weights.tolist()),
            random.Random(f"{request.seed} {number}").getrandbits(48),
            request.exploration if course.points else 1.0, request.longest,
            depth if any(rule.weights[: len(names)]) else 0,
        ),
    )  # fmt: skip
    stopped = "games"
    results = spread(
        play, batches.items(), workers=request.workers, cluster=request.cluster
    )
    try:
        for number, episodes in results:
            over = deadline is not None and time.monotonic() > deadline
            # An incomplete batch does not count, unless it is the only one.
            done = batches.take(number, episodes, over and not course.points)
            if done and request.progress is not None:
                request.progress(course.words())
            if over:
                stopped = "time"
                break
    except KeyboardInterrupt:
        stopped = "interrupt"
        if not course.points:
            raise
    finally:
        results.close()
    return _learned(
        rules,
        course,
        before,
        method,
        tier,
        request.seed,
        stopped,
        time.monotonic() - begun,
    )


def _names(
    game: Game, features: Sequence[str] | None, heuristics: bool
) -> tuple[str, ...]:
    """Return the features and heuristics whose weights are learned."""
    names = list(game.weights) if features is None else list(features)
    all_weights(game, dict.fromkeys(names, 0))
    if heuristics or not names:
        names += GENERAL
    return tuple(dict.fromkeys(names))


class _Rule(Protocol):
    """A rule for changing weights; `weights` are those of the unscaled features."""

    weights: Floats
    positions: int
    solved: int

    def take(self, episodes: Sequence[Episode]) -> None:
        """Learn from games."""
        ...


class _Scale:
    """Scales each feature so that its mean square in the first games is 1."""

    def __init__(self, names: int, constants: int) -> None:
        self._names = names
        self.scale = np.ones(names + constants)
        self._known = False

    def measure(self, episodes: Sequence[Episode]) -> None:
        if not self._known and episodes:
            rows = np.concatenate([episode.features for episode in episodes])
            roots = np.sqrt((rows[:, : self._names] ** 2).mean(axis=0))
            self.scale[: self._names] = np.where(roots > 0, roots, 1.0)
            self._known = True


class _TD:
    """TD(lambda): one step after each game; steps shrink with the number of games."""

    def __init__(self, names: int, constants: int, decay: float, step: float) -> None:
        self._scale = _Scale(names, constants)
        self._decay, self._step = decay, step
        self._scaled = np.zeros(names + constants)
        self.weights = self._scaled
        self._games = self.positions = self.solved = 0

    def take(self, episodes: Sequence[Episode]) -> None:
        """Learn from games."""
        self._scale.measure(episodes)
        for episode in episodes:
            step = self._step / (1 + self._games / _HALF)
            self._scaled = self._scaled + td_lambda(
                self._scaled, episode.features / self._scale.scale, episode.outcome,
                decay=self._decay, step=step,
            )  # fmt: skip
            self._games += 1
            self.positions += len(episode.features)
        self.weights = self._scaled / self._scale.scale


class _Regression:
    """Logistic regression on all positions so far; all games count equally."""

    def __init__(self, names: int, constants: int, *, searches: bool) -> None:
        self._scale = _Scale(names, constants)
        self._searches = searches
        self._ridge = np.array([_RIDGE] * names + [_RIDGE_OF_CONSTANTS] * constants)
        self._data: list[tuple[Floats, Floats, Floats]] = []
        self._searched = False
        self.weights = np.zeros(names + constants)
        self.positions = self.solved = 0

    def take(self, episodes: Sequence[Episode]) -> None:
        """Learn from games."""
        self._scale.measure(episodes)
        if not self._searched and any(episode.searched for episode in episodes):
            self._data.clear()  # outcomes of random games, which were only a start
            self._searched, self.positions = True, 0
        for episode in episodes:
            rows = episode.features / self._scale.scale
            targets = np.full(len(rows), episode.outcome)
            if self._searched:
                plies = [ply for ply, _, _ in episode.searched]
                rows = rows[plies]
                targets = np.array([target for _, target, _ in episode.searched])
                self.solved += sum(proven for _, _, proven in episode.searched)
            if len(rows):
                self._data.append((rows, targets, np.full(len(rows), 1 / len(rows))))
                self.positions += len(rows)
        if self._data:
            rows, targets, counts = (
                np.concatenate(part) for part in zip(*self._data, strict=True)
            )
            scale = self._scale.scale
            self.weights = (
                logistic_regression(
                    rows, targets, counts, self._ridge, self.weights * scale
                )
                / scale
            )


class _Course:
    """The progress of learning."""

    def __init__(self, names: tuple[str, ...], rule: _Rule) -> None:
        self.names, self.rule = names, rule
        self.points: list[Point] = []
        self.played = self.finished = 0

    def take(self, games: Sequence[tuple[Episode, ...]]) -> None:
        """Learn from a batch of games."""
        episodes = [episode for game in games for episode in game]
        errors = [
            np.mean(
                (LOGISTIC.value(one.features @ self.rule.weights) - one.outcome) ** 2
            )
            for one in episodes
        ]
        self.rule.take(episodes)
        self.played += len(games)
        self.finished += sum(bool(game) for game in games)
        self.points.append(
            Point(
                self.played, float(np.mean(errors)) if errors else 0.0,
                whole_numbers(self.exact, LARGEST),
            )
        )  # fmt: skip

    @property
    def exact(self) -> list[float]:
        """The weights of the features."""
        found: list[float] = self.rule.weights[: len(self.names)].tolist()
        return found

    def words(self) -> str:
        """Return the progress, in words."""
        weights = zip(self.names, self.points[-1].weights, strict=True)
        return (
            f"{self.played} games: "
            f"{', '.join(f'{name}={weight}' for name, weight in weights)}"
        )


class _Batches:
    """Games that are played with the same weights, batch by batch.

    Args:
        course: the learning from these games.
        games: the number of games; None for no limit.
        size: the size of a batch.
        made: makes the game with a given number.
    """

    def __init__(
        self,
        course: _Course,
        games: int | None,
        size: int,
        made: Callable[[int], Exercise],
    ) -> None:
        self._course, self._games, self._size, self._made = course, games, size, made
        self._found: dict[int, tuple[Episode, ...]] = {}

    def items(self) -> Iterator[Any]:
        """Yield the games to play; `LATER` while a batch is unfinished."""
        number = 0
        while self._games is None or number < self._games:
            if number < self._course.played + self._left():
                yield self._made(number)
                number += 1
            else:
                yield LATER

    def _left(self) -> int:
        """Return the number of games in the batch."""
        if self._games is None:
            return self._size
        return min(self._size, self._games - self._course.played)

    def take(self, number: int, episodes: tuple[Episode, ...], last: bool) -> bool:
        """Receive a game; return whether it was the last of its batch.

        Args:
            number: the number of the game.
            episodes: the game, from each point of view.
            last: whether no game follows.
        """
        self._found[number] = episodes
        if len(self._found) < self._left() and not last:
            return False
        self._course.take([self._found[number] for number in sorted(self._found)])
        self._found.clear()
        return True


def _learned(
    game: Game,
    course: _Course,
    before: Mapping[str, Weight],
    method: str,
    tier: str,
    seed: int,
    stopped: str,
    seconds: float,
) -> Learned:
    exact = dict(zip(course.names, course.exact, strict=True))
    if not any(exact.values()):
        gone = course.played - course.finished
        raise LimitError(
            f"{course.played} games gave no information about {', '.join(course.names)}"
            + (f": {gone} did not end" if gone else ""),
            "plies",
        )
    learned = dict(zip(exact, whole_numbers(course.exact, LARGEST), strict=True))
    weights = {**dict.fromkeys(game.weights, 0), **learned}
    return Learned(
        game=game.call,
        weights=weights,
        before={name: before.get(name, 0) for name in weights},
        exact=exact,
        method=method,
        tier=tier,
        seed=seed,
        games=course.finished,
        unfinished=course.played - course.finished,
        positions=course.rule.positions,
        solved=course.rule.solved,
        points=tuple(course.points),
        stopped=stopped,
        seconds=seconds,
        file=Weights(
            game.name, game.parameters, rules_hash(game), weights, method,
            course.finished, seed,
        ),
        notes=game.assumed,
    )  # fmt: skip
