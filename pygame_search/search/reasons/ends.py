"""Why the game is over in a position, or is not, and what each role gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pygame_search.explanation import Explanation, explain
from pygame_search.game import State
from pygame_search.search.reasons.told import Told


@dataclass(frozen=True, slots=True)
class EndReasons(Told):
    """Why the game is over, or is not.

    Attributes:
        state: the position.
        why: the proof of `terminal`, or why none of its clauses gives it.
        goals: when the game is over, the goal value of each role that has one.
        proofs: the proofs of these.
    """

    state: State
    why: Explanation
    goals: Mapping[str, int]
    proofs: Mapping[str, Explanation]

    @property
    def terminal(self) -> bool:
        """Whether the game is over."""
        return self.why.holds

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        return {
            "terminal": self.terminal,
            "why": self.why.as_json(),
            "goals": dict(self.goals),
            "proofs": {role: proof.as_json() for role, proof in self.proofs.items()},
            "text": self.text(),
        }

    def text(self, levels: int | None = 2) -> str:
        """Return it in a sentence, and so many levels of the proofs; None for all."""
        from pygame_search.render.reasons import end_text

        return end_text(self, levels)

    def _repr_html_(self) -> str:
        """Return it as a notebook shows it, the proofs to be opened."""
        from pygame_search.render.reasons_html import end_html

        return end_html(self)


def why_terminal(state: State) -> EndReasons:
    """Return why the game is over in a position, or is not, and what each role gets."""
    why = explain(state, "terminal")
    goals: dict[str, int] = {}
    if why.holds:
        goals = {role: v for role, v in state.goals.items() if v is not None}
    kif = state.game.book.syntax == "kif"
    proofs = {
        role: explain(
            state, f"(goal {role} {value})" if kif else f"goal({role}, {value})"
        )
        for role, value in goals.items()
    }
    return EndReasons(state, why, goals, proofs)
