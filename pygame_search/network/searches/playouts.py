"""Random playouts by a network, in LANES lanes at a time.

A lane begins a new game whenever its last one is over, as long as games are left. Every
game that was begun is played to its end and counted, so short games have no advantage.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.random_games import LONGEST
from pygame_search.network.bits import lowest
from pygame_search.network.jit import Number, inner_kernel
from pygame_search.network.lanes.evaluate import advance, evaluate_moves, evaluate_state
from pygame_search.network.lanes.lane_words import (
    LANES,
    WORDS,
    count,
    empty_rows,
    literal,
    load,
    some,
    splat,
    store,
)
from pygame_search.network.lanes.random_move import Choice, choice, move_at_random
from pygame_search.network.lanes.schedule import (
    GROUP,
    Schedule,
    must_have_lots,
    schedule,
)
from pygame_search.network.lanes.threads import spread
from pygame_search.network.network import Network, StuckError, WeightError
from pygame_search.network.searches.pace import SLICE, Pace

_WORDS = np.uint64(WORDS)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)

#: The counters of the kernel: games left to begin, steps so far, games played, their
#: plies, the role that was found without a move (or -1), and the step at which a game
#: may have lasted too long.
LEFT, CLOCK, PLAYED, PLIES, STUCK, LIMIT, GIVEN_UP = range(7)

#: How long after the deadline unfinished games are abandoned, in seconds.
LATE = 0.03

#: Many games are split into about this many parts, each with its own random numbers, or
#: into more if a part would exceed the second limit.
PARTS, LARGEST_PART = 8, 1 << 20

#: More games than will be played.
_ENDLESS = 1 << 62

_Key = TypeVar("_Key")


class Games(NamedTuple):
    """Unfinished games, and the statistics of finished ones.

    Attributes:
        counters: see LEFT and the constants beside it.
        goals: for each row of Schedule.goals the number of games that ended so.
        no_goals: for each role the number of games that ended without a goal value.
        lengths: for each number of plies the number of games of that length; empty if
            not requested, otherwise longer than any game can be.
        began: for each lane the step at which its game began.
        initial: for each fluent a word of ones or of zeros: where games begin.
        rows: the states, and the network evaluated on them.
        spare: room for `advance`.
        ended, restart: rows: the lanes whose games have ended, and those to begin anew.
    """

    counters: NDArray[np.int64]
    goals: NDArray[np.int64]
    no_goals: NDArray[np.int64]
    lengths: NDArray[np.int64]
    began: NDArray[np.int64]
    initial: NDArray[np.uint64]
    rows: NDArray[np.uint64]
    spare: NDArray[np.uint64]
    ended: NDArray[np.uint64]
    restart: NDArray[np.uint64]


@inner_kernel
def play(steps: int, longest: int, plan: Schedule, games: Games, room: Choice) -> None:
    """Make steps in all lanes; stop early when no game is left.

    Args:
        steps: how many.
        longest: the number of plies at which a game is abandoned.
        plan: the schedule of the network.
        games: the unfinished games.
        room: its `active` has the lanes with an unfinished game.
    """
    rows, counters, active = games.rows, games.counters, room.active
    ended, restart = games.ended, games.restart
    for _ in range(steps):
        step = counters[CLOCK]
        evaluate_state(rows, plan)
        busy = load(active, _ZERO)
        over = literal(rows, np.uint64(plan.terminal)) & busy
        if step >= counters[LIMIT]:
            _find_long(step, longest, games, active, restart)
            long = load(restart, _ZERO) & ~over
            counters[GIVEN_UP] += count(long)
            counters[PLIES] -= count(long) * longest
            busy = busy & ~long
            store(active, _ZERO, busy)
        if some(over):
            store(ended, _ZERO, over)
            counters[PLAYED] += count(over)
            _count_goals(ended, plan, games)
            if len(games.lengths):
                _count_lengths(step, ended, games)
            busy = busy & ~over
            store(active, _ZERO, busy)
        under_way = count(busy)
        if under_way == 0 and counters[LEFT] == 0:
            return
        for role in range(len(plan.planes)):
            if not move_at_random(rows, plan, role, room):
                counters[STUCK] = role
                return
        counters[PLIES] += under_way
        evaluate_moves(rows, plan)
        store(restart, _ZERO, ~busy)
        advance(rows, plan, games.initial, restart, games.spare)
        counters[CLOCK] = step + 1
        if counters[LEFT] > 0 and under_way < LANES:
            _begin(step + 1, longest, games, active)


@inner_kernel
def _begin(step: int, longest: int, games: Games, active: NDArray[np.uint64]) -> None:
    """Begin games in the lanes that have none, as long as any are left."""
    counters = games.counters
    for w in range(WORDS):
        idle = ~active[w]
        while idle != 0 and counters[LEFT] > 0:
            bit = idle & (_ZERO - idle)
            idle ^= bit
            active[w] |= bit
            counters[LEFT] -= 1
            games.began[64 * w + np.int64(lowest(bit))] = step
    if counters[LIMIT] < 0:
        counters[LIMIT] = step + longest


@inner_kernel
def _find_long(
    step: int,
    longest: int,
    games: Games,
    active: NDArray[np.uint64],
    long: NDArray[np.uint64],
) -> None:
    """Find the games that have lasted too long."""
    first = step
    for w in range(WORDS):
        long[w] = np.uint64(0)
        for b in range(64):
            if not (active[w] >> np.uint64(b)) & np.uint64(1):
                continue
            if step - games.began[64 * w + b] >= longest:
                long[w] |= np.uint64(1) << np.uint64(b)
            else:
                first = min(first, games.began[64 * w + b])
    games.counters[LIMIT] = first + longest


@inner_kernel
def _count_goals(ended: NDArray[np.uint64], plan: Schedule, games: Games) -> None:
    """Count the goal values of the games that have ended, one for each role.

    A game with several for a role has none.
    """
    over = load(ended, _ZERO)
    g = 0
    for role in range(len(games.no_goals)):
        left = over
        several = splat(_ZERO)
        first: Number = g
        while g < len(plan.goals) and plan.goals[g, 0] == role:
            value = literal(games.rows, np.uint64(plan.goals[g, 2])) & over
            games.goals[g] += count(value)
            several = several | (value & ~left)
            left = left & ~value
            g += 1
        if some(several):
            for i in range(first, g):
                value = literal(games.rows, np.uint64(plan.goals[i, 2])) & several
                games.goals[i] -= count(value)
        games.no_goals[role] += count(left | several)


@inner_kernel
def _count_lengths(step: int, ended: NDArray[np.uint64], games: Games) -> None:
    for w in range(WORDS):
        over = ended[w]
        while over != 0:
            bit = over & (_ZERO - over)
            over ^= bit
            games.lengths[step - games.began[64 * w + np.int64(lowest(bit))]] += 1


@dataclass(frozen=True, slots=True)
class Tally:
    """The result of random games.

    Attributes:
        playouts: the number of games that were played to the end.
        plies: the sum of their lengths.
        goals: for each role and goal value the number of games that ended with it; None
            stands for no value.
        lengths: the number of games of each length; empty if not requested.
        unfinished: the number of games that were begun but not finished, because they
            were too long or the time was over.
    """

    playouts: int
    plies: int
    goals: tuple[dict[int | None, int], ...]
    lengths: dict[int, int]
    unfinished: int

    def __add__(self, other: Tally) -> Tally:
        """Return the combined result of all games."""
        return Tally(
            self.playouts + other.playouts,
            self.plies + other.plies,
            tuple(
                _sum(mine, theirs)
                for mine, theirs in zip(self.goals, other.goals, strict=True)
            ),
            _sum(self.lengths, other.lengths),
            self.unfinished + other.unfinished,
        )


def _sum(one: dict[_Key, int], other: dict[_Key, int]) -> dict[_Key, int]:
    keys = [*one, *(key for key in other if key not in one)]
    return {key: one.get(key, 0) + other.get(key, 0) for key in keys}


class Playing:
    """A resumable batch of random games; `run` continues until it is stopped.

    Args:
        network: of the game.
        plan: its schedule.
        count: how many games to play.
        seed: numbers that determine the games, 0 or more.
        state: for each fluent whether it holds at the start; by default as the rules
            say.
        longest: the number of plies at which a game is given up.
        lengths: whether to count the games of each length.
    """

    def __init__(
        self,
        network: Network,
        plan: Schedule,
        count: int,
        seed: Sequence[int],
        *,
        state: NDArray[np.uint8] | None = None,
        longest: int = LONGEST,
        lengths: bool = False,
    ) -> None:
        must_have_lots(plan)
        self._network, self._plan, self._longest = network, plan, longest
        initial = network.initial if state is None else state
        self._room = choice(plan, seed)
        self._games = Games(
            counters=np.array([count, 0, 0, 0, -1, -1, 0], np.int64),
            goals=np.zeros(len(plan.goals), np.int64),
            no_goals=np.zeros(len(network.roles), np.int64),
            lengths=np.zeros(1 if lengths else 0, np.int64),
            began=np.zeros(LANES, np.int64),
            initial=np.uint64(0) - initial.astype(np.uint64),
            rows=empty_rows(plan.rows),
            spare=empty_rows(len(plan.late) + 1),
            ended=empty_rows(1),
            restart=empty_rows(1),
        )
        fluents = len(network.fluents)
        self._games.rows[WORDS : WORDS * (1 + fluents)] = np.repeat(
            self._games.initial, WORDS
        )
        _begin(0, longest, self._games, self._room.active)
        self._pace = Pace()
        self.done = False

    def run(self) -> None:
        """Play on for about SLICE.

        Raises:
            StuckError: a role has no legal move, and the game is not over.
        """
        if len(self._games.lengths):
            room = self._oldest() + self._pace.steps + 2
            if room > len(self._games.lengths):
                grown = np.zeros(2 * room, np.int64)
                grown[: len(self._games.lengths)] = self._games.lengths
                self._games = self._games._replace(lengths=grown)
        began = time.perf_counter()
        play(self._pace.steps, self._longest, self._plan, self._games, self._room)
        took = time.perf_counter() - began
        counters = self._games.counters
        if self._room.wrong.any():
            raise WeightError(self._held(self._room.wrong))
        if counters[STUCK] >= 0:
            raise StuckError(self._stuck(int(counters[STUCK])))
        self.done = counters[LEFT] == 0 and not self._room.active.any()
        self._pace.took(took)

    def _stuck(self, role: int) -> NDArray[np.bool_]:
        """Return for each fluent whether it holds where a role has no move."""
        rows = self._games.rows.reshape(-1, WORDS)
        begin, end = GROUP * self._plan.groups[role : role + 2]
        legal = self._plan.legal[begin:end].astype(np.uint64)
        able = rows[legal >> _ONE] ^ (_ZERO - (legal & _ONE))[:, np.newaxis]
        return self._held(self._room.active & ~np.bitwise_or.reduce(able, axis=0))

    def _held(self, lanes: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return for each fluent whether it holds in one of some lanes."""
        rows = self._games.rows.reshape(-1, WORDS)
        word = int(np.flatnonzero(lanes)[0])
        bit = np.uint64(1 << (int(lanes[word]).bit_length() - 1))
        return np.asarray(
            rows[1 : 1 + len(self._network.fluents), word] & bit, np.bool_
        )

    def begin_no_more(self) -> None:
        """Begin no more games; only finish those that have begun."""
        self._games.counters[LEFT] = 0

    def _oldest(self) -> int:
        """Return the number of steps since the oldest unfinished game began."""
        lanes = np.unpackbits(self._room.active.view(np.uint8), bitorder="little")
        began = self._games.began[lanes == 1]
        return int(self._games.counters[CLOCK] - began.min()) if len(began) else 0

    def seconds_to_end(self) -> float:
        """Estimate how long the unfinished games will take."""
        return self._oldest() * self._pace.seconds

    @property
    def tally(self) -> Tally:
        """The result of the finished games."""
        games = self._games
        goals: list[dict[int | None, int]] = [{} for _ in games.no_goals]
        for (role, value, _), number in zip(self._plan.goals, games.goals, strict=True):
            if number:
                goals[role][int(value)] = int(number)
        for role, number in enumerate(games.no_goals):
            if number:
                goals[role][None] = int(number)
        lengths = np.flatnonzero(games.lengths)
        # The plies of games that are not over are not theirs who look at the mean.
        lanes = np.unpackbits(self._room.active.view(np.uint8), bitorder="little")
        open_plies = (games.counters[CLOCK] - games.began[lanes == 1]).sum()
        return Tally(
            int(games.counters[PLAYED]),
            int(games.counters[PLIES] - open_plies),
            tuple(goals),
            {int(n): int(games.lengths[n]) for n in lengths},
            int(lanes.sum() + games.counters[GIVEN_UP]),
        )


def playouts(
    network: Network,
    *,
    count: int | None = None,
    seconds: float = 1.0,
    seed: int = 1,
    state: NDArray[np.uint8] | None = None,
    workers: int = 1,
    longest: int = LONGEST,
    lengths: bool = False,
) -> Tally:
    """Return the result of random games, in which all legal moves are equally likely.

    Chance draws by weight, where the rules weigh its moves.

    With a count, the games are a function of the seed and not of the number of workers.

    Args:
        network: of the game.
        count: how many games.
        seconds: how long to play, when no count is given.
        seed: of the random numbers, 0 or more.
        state: where to begin; see Playing.
        workers: how many threads play.
        longest: the number of plies at which a game is given up.
        lengths: whether to count the games of each length.

    Raises:
        StuckError: a role has no legal move, and the game is not over.
    """
    plan = schedule(network)
    counts = [_ENDLESS] * workers if count is None else _parts(count)
    deadline = None if count is not None else time.monotonic() + seconds
    stop = Event()

    def part(number: int) -> Tally:
        playing = Playing(
            network, plan, counts[number], (seed, number),
            state=state, longest=longest, lengths=lengths,
        )  # fmt: skip
        while not playing.done and not stop.is_set():
            playing.run()
            if deadline is not None:
                left = deadline - time.monotonic()
                if left < SLICE + playing.seconds_to_end():
                    playing.begin_no_more()
                if left < -LATE:
                    break
        return playing.tally

    first, *others = spread(part, len(counts), workers, stop)
    return sum(others, first)


def _parts(count: int) -> list[int]:
    """Return shares of games to be played, the same for any number of workers."""
    size = max(4 * LANES, min(LARGEST_PART, -(-count // PARTS)))
    number = -(-count // size)
    return [count * (i + 1) // number - count * i // number for i in range(number)]
