"""Which tier does the work when none is named.

The native tier is many times faster, but takes a second or more to start, and longer
where the game is not yet kept as a network. How long a search will take is not known
before it is done. So the search begins in the first tier that has the method; if it has
not ended after a moment, it is done natively, where the game and the method allow it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pygame_search.model.game import Game
from pygame_search.network.kernel_cache import kernels_compiled
from pygame_search.support.errors import InputError, LimitError, TierError

#: How long a search is tried before it is done natively, in seconds; where it has a
#: time, at most that share of it.
PROBE, PROBE_SHARE = 1.0, 0.1
#: How many seconds of processor time a game may take to become a network, at least;
#: where a search has a time, at most that share of it.
PREPARE, PREPARE_SHARE = 2.0, 0.3

#: Random games are played natively where no tier is named and there are at least this
#: many of them, or a clock. A number decides, so that the seed alone fixes the answer.
MANY_GAMES = 10_000

NOT_COMPILED = (
    "the kernels of the native tier are not compiled yet: `pygame-search warm` "
    "compiles them, once"
)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Chosen(Generic[_T]):
    """An answer, and the tier that gave it.

    Attributes:
        answer: what was found.
        tier: where.
        notes: why it is not the native tier, where that would have been faster.
    """

    answer: _T
    tier: str
    notes: tuple[str, ...] = ()


def in_best_tier(
    game: Game,
    run: Callable[[str, float | None], _T],
    *,
    first: str,
    seconds: float | None,
    probe: float | None = None,
    must_fit: Callable[[], object] = lambda: None,
    done: Callable[[_T], bool] = lambda answer: True,
) -> Chosen[_T]:
    """Return an answer from the tier that gives it soonest.

    Args:
        game: what is searched.
        run: searches in a tier, for a number of seconds at most; raises LimitError, or
            returns what it has, when they are over.
        first: the tier that begins: `clauses` or `procedural`.
        seconds: how long the whole may take, None for no limit.
        probe: how long the first tier may try, in seconds, PROBE by default; 0 where it
            is known to be slower.
        must_fit: raises InputError or TierError if the native tier lacks what is asked.
        done: whether an answer is whole.
    """
    probe = PROBE if probe is None else probe
    began, spent = time.monotonic(), time.process_time()

    def left() -> float | None:
        return None if seconds is None else max(seconds - time.monotonic() + began, 0.1)

    def without(why: str) -> Chosen[_T]:
        answer = run(first, left())
        late = time.monotonic() - began > PROBE
        return Chosen(answer, first, (why,) if late else ())

    if not kernels_compiled():
        return without(NOT_COMPILED)
    try:
        must_fit()
    except (InputError, TierError) as error:
        return without(f"the native tier cannot: {error}")
    if probe and not _is_native(game):
        moment = probe if seconds is None else min(probe, PROBE_SHARE * seconds)
        try:
            answer = run(first, moment)
            if done(answer):
                return Chosen(answer, first)
        except LimitError:
            took = max(time.process_time() - spent, time.monotonic() - began)
            if took < 0.9 * moment:
                raise  # another limit than that of the probe
    try:
        _prepare(game, seconds)
        return Chosen(run("native", left()), "native")
    except TierError as error:
        return without(f"the native tier cannot: {error}")


def _is_native(game: Game) -> bool:
    """Return whether this process has the game as a network."""
    module = sys.modules.get("pygame_search.network.native_game")
    return module is not None and module.is_native(game)


def _prepare(game: Game, seconds: float | None) -> None:
    """Make the game a network.

    Raises:
        TierError: it cannot be one, or not in time.
    """
    from pygame_search.network.native_game import native

    try:
        if seconds is None:
            native(game)
        else:
            native(game, seconds=max(PREPARE, PREPARE_SHARE * seconds))
    except LimitError as error:
        raise TierError(str(error)) from error
