"""What a role knows of the game so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pygame_search.support.errors import RulesError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Shown, one_line, stacked
from pygame_search.support.words import counted

#: How the facts that keep percepts begin, in Prolog and in KIF; see
#: `logic/language/percepts.pl`.
_SEEN = "'seen now'({}, ", "(pygame_search:seen%20now {} "
_BEGINNINGS = tuple(words.partition("{")[0] for words in _SEEN)

#: The most that a role may perceive in one step, as in `logic/language/percepts.pl`.
MOST_PERCEPTS = 10_000


#: Why there is no view of a position.
NO_VIEW = (
    "what a role knows depends on its own moves and percepts since the start: give the "
    "position by the moves that led to it (--after)"
)


@dataclass(frozen=True, slots=True)
class Step(JsonObject):
    """What a role knows of one step of a game.

    Attributes:
        move: the move that it made itself; `noop` counts as one.
        percepts: what it perceived, in the standard order of terms.
        over: whether the game was over then, which all roles know.
    """

    move: str
    percepts: tuple[str, ...] = ()
    over: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class View(Printed, JsonObject):
    """All that a role knows of a game so far, besides the rules.

    The histories of moves with the same view are an information set.

    Attributes:
        role: the role.
        steps: what it knows of each step since the start.
    """

    role: str
    steps: tuple[Step, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the moves and percepts, and whether the game is over."""
        steps = [
            {"move": step.move, "percepts": [*step.percepts]} for step in self.steps
        ]
        return {"role": self.role, "steps": steps, "over": self.over}

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.steps) and self.steps[-1].over

    def __repr__(self) -> str:
        """Return one line: the role, and how many steps it knows of."""
        return one_line(self, self.role, counted(len(self.steps), "step", "steps"))

    def lines(self, start: int = 0) -> list[str]:
        """Return the steps in which the role made a move or perceived something.

        Args:
            start: how many steps to leave out.
        """
        return [
            f"{number}. {_step_text(step)}"
            for number, step in enumerate(self.steps[start:], start + 1)
            if step.move != "noop" or step.percepts
        ]

    def told(self) -> list[str]:
        """Return lines that say what the role knows, under a heading."""
        known = self.lines() or ["nothing yet"]
        heading = f"{self.role} knows its moves and what it perceived:"
        return [heading, *(f"  {line}" for line in known)]

    @property
    def line(self) -> str:
        """What the role did and perceived, in one line."""
        told = (_step_text(step) for step in self.steps)
        return "; ".join(filter(None, told)) or "nothing yet"

    def printed(self) -> Shown:
        """Return what the role did and perceived, one step on a line."""
        return stacked(*(self.lines() or ["nothing yet"]))


def _step_text(step: Step) -> str:
    """Return a step in words."""
    seen = f"perceived {', '.join(step.percepts)}" if step.percepts else ""
    made = "" if step.move == "noop" else f"made {step.move}"
    return ", ".join(filter(None, (made, seen)))


def percepts_in(
    facts: Iterable[str], roles: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """Return what each role has perceived, by the facts of a state with percepts.

    Args:
        facts: of a state of `Game.with_percepts`, in the standard order of terms.
        roles: the roles of the game.

    Raises:
        RulesError: a role perceives too many things in one step.
    """
    held = list(facts)
    found = tuple(
        tuple(
            fact[len(begin) : -1]
            for begin in (words.format(role) for words in _SEEN)
            for fact in held
            if fact.startswith(begin)
        )
        for role in roles
    )
    if any(len(own) > MOST_PERCEPTS for own in found):
        raise RulesError(
            f"a role perceives more than {MOST_PERCEPTS:,} things in one step; a "
            "percept may be a term that holds several of them"
        )
    return found


def percept_names(facts: Sequence[str], roles: Sequence[str]) -> list[list[int]]:
    """Return for each role the places of the facts that keep its percepts."""
    return [
        [place for place, fact in enumerate(facts) if fact.startswith(begins)]
        for role in roles
        for begins in [tuple(words.format(role) for words in _SEEN)]
    ]


def without_percepts(facts: Iterable[str]) -> tuple[str, ...]:
    """Return the facts of a state without those that keep percepts."""
    return tuple(fact for fact in facts if not keeps_percept(fact))


def keeps_percept(fact: str) -> bool:
    """Return whether a fact keeps what is perceived, be it by a role or by no role."""
    return fact.startswith(_BEGINNINGS)
