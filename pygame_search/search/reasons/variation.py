"""A line of moves, and why it is worth what it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pygame_search.game import State, joint_text
from pygame_search.search.reasons.leaf import Leaf


@dataclass(frozen=True, slots=True)
class Ply:
    """A step of a line.

    Attributes:
        joint: the moves of all roles.
        movers: the roles that choose here; where none has a choice, those that move.
        state: the position after it.
        left: how many plies of the depth are left there; None without a limit, below 0
            where a search goes on because a position is not quiet.
        value: what the search found the position to be worth to the role.
        estimate: what it is worth at a glance, by features alone; None when the game is
            over or nothing weighs.
    """

    joint: tuple[str, ...]
    movers: tuple[str, ...]
    state: State
    left: int | None
    value: float
    estimate: int | None

    @property
    def move(self) -> str:
        """The joint move as people write it."""
        return joint_text(self.joint)


@dataclass(frozen=True, slots=True)
class Part:
    """One of the moves of chance, all of which are equally likely.

    Attributes:
        joint: the moves of all roles.
        variation: how it goes on; its value is that of the part.
    """

    joint: tuple[str, ...]
    variation: Variation

    @property
    def value(self) -> float:
        """What it leads to."""
        return self.variation.value

    @property
    def move(self) -> str:
        """The joint move as people write it."""
        return joint_text(self.joint)


@dataclass(frozen=True, slots=True)
class Chance:
    """Where chance decides: the value is the mean of the parts."""

    parts: tuple[Part, ...]

    @property
    def mean(self) -> float:
        """The mean of the values."""
        total = sum(Fraction(part.value) for part in self.parts)
        return float(total / len(self.parts))


@dataclass(frozen=True, slots=True)
class Variation:
    """A line, and why it is worth what it is.

    Attributes:
        start: the position where it begins.
        plies: its steps.
        value: what it is worth to the role.
        leaf: why its last position is worth that; None where chance decides.
        chance: what chance can make of its last position; None at a leaf, and where
            there are too many to tell.
        others: with max^n, what it is worth to the other players.
    """

    start: State
    plies: tuple[Ply, ...]
    value: float
    leaf: Leaf | None
    chance: Chance | None = None
    others: Mapping[str, float] | None = None

    @property
    def end(self) -> State:
        """The last position."""
        return self.plies[-1].state if self.plies else self.start

    @property
    def moves(self) -> tuple[str, ...]:
        """The joint moves as people write them."""
        return tuple(ply.move for ply in self.plies)

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        found: dict[str, Any] = {
            "value": self.value,
            "plies": [
                {
                    "move": ply.move,
                    "joint": list(ply.joint),
                    "movers": list(ply.movers),
                    "left": ply.left,
                    "value": ply.value,
                    "estimate": ply.estimate,
                }
                for ply in self.plies
            ],
            "state": list(self.end.facts),
            "leaf": None if self.leaf is None else self.leaf.as_json(),
        }
        if self.chance is not None:
            found["chance"] = [
                {"move": part.move, **part.variation.as_json()}
                for part in self.chance.parts
            ]
        if self.others is not None:
            found["others"] = dict(self.others)
        return found
