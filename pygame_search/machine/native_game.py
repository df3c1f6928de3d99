"""The network of a game, and the encoding of its states as bits."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.network_cache import cached
from pygame_search.model.position import without_history
from pygame_search.model.rules import Rules
from pygame_search.network.grounding.ground import Ground
from pygame_search.network.grounding.ground_program import SECONDS, ground
from pygame_search.network.lanes.threads import aside
from pygame_search.network.network import Network
from pygame_search.support.disk_cache import logic
from pygame_search.support.errors import LimitError, TierError
from pygame_search.support.process import ProcessError

if TYPE_CHECKING:
    from pygame_search.network.events.wiring import Wiring

_LOG = logging.getLogger(__name__)

#: How many layouts of a network are kept, for different roles and weights.
_MOST_WIRINGS = 8


class Held(Protocol):
    """The part of a state that determines its bits."""

    initial: bool

    @property
    def facts(self) -> tuple[str, ...]:
        """The fluents that hold."""
        ...


@dataclass(frozen=True, slots=True)
class NativeGame:
    """A game as a network, with data that is derived from it once.

    Attributes:
        network: the network.
        fluents: the position of each fluent among the bits of a state.
        apart: the groups of fluents, see `Network.apart`.
        moves: the index of each move, by the index of its role and its text.
        wirings: layouts by role and weights, the most recently used last.
    """

    network: Network
    fluents: dict[str, int]
    apart: dict[str, int]
    moves: dict[tuple[int, str], int]
    wirings: dict[object, Wiring] = field(default_factory=dict)

    def bits(self, state: Held) -> NDArray[np.uint64]:
        """Return the fluents of a state as bits, in words.

        Raises:
            TierError: see `bits_of`.
        """
        return self.bits_of(state.facts)

    def bits_of(self, facts: Iterable[str]) -> NDArray[np.uint64]:
        """Return the facts of a state as bits, in words.

        Raises:
            TierError: a fluent cannot occur in the game, one that always holds is
                missing, or two hold that never do together.
        """
        words = np.zeros((len(self.fluents) + 63) // 64, np.uint64)
        always = set(self.network.always)
        met: dict[int, str] = {}
        for fact in without_history(facts):
            place = self.fluents.get(fact)
            if place is not None:
                words[place >> 6] |= np.uint64(1 << (place & 63))
            elif fact not in always:
                raise _unknown_state(f"`{fact}` never holds")
            always.discard(fact)
            group = self.apart.get(fact)
            if group is not None and met.setdefault(group, fact) != fact:
                raise _unknown_state(f"`{met[group]}` and `{fact}` never hold together")
        if always:
            raise _unknown_state(f"`{min(always)}` always holds")
        return words

    def held(self, state: Held) -> NDArray[np.uint8]:
        """Return for each fluent whether it holds in a state.

        Raises:
            TierError: see `bits`.
        """
        if state.initial:  # no call of the knowledge base is needed
            return self.network.initial.copy()
        octets = self.bits(state).view(np.uint8)
        return np.unpackbits(octets, count=len(self.fluents), bitorder="little")

    def goal_values(self, role: int) -> list[int]:
        """Return the goal values that a role may have, by its index."""
        roles, values = self.network.outputs["goal"].arguments
        found: list[int] = values[roles == role].tolist()
        return found

    def keep(self, key: object, wiring: Wiring) -> None:
        """Cache a layout, and drop the least recently used one if the cache is full."""
        self.wirings[key] = wiring
        if len(self.wirings) > _MOST_WIRINGS:
            del self.wirings[next(iter(self.wirings))]


def _unknown_state(why: str) -> TierError:
    """Return the error where a network is not that of a state."""
    return TierError(
        f"{why} in states that play can reach, and the native tier knows only these; "
        "use clauses or procedural"
    )


#: What this process knows of a game: without, and with the estimate `h` as an output.
_T = TypeVar("_T")
Known: TypeAlias = WeakKeyDictionary[Rules, dict[bool, _T]]

_GAMES: Known[NativeGame] = WeakKeyDictionary()

#: The ground programs from which this process has made networks.
_GROUNDS: Known[Ground] = WeakKeyDictionary()

#: Why a game has no network, and the time limit, in seconds, of the attempt.
_REFUSED: Known[tuple[TierError | LimitError, float]] = WeakKeyDictionary()


def is_native(game: Rules) -> bool:
    """Return whether this process has built the network of the game."""
    return False in _GAMES.get(game, ())


def native(
    game: Rules,
    *,
    seconds: float = SECONDS,
    estimate: bool = False,
    histories: bool = False,
) -> NativeGame:
    """Return the network of a game, which is built on the first call.

    If a game cannot become a network, building is not tried again, unless it failed at
    a limit and there is more time now.

    Args:
        game: the game.
        seconds: how much processor time grounding may take.
        estimate: whether the estimate `h` is an output, too.
        histories: whether the caller keeps histories, as the network does not.

    Raises:
        TierError: the game cannot be grounded, or it has histories, and the caller
            does not keep them.
        LimitError: its network would be too large.
    """
    if not histories:
        game.must_have_no_history()
    found = _GAMES.get(game, {}).get(estimate)
    if found is None:
        _must_be_new(game, seconds, estimate)
        try:
            network = cached(
                made_from(game, estimate),
                lambda: _built(game, seconds, estimate),
                note=_LOG.warning,
            )
        except ProcessError:
            raise
        except (TierError, LimitError) as error:
            _REFUSED.setdefault(game, {})[estimate] = _again(error), seconds
            raise
        game.keep()
        found = NativeGame(
            network,
            {fluent: i for i, fluent in enumerate(network.fluents)},
            network.groups_apart,
            {move: i for i, move in enumerate(network.moves)},
        )
        _GAMES.setdefault(game, {})[estimate] = found
    return found


def named_ground(game: Rules, *, estimate: bool = False) -> Ground:
    """Return the ground program of a game, with the names of its atoms.

    That of the network is given away, as it takes memory.

    Raises:
        TierError: the game cannot be grounded.
        LimitError: it would be too large.
    """
    found = _GROUNDS.get(game, {}).pop(estimate, None)
    return found or ground(game, named=True, estimate=estimate)


def _must_be_new(game: Rules, seconds: float, estimate: bool) -> None:
    """Check that the game was not refused before.

    Raises:
        TierError, LimitError: it was, with as much time.
    """
    error, tried = _REFUSED.get(game, {}).get(estimate, (None, 0.0))
    if isinstance(error, TierError) or (error is not None and seconds <= tried):
        raise _again(error)


def _again(error: TierError | LimitError) -> TierError | LimitError:
    """Return a new error with the same message and no traceback.

    The traceback refers to the game, which would keep its entry alive for ever. `copy`
    would copy the traceback too, once Dask has registered how to pickle tracebacks.
    """
    again = copy(error).with_traceback(None)
    again.__cause__ = again.__context__ = None
    return again


def _built(game: Rules, seconds: float, estimate: bool) -> Network:
    """Ground a game and build its network; this loads the kernels that build it."""
    from pygame_search.network.circuit.build import build

    grounded = ground(game, named=True, estimate=estimate, seconds=seconds)
    _GROUNDS.setdefault(game, {})[estimate] = grounded
    # Some of the building kernels take seconds if the network is large.
    return aside(lambda: build(grounded))


def made_from(game: Rules, estimate: bool) -> list[str | bytes]:
    """Return all inputs of a network, besides the sources of this package."""
    parameters = [f"{name}={value}" for name, value in game.parameters.items()]
    options = [f"h={estimate}", f"percepts={game.perceiving}"]
    return [game.book.syntax, game.book.text, *parameters, logic(), *options]
