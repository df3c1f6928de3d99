"""Which tier does the work when none is named.

The native tier is many times faster, but takes a second or more to start, and longer
where the game is not yet kept as a network. How long a search will take is not known
before it is done. So the search begins in the first tier that has the method; if it has
not ended after some work, it is done natively, where the game and the method allow it.
The work is counted in inferences: neither the machine, nor its load, nor what this
process did before decides on the tier.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pygame_search.game import Game
from pygame_search.network.kernel_cache import kernels_compiled
from pygame_search.search.core.tiers import compiled
from pygame_search.support.errors import InputError, LimitError, TierError
from pygame_search.support.work_limit import A_SECOND, WorkLimit, within_work

#: How many inferences a search may take before it is done natively; where it has a
#: time, at most as many as are taken for that share of it.
PROBE, PROBE_SHARE = A_SECOND, 0.1
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
    probe: int | None = None,
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
        probe: how many inferences the first tier may take, PROBE by default; 0 where it
            is known to be slower.
        must_fit: raises InputError or TierError if the native tier lacks what is asked.
        done: whether an answer is whole.
    """
    probe = PROBE if probe is None else probe
    began = time.monotonic()

    def left() -> float | None:
        return None if seconds is None else max(seconds - time.monotonic() + began, 0.1)

    why = _obstacle(must_fit)
    if why and seconds is not None:
        answer = run(first, seconds)
        return Chosen(answer, first, () if probe and done(answer) else (why,))
    if probe:
        if seconds is not None:
            probe = min(probe, int(PROBE_SHARE * seconds * A_SECOND))
        limit = WorkLimit(probe)
        try:
            with within_work(limit):
                answer = run(first, seconds)
            if done(answer):
                return Chosen(answer, first)
        except LimitError:
            if limit.left > 0:
                raise  # another limit than that of the probe
    if not why:
        try:
            _prepare(game, seconds)
            return Chosen(run(compiled(), left()), compiled())
        except TierError as error:
            why = f"the native tier cannot: {error}"
    return Chosen(run(first, left()), first, (why,))


def _obstacle(must_fit: Callable[[], object]) -> str:
    """Return why the native tier is not used, as far as is known; else nothing."""
    if not kernels_compiled():
        return NOT_COMPILED
    try:
        must_fit()
    except (InputError, TierError) as error:
        return f"the native tier cannot: {error}"
    return ""


def known(game: Game) -> bool:
    """Return whether this process has the game as a network."""
    module = sys.modules.get("pygame_search.machine.native_game")
    return module is not None and module.is_native(game)


def _prepare(game: Game, seconds: float | None) -> None:
    """Make the game a network.

    Raises:
        TierError: it cannot be one, or not in time.
    """
    from pygame_search.machine.native_game import native

    try:
        if seconds is None:
            native(game)
        else:
            native(game, seconds=max(PREPARE, PREPARE_SHARE * seconds))
    except LimitError as error:
        raise TierError(str(error)) from error
