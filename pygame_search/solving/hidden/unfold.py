"""Make the sequence form of a game from its rules."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from pygame_search.game import Game
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Machine
from pygame_search.search.core.tier_choice import Chosen, in_best_tier
from pygame_search.search.core.tiers import compiled, is_compiled
from pygame_search.solving.hidden.sequence_form import SequenceForm
from pygame_search.solving.hidden.unfolding import Unfolding
from pygame_search.support.errors import LimitError, TierError

_T = TypeVar("_T")

#: The tier that unfolds games by a procedure over the clauses.
PROCEDURAL = "procedural"


def in_tier(
    game: Game,
    run: Callable[[str, float | None], _T],
    tier: str | None,
    deadline: float | None,
) -> Chosen[_T]:
    """Return what comes of going through all play of a game, and the tier.

    Args:
        game: the game.
        run: does it in a tier, for at most a number of seconds.
        tier: the tier; by default the one that is fastest.
        deadline: when to give up, as from `time.monotonic`.

    Raises:
        LimitError: the time is over.
        TierError: the tier does not support the game.
    """
    left = None if deadline is None else deadline - time.monotonic()
    if left is not None and left <= 0:
        raise LimitError("the time is over", "time")
    if tier == "clauses":
        raise TierError(
            "the tier clauses does not make sequence forms: expected the tier "
            f"{PROCEDURAL} or {compiled()}"
        )
    if tier is None and game.tier == compiled() and not game.histories:
        tier = compiled()  # its states stand on the network already
    perceiving = game.with_percepts()
    if tier is None:
        return in_best_tier(perceiving, run, first=PROCEDURAL, seconds=left)
    if is_compiled(tier):
        perceiving.must_have_no_history()
    return Chosen(run(tier, left), tier)


def sequence_form(
    game: Game,
    tier: str | None = None,
    *,
    deadline: float | None = None,
    progress: Callable[[str], None] | None = None,
    tree: bool = False,
) -> Chosen[SequenceForm]:
    """Return the sequence form of a game from its start, and the tier that made it.

    Args:
        game: a game whose play ends. Where all roles see everything, each sees the
            moves of a step.
        tier: `procedural` unfolds the game over its clauses, `native` over its network;
            by default the one that is fastest.
        deadline: when to give up, as from `time.monotonic`.
        progress: called with a text after each step.
        tree: whether the form has the states, too; in the native tier alone.

    Raises:
        RulesError: a role cannot know its legal moves (an `UnknownLegalError`), or has
            none, or an end has no goal.
        LimitError: the game is too large, or may not end, or the time is over.
        TierError: the tier does not support the game.
    """
    perceiving = game.with_percepts()

    def unfolded(tier: str, seconds: float | None) -> SequenceForm:
        end = None if seconds is None else time.monotonic() + seconds
        if is_compiled(tier):
            from pygame_search.solving.hidden.packed_unfolding import PackedUnfolding

            return PackedUnfolding(
                game, perceiving.network, deadline=end, progress=progress, tree=tree
            ).form()
        machine: Machine = ClauseMachine(perceiving)
        return Unfolding(game, machine, deadline=end, progress=progress).form()

    if tree and tier not in (None, compiled()):
        raise TierError(
            f"only the tier {compiled()} keeps the states of a game, which sampling "
            f"needs: found {tier}"
        )
    return in_tier(game, unfolded, compiled() if tree else tier, deadline)
