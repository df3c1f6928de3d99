"""The choice of a tier if none is named.

The native tier is many times faster, but takes a second or more to start, and longer if
the game is not yet stored as a network. The duration of a search is not known in
advance. So the search begins in the first tier that has the method; if it is not done
after a fixed amount of work, it runs natively, if the game and the method allow that.
Work is counted in inferences, so the choice does not depend on the machine, its load or
the history of the process.

With a time limit, and a game that the native tier has not searched before, its network
may not be there in time. Then the search goes on in the first tier to the end of the
time, and another process makes the network and searches natively; the deeper answer
counts.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from pygame_search.engine.bridge import engine
from pygame_search.game import Game
from pygame_search.network.kernel_cache import kernels_compiled
from pygame_search.search.core.tiers import compiled
from pygame_search.support.errors import InputError, LimitError, TierError
from pygame_search.support.memory import memory_shared
from pygame_search.support.process import Aside
from pygame_search.support.work_limit import A_SECOND, WorkLimit, within_work

#: The most inferences of a search before it runs natively; with a time limit, at most
#: the work of this share of it.
PROBE, PROBE_SHARE = A_SECOND, 0.1
#: With a time limit, the processor time in seconds in which a game must become a
#: network: the greater of this number and this share of the limit.
PREPARE, PREPARE_SHARE = 2.0, 0.3

#: With a time limit, the seconds until a process begins to make the network: the
#: least of this number and this share of the limit.
HEAD_START, HEAD_START_SHARE = 0.3, 0.1
#: How many seconds to wait for that process when the time is over.
GRACE = 0.2

#: If no tier is named, at least this many random games are played natively, and so are
#: games against a clock. With a number of games the answer depends on the seed alone.
MANY_GAMES = 10_000

NOT_COMPILED = (
    "the kernels of the native tier are not compiled yet: `pygame-search warm` "
    "compiles them, once"
)

NO_MEMORY = (
    "the limit of memory leaves too little for a process that makes the native tier "
    "ready: see --memory-limit"
)

NOT_IN_TIME = "the native tier was not ready in time: this game is new to it"

#: Limits that a native search reaches later.
_NATIVELY_LESS = frozenset({"time", "memory", "out_of_memory"})

_T = TypeVar("_T")
_F = TypeVar("_F")


@dataclass(frozen=True, slots=True)
class Chosen(Generic[_T]):
    """An answer, and the tier that gave it.

    Attributes:
        answer: the answer.
        tier: the tier.
        notes: why it is not the native tier, if that would have been faster.
    """

    answer: _T
    tier: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Beside(Generic[_T, _F]):
    """How another process searches natively, beside the search in this one.

    Attributes:
        begin: begins to, with so many seconds left, and so many bytes of memory.
        soon: whether a native search in this process would begin at once.
        ended: whether what it found cannot be surpassed.
        answer: makes an answer of what it found.
        at_least: whether the second answer is as good as the first.
    """

    begin: Callable[[float, int], Aside[_F]]
    soon: Callable[[], bool]
    ended: Callable[[_F], bool]
    answer: Callable[[_F], _T]
    at_least: Callable[[_T, _T], bool]


def in_best_tier(
    game: Game,
    run: Callable[[str, float | None], _T],
    *,
    first: str,
    seconds: float | None,
    probe: int | None = None,
    estimate: bool = False,
    histories: bool = False,
    must_fit: Callable[[], object] = lambda: None,
    done: Callable[[_T], bool] = lambda answer: True,
    beside: Beside[_T, _F] | None = None,
) -> Chosen[_T]:
    """Return an answer from the tier that is expected to give it soonest.

    Args:
        game: the game.
        run: searches in a tier for at most a number of seconds; when they are over, it
            raises LimitError or returns the answer so far.
        first: the tier that begins: `clauses` or `procedural`.
        seconds: the total time limit, None for no limit.
        probe: the most inferences of the first tier, PROBE by default; 0 if that tier
            is known to be slower.
        estimate: whether the native tier needs a network with the estimate `h`.
        histories: whether its search keeps the history of a game whose rules ask for
            it.
        must_fit: raises InputError or TierError if the native tier cannot run the
            search.
        done: returns whether an answer is complete.
        beside: how another process searches natively, None if it cannot.
    """
    probe = PROBE if probe is None else probe
    began = time.monotonic()

    def left() -> float | None:
        return None if seconds is None else max(seconds - time.monotonic() + began, 0.1)

    def fits() -> None:
        if not histories:
            game.must_have_no_history()
        must_fit()

    why = _obstacle(fits)
    if why and seconds is not None:
        answer = _without(run, first, seconds, why)
        return Chosen(answer, first, () if probe and done(answer) else (why,))
    if probe and beside is not None and seconds is not None and not beside.soon():
        return _in_both(run, first, seconds, done, beside)
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
                raise  # not the limit of the probe
    if not why:
        try:
            _prepare(game, seconds, estimate)
            return Chosen(run(compiled(), left()), compiled())
        except TierError as error:
            why = f"the native tier cannot: {error}"
    return Chosen(_without(run, first, left(), why), first, (why,))


def _without(
    run: Callable[[str, float | None], _T],
    first: str,
    seconds: float | None,
    why: str,
) -> _T:
    """Return the answer of the first tier, where the native one is not to be had.

    Raises:
        LimitError: as of the first tier; if time or memory is the limit, it says `why`
            there is no native search.
    """
    try:
        return run(first, seconds)
    except LimitError as error:
        if error.code not in _NATIVELY_LESS:
            raise
        raise LimitError(f"{error.reason}; {why}", error.code, error.line) from error


def _in_both(
    run: Callable[[str, float | None], _T],
    first: str,
    seconds: float,
    done: Callable[[_T], bool],
    beside: Beside[_T, _F],
) -> Chosen[_T]:
    """Return the better answer of the first tier, and of the native one beside it.

    They share the limit of memory.
    """
    with memory_shared() as memory:
        if not memory:
            answer = run(first, seconds)
            return Chosen(answer, first, () if done(answer) else (NO_MEMORY,))
        return _beside_each_other(run, first, seconds, done, beside, memory)


def _beside_each_other(
    run: Callable[[str, float | None], _T],
    first: str,
    seconds: float,
    done: Callable[[_T], bool],
    beside: Beside[_T, _F],
    memory: int,
) -> Chosen[_T]:
    """Return the answer of `_in_both`, where the other process has so much memory."""
    began = time.monotonic()
    started: list[Aside[_F]] = []

    def left() -> float:
        return seconds - time.monotonic() + began

    def found(wait: float = 0.0) -> _F | None:
        with suppress(Exception):
            return started[0].result(wait)
        return None

    def ended() -> bool:
        there = found()
        return there is not None and beside.ended(there)

    def begin() -> None:
        with suppress(Exception):  # then there is no other answer
            started.append(beside.begin(left(), memory))

    timer = threading.Timer(min(HEAD_START, HEAD_START_SHARE * seconds), begin)
    timer.daemon = True
    own: _T | None = None
    with suppress(RuntimeError):  # there can be no more threads
        timer.start()
    try:
        with suppress(CancelledError), engine().until(ended):
            own = run(first, seconds)
    except BaseException:
        _stop(timer, started)
        raise
    if own is not None and done(own):
        _stop(timer, started)
        return Chosen(own, first)
    _join(timer)
    there = found(GRACE)
    if there is not None:
        other = beside.answer(there)
        if own is None or beside.at_least(own, other):
            return Chosen(other, compiled())
    assert own is not None
    return Chosen(own, first, (_why(started),))


def _stop(timer: threading.Timer, started: list[Aside[_F]]) -> None:
    timer.cancel()
    _join(timer)
    for other in started:
        other.stop()


def _join(thread: threading.Thread) -> None:
    if thread.ident is not None:
        thread.join()


def _why(started: list[Aside[_F]]) -> str:
    """Return why there is no better answer of the native tier."""
    error = started[0].exception() if started and started[0].done() else None
    return f"the native tier cannot: {error}" if error else NOT_IN_TIME


def _obstacle(must_fit: Callable[[], object]) -> str:
    """Return a known reason not to use the native tier, or an empty text."""
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


def _prepare(game: Game, seconds: float | None, estimate: bool) -> None:
    """Compile the game to a network.

    Raises:
        TierError: that is not possible, or takes too long.
    """
    from pygame_search.machine.native_game import native

    try:
        if seconds is None:
            native(game, estimate=estimate, histories=True)
        else:
            most = max(PREPARE, PREPARE_SHARE * seconds)
            native(game, seconds=most, estimate=estimate, histories=True)
    except LimitError as error:
        raise TierError(str(error)) from error
