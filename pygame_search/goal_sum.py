"""What two players' goals add up to: declared, proved, or seen in a sample of games.

Where it is a constant, one's gain is the other's loss, and a search weighs a position
by what one has more than the other. The rule file may declare the sum, as in
`constant_sum(0).` Otherwise a few games are played: two with different sums settle it.
Next comes a proof from the rules (`network.sum_prover`), and where none is found, many
games. The limits count games, inferences, conflicts and bytes. Seconds are a last
resort: what they have stopped is not kept.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pygame_search.errors import LimitError, RulesError, TierError
from pygame_search.game import Game

#: How many games are played in Prolog before a proof is tried, and without one where
#: there is no native tier; how many plies and inferences each may take.
FEW, SOME, PLIES, INFERENCES = 5, 40, 300, 2_000_000

#: How many games the native tier plays where no proof is found.
MANY = 4096

#: What grounding for a proof may take, in seconds and in bytes: the second is for rules
#: that can be grounded without end, and comes first.
SECONDS, MEMORY = 60.0, 512 << 20

_SEED = 1
_TREE_BYTES = 1 << 24


@dataclass(frozen=True, slots=True)
class GoalSum:
    """What the goals of two players add up to at the end of a game.

    Attributes:
        source: how it is known: `declared` by the rule file; `proved`; `sampled`, the
            same at the end of some random games; `varies`, two ends differ; `unknown`;
            or `none`, where there are not two players.
        total: the sum; None where it varies or is not known.
        games: how many random games were played to their end.
    """

    source: str
    total: int | None = None
    games: int = 0

    @property
    def doubt(self) -> tuple[str, ...]:
        """What an answer says that rests on it, in a sentence, where it is not sure."""
        if self.source == "sampled":
            return (
                f"in {self.games:,} sampled games the two goals add up to "
                f"{self.total}: taken to do so always, though that is not proved",
            )
        if self.source == "unknown":
            return (
                "it is not known whether the two goals add up to a constant: taken not "
                "to, so that each role's own features alone are weighed; "
                "`constant_sum(K).` in the rules declares it",
            )
        return ()

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        found: dict[str, Any] = {"source": self.source, "total": self.total}
        return found | ({"games": self.games} if self.source == "sampled" else {})


def found_sum(game: Game) -> tuple[GoalSum, bool]:
    """Return what the goals of the two players of a game add up to.

    Beside it stands whether the answer is always the same: not where a limit of the
    machine was in the way.
    """
    played = _played(game, FEW)
    if len(set(played)) > 1:
        return GoalSum("varies"), True
    began = time.monotonic()
    try:
        endless = game.ask("ground_program", seconds=SECONDS)["endless"]
    except (LimitError, TierError):
        endless = True  # it cannot be grounded
    try:
        proved = None if endless else _proved(game)
    except (LimitError, TierError):
        proved = None
    lasting = time.monotonic() < began + SECONDS
    if proved is not None:
        return GoalSum("proved", proved), lasting
    if not endless:  # a number without end takes all there is to ground
        with suppress(LimitError, RulesError, TierError):
            return _natively(game), lasting
    played = _played(game, SOME)
    sums = set(played)
    if len(sums) > 1:
        return GoalSum("varies"), lasting
    if not sums:
        return GoalSum("unknown"), lasting
    return GoalSum("sampled", sums.pop(), len(played)), lasting


def _players(game: Game) -> tuple[int, int]:
    one, two = (game.roles.index(role) for role in game.players)
    return one, two


def _proved(game: Game) -> int | None:
    from pygame_search.network.ground import ground, prove_sum

    return prove_sum(ground(game, seconds=SECONDS, memory=MEMORY), _players(game))


def _natively(game: Game) -> GoalSum:
    """Return what random games of the native tier come to, all at the same time."""
    from pygame_search.network.games import native
    from pygame_search.network.sampler import NotConstantError, Sampler, Settings

    tier = native(game)
    settings = Settings(flat=True, solver=False, memory=_TREE_BYTES)
    try:
        sampler = Sampler(
            tier.network, tier.network.initial.copy(), settings, MANY, _SEED,
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
            reply = game.ask(
                "playouts", state=game.initial.number, longest=PLIES, seeds=[seed],
                patience=None, inferences=INFERENCES,
            )  # fmt: skip
        except LimitError:
            break  # the others would take as long
        except RulesError:
            continue  # a role without a move or a goal: a search tells of it
        for _, values in filter(None, reply["results"]):
            sums.append(sum(values[role] for role in _players(game)))
    return sums
