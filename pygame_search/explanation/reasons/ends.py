"""Why the game is or is not over in a position, and what each role gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pygame_search.explanation.proof_text import proof_html
from pygame_search.explanation.proofs import Explanation, explain
from pygame_search.explanation.reasons.leaf import goal_words
from pygame_search.explanation.reasons.sentences import Sentences
from pygame_search.game import State
from pygame_search.render.html import html_text
from pygame_search.support.json_objects import JsonObject


@dataclass(frozen=True, slots=True, repr=False)
class EndReasons(Sentences, JsonObject):
    """Why the game is over, or is not.

    Attributes:
        state: the position.
        why: the proof of `terminal`, or why none of its clauses gives it.
        goals: if the game is over, the goal value of each role that has one.
        proofs: their proofs.
    """

    state: State
    why: Explanation
    goals: Mapping[str, int]
    proofs: Mapping[str, Explanation]

    json_members = "terminal why goals proofs text"

    @property
    def terminal(self) -> bool:
        """Whether the game is over."""
        return self.why.holds

    def text(self, levels: int | None = 2) -> str:
        """Return the reasons, with this many levels of proof; None for all."""
        proofs = [self.why, *self.proofs.values()]
        return "\n\n".join([end_summary(self), *(p.text(levels) for p in proofs)])

    def _html(self, shown: str) -> str:
        """Return the sentence, and proofs that can be opened."""
        proofs = [self.why, *self.proofs.values()]
        shown = "".join(proof_html(proof.tree) for proof in proofs)
        return f"<div><p>{html_text(end_summary(self))}</p>{shown}</div>"


def why_terminal(state: State) -> EndReasons:
    """Return why the game is or is not over in a position, and what each role gets."""
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


def end_summary(reasons: EndReasons) -> str:
    """Return whether the game is over, and what each role gets, in one sentence."""
    if not reasons.terminal:
        return "The game goes on."
    words = goal_words(reasons.goals) if reasons.goals else "nobody gets anything"
    return f"The game is over: {words}."
