"""Why the rule file advises a move: the rule that gives it, and why no other does."""

from __future__ import annotations

from dataclasses import dataclass

from pygame_search.explanation.proof_text import place
from pygame_search.explanation.proofs import Explanation, explain
from pygame_search.explanation.reasons.sentences import Sentences
from pygame_search.game import State
from pygame_search.search.core.setup import checked_role
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.words import conjoined

#: How many other moves of the same rank the text lists.
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True, repr=False)
class AdviceReasons(Sentences, JsonObject):
    """Why the rule file advises a move.

    Attributes:
        role: the role that is advised.
        move: the first legal move of the lowest rank.
        rank: the lowest rank.
        others: the other legal moves of this rank.
        why: the proof of the advice.
        before: for each lower rank of the rules, why it advises no move; if its moves
            are not legal here, the proof of its first one.
    """

    role: str
    move: str
    rank: int
    others: tuple[str, ...]
    why: Explanation
    before: tuple[tuple[int, Explanation], ...]

    json_members = "role move rank others why text"

    def text(self) -> str:
        """Return the reasons in sentences, with the proof of the advice."""
        clause = self.why.tree.clause
        at = "" if clause is None else f" [{place(clause)}]"
        rule = f"the rule of rank {self.rank}{at}"
        lines = [f"{self.role} plays {self.move}: {rule} advises it."]
        if self.others:
            named = list(self.others[:_MOST_NAMED])
            if left := len(self.others) - len(named):
                named.append(f"{left} more")
            lines.append(
                f"It also advises {conjoined(named)}; the first legal move is taken."
            )
        for rank, why in self.before:
            reason = "its moves are not legal here" if why.holds else why.sentence
            lines.append(f"Rank {rank} advises no legal move: {reason.rstrip('.')}.")
        return "\n".join([*lines, "", self.why.text()])


def why_advised(state: State, role: str | None = None) -> AdviceReasons:
    """Return why the rule file advises a move of a role.

    Args:
        state: the position.
        role: by default the one that is to move.

    Raises:
        InputError: the game is over, or the rule file gives no advice here.
    """
    name = checked_role(state, role)
    if state.terminal:
        raise InputError("the game is over: there is no move to explain")
    reply = state.game.request("advice", state=state.number, role=name)
    if not reply["moves"]:
        raise InputError(f"{state.game.name!r} gives no advice to {name} here")
    move, *others = reply["moves"]
    rank = reply["rank"]

    def asked(rank: int, move: str) -> Explanation:
        if state.game.book.syntax == "kif":
            return explain(state, f"(pygame_search:advice {rank} {name} {move})")
        return explain(state, f"advice({rank}, {name}, {move})")

    any_move = "?m" if state.game.book.syntax == "kif" else "M"
    before = tuple((one, asked(one, any_move)) for one in reply["lower"])
    return AdviceReasons(name, move, rank, tuple(others), asked(rank, move), before)
