"""What two players' goals add up to: declared, proved, or seen in a sample of games.

In a constant-sum game one player's gain is the other's loss, and a search evaluates a
position by the difference between the two. The rule file may declare the sum, as in
`constant_sum(0).` Otherwise a few games are played: two different sums settle it. Then
a proof from the rules is tried (`network.grounding.sum_prover`), and if none is found,
many games are played. The limits count games, inferences, conflicts and bytes. Besides,
there is a limit in seconds for everything together, and a result that depends on it is
not cached.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from pygame_search.machine.native_game import native
from pygame_search.model.goal_sum import GoalSum
from pygame_search.model.rules import Rules
from pygame_search.network.grounding.ground_program import ground, prove_sum
from pygame_search.network.searches.uct_driver import (
    NotConstantError,
    Sampler,
    Settings,
)
from pygame_search.support.errors import LimitError, RulesError, TierError

#: How many games are played in Prolog before a proof is tried, and how many if there is
#: neither a proof nor a native tier; the limits of each, in plies and inferences.
FEW, SOME, PLIES, INFERENCES = 5, 40, 300, 2_000_000

#: How many games the native tier plays where no proof is found.
MANY = 4096

#: How many seconds everything may take, and how many bytes grounding for a proof. Rules
#: that can be grounded without end reach the limit in bytes first.
SECONDS, MEMORY = 60.0, 512 << 20

#: How many seconds each step may take when the others have used up the time.
_LEAST = 0.1

_T = TypeVar("_T")

_SEED = 1
_TREE_BYTES = 1 << 24


def found_sum(
    game: Rules, seconds: float | None = None, *, in_prolog: bool = True
) -> tuple[GoalSum, bool]:
    """Return what the goals of the two players of a game add up to.

    Args:
        game: the game.
        seconds: how long everything may take; by default SECONDS.
        in_prolog: whether the first games are played in Prolog: not where the states
            of the game are native, so that the clauses need not be compiled.

    The second value is whether the answer may be cached: not if the limit in seconds
    may have stopped the work.
    """
    end = time.monotonic() + (SECONDS if seconds is None else seconds)
    if _varies_soon(game, end, in_prolog):
        return GoalSum("varies"), True
    codes: set[str] = set()
    program = _tried(
        codes, lambda: game.request("ground_program", processor=_left(end))
    )
    endless = program is None or program["endless"]
    proved = None if endless else _tried(codes, lambda: _proved(game, end))
    sampled = None
    if proved is None and not endless:  # grounding would use up its limits
        sampled = _tried(codes, lambda: _natively(game, MANY, end))
    if proved is None and sampled is None:
        sampled = _in_prolog(game, end)
    lasting = time.monotonic() < end and not codes & {"time", "too_much_work"}
    if proved is not None:
        return GoalSum("proved", proved), lasting
    assert sampled is not None
    return sampled, lasting


def _left(end: float) -> float:
    """Return how many seconds are left for the next step."""
    return max(end - time.monotonic(), _LEAST)


def _tried(codes: set[str], work: Callable[[], _T]) -> _T | None:
    """Return what work gives; None if it fails, with the code of a limit in `codes`."""
    try:
        return work()
    except LimitError as error:
        codes.add(error.code)
    except (RulesError, TierError):
        pass  # it cannot be grounded, or a search will report it
    return None


def _varies_soon(game: Rules, end: float, in_prolog: bool) -> bool:
    """Return whether a few games differ."""
    if not in_prolog:
        with suppress(LimitError, RulesError):
            return _natively(game, FEW, end).source == "varies"
        return False
    return len(set(_played(game, FEW, end))) > 1


def _players(game: Rules) -> tuple[int, int]:
    one, two = (game.roles.index(role) for role in game.players)
    return one, two


def _proved(game: Rules, end: float) -> int | None:
    return prove_sum(ground(game, seconds=_left(end), memory=MEMORY), _players(game))


def _natively(game: Rules, games: int, end: float) -> GoalSum:
    """Return what random games of the native tier, played in parallel, show."""
    tier = native(game, seconds=_left(end))
    settings = Settings(flat=True, solver=False, memory=_TREE_BYTES)
    try:
        sampler = Sampler(
            tier.network, tier.network.initial.copy(), settings, games, _SEED,
            constant=True,
        )  # fmt: skip
        while not sampler.done and (time.monotonic() < end or not sampler.played):
            sampler.run()
    except NotConstantError:
        return GoalSum("varies")
    return GoalSum("sampled", int(sampler.total), sampler.played)


def _in_prolog(game: Rules, end: float) -> GoalSum:
    """Return what random games that are played in Prolog show."""
    sums = _played(game, SOME, end)
    if len(set(sums)) > 1:
        return GoalSum("varies")
    return GoalSum("sampled", sums[0], len(sums)) if sums else GoalSum("unknown")


def _played(game: Rules, games: int, end: float) -> list[int]:
    """Return the sums at the ends of some random games, played in Prolog."""
    sums: list[int] = []
    start = game.request("initial")["state"]
    for seed in range(_SEED, _SEED + games):
        if sums and time.monotonic() > end:
            break
        try:
            reply = game.request(
                "playouts", state=start, longest=PLIES, seeds=[seed],
                patience=None, inferences=INFERENCES,
            )  # fmt: skip
        except LimitError:
            break  # the others would take as long
        except RulesError:
            continue  # a role without a move or a goal: a search will report it
        for _, values in filter(None, reply["results"]):
            sums.append(sum(values[role] for role in _players(game)))
    return sums
