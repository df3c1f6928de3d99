"""Matches: many games between players, each of whom plays every role in turn."""

from __future__ import annotations

import math
import os
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from pygame_search.experiments.matches.openings import random_openings
from pygame_search.experiments.matches.play import Clock, GameItem, play_game
from pygame_search.experiments.matches.players import Player, read_player, takes_tier
from pygame_search.experiments.matches.playthrough import Joint, Playthrough
from pygame_search.experiments.matches.statistics import (
    Interval,
    SequentialTest,
    bootstrap,
    elo,
    interval_text,
    signed,
    wilson,
)
from pygame_search.game import Game, State, loaded_game
from pygame_search.model.decimals import Weight
from pygame_search.search.core import options
from pygame_search.search.core.tiers import IN_WORDS, must_be_tier
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject, plain
from pygame_search.support.parallel import spread
from pygame_search.support.printing import Printed, Shown, one_line, stacked, table
from pygame_search.support.requests import (
    Effect,
    Kind,
    Request,
    asked,
    option,
    whole,
)
from pygame_search.support.words import counted

if TYPE_CHECKING:
    from rich.table import Table

LONGEST = 1000

#: The default length of random openings, in plies.
USUAL_PLIES = 2


@dataclass(frozen=True, slots=True)
class Standing(JsonObject):
    """The results of a player.

    Attributes:
        player: the player, as it was given.
        games: the number of its games.
        wins, draws, losses: the results; None if the game is not won or lost.
        score: the mean result, where a win is 1 and a draw 1/2, or the mean goal value.
        interval: Wilson's interval for the score; None for goal values, or without
            games.
        bootstrap: a bootstrap interval for the score, from the rounds; None without
            rounds.
    """

    player: str
    games: int
    wins: int | None
    draws: int | None
    losses: int | None
    score: float | None
    interval: Interval | None
    bootstrap: Interval | None


@dataclass(frozen=True, slots=True, repr=False)
class MatchResult(Printed, JsonObject):
    """The results of a match; `print` shows the score of each player.

    Attributes:
        game: the name of the game, with its parameters.
        outcomes: whether games are won, drawn and lost; otherwise goal values count.
        standings: the results of each player, in the order given.
        games: the games that count, in the order of the match.
        rounds: how many times every assignment of players to roles was played.
        openings: the number of different openings.
        elo: the Elo difference of the first of two players; infinite if it won or lost
            all games; None for more players, and for goal values.
        elo_interval: the same for the ends of Wilson's interval.
        test: the sequential test, if one was requested.
        ratio: the logarithm of its likelihood ratio.
        verdict: `low` or `high`, the hypothesis that the test accepted.
        stopped: `games`, `test`, or `interrupt`.
        seconds: how long it took.
        notes: what was assumed.
    """

    game: str
    outcomes: bool
    standings: tuple[Standing, ...]
    games: tuple[Playthrough, ...]
    rounds: int
    openings: int
    elo: float | None
    elo_interval: Interval | None
    test: SequentialTest | None
    ratio: float | None
    verdict: str | None
    stopped: str
    seconds: float = field(compare=False)
    notes: tuple[str, ...] = ()

    json_members = (
        "game games rounds openings standings elo elo_interval sprt=test failures "
        "endless stopped seconds notes"
    )

    def __repr__(self) -> str:
        """Return one line with the scores."""
        games = counted(len(self.games), "game", "games")
        scores = [f"{s.player} {_score_text(s, 3)}" for s in self.standings]
        return one_line(self, f"{games} of {self.game}", *scores)

    def printed(self) -> Shown:
        """Return the score of each player, and what the scores prove."""
        games = counted(len(self.games), "game", "games")
        openings = counted(self.openings, "opening", "openings")
        head = f"{games} of {self.game} from {openings}, {self.seconds:.2f} s"
        more = [f"\n{line}" for line in self._proved()]
        return stacked(f"{head}\n", self._listing(), *more)

    def _listing(self) -> Table:
        names = ["player", "games#", "mean goal#", "95 %#"]
        if self.outcomes:
            names[2:3] = ["won#", "drawn#", "lost#", "score#"]
        rows = [_row(standing, self.outcomes) for standing in self.standings]
        listing = table(*names, rows=rows)
        listing.columns[0].overflow = "fold"
        return listing

    def _proved(self) -> Iterator[str]:
        """Yield sentences that say what the scores prove."""
        if self.outcomes and self.rounds:
            shown = self.standings[:1] if self.elo is not None else self.standings
            words = [f"{s.player} {interval_text(s.bootstrap, 3)}" for s in shown]
            rounds = counted(self.rounds, "round", "rounds")
            yield f"from the {rounds}: {', '.join(words)}"
        if self.elo is not None and self.elo_interval is not None:
            low, high = (signed(end) for end in self.elo_interval)
            first, second = (standing.player for standing in self.standings)
            elo = f"{signed(self.elo)} Elo, between {low} and {high}"
            yield f"{first} against {second}: {elo}"
        if self.test is not None:
            yield _verdict(self)
        if self.endless:
            yield f"{counted(self.endless, 'game', 'games')} given up as endless"
        for number, game in self.failures:
            assert game.failure is not None
            player = game.players[game.failure.role]
            yield (
                f"game {number} is lost by {player} as {game.failure.role}: "
                f"{game.failure.why}"
            )
        yield from self.notes

    @property
    def endless(self) -> int:
        """How many games were abandoned as endless."""
        return sum(game.ended == "endless" for game in self.games)

    @property
    def failures(self) -> tuple[tuple[int, Playthrough], ...]:
        """The games in which a player failed, with their numbers, from 1."""
        return tuple(
            (number, game)
            for number, game in enumerate(self.games, 1)
            if game.failure is not None
        )

    def as_json(self) -> dict[str, Any]:
        """Return the match as `--json` prints it; infinite numbers are null."""
        found = JsonObject.as_json(self) | {
            "games": len(self.games),
            "elo": _finite(self.elo),
            "elo_interval": self.elo_interval and list(map(_finite, self.elo_interval)),
            "failures": [
                {"game": number, **plain(game.failure)}
                for number, game in self.failures
            ],
            "seconds": round(self.seconds, 3),
        }
        if self.test is not None:
            found["sprt"] |= {"ratio": self.ratio, "verdict": self.verdict}
        return found


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None


@dataclass(frozen=True)
class PlayRequest(Request):
    """What is asked of `match` and of `skill`."""

    SUBJECTS: ClassVar[tuple[str, ...]] = (
        "what is played, a game or its name or path",
    )
    EFFECTS = (
        Effect(
            "plies", "no {openings}, which set their own length",
            lambda request: request.openings is None,
        ),
        Effect(
            "tier", "a method that searches and names no tier",
            lambda request: any(map(takes_tier, request.texts)),
        ),
        options.OWN_WORKERS,
    )  # fmt: skip

    game: Game | str | os.PathLike[str]
    _: KW_ONLY
    games: int = option(
        "how many games to play, rounded up to whole rounds",
        whole("N", 1, "at least 1 game"), 100,
    )  # fmt: skip
    seed: int = options.seed()
    clock: Clock | None = option(
        "the time of each player; without one, a method that has no limit of its own "
        "gets a second a move"
    )
    plies: int | None = option(
        f"the length of the random openings, {USUAL_PLIES} by default",
        whole("PLIES", 0, "openings of 0 plies or more"), typed="--opening-plies",
    )  # fmt: skip
    openings: Sequence[Sequence[Joint]] | None = option(
        "joint moves to begin games with; by default they are random"
    )
    longest: int = option(
        "give up a game after this many plies, as a draw",
        whole("PLIES", 1, "games of at least 1 ply"), LONGEST, typed="--plies",
    )  # fmt: skip
    tier: str | None = option(
        f"what does the work of players that name no tier, {IN_WORDS}; by default the "
        "first that has their method", Kind("TIER", must_be_tier),
    )  # fmt: skip
    workers: int = options.workers()
    cluster: str | None = options.cluster()
    weights: Sequence[Mapping[str, Weight | float] | None] | None = option(
        "of each player, for features and heuristics"
    )
    start: State | None = option(
        "where the openings begin; by default the initial state"
    )
    test: SequentialTest | None = option(
        "a sequential test, which ends the match when it has decided"
    )
    ended: Callable[[int, Playthrough], object] | None = option(
        "called with the number of each game that counts, and the game, in order"
    )
    progress: Callable[[str], object] | None = option(
        "called with a text that says how far the match is"
    )


@dataclass(frozen=True)
class MatchRequest(PlayRequest):
    """What else is asked of `match`."""

    methods: Sequence[str | Player] = option(
        "two players or more, as in `alphabeta(depth=4)@native`", default=()
    )

    @property
    def texts(self) -> Iterator[str]:
        """The players that are given as texts."""
        methods = self.methods
        players = (methods,) if isinstance(methods, str) else methods
        return (player for player in players if isinstance(player, str))


@asked(MatchRequest)
def match(request: MatchRequest) -> MatchResult:
    """Play methods against each other, each in every role, and return the scores.

    A round is an opening from which every assignment of the players to the roles is
    played. What is played is a function of the seed, whatever the number of workers, as
    long as the players stop by depth and not by the clock. Ctrl-C ends the match with
    the games so far.

    Raises:
        InputError: fewer than two players, one that cannot play the game, or a number
            out of range.
    """
    begun = time.monotonic()
    rules, methods, tier = loaded_game(request.game), request.methods, request.tier
    seed, openings, weights = request.seed, request.openings, request.weights
    if isinstance(methods, str):
        raise InputError(f"expected two players or more, found {methods!r} alone")
    given = [None] * len(methods) if weights is None else weights
    if len(given) != len(methods):
        raise InputError(
            f"expected the weights of {len(methods)} players, found {len(given)}"
        )
    players = tuple(
        method if isinstance(method, Player) else read_player(method, rules, tier, own)
        for method, own in zip(methods, given, strict=True)
    )
    _check(rules, players, request.test)
    if openings is not None and not openings:
        raise InputError("expected at least 1 opening, found none")
    table = _Table(rules, players, request.test)
    rounds = -(-request.games // len(table.assignments))
    first = rules.initial if request.start is None else rules.own(request.start)
    if openings is None:
        source = random.Random(f"{seed} openings")
        length = USUAL_PLIES if request.plies is None else request.plies
        openings = random_openings(first, length, rounds, source)
    items = (
        GameItem(
            first, table.seats(assignment), assignment,
            tuple(openings[number % len(openings)]),
            random.Random(f"{seed} {number} {assignment}").getrandbits(48),
            request.clock, request.longest,
        )
        for number in range(rounds)
        for assignment in table.assignments
    )  # fmt: skip
    stopped = "games"
    early: dict[int, Playthrough] = {}

    def counts(index: int, played: Playthrough) -> None:
        table.add(played)
        if request.ended is not None:
            request.ended(index + 1, played)

    results = spread(play_game, items, workers=request.workers, cluster=request.cluster)
    try:
        for found, played in results:
            early[found] = played
            while len(table.games) in early and table.verdict is None:
                counts(len(table.games), early.pop(len(table.games)))
            if request.progress is not None:
                request.progress(table.words(rounds * len(table.assignments)))
            if table.verdict is not None:
                stopped = "test"
                break
    except KeyboardInterrupt:
        stopped = "interrupt"
        for found in sorted(early):
            counts(found, early[found])
    finally:
        results.close()
    return table.result(len(openings), stopped, time.monotonic() - begun)


def _check(game: Game, players: Sequence[Player], test: SequentialTest | None) -> None:
    """Check the options."""
    if not game.players:
        raise InputError(f"nobody plays {game.name!r}: it has no roles")
    if len(players) < 2:
        raise InputError(f"expected two players or more, found {len(players)}")
    if test is not None and (len(players) != 2 or not has_outcomes(game)):
        raise InputError(
            "a sequential test is for two players, in a game of two roles whose goals "
            "add up to a constant"
        )
    if test is not None and not test.low < test.high:
        raise InputError(
            f"expected a first difference below the second, found {test.low:g} and "
            f"{test.high:g}"
        )


def has_outcomes(game: Game) -> bool:
    """Return whether a game is won, drawn or lost."""
    return len(game.players) == 2 and game.constant_sum


def assignments(players: int, roles: int) -> tuple[tuple[int, ...], ...]:
    """Return all assignments of players to roles with as many players as possible.

    >>> assignments(2, 2), len(assignments(2, 3)), len(assignments(3, 2))
    (((0, 1), (1, 0)), 6, 6)
    """
    taking_part = min(players, roles)
    return tuple(
        seats
        for seats in product(range(players), repeat=roles)
        if len(set(seats)) == taking_part
    )


class _Table:
    """The games so far, and their results."""

    def __init__(
        self, game: Game, players: Sequence[Player], test: SequentialTest | None
    ) -> None:
        self._game = game
        self._players = players
        self._test = test
        self._outcomes = has_outcomes(game)
        self.games: list[Playthrough] = []
        self.verdict: str | None = None
        roles = [i for i, role in enumerate(game.roles) if role in game.players]
        self.assignments = tuple(
            tuple(
                seats[roles.index(i)] if i in roles else None
                for i in range(len(game.roles))
            )
            for seats in assignments(len(players), len(roles))
        )

    def seats(self, assignment: Sequence[int | None]) -> tuple[Player | None, ...]:
        """Return who plays each role."""
        return tuple(None if i is None else self._players[i] for i in assignment)

    def add(self, played: Playthrough) -> None:
        """Count a game."""
        self._refuse_what_cannot_play(played)
        self.games.append(played)
        if self._test is not None and len(self.games) % len(self.assignments) == 0:
            self.verdict = self._test.verdict(self._rounds(0))

    def _refuse_what_cannot_play(self, played: Playthrough) -> None:
        """Refuse a player that cannot make its first move: it would lose every game.

        Raises:
        InputError: there is such a player.
        """
        failure = played.failure
        if failure is None or failure.kind != "error" or played.seconds[failure.role]:
            return
        raise InputError(
            f"{played.players[failure.role]} as {failure.role} cannot make its first "
            f"move: {failure.why}"
        )

    def _results(self, player: int, played: Playthrough) -> list[float]:
        """Return the results of a player in a game, one for each of its roles."""
        roles = self._game.roles
        return [
            self._result(roles[i], played)
            for i, seat in enumerate(played.assignment)
            if seat == player
        ]

    def _result(self, role: str, played: Playthrough) -> float:
        own = played.goals[role]
        if not self._outcomes:
            low, high = self._game.ranges[self._game.roles.index(role)]
            return (low + high) / 2 if own is None else own
        [other] = [o for o in self._game.players if o != role]
        theirs = played.goals[other]
        if own is None or theirs is None or own == theirs:
            return 0.5
        return 1.0 if own > theirs else 0.0

    def _rounds(self, player: int) -> list[float]:
        """Return the mean result of a player in each round that is complete."""
        size = len(self.assignments)
        found = []
        for i in range(0, len(self.games) - size + 1, size):
            results = [
                result
                for played in self.games[i : i + size]
                for result in self._results(player, played)
            ]
            found.append(sum(results) / len(results))
        return found

    def _standing(self, player: int) -> Standing:
        results = [r for played in self.games for r in self._results(player, played)]
        games = len(results)
        score = sum(results) / games if games else None
        won = self._outcomes
        return Standing(
            player=str(self._players[player]),
            games=games,
            wins=results.count(1.0) if won else None,
            draws=results.count(0.5) if won else None,
            losses=results.count(0.0) if won else None,
            score=score,
            interval=wilson(score, games) if won and score is not None else None,
            bootstrap=bootstrap(self._rounds(player)),
        )

    def words(self, of: int) -> str:
        """Return the running score."""
        scores = []
        for i, player in enumerate(self._players):
            results = [r for played in self.games for r in self._results(i, played)]
            if results:
                scores.append(f"{player} {sum(results) / len(results):.3f}")
        return f"{len(self.games)} of {of} games: {', '.join(scores)}"

    def result(self, openings: int, stopped: str, seconds: float) -> MatchResult:
        """Return the result of the match."""
        standings = tuple(self._standing(i) for i in range(len(self._players)))
        first = standings[0]
        two = len(standings) == 2 and self._outcomes
        pairs = self._rounds(0)
        return MatchResult(
            game=self._game.call,
            outcomes=self._outcomes,
            standings=standings,
            games=tuple(self.games),
            rounds=len(pairs),
            openings=min(openings, max(1, len(pairs))),
            elo=elo(first.score) if two and first.score is not None else None,
            elo_interval=_elo_interval(first.interval) if two else None,
            test=self._test,
            ratio=None if self._test is None else self._test.ratio(pairs),
            verdict=self.verdict,
            stopped=stopped,
            seconds=seconds,
            notes=self._game.assumed,
        )


def _elo_interval(interval: Interval | None) -> Interval | None:
    return None if interval is None else (elo(interval[0]), elo(interval[1]))


def _row(standing: Standing, outcomes: bool) -> list[str]:
    digits = 3 if outcomes else 2
    score = _score_text(standing, digits)
    row = [standing.player, str(standing.games)]
    if outcomes:
        row += [str(standing.wins), str(standing.draws), str(standing.losses)]
        return [*row, score, interval_text(standing.interval, digits)]
    return [*row, score, interval_text(standing.bootstrap, digits)]


def _score_text(standing: Standing, digits: int) -> str:
    return "-" if standing.score is None else f"{standing.score:.{digits}f}"


def _verdict(found: MatchResult) -> str:
    test = found.test
    assert test is not None
    assert found.ratio is not None
    low, high = test.bounds
    words = {
        None: "the test has not ended",
        "low": f"rather {test.low:+g} Elo than {test.high:+g}",
        "high": f"rather {test.high:+g} Elo than {test.low:+g}",
    }[found.verdict]
    return (
        f"sequential test: {words}; log-likelihood ratio {found.ratio:.2f} "
        f"between {low:.2f} and {high:.2f}"
    )
