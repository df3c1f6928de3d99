"""The code of a game for searches of one state at a time, and where it is kept."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.native_game import (
    Known,
    NativeGame,
    made_from,
    named_ground,
    native,
)
from pygame_search.model.rules import Rules
from pygame_search.network.game_code import GameCode
from pygame_search.network.grounding.ground_program import exclusive_fluents
from pygame_search.network.lift.lifted import LiftedGame, lifted, most_operations
from pygame_search.network.packing import pack
from pygame_search.network.searches.alphabeta_stack import Settings
from pygame_search.network.searches.node import goal_rows
from pygame_search.network.searches.searcher import Searcher
from pygame_search.support.disk_cache import (
    kept,
    kept_file,
    sealed,
    sources,
    unsealed,
)
from pygame_search.support.errors import InputError, TierError
from pygame_search.support.process import answer_aside

if TYPE_CHECKING:
    from pygame_search.network.events.wired import WiredGame
    from pygame_search.network.history import Met
    from pygame_search.network.lift.program import Program
    from pygame_search.network.network import Network

#: With more edges in its network, a game takes longer to lift than most searches take.
#: Up to the second number it is lifted aside, while a long search goes on.
MOST_EDGES, MOST_EDGES_ASIDE = 60_000, 200_000

#: With more operations in a step, changes are propagated instead. The count is that of
#: what one phase takes to list the moves, make a step and look for the end.
MOST_OPERATIONS = 20_000

#: With more operations, both are timed, and changes are taken if they are so many times
#: as fast: the code of a large game becomes faster in a long search.
MOST_UNTIMED, TIMES = 4_000, 1.5

#: How many seconds of processor time each is timed.
_TIMING = 0.05

#: How many positions beside those of the root a history may have in a search, which
#: keeps many states, and in random games, which keep few.
MOST_POSITIONS, MOST_POSITIONS_PLAYED = 254, 1_022

#: A game that was just made is compared with its network in so many random games at
#: once, to so many plies, or fewer where its network has many edges.
_TRIED_GAMES, _TRIED_PLIES, _TRIED_EDGES = 8, 16, 500_000

#: The suffix of a file with the operations of a game.
_SUFFIX = ".lifted"

_LIFTED: Known[LiftedGame | None] = WeakKeyDictionary()

#: The games that another process is lifting.
_MADE_ASIDE: WeakKeyDictionary[Rules, Future[LiftedGame | None]] = WeakKeyDictionary()


def game_code(
    game: Rules,
    role: int,
    weights: Mapping[tuple[int, str], int],
    bits: NDArray[np.uint64],
    *,
    estimate: bool = False,
    met: Met = (),
    positions: int | None = None,
) -> GameCode:
    """Return the code of a game for the searches of a role from a state.

    Args:
        game: the game.
        role: the index of the role.
        weights: of the features, by the index of a role and the name.
        bits: the fluents of the state, in words.
        estimate: whether the code has the estimate `h`, too.
        met: the positions that have occurred, if the rules ask for them.
        positions: how many more a history may have, MOST_POSITIONS by default.

    Raises:
        TierError: the game cannot be grounded.
        LimitError: its network would be too large.
    """
    tier = native(game, estimate=estimate, histories=True)
    known = _LIFTED.setdefault(game, {})
    most = MOST_EDGES_ASIDE if game.histories else MOST_EDGES  # no better code comes
    if estimate not in known and (
        len(tier.network.inputs) <= most or _kept(game, estimate)
    ):
        made = lift(game, estimate=estimate)
        known[estimate] = made if game.histories else _faster(made, tier, role, weights)
    found = known.get(estimate)
    lifted = found if found is not None and found.takes(bits) else None

    def wired() -> GameCode:
        return _wired(tier, role, weights)

    if game.histories:
        more = MOST_POSITIONS if positions is None else positions
        return _with_history(game, tier.network, lifted, wired, met, more)
    return lifted or wired()


def code_of(
    game: Rules, number: int, facts: Sequence[str]
) -> tuple[GameCode, NDArray[np.uint64]]:
    """Return the code of a game with histories, and the bits of a state.

    Args:
        game: the game.
        number: the engine's number of the state.
        facts: what holds in it.

    Raises:
        TierError: the game cannot be grounded, or the state cannot occur in it; or
            the rules weigh the moves of chance.
        LimitError: its network would be too large.
    """
    tier = native(game, histories=True)
    if tier.network.weighs_chance is not None:
        raise TierError(
            "the native tier does not draw lots in a game with histories: use clauses "
            "or procedural"
        )
    bits = tier.bits_of(facts)
    met = positions_met(game, number)
    code = game_code(game, 0, {}, bits, met=met, positions=MOST_POSITIONS_PLAYED)
    return code, bits


def positions_met(game: Rules, number: int) -> Met:
    """Return the positions that have occurred up to a state of the engine.

    Args:
        game: a game whose rules ask for them.
        number: the engine's number of the state.
    """
    found = game.request("met", state=number)["positions"]
    return [(texts, count) for texts, count in found]


def _with_history(
    game: Rules,
    network: Network,
    lifted: GameCode | None,
    wired: Callable[[], GameCode],
    met: Met,
    positions: int,
) -> GameCode:
    """Return the code of a game that keeps its history.

    Args:
        game: the game.
        network: of it.
        lifted: its plain states as operations on words, None if they are not.
        wired: returns them as code that propagates changes.
        met: the positions that have occurred.
        positions: how many more a history may have.

    Raises:
        TierError: one of these never comes about.
    """
    from pygame_search.network.history import HistoryCode, histories

    told = histories(network)
    if lifted is not None and lifted.telling(told.parts.values()) is None:
        lifted = None
    return HistoryCode(
        lifted or wired(), network, told, met, len(met) + positions,
        idle=game.convention != "gdl",
    )  # fmt: skip


def _wired(
    tier: NativeGame, role: int, weights: Mapping[tuple[int, str], int]
) -> WiredGame:
    """Return a game as code that propagates changes, for the searches of a role."""
    from pygame_search.network.events.wired import WiredGame
    from pygame_search.network.events.wiring import wire

    key = role, tuple(sorted(weights.items()))
    wiring = tier.wirings.pop(key, None) or wire(tier.network, role, weights)
    tier.keep(key, wiring)
    return WiredGame(wiring)


def _faster(
    made: LiftedGame | None,
    tier: NativeGame,
    role: int,
    weights: Mapping[tuple[int, str], int],
) -> LiftedGame | None:
    """Return the operations of a game, None if changes are faster.

    Where there are many operations, both are timed.
    """
    if made is None or made.operations <= MOST_UNTIMED:
        return made
    words, changes = (
        _speed(code, tier, role) for code in (made, _wired(tier, role, weights))
    )
    return made if TIMES * words >= changes else None


def _speed(code: GameCode, tier: NativeGame, role: int) -> float:
    """Return how many nodes alpha-beta visits in a second from the start; 0 if few."""
    start = pack(tier.network.initial[np.newaxis])[0]
    goals = goal_rows(tier.goal_values(role), (0, 0))
    searcher = Searcher(code, code.machine({}, goals), start, Settings(role))
    return searcher.speed(_TIMING)


def better_code(
    game: Rules,
    code: GameCode,
    role: int,
    weights: Mapping[tuple[int, str], int],
    bits: NDArray[np.uint64],
) -> GameCode | None:
    """Return the operations of a large game, once they are made; else None.

    The first call begins to make them in a process of its own.

    Args:
        game: the game.
        code: what the search runs on.
        role: the index of the role that searches.
        weights: of the features; see `game_code`.
        bits: the fluents of the state, in words.
    """
    if isinstance(code, LiftedGame) or game.histories:
        return None
    known = _LIFTED.setdefault(game, {})
    if False not in known:
        if game not in _MADE_ASIDE:
            request = pickle.dumps(game)
            _MADE_ASIDE[game] = answer_aside(
                "pygame_search.machine.lifting", request, _unpacked
            )
        answer = _MADE_ASIDE[game]
        if not answer.done():
            return None
        del _MADE_ASIDE[game]
        made = None if answer.exception() else answer.result()
        tier = native(game, histories=True)
        known[False] = _faster(made, tier, role, weights)
    found = known[False]
    return found if found is not None and found.takes(bits) else None


def lift(game: Rules, *, estimate: bool = False) -> LiftedGame | None:
    """Return a game as operations on words, None where these are too many."""
    return kept(
        _SUFFIX, _made_of(game, estimate), lambda: _made(game, estimate),
        what="a game as operations on words", pack=packed, unpack=_unpacked,
    )  # fmt: skip


def _kept(game: Rules, estimate: bool) -> bool:
    """Return whether the operations of a game are on the disk."""
    path = kept_file(_SUFFIX, _made_of(game, estimate))
    return path is not None and path.exists()


def _made_of(game: Rules, estimate: bool) -> list[str | bytes]:
    """Return all that decides on the operations of a game."""
    most = "any" if game.histories else MOST_OPERATIONS
    limits = f"{MOST_EDGES_ASIDE} {most}"
    return [sources("pygame_search.network"), limits, *made_from(game, estimate)]


def packed(found: LiftedGame | None) -> bytes:
    """Return a game as bytes, for a file."""
    return sealed(b"" if found is None else found.to_bytes())


def _unpacked(data: bytes) -> LiftedGame | None:
    inner = unsealed(data)
    return LiftedGame.from_bytes(inner) if inner else None


def _made(game: Rules, estimate: bool) -> LiftedGame | None:
    network = native(game, estimate=estimate, histories=True).network
    if len(network.inputs) > MOST_EDGES_ASIDE:
        return None
    rules = named_ground(game, estimate=estimate)
    made = lifted(rules, network, exclusive_fluents(rules))
    # With a history each step would evaluate the whole network otherwise.
    if made.operations > MOST_OPERATIONS and not game.histories:
        return None
    _check_made(made, network)
    return made


def _check_made(made: LiftedGame, network: Network) -> None:
    """Compare a game that was just made with its network, in some random games.

    Raises:
        TierError: they differ, which is a fault of this package.
    """
    from pygame_search.network.lift.families import DifferentError
    from pygame_search.network.lift.proof import check_code

    plies = min(_TRIED_PLIES, _TRIED_EDGES // max(1, len(network.inputs)) + 1)
    try:
        check_code(made, network, games=_TRIED_GAMES, plies=plies)
    except DifferentError as error:
        raise TierError(
            "the native tier: the operations on words are not what the rules say, "
            f"which is a fault of pygame-search: {error}; use clauses or procedural"
        ) from error


def words_text(
    game: Rules, *, outputs: Collection[str] = (), phase: int | None = None
) -> str:
    """Return the rules of a game as operations on words, to read.

    Args:
        game: the game.
        outputs: which of `text.OUTPUTS` are wanted; all but `h` if there are none.
        phase: the number of the only phase that is wanted, from 1.

    Raises:
        TierError: the game cannot be grounded.
        LimitError: its network would be too large.
        InputError: there is no such phase.
    """
    from pygame_search.network.lift.names import family_names, place_names
    from pygame_search.network.lift.program import program
    from pygame_search.network.lift.rules import open_rules
    from pygame_search.network.lift.text import program_text

    estimate = "h" in outputs
    network = native(game, estimate=estimate, histories=True).network
    named = named_ground(game, estimate=estimate)
    rules = open_rules(named, network)
    made = program(rules, network, exclusive_fluents(named))
    if phase is not None and not 1 <= phase <= len(made.phases):
        raise InputError(
            f"expected a phase from 1 to {len(made.phases)}, found {phase}"
        )
    head = (
        f"{game.name} as operations on words of {made.words.width} bits",
        _use(made, len(network.inputs)),
    )
    return program_text(
        made, network, family_names(game, rules, made), place_names(game, rules, made),
        head=head, outputs=outputs, phase=phase,
    )  # fmt: skip


def _use(made: Program, edges: int) -> str:
    """Return a sentence on whether searches use a program."""
    operations = most_operations(made)
    told = f"a step takes up to {operations:,} operations"
    if edges > MOST_EDGES_ASIDE:
        return (
            f"searches do not use it: the network has {edges:,} edges, more than "
            f"{MOST_EDGES_ASIDE:,}; {told}"
        )
    if operations > MOST_OPERATIONS:
        return f"searches do not use it: {told}, more than {MOST_OPERATIONS:,}"
    when = "long searches" if edges > MOST_EDGES else "searches"
    timed = ", unless changes are faster" if operations > MOST_UNTIMED else ""
    return f"{when} use it{timed}: {told}"
