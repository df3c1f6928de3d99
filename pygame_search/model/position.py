"""The parts of a state that are shown, and moves as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

from pygame_search.support.printing import one_line
from pygame_search.support.words import counted, split_outside

#: A sentence names no more of the moves of a line, or of what a rule asks.
SHOWN = 12


@dataclass(frozen=True, slots=True)
class Cell:
    """The text on one square of a drawn board; columns and rows count from 1."""

    column: int
    row: int
    text: str


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """All that is shown of a state.

    Attributes:
        facts: the fluents that hold, in the syntax of rule files.
        cells: the drawn board, empty if the rule file draws none.
        legal: the moves of each role, in the order of the roles.
        terminal: whether the game is over.
        goals: the goal value of each role, None if none is defined.
        undrawn: why the board of the rule file is not drawn; empty if it is.
    """

    facts: tuple[str, ...]
    cells: tuple[Cell, ...]
    legal: tuple[tuple[str, ...], ...]
    terminal: bool
    goals: tuple[int | None, ...]
    undrawn: str = ""

    def __repr__(self) -> str:
        """Return a summary in one line."""
        moves = prod(map(len, self.legal))
        state = "terminal" if self.terminal else counted(moves, "move", "moves")
        fluents = counted(len(without_history(self.facts)), "fluent", "fluents")
        return one_line(self, fluents, state)


#: How the facts of a history begin, in Prolog and in KIF; see
#: `logic/language/history.pl`.
_NOW = "'occurred now'(", "(pygame_search:occurred%20now "
_SO_FAR = "'occurred so far'(", "(pygame_search:occurred%20so%20far "


def without_history(facts: Iterable[str]) -> tuple[str, ...]:
    """Return the fluents of the rules among the facts of a state."""
    return tuple(fact for fact in facts if not fact.startswith((*_NOW, *_SO_FAR)))


def occurrences(facts: Iterable[str]) -> int | None:
    """Return how often the position has occurred; None if no rule asks for it."""
    for fact in facts:
        for begin in _NOW:
            if fact.startswith(begin):
                return int(fact.removeprefix(begin).rstrip(")"))
    return None


def split_moves(moves: str | Iterable[str]) -> list[str]:
    """Split `m1; m2` outside brackets and quotes, and drop empty moves."""
    if not isinstance(moves, str):
        return list(moves)
    return list(filter(None, split_outside(moves, ";")))


#: What a trace shows as the move of a role that makes none of its noisy moves. It is
#: no term of a rule file.
STAND_PAT = "stand pat"


def joint_text(moves: Sequence[str]) -> str:
    """Return a joint move as text: the only move that is not `noop`, else a list."""
    made = [move for move in moves if move != "noop"]
    if len(made) == 1:
        return made[0]
    return "noop" if not made else f"[{', '.join(moves)}]"


def line_text(joints: Sequence[str]) -> str:
    """Return the texts of joint moves, one after the other, the first few by name."""
    told = "; ".join(joints[:SHOWN]) or "no move"
    rest = len(joints) - SHOWN
    if rest > 0:
        told += f"; and {counted(rest, 'more move', 'more moves')}"
    return told


def noted(notes: Sequence[str]) -> dict[str, list[str]]:
    """Return notes as a JSON member; an empty dictionary if there are none."""
    return {"notes": list(notes)} if notes else {}
