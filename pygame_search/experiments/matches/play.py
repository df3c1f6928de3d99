"""One game between players, from an opening to its end."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from pygame_search.experiments.matches.choose import choose
from pygame_search.experiments.matches.players import Player
from pygame_search.experiments.matches.playthrough import (
    Failure,
    Joint,
    Playthrough,
    played,
)
from pygame_search.game import Game, State
from pygame_search.model.rules import no_moves
from pygame_search.search.best import best
from pygame_search.search.core.heuristics import all_weights, prepare
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.tiers import is_compiled
from pygame_search.support.errors import InputError, LimitError, PygameSearchError

if TYPE_CHECKING:
    from pygame_search.solving.hidden.kept_moves import KeptMoves

#: The overtime that a clock tolerates, in seconds: another program may have run.
MARGIN = 0.5
#: The share of the game's remaining time for the next move.
_SHARE = 1 / 20
#: The time of a method that has no limit and no clock, in seconds.
USUAL_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a player may think.

    Attributes:
        seconds: for a move, or for all moves of a game.
        whole: whether it is for a game.
        start: how much longer the first move may take: the start clock of General Game
            Playing.
    """

    seconds: float
    whole: bool = False
    start: float = 0.0

    def given(self, used: Sequence[float]) -> float:
        """Return how long the next move may take.

        Args:
            used: how long the moves before took, in seconds.
        """
        more = 0.0 if used else self.start
        if not self.whole:
            return self.seconds + more
        return max(0.01, (self.seconds - self._spent(used)) * _SHARE) + more

    def over(self, used: Sequence[float]) -> bool:
        """Return whether a player is out of time, given the time of its moves."""
        first = len(used) == 1
        spent = self._spent(used) if self.whole or first else used[-1]
        return spent > self.seconds + MARGIN

    def _spent(self, used: Sequence[float]) -> float:
        """Return the time of some moves, without the time of the start clock."""
        return sum(used) - min(self.start, used[0]) if used else 0.0


@dataclass(frozen=True, slots=True)
class GameItem:
    """A game to play.

    Attributes:
        start: where it begins.
        players: the player of each role; None for chance.
        assignment: their numbers among the players of the match.
        opening: the joint moves of the opening.
        seed: the seed of the random numbers.
        clock: the clock of each player.
        longest: the number of joint moves after which the game is abandoned as
            endless.
    """

    start: State
    players: tuple[Player | None, ...]
    assignment: tuple[int | None, ...]
    opening: tuple[Joint, ...] = ()
    seed: int = 1
    clock: Clock | None = None
    longest: int = 1000


class _FailedError(Exception):
    """A player failed and does not continue."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.why)
        self.failure = failure


def play_game(item: GameItem) -> Playthrough:
    """Play the game of an item and return it.

    A player that raises an error, makes an illegal move or runs out of time loses: it
    gets the least goal value of its role, and every other role gets its greatest.
    """
    game = item.start.game
    table = _Table(item)
    state, moves = item.start, []
    for joint in item.opening:
        state = state.play_joint(joint)
        moves.append(joint)
    failure = None
    while not state.terminal and len(moves) < item.longest:
        try:
            joint = table.joint(state)
        except _FailedError as error:
            failure = error.failure
            break
        state = state.play_joint(joint)
        moves.append(joint)
    goals: Mapping[str, int | None] = dict.fromkeys(game.roles)
    if failure is not None:
        goals = _lost(game, failure.role)
    elif state.terminal:
        goals = state.goals
    ended = "over" if state.terminal else "endless"
    return played(
        item.start,
        players=dict(zip(game.roles, item.players, strict=True)),
        assignment=item.assignment,
        opening=len(item.opening),
        moves=tuple(moves),
        seed=item.seed,
        goals=goals,
        ended=ended if failure is None else "failure",
        failure=failure,
        seconds={role: tuple(took) for role, took in table.seconds.items()},
    )


def _lost(game: Game, role: str) -> dict[str, int | None]:
    ends = dict(zip(game.roles, game.ranges, strict=True))
    goals: dict[str, int | None] = dict.fromkeys(game.roles)
    for other in game.players:
        low, high = ends[other]
        goals[other] = low if other == role else high
    return goals


#: The players whose network and kernels are ready, by game.
_WARM: WeakKeyDictionary[Game, set[Player]] = WeakKeyDictionary()


def _warm(start: State, player: Player) -> None:
    """Prepare what a player of the native tier needs, off the clock."""
    warm = _WARM.setdefault(start.game, set())
    if player in warm or start.terminal:
        return
    warm.add(player)
    call = read_method(player.method)
    limits = {"depth": 1, "simulations": 1}
    known = {parameter.name for parameter in call.method.parameters}
    short = call.with_values(**{n: v for n, v in limits.items() if n in known})
    with suppress(PygameSearchError):  # its first move reports it
        best(
            start, method=short, tier=player.tier, weights=dict(player.weights) or None
        )


#: The files of moves that were read, by game; the key is the file and its state.
_READ: WeakKeyDictionary[Game, dict[tuple[Path, int, int], KeptMoves]] = (
    WeakKeyDictionary()
)


def _read(game: Game, file: Path) -> KeptMoves:
    """Return the moves in a file, which is read again only where it has changed."""
    from pygame_search.solving.hidden.kept_moves import kept_moves

    try:
        now = file.stat()
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror})") from error
    key = file, now.st_ino, now.st_mtime_ns
    known = _READ.setdefault(game, {})
    if key not in known:
        known[key] = kept_moves(file, game)
    return known[key]


class _Table:
    """The state of the players: their sources of random numbers and their clocks."""

    def __init__(self, item: GameItem) -> None:
        game = item.start.game
        self._clock = item.clock
        self._players = dict(zip(game.roles, item.players, strict=True))
        self._sources = {
            role: random.Random(f"{item.seed} {role}") for role in game.roles
        }
        self.seconds: dict[str, list[float]] = {role: [] for role in game.players}
        self._kept = {
            role: _read(game, player.file)
            for role, player in self._players.items()
            if player is not None and player.file is not None
        }
        for player in item.players:
            if player is not None and player.weights:
                prepare(game, all_weights(game, dict(player.weights)))
            if player is not None and is_compiled(player.tier) and item.clock:
                _warm(item.start, player)

    def joint(self, state: State) -> Joint:
        """Return the moves that all roles choose."""
        return tuple(self._move(state, role) for role in state.game.roles)

    def _move(self, state: State, role: str) -> str:
        legal, source = state.legal[role], self._sources[role]
        player = self._players[role]
        if player is None:
            if not legal:
                raise no_moves(state.game, role, state.facts)
            return state.drawn(role, source)
        if len(legal) == 1:
            return legal[0]
        used = self.seconds[role]
        began = time.monotonic()
        try:
            move = self._chosen(state, role, player, used)
        except PygameSearchError as error:
            raise _FailedError(Failure(role, "error", str(error))) from error
        used.append(round(time.monotonic() - began, 6))
        if move not in legal:
            why = f"{move!r} is not legal; legal: {', '.join(legal)}"
            raise _FailedError(Failure(role, "illegal", why))
        if self._clock is not None and self._clock.over(used):
            why = f"out of time: {used[-1]:.2f} s for the move {len(used)}"
            raise _FailedError(Failure(role, "time", why))
        return move

    def _chosen(
        self, state: State, role: str, player: Player, used: Sequence[float]
    ) -> str:
        if role in self._kept:
            from pygame_search.solving.hidden.kept_moves import move_by

            return move_by(self._kept[role], state, role, self._sources[role])
        seconds = USUAL_SECONDS if self._clock is None else self._clock.given(used)
        try:
            return choose(
                state, role, player.method, seconds=seconds, tier=player.tier,
                weights=dict(player.weights) or None, source=self._sources[role],
            )  # fmt: skip
        except RecursionError as error:
            raise LimitError(
                "out of memory: the search goes too deep", "plies"
            ) from error
        except MemoryError as error:
            raise LimitError("out of memory", "out_of_memory") from error
