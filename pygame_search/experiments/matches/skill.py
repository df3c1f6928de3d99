"""Strength as a function of depth, or of another parameter of a method."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields
from statistics import NormalDist
from typing import Any

from pygame_search.experiments.matches.match import (
    MatchResult,
    PlayRequest,
    Standing,
    has_outcomes,
    match,
)
from pygame_search.experiments.matches.players import read_player
from pygame_search.experiments.matches.statistics import (
    CONFIDENCE,
    Interval,
    elo,
    interval_text,
    signed,
    wilson_middle,
)
from pygame_search.game import loaded_game
from pygame_search.search.core.methods import read_method
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Shown, one_line, stacked, table
from pygame_search.support.requests import Kind, asked, option

#: More values are a typing error, because each needs a separate match.
_MOST_VALUES = 100


@dataclass(frozen=True, slots=True)
class Point(JsonObject):
    """The strength of a method with one value of a parameter.

    Attributes:
        value: the value of the parameter.
        standing: the results against the previous value or the fixed opponent; None
            for the first value, which has no opponent.
        gain: the Elo difference to the previous value; None for the first.
        rating: the sum of the gains; None against a fixed opponent.
        interval: the interval of the rating or, without one, of the score.
    """

    value: int
    standing: Standing | None
    gain: float | None
    rating: float | None
    interval: Interval | None

    json_members = "value gain rating interval"

    @property
    def strength(self) -> float:
        """The rating or, without one, the score."""
        if self.rating is not None:
            return self.rating
        assert self.standing is not None
        assert self.standing.score is not None
        return self.standing.score

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        counts = {"games": 0} | dict.fromkeys(("wins", "draws", "losses", "score"))
        if self.standing is not None:
            counts = {name: getattr(self.standing, name) for name in counts}
        return {"value": self.value} | counts | JsonObject.as_json(self)


@dataclass(frozen=True, slots=True, repr=False)
class Skill(Printed, JsonObject):
    """The strength of a method with several values of a parameter; `print` shows it.

    Attributes:
        game: the name of the game, with its parameters.
        method: the method, as it was called.
        parameter: the parameter that was varied.
        against: the fixed opponent; None if each value played against the previous one.
        unit: the unit of the strength: `Elo`, `score` or `goal`.
        points: one for each value that was played.
        stopped: `games`, or `interrupt`.
        seconds: how long it took.
        notes: what was assumed.
    """

    game: str
    method: str
    parameter: str
    against: str | None
    unit: str
    points: tuple[Point, ...]
    stopped: str
    seconds: float = field(compare=False)
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Return one line with the strength of each value."""
        strengths = [f"{point.value}: {point.strength:.3g}" for point in self.points]
        head = f"{self.method} in {self.game}, {self.unit} by {self.parameter}"
        return one_line(self, head, *strengths)

    def printed(self) -> Shown:
        """Return the strength of the method, one line for each value."""
        against = "" if self.against is None else f" against {self.against}"
        head = f"{self.method} in {self.game}{against}, {self.seconds:.2f} s"
        titles = {"Elo": "Elo#", "score": "score#", "goal": "mean goal#"}
        listing = table(
            f"{self.parameter}#", "games#", "won#", "drawn#", "lost#",
            titles[self.unit], "95 %#", rows=[_row(p, self.unit) for p in self.points],
        )  # fmt: skip
        return stacked(f"{head}\n", listing, *self.notes)

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        return JsonObject.as_json(self) | {"seconds": round(self.seconds, 3)}


def _values(text: str) -> tuple[int, ...]:
    """Return the numbers of a text such as 1-4 or 10,30,100."""
    first, dash, last = text.partition("-")
    try:
        if dash:
            found = tuple(range(int(first), min(int(last), int(first) + 1000) + 1))
        else:
            found = tuple(int(word) for word in text.split(","))
    except ValueError:
        found = ()
    if not found or len(found) > _MOST_VALUES or min(found) < 0:
        raise InputError(
            f"expected at most {_MOST_VALUES} numbers as in 1-4 or 10,30,100, found "
            f"{text!r}"
        )
    return found


@dataclass(frozen=True)
class SkillRequest(PlayRequest):
    """What else is asked of `skill`."""

    SUBJECTS = (*PlayRequest.SUBJECTS, "the method, without the parameter")

    method: str
    _: KW_ONLY
    values: Sequence[int] = option(
        "the depths, or the values of the parameter that is varied: two or more, or "
        "one against a fixed opponent", Kind("N-M|N,M,...", type=_values), (1, 2, 3, 4),
    )  # fmt: skip
    parameter: str = option(
        "which parameter of the method to vary", Kind("PARAMETER"), "depth",
        typed="--vary",
    )  # fmt: skip
    against: str | None = option(
        "play each depth against this method, for a score, instead of against the "
        "depth before, for Elo", Kind("METHOD"),
    )  # fmt: skip

    @property
    def texts(self) -> Iterator[str]:
        """The methods that play."""
        return filter(None, (self.method, self.against))


@asked(SkillRequest)
def skill(request: SkillRequest) -> Skill:
    """Return the strength of a method for each value of a parameter.

    Each value plays a match against the previous one, and the Elo differences are added
    up, starting from 0. Their errors are independent, so the variances add up too. Each
    difference is taken at the middle of Wilson's interval, because it would be infinite
    if all games are won. Alternatively all values play against one fixed opponent, and
    the score counts.

    Raises:
        InputError: the method has no such parameter, or the parameter cannot have such
            a value; or there is no fixed opponent and the game is not won and lost.
    """
    began = time.monotonic()
    game, tier, against = loaded_game(request.game), request.tier, request.against
    parameter, values = request.parameter, request.values
    how = {one.name: getattr(request, one.name) for one in fields(PlayRequest)}
    outcomes = has_outcomes(game)
    if against is None and not outcomes:
        raise InputError(
            "Elo's scale is for two roles whose goals add up to a constant: name an "
            "opponent to have the mean goal against it"
        )
    if len(values) < (2 if against is None else 1):
        raise InputError(f"expected two values or more, found {len(values)}")
    callers = [_with_value(request.method, parameter, value) for value in values]
    players = [read_player(caller, game, tier) for caller in callers]
    opponent = None if against is None else read_player(against, game, tier)
    points = [Point(values[0], None, None, 0.0, (0.0, 0.0))] if opponent is None else []
    error = 0.0
    stopped = "games"
    for i in range(len(points), len(values)):
        other = players[i - 1] if opponent is None else opponent

        def say(text: str, value: int = values[i]) -> None:
            if request.progress is not None:
                request.progress(f"{parameter} {value}: {text}")

        how |= {"game": game, "tier": None, "progress": say}
        found = match(methods=[players[i], other], **how)
        if found.standings[0].games:
            if opponent is None:
                gain, own = _gain(found.standings[0])
                error = math.hypot(error, own)
                points.append(_added(values[i], found, points[-1], gain, error))
            else:
                points.append(_against(values[i], found))
        if found.stopped == "interrupt":
            stopped = "interrupt"
            break
    return Skill(
        game=game.call,
        method=request.method,
        parameter=parameter,
        against=None if opponent is None else str(opponent),
        unit="Elo" if opponent is None else "score" if outcomes else "goal",
        points=tuple(points),
        stopped=stopped,
        seconds=time.monotonic() - began,
        notes=game.assumed,
    )


def _with_value(method: str, parameter: str, value: int) -> str:
    """Return a method with a value of a parameter, and its tier."""
    name, at, tier = method.partition("@")
    call = read_method(name)
    given = call.method.parameter(parameter).read(str(value))
    if parameter in call.given:
        raise InputError(f"{method}: {parameter} is what is varied, expected none")
    return f"{call.with_values(**{parameter: given})}{at}{tier}"


def _gain(standing: Standing) -> tuple[float, float]:
    """Return the Elo difference that a score shows, and its standard error.

    Following A. Agresti and B. Coull (1998), the score is replaced by the middle of
    Wilson's interval, with z**2 games added. The slope of the Elo curve converts the
    error of the score.
    """
    assert standing.score is not None
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    middle = wilson_middle(standing.score, standing.games)
    games = standing.games + z * z
    error = 400 / math.log(10) / math.sqrt(games * middle * (1 - middle))
    return elo(middle), error


def _added(
    value: int, found: MatchResult, before: Point, gain: float, error: float
) -> Point:
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    rating = before.strength + gain
    interval = (rating - z * error, rating + z * error)
    return Point(value, found.standings[0], gain, rating, interval)


def _against(value: int, found: MatchResult) -> Point:
    standing = found.standings[0]
    return Point(value, standing, None, None, standing.interval or standing.bootstrap)


def _row(point: Point, unit: str) -> list[str]:
    standing = point.standing
    counts: list[int | None] = [None] * 4
    if standing is not None:
        counts = [standing.games, standing.wins, standing.draws, standing.losses]
    row = [str(point.value), *("" if n is None else str(n) for n in counts)]
    if unit == "Elo":
        assert point.interval is not None
        low, high = (signed(end) for end in point.interval)
        ends = f"{low} to {high}" if standing is not None else ""
        return [*row, signed(point.strength), ends]
    digits = 3 if unit == "score" else 2
    return [
        *row, f"{point.strength:.{digits}f}", interval_text(point.interval, digits),
    ]  # fmt: skip
