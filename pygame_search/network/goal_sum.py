"""What two players' goals add up to: declared, proved, or seen in a sample of games.

In a constant-sum game one player's gain is the other's loss, and a search evaluates a
position by the difference between the two. The rule file may declare the sum, as in
`constant_sum(0).` Otherwise a few games are played: two different sums settle it. Then
a proof from the rules is tried (`network.sum_prover`), and if none is found, many games
are played. The limits count games, inferences, conflicts and bytes. A limit in seconds
is the last resort, and a result that depends on it is not cached.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from pygame_search.model.game import Game
from pygame_search.model.goal_sum import GoalSum
from pygame_search.network.grounding.ground_program import ground, prove_sum
from pygame_search.network.native_game import native
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

#: The limits of grounding for a proof, in seconds of processor time and bytes. Rules
#: that can be grounded without end reach the limit in bytes first.
SECONDS, MEMORY = 60.0, 512 << 20

_T = TypeVar("_T")

_SEED = 1
_TREE_BYTES = 1 << 24


def found_sum(game: Game) -> tuple[GoalSum, bool]:
    """Return what the goals of the two players of a game add up to.

    The second value is whether the answer may be cached: not if a limit in seconds may
    have stopped the work.
    """
    if _varies_soon(game):
        return GoalSum("varies"), True
    codes: set[str] = set()
    program = _tried(codes, lambda: game.request("ground_program", processor=SECONDS))
    endless = program is None or program["endless"]
    proved = None if endless else _tried(codes, lambda: _proved(game))
    sampled = None
    if proved is None and not endless:  # grounding would use up its limits
        sampled = _tried(codes, lambda: _natively(game))
    lasting = not codes & {"time", "too_much_work"}
    if proved is not None:
        return GoalSum("proved", proved), lasting
    if sampled is not None:
        return sampled, lasting
    played = _played(game, SOME)
    sums = set(played)
    if len(sums) > 1:
        return GoalSum("varies"), lasting
    if not sums:
        return GoalSum("unknown"), lasting
    return GoalSum("sampled", sums.pop(), len(played)), lasting


def _tried(codes: set[str], work: Callable[[], _T]) -> _T | None:
    """Return what work gives; None if it fails, with the code of a limit in `codes`."""
    try:
        return work()
    except LimitError as error:
        codes.add(error.code)
    except (RulesError, TierError):
        pass  # it cannot be grounded, or a search will report it
    return None


def _varies_soon(game: Game) -> bool:
    """Return whether a few games differ; native states are not played in Prolog."""
    if game.tier == "native":
        with suppress(LimitError, RulesError):
            return _natively(game, FEW).source == "varies"
        return False
    return len(set(_played(game, FEW))) > 1


def _players(game: Game) -> tuple[int, int]:
    one, two = (game.roles.index(role) for role in game.players)
    return one, two


def _proved(game: Game) -> int | None:
    return prove_sum(ground(game, seconds=SECONDS, memory=MEMORY), _players(game))


def _natively(game: Game, games: int = MANY) -> GoalSum:
    """Return what random games of the native tier, played in parallel, show."""
    tier = native(game)
    settings = Settings(flat=True, solver=False, memory=_TREE_BYTES)
    try:
        sampler = Sampler(
            tier.network, tier.network.initial.copy(), settings, games, _SEED,
            constant=True,
        )  # fmt: skip
        while not sampler.done:
            sampler.run()
    except NotConstantError:
        return GoalSum("varies")
    return GoalSum("sampled", int(sampler.total), sampler.played)


def _played(game: Game, games: int) -> list[int]:
    """Return the sums at the ends of some random games, played in Prolog."""
    sums = []
    for seed in range(_SEED, _SEED + games):
        try:
            reply = game.request(
                "playouts", state=game.initial.number, longest=PLIES, seeds=[seed],
                patience=None, inferences=INFERENCES,
            )  # fmt: skip
        except LimitError:
            break  # the others would take as long
        except RulesError:
            continue  # a role without a move or a goal: a search will report it
        for _, values in filter(None, reply["results"]):
            sums.append(sum(values[role] for role in _players(game)))
    return sums
