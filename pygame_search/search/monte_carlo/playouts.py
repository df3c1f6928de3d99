"""Random games; those in Python are the twin of `logic/game/playouts.pl`.

Each game has its own seed, so it does not depend on the process that plays it or on
other games.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from pygame_search.game import State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Key, Machine
from pygame_search.model.random_games import LONGEST, no_end
from pygame_search.model.rules import CHANCE
from pygame_search.search.core import options
from pygame_search.search.core.tier_choice import MANY_GAMES, in_best_tier
from pygame_search.search.core.tiers import (
    able,
    is_compiled,
    must_have,
    work,
)
from pygame_search.support.clock import deadline_in, look_at_clock
from pygame_search.support.errors import LimitError, NoGoalError
from pygame_search.support.parallel import spread
from pygame_search.support.printing import Printed, one_line, table
from pygame_search.support.requests import (
    Effect,
    Request,
    asked,
    former,
    option,
    whole,
)
from pygame_search.support.words import counted

if TYPE_CHECKING:
    from rich.console import RenderableType

#: How long to play when neither a time nor a number of games is given, in seconds.
USUAL_SECONDS = 1.0
#: The default number of plies after which a game is given up.
USUAL_PLIES = 10_000
#: The number of games in a share of the work.
_SHARE = 64
#: The number of games in the first call of the clauses; later calls adapt to the clock.
_FIRST_BATCH = 4
#: The intended duration of such a call, in seconds, so that it ends in time.
_CALL_SECONDS = 0.25

#: The length and the goal values of a game.
Result = tuple[int, tuple[int | None, ...]]


@dataclass(frozen=True, slots=True, repr=False)
class Playouts(Printed):
    """The results of random games; `print` shows the mean goal of each role.

    Attributes:
        playouts: the number of games that were played to the end.
        steps: the sum of their lengths, in plies.
        cpu_seconds: the processor time of the games, without the preparation.
        goals: the mean goal value of each role; of `random` only if the rules give it
            one at each end.
        unfinished: the number of games that did not end: they took too many plies or
            seconds, or were still being played when the native tier stopped.
        longest: the number of plies after which a game is given up.
        tier: the tier that played them.
        notes: why it is not the native tier, if no tier was named.
    """

    playouts: int
    steps: int
    cpu_seconds: float
    goals: dict[str, float]
    unfinished: int = 0
    longest: int = USUAL_PLIES
    tier: str = ""
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Return one line with the mean goals."""
        goals = [f"{role} {goal:.2f}" for role, goal in self.goals.items()]
        return one_line(self, counted(self.playouts, "game", "games"), *goals)

    def printed(self) -> RenderableType:
        """Return how many games were played, and a table of the mean goals."""
        from rich.console import Group

        from pygame_search.support.console import Text

        rate = self.playouts / max(self.cpu_seconds, 1e-9)
        lines = [
            f"{self.playouts:,} games, {self.steps:,} plies, "
            f"{self.cpu_seconds:.2f} s of processor time, {rate:,.0f} games/s"
            + (f", {self.tier} tier" if is_compiled(self.tier) else ""),
            *self.notes,
        ]
        if self.unfinished:
            lines.append(
                f"{self.unfinished:,} more games did not end within {self.longest:,} "
                "plies or the time limit, and do not count"
            )
        listing = table("role", "mean goal#")
        for role, goal in self.goals.items():
            listing.add_row(role, f"{goal:.2f}")
        return Group(*map(Text, lines), listing)


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the games.

    Attributes:
        state: where they begin.
        tier: `clauses` or `procedural`.
        seeds: one for each game.
        longest: the number of plies after which a game is given up.
        until: when to stop, on the clock of `time.time`; None to play them all.
        seconds: the time after which a game is given up; None to play it out.
    """

    state: State
    tier: str
    seeds: tuple[int, ...]
    longest: int = LONGEST
    until: float | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class PlayoutsRequest(Request):
    """A request for `playouts`."""

    SUBJECTS = ("where the games begin",)
    EFFECTS = (
        Effect("seconds", "no {games}", lambda request: request.games is None),
        options.OWN_WORKERS,
    )

    state: State
    _: KW_ONLY
    seconds: float | None = options.time_limit(
        f"how long to play after the end of the first game; {USUAL_SECONDS:g} by "
        "default"
    )
    games: int | None = option(
        "how many games to play instead", whole("N", 1, "at least 1 game")
    )
    longest: int = option(
        "the number of plies after which a game is given up: it counts as "
        "`unfinished`, not as played",
        whole("PLIES", 1, "games of at least 1 ply"), USUAL_PLIES,
    )  # fmt: skip
    seed: int = options.seed()
    tier: str | None = options.tier()
    workers: int = options.workers()
    cluster: str | None = options.cluster()
    count: int | None = former("games")


@asked(PlayoutsRequest)
def playouts(request: PlayoutsRequest) -> Playouts:
    """Return the mean goals of random games.

    The games depend only on the seed; with a number of games so does the answer.

    Raises:
        InputError: an unknown tier, a number out of range, or no such cluster.
        LimitError: no game ended.
        RulesError: a role has no legal move before the end, or no goal value there.
        TierError: the tier does not support the game.
    """
    game, games, tier = request.state.game, request.games, request.tier
    seconds = USUAL_SECONDS if request.seconds is None else request.seconds
    if request.cluster is not None:
        tier = tier or able("cluster")
        must_have(tier, "cluster")
    elif is_compiled(game.tier):
        tier = tier or game.tier
    few = games is not None and games < MANY_GAMES

    def run(tier: str, _: float | None = None) -> Playouts:
        played: Playouts = work(tier, "playouts")(
            request.state, seconds, games, request.seed, tier, request.workers,
            request.cluster, request.longest,
        )  # fmt: skip
        return played

    if tier is not None or few:
        tier = tier or "clauses"
        return replace(run(tier), tier=tier)
    limit = seconds if games is None else None
    chosen = in_best_tier(
        game, run, first="clauses", seconds=limit, probe=0, histories=True
    )
    return replace(chosen.answer, tier=chosen.tier, notes=chosen.notes)


def in_processes(
    state: State,
    seconds: float,
    count: int | None,
    seed: int,
    tier: str,
    workers: int,
    cluster: str | None,
    longest: int,
) -> Playouts:
    """Play random games in several processes, and return their results."""
    state.game.ready()
    games = _Clock(seconds) if count is None else None
    shares = _shares(state, tier, seed, count, longest, games)
    played: list[Result | None] = []
    took = 0.0
    for _, (part, cpu) in spread(play, shares, workers=workers, cluster=cluster):
        played += part
        took += cpu
        if games is not None:
            games.begin()
    results = [result for result in played if result is not None]
    if not results:
        raise _none_ended(longest, None if count is not None else seconds)
    goals = {}
    for i, role in enumerate(state.game.roles):
        given = [values[i] for _, values in results]
        if role != CHANCE or None not in given:  # chance need not have a goal
            goals[role] = _mean(role, given)
    return Playouts(
        len(results), sum(plies for plies, _ in results), took, goals,
        unfinished=len(played) - len(results), longest=longest,
    )  # fmt: skip


def _none_ended(longest: int, seconds: float | None) -> LimitError:
    """Return the error for random games that were all given up."""
    if seconds is None:
        return LimitError(f"no game ended within {longest:,} plies", "plies")
    return LimitError(
        f"no game ended within {seconds:g} s and {longest:,} plies: allow more of one "
        "or both",
        "time",
    )


def _mean(role: str, values: Sequence[int | None]) -> float:
    """Return the mean of the goal values of a role.

    Raises:
        RulesError: one is missing.
    """
    if None in values:
        raise NoGoalError(f"no goal value is defined for {role} at a game's end")
    return sum(value for value in values if value is not None) / len(values)


class _Clock:
    """A time limit that starts with the first result."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.until: float | None = None

    def begin(self) -> None:
        """Start the clock, if it is not yet running."""
        if self.until is None:
            self.until = time.time() + self.seconds

    @property
    def over(self) -> bool:
        return self.until is not None and time.time() > self.until


def _shares(
    state: State,
    tier: str,
    seed: int,
    count: int | None,
    longest: int,
    clock: _Clock | None,
) -> Iterator[Share]:
    """Yield shares of games until the number of games or the time is reached."""
    source = random.Random(seed)
    left = count
    while left is None or left > 0:
        until = None
        size = _SHARE if left is None else min(left, _SHARE)
        if clock is not None:
            if clock.over:
                return
            until = clock.until
            size = 1 if until is None else _SHARE
        seeds = tuple(source.getrandbits(48) for _ in range(size))
        yield Share(
            state, tier, seeds, longest, until, None if clock is None else clock.seconds
        )
        left = None if left is None else left - size


def play(share: Share) -> tuple[list[Result | None], float]:
    """Return the results of a share, None for a game given up, and the time it took."""
    started = time.process_time()
    results = list(work(share.tier, "games")(share))
    return results, time.process_time() - started


def by_clauses(share: Share) -> Iterable[Result | None]:
    """Play games in Prolog, and yield their results; None for a game given up."""
    state = share.state
    done, batch = 0, _FIRST_BATCH
    while done < len(share.seeds):
        began = time.monotonic()
        seeds = share.seeds[done : done + batch]
        reply = state.game.request(
            "playouts", state=state.number, longest=share.longest, seeds=list(seeds),
            patience=share.seconds,
        )  # fmt: skip
        for result in reply["results"]:
            yield None if result is None else (result[0], tuple(result[1]))
        done += len(seeds)
        if share.until is not None and time.time() > share.until:
            return
        took = max(time.monotonic() - began, 1e-4)
        batch = max(1, int(len(seeds) * _CALL_SECONDS / took))


def by_procedure(share: Share) -> Iterable[Result | None]:
    """Play games in Python, and yield their results; None for a game given up."""
    machine = ClauseMachine(share.state.game, memo=True)
    for seed in share.seeds:
        source = random.Random(seed)
        until = deadline_in(share.seconds)
        yield _ended(machine, share.state.number, source, until, share.longest)
        if share.until is not None and time.time() > share.until:
            return


def by_kernels(
    state: State,
    seconds: float,
    count: int | None,
    seed: int,
    _tier: str,
    workers: int,
    _cluster: str | None,
    longest: int,
) -> Playouts:
    """Play random games in kernels, and return their results."""
    from pygame_search.machine.game_code import code_of
    from pygame_search.machine.native_game import native
    from pygame_search.machine.network import stuck
    from pygame_search.network.network import StuckError
    from pygame_search.network.searches import playouts as kernels
    from pygame_search.network.searches import walks

    if state.game.histories:
        code, bits = code_of(state.game, state.number, state.facts)
        play = partial(walks.playouts, code, bits)
    else:
        game = native(state.game)
        play = partial(kernels.playouts, game.network, state=game.held(state))
    try:
        # One ply loads or compiles the kernels, so the clock counts games alone.
        play(count=1, longest=1)
        started = time.process_time()
        found = play(
            count=count, seconds=seconds, seed=seed, workers=workers, longest=longest
        )
    except StuckError as error:
        raise stuck(state.game, error) from None
    if found.playouts == 0:
        raise _none_ended(longest, None if count is not None else seconds)
    goals = {}
    for role, values in zip(state.game.roles, found.goals, strict=True):
        if None in values:
            if role == CHANCE:
                continue
            raise NoGoalError(f"no goal value is defined for {role} at a game's end")
        total = sum(value * n for value, n in values.items() if value is not None)
        goals[role] = total / found.playouts
    took = time.process_time() - started
    return Playouts(found.playouts, found.plies, took, goals, found.unfinished, longest)


def playout(
    machine: Machine,
    state: Key,
    source: random.Random,
    deadline: float | None = None,
    longest: int = LONGEST,
) -> Result:
    """Return the length and the goal values of one random game.

    Args:
        machine: the state machine.
        state: where the game begins.
        source: of random numbers.
        deadline: a time.monotonic(), None for no clock.
        longest: the most plies of the game.

    Raises:
        LimitError: the game did not end before the deadline or within `longest` plies.
        RulesError: a role has no legal move.
    """
    plies = 0
    while not (node := machine.playable(state)).terminal:
        if plies == longest:
            raise no_end(longest)
        if plies % 16 == 0:
            look_at_clock(deadline)
        index = 0
        for role, moves in enumerate(node.moves):
            index = index * len(moves) + node.drawn(role, source)
        state = node.successors[index]
        plies += 1
    return plies, node.values


def _ended(
    machine: Machine,
    state: int,
    source: random.Random,
    deadline: float | None,
    longest: int,
) -> Result | None:
    """Return the result of a random game, None if it was given up; see `playout`."""
    try:
        return playout(machine, state, source, deadline, longest)
    except LimitError as error:
        if error.code not in ("time", "plies"):
            raise
    return None
