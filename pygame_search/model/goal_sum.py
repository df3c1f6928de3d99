"""The sum of two players' goals, and how it is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class GoalSum:
    """The sum of the goals of two players at the end of a game.

    Attributes:
        source: how it is known: `declared` by the rule file; `proved`; `sampled`, the
            same at the end of some random games; `varies`, two ends differ; `unknown`;
            or `none`, if there are not two players.
        total: the sum; None if it varies or is unknown.
        games: how many random games ended.
    """

    source: str
    total: int | None = None
    games: int = 0

    @property
    def doubt(self) -> tuple[str, ...]:
        """The note of an answer that depends on an unproved sum; empty if proved."""
        if self.source == "sampled":
            return (
                f"the two goals added up to {self.total} in all {self.games:,} sampled "
                "games: assumed to hold always, but not proved",
            )
        if self.source == "unknown":
            return (
                "it is not known whether the two goals add up to a constant: assumed "
                "not to, so each role's own features alone count; `constant_sum(K).` "
                "in the rules declares the sum",
            )
        return ()

    def as_json(self) -> dict[str, Any]:
        """Return the JSON members, as on the command line."""
        found: dict[str, Any] = {"source": self.source, "total": self.total}
        return found | ({"games": self.games} if self.source == "sampled" else {})
