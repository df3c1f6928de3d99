"""The sum of two players' goals: declared, proved, or found in a sample of games.

In a constant-sum game one player's gain is the other's loss, and a search evaluates a
position by the difference between the two. The rule file may declare the sum, as in
`constant_sum(0).` Otherwise a few games are played: two different sums settle the
question. Next a proof from the rules is tried (`network.grounding.sum_prover`); if it
is not found, many games are played. The limits count games, inferences, conflicts and
bytes. There is also a time limit for everything together; a result that depends on it
is not cached.
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

#: How many games are played in Prolog before a proof is tried, how many if there is
#: neither a proof nor a native tier, and the limits of each game, in plies and
#: inferences.
FEW, SOME, PLIES, INFERENCES = 5, 40, 300, 2_000_000

#: How many games the native tier plays if no proof is found.
MANY = 4096

#: The time limit for everything, in seconds, and the memory limit of grounding for a
#: proof, in bytes. Rules whose grounding never ends reach the memory limit first.
SECONDS, MEMORY = 60.0, 512 << 20

#: How many seconds a step may take even when the others have used up the time.
_LEAST = 0.1

_T = TypeVar("_T")

_SEED = 1
_TREE_BYTES = 1 << 24


def found_sum(
    game: Rules, seconds: float | None = None, *, in_prolog: bool = True
) -> tuple[GoalSum, bool]:
    """Return the sum of the goals of a game's two players.

    Args:
        game: the game.
        seconds: how long everything may take; by default SECONDS.
        in_prolog: whether the first games are played in Prolog; false if the states of
            the game are native, so that the clauses need not be compiled.

    The second value is whether the answer may be cached: not if the limit in seconds
    may have stopped the work.
    """
    end = time.monotonic() + (SECONDS if seconds is None else seconds)
    if _varies_soon(game, end, in_prolog):
        return GoalSum("varies"), True
    codes: set[str] = set()
    program = _tried(
        codes, lambda: game.request("ground_program", asked=[], processor=_left(end))
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
    """Return the result of work; None if it fails; add a limit's code to `codes`."""
    try:
        return work()
    except LimitError as error:
        codes.add(error.code)
    except (RulesError, TierError):
        pass  # the game cannot be grounded, or a search will report the fault
    return None


def _varies_soon(game: Rules, end: float, in_prolog: bool) -> bool:
    """Return whether the sum differs between a few games."""
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
    """Return the sum found by random games, played in parallel by the native tier."""
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
    """Return the sum found by random games, played in Prolog."""
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
