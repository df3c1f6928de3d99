"""Equilibria of two players by counterfactual regret minimisation.

What converges is the average of the strategies of all iterations, so its exploitability
is measured and its plans are returned. The kernels are in `network/searches/regret.py`
and `network/searches/sampled_regret.py`.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.searches.pace import Pace
from pygame_search.network.searches.regret import Learner, follow, iterate
from pygame_search.network.searches.sampled_regret import (
    Room,
    Sampled,
    sample,
)
from pygame_search.solving.hidden.arrays import Arrays, even_array
from pygame_search.solving.hidden.sequence_form import EMPTY
from pygame_search.support.checkpoint import Checkpoint
from pygame_search.support.errors import InputError
from pygame_search.support.words import counted

#: The methods; the last one samples, and needs the tree of the game.
SAMPLED = "mccfr"
METHODS = ("cfr", "cfr+", SAMPLED)

#: What is counted, one of it and several.
ITERATIONS = ("iteration", "iterations")

#: After how many seconds a checkpoint is written again.
_SAVE = 60.0

#: The exploitability is looked at again after a tenth more iterations.
_AGAIN = 10


class Point(NamedTuple):
    """How far the work was after some iterations.

    Attributes:
        iterations: how many.
        seconds: the CPU seconds that they took.
        exploitability: that of the average strategies.
    """

    iterations: int
    seconds: float
    exploitability: float


class Minimiser(ABC):
    """Regret minimisation for both players of a game.

    Attributes:
        method: its name, one of METHODS.
        tier: the tier that has made the sequence form, on which the order of the moves
            depends.
        seconds: the CPU seconds that its iterations took.

    Args:
        game: the game.
        method: its name.
    """

    def __init__(self, game: Arrays, method: str) -> None:
        self.method = method
        self.tier = ""
        self._game = game
        self._done = np.zeros(1, np.int64)
        self._pace = Pace()
        self._iterate(0)  # compiles
        self.seconds = 0.0

    @abstractmethod
    def _iterate(self, iterations: int) -> None:
        """Do some iterations."""

    @abstractmethod
    def plans(self) -> list[NDArray[np.float64]]:
        """Return the average plan of each player, after one iteration or more.

        A plan is the probability of each sequence, if the other and chance let it.
        """

    @abstractmethod
    def _learnt(self) -> dict[str, NDArray[Any]]:
        """Return what a checkpoint keeps, by name."""

    @property
    def iterations(self) -> int:
        """How many iterations are done."""
        return int(self._done[0])

    def run(self, iterations: int, deadline: float | None = None) -> None:
        """Go on until so many iterations are done, or the time is over.

        Between short portions of them Ctrl-C takes effect.

        Args:
            iterations: how many there are then, with those done before.
            deadline: a `time.monotonic`, after which only the first is begun.
        """
        while (left := iterations - self.iterations) > 0:
            over = deadline is not None and time.monotonic() > deadline
            if over and self.iterations:
                return
            portion = min(self._pace.steps, left)
            began = time.thread_time()
            self._iterate(portion)
            seconds = time.thread_time() - began
            self.seconds += seconds
            self._pace.took(seconds, portion)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what it has learnt, by name."""
        return {"done": self._done, **self._learnt()}

    def restore(self, seconds: float, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what it had learnt, in so many seconds."""
        self.seconds = seconds
        for name, own in self.arrays().items():
            own[:] = arrays[name]

    def point(self) -> Point:
        """Return how far the work is."""
        exploitability = max(self._game.exploitability(self.plans()), 0.0)
        return Point(self.iterations, self.seconds, exploitability)


class FullMinimiser(Minimiser):
    """By passes over the whole sequence form: `cfr` and `cfr+`.

    Args:
        game: the game.
        method: `cfr` or `cfr+`.
    """

    def __init__(self, game: Arrays, method: str) -> None:
        self._plus = method == "cfr+"
        self._learners = tuple(
            Learner(np.zeros(many), even_array(choices), np.zeros(many), np.zeros(many))
            for choices, many in zip(game.choices, game.sequences, strict=True)
        )
        super().__init__(game, method)

    def _iterate(self, iterations: int) -> None:
        iterate(
            iterations, self._done, self._plus, *self._game.payoffs,
            *self._game.choices, *self._learners,
        )  # fmt: skip

    def plans(self) -> list[NDArray[np.float64]]:
        """Return the average plan of each player."""
        return [one.totals / one.totals[EMPTY] for one in self._learners]

    def _learnt(self) -> dict[str, NDArray[Any]]:
        """Return the regrets, plans and totals."""
        return _fields(self._learners, ("regrets", "plan", "totals"))


class SampledMinimiser(Minimiser):
    """By external sampling: `mccfr`.

    Args:
        game: the game, with its tree.
        seed: of the random numbers.
    """

    def __init__(self, game: Arrays, seed: int) -> None:
        assert game.tree is not None
        self._tree = game.tree
        one, two = game.sequences
        self._learners = (
            Sampled(np.zeros(one), np.zeros(one)), Sampled(np.zeros(two), np.zeros(two))
        )  # fmt: skip
        self._room = Room(
            np.zeros((self._tree.steps, 6), np.int64),
            np.zeros(self._tree.steps * int(self._tree.counts.max())),
            np.random.SeedSequence(seed).generate_state(1, np.uint64) | np.uint64(1),
        )
        super().__init__(game, SAMPLED)

    def _iterate(self, iterations: int) -> None:
        sample(iterations, self._done, self._tree, *self._learners, self._room)

    def plans(self) -> list[NDArray[np.float64]]:
        """Return the average plan of each player; even moves where it was not."""
        found = []
        for choices, learner in zip(self._game.choices, self._learners, strict=True):
            plan = np.zeros(len(learner.totals))
            follow(choices, learner.totals, plan)
            found.append(plan)
        return found

    def _learnt(self) -> dict[str, NDArray[Any]]:
        """Return the regrets and totals, and the state of the random numbers."""
        return {"chaos": self._room.chaos, **_fields(self._learners, Sampled._fields)}


def _fields(
    learners: Sequence[Learner | Sampled], names: Sequence[str]
) -> dict[str, NDArray[Any]]:
    """Return some arrays of both players by name."""
    return {
        f"{name} {player}": getattr(learner, name)
        for player, learner in enumerate(learners)
        for name in names
    }


def minimiser(game: Arrays, method: str, seed: int = 1, tier: str = "") -> Minimiser:
    """Return what minimises regret by a method.

    Args:
        game: the game; with its tree, if the method samples.
        method: one of METHODS.
        seed: of the random numbers.
        tier: see `Minimiser`.
    """
    found: Minimiser = (
        SampledMinimiser(game, seed)
        if method == SAMPLED
        else FullMinimiser(game, method)
    )
    found.tier = tier
    return found


class KeptWork:
    """Regret minimisation in a file, from which it goes on; it is read once.

    Args:
        file: the checkpoint.

    Raises:
        InputError: it is damaged, made from other rules, or cannot be read.
    """

    def __init__(self, file: Checkpoint) -> None:
        self._file = file
        self._kept = file.load()

    @property
    def tier(self) -> str | None:
        """The tier that made the sequence form of the work; None without any."""
        tier = None if self._kept is None else self._kept[0].get("tier")
        return tier if isinstance(tier, str) and tier else None

    def restore(self, work: Minimiser) -> list[Point]:
        """Have some work go on from it, if there is any; return its curve.

        Raises:
            InputError: it is other work.
        """
        kept, self._kept = self._kept, None  # the work has the arrays from here on
        if kept is None:
            return []
        header, arrays = kept
        if header.get("work") != work.method:
            found = header.get("work", "another solution")
            raise InputError(
                f"{self._file.path}: expected the work of {work.method}, found that of "
                f"{found}"
            )
        if header.get("tier") != work.tier:
            raise InputError(
                f"{self._file.path}: expected work on the sequence form of the tier "
                f"{work.tier}, found that of {header.get('tier')}"
            )
        work.restore(header["seconds"], arrays)
        return [Point(*each) for each in header["curve"]]

    def save(self, work: Minimiser, curve: list[Point]) -> None:
        """Write work to the file.

        Raises:
            InputError: it cannot be written.
        """
        header = {
            "work": work.method,
            "tier": work.tier,
            "seconds": work.seconds,
            "curve": curve,
        }
        self._file.save(header, work.arrays())


@dataclass(frozen=True, slots=True)
class Stops:
    """When to stop: at the first of these, after one iteration at least.

    Attributes:
        iterations: after so many; None for no limit.
        exploitability: once it is no more than this.
        deadline: at this `time.monotonic`; None for no limit.
    """

    iterations: int | None = None
    exploitability: float = 0.0
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class Minimised:
    """What came of regret minimisation.

    Attributes:
        plans: the average plan of each player.
        curve: how far it was after 1, 2, 5, 10, 20, 50, ... iterations, and at the end.
        stopped: why it ended: `iterations`, `exploitability`, `time` or `interrupt`.
    """

    plans: list[NDArray[np.float64]]
    curve: tuple[Point, ...]
    stopped: str


def minimised(
    work: Minimiser,
    stops: Stops,
    progress: Callable[[str], None] | None = None,
    kept: KeptWork | None = None,
) -> Minimised:
    """Return average plans by regret minimisation.

    Args:
        work: has done nothing yet.
        stops: when to stop. Ctrl-C also stops it, once an iteration is done.
        progress: called with a text that says how far the work is.
        kept: where to keep the work, and to go on from.

    Raises:
        InputError: what is kept is other work, or cannot be written.
    """
    method = work.method
    curve = [] if kept is None else kept.restore(work)
    saved, stopped = time.monotonic(), "iterations"
    try:
        for goal in looks(stops.iterations, work.iterations):
            work.run(goal, stops.deadline)
            if work.iterations < goal:
                stopped = "time"
                break
            point = work.point()
            if is_round(point.iterations):
                curve.append(point)
            if progress is not None:
                progress(
                    f"{method}: {counted(point.iterations, *ITERATIONS)}, "
                    f"exploitability {point.exploitability:.2g}"
                )
            if kept is not None and time.monotonic() - saved > _SAVE:
                kept.save(work, curve)
                saved = time.monotonic()
            if point.exploitability <= stops.exploitability:
                stopped = "exploitability"
                break
    except KeyboardInterrupt:
        if not work.iterations:
            raise
        stopped = "interrupt"
    if kept is not None:
        kept.save(work, curve)
    last = work.point()
    if not curve or curve[-1].iterations != last.iterations:
        curve.append(last)
    return Minimised(work.plans(), tuple(curve), stopped)


def looks(most: int | None, number: int = 0) -> Iterator[int]:
    """Yield after how many iterations to measure the exploitability, from a number on.

    That is after each of the first, later after a tenth more, and at 1, 2, 5, 10, ...

    >>> [*looks(30)][8:]
    [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 26, 28, 30]
    """
    while most is None or number < most:
        after = number + max(1, number // _AGAIN)
        after = next((n for n in range(number + 1, after) if is_round(n)), after)
        number = after if most is None else min(after, most)
        yield number


def is_round(number: int) -> bool:
    """Return whether a number is 1, 2 or 5 times a power of 10.

    >>> [number for number in range(1, 300) if is_round(number)]
    [1, 2, 5, 10, 20, 50, 100, 200]
    """
    while number % 10 == 0:
        number //= 10
    return number in (1, 2, 5)
