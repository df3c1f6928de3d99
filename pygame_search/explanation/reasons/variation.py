"""A line of moves, and where its value comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pygame_search.explanation.reasons.leaf import Leaf, leaf_sentences
from pygame_search.game import Game, State
from pygame_search.model.position import joint_text
from pygame_search.model.scores import value_text
from pygame_search.render.html import html_table
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import preformatted
from pygame_search.support.words import bracketed, conjoined, counted, indented

#: The depth to which nested means are shown; of deeper ones, only the value.
LEVELS = 2

_MANY = 4  # the most moves that are listed


@dataclass(frozen=True, slots=True)
class Ply(JsonObject):
    """A step of a line.

    Attributes:
        joint: the moves of all roles.
        movers: the roles that choose here; if none has a choice, those that move.
        state: the position after the step.
        left: the plies left there: to the end of the game if the line reaches it, else
            to the depth limit; None without a limit, below 0 where a search goes on
            because a position is not quiet.
        value: the value of the position for the role, found by the search.
        estimate: the static value, from features alone; None if the game is over or
            nothing has a weight.
        before: the position before the step.
    """

    joint: tuple[str, ...]
    movers: tuple[str, ...]
    state: State
    left: int | None
    value: float
    estimate: float | None
    before: State

    json_members = "move joint movers left value estimate"

    @property
    def move(self) -> str:
        """The joint move, without the roles that only wait."""
        return joint_text(self.joint)

    @property
    def written(self) -> str:
        """The joint move in the notation that people use."""
        return self.before.written(self.joint)


@dataclass(frozen=True, slots=True)
class Part:
    """A move of chance.

    Attributes:
        joint: the moves of all roles.
        variation: the line from there; its value is the value of the part.
        weight: how often the move counts, beside the other parts.
    """

    joint: tuple[str, ...]
    variation: Variation
    weight: int = 1

    @property
    def value(self) -> float:
        """The value after the move."""
        return self.variation.value

    @property
    def move(self) -> str:
        """The joint move in the notation that people use."""
        return joint_text(self.joint)


@dataclass(frozen=True, slots=True)
class Chance:
    """A position where chance decides: its value is the mean of the parts."""

    parts: tuple[Part, ...]

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(part.weight for part in self.parts)

    @property
    def weighed(self) -> bool:
        """Whether some parts are more likely than others."""
        return len({part.weight for part in self.parts}) > 1

    @property
    def mean(self) -> float:
        """The mean of the values."""
        total = sum(part.weight * Fraction(part.value) for part in self.parts)
        return float(total / self.total)


@dataclass(frozen=True, slots=True)
class Variation(JsonObject):
    """A line, and where its value comes from.

    Attributes:
        start: the position where it begins.
        plies: its steps.
        value: its value for the role.
        leaf: why its last position has that value; None where chance decides.
        chance: the outcomes of chance in its last position; None at a leaf, or if
            there are too many to list.
        others: with max^n, its values for the other players.
    """

    start: State
    plies: tuple[Ply, ...]
    value: float
    leaf: Leaf | None
    chance: Chance | None = None
    others: Mapping[str, float] | None = None

    json_members = "value plies state=end.facts leaf"

    @property
    def end(self) -> State:
        """The last position."""
        return self.plies[-1].state if self.plies else self.start

    @property
    def moves(self) -> tuple[str, ...]:
        """The joint moves, without the roles that only wait."""
        return tuple(ply.move for ply in self.plies)

    @property
    def written(self) -> tuple[str, ...]:
        """The joint moves in the notation that people use."""
        return tuple(ply.written for ply in self.plies)

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        found = JsonObject.as_json(self)
        if self.chance is not None:
            found["chance"] = [
                {
                    "move": part.move,
                    **({"weight": part.weight} if self.chance.weighed else {}),
                    **part.variation.as_json(),
                }
                for part in self.chance.parts
            ]
        if self.others is not None:
            found["others"] = dict(self.others)
        return found


def value_words(variation: Variation, game: Game, role: str) -> str:
    """Return the value of a line in words, as in `10, a win in 3 plies`."""
    value = value_text(variation.value)
    leaf, index = variation.leaf, game.roles.index(role)
    if leaf is None:
        return f"{value}, a mean"
    if leaf.kind == "limit":
        return f"{value}, an estimate"
    if game.decisive[index] and variation.value in game.ranges[index]:
        word = "win" if variation.value == game.ranges[index][1] else "loss"
        plies = len(variation.plies)
        when = f" in {counted(plies, 'ply', 'plies')}" if plies else ""
        return f"{value}, a {word}{when}"
    return value


def ply_lines(variation: Variation) -> list[str]:
    """Return the steps of a line as a table."""
    glance = any(ply.estimate is not None for ply in variation.plies)
    head = ["ply", "who", "move", "value", "plies left", "at a glance"]
    rows = [head if glance else head[:-1]]
    for number, ply in enumerate(variation.plies, 1):
        left = "" if ply.left is None else str(ply.left)
        row = [str(number), ", ".join(ply.movers), ply.written, value_text(ply.value)]
        estimate = "" if ply.estimate is None else str(ply.estimate)
        rows.append([*row, left, estimate] if glance else [*row, left])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            word.ljust(width) if place in (1, 2) else word.rjust(width)
            for place, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def end_sentences(variation: Variation, game: Game, role: str) -> list[str]:
    """Return, in sentences, why the last position of a line has its value."""
    lines = []
    if variation.leaf is not None:
        lines = leaf_sentences(variation.leaf)
    elif variation.chance is not None:
        lines = _chance_lines(variation.chance, game, role, 1)
    else:
        lines = ["Then chance decides; its many moves are not listed here."]
    if variation.others and variation.leaf and variation.leaf.kind == "limit":
        worth = [f"{value_text(v)} to {r}" for r, v in variation.others.items()]
        lines.append(f"It is worth {conjoined(worth)}.")
    return lines


def _chance_lines(chance: Chance, game: Game, role: str, level: int) -> list[str]:
    times = [f"{part.weight} x " if chance.weighed else "" for part in chance.parts]
    values = [
        f"{often}{bracketed(value_text(part.value))}"
        for often, part in zip(times, chance.parts, strict=True)
    ]
    total = " + ".join(values[: _MANY * 2])
    more = " + ..." if len(values) > _MANY * 2 else ""
    how = (
        f"its {len(values)} moves are not equally likely"
        if chance.weighed
        else f"each of {len(values)} moves is equally likely"
    )
    lines = [
        f"Then chance decides; {how}, and the "
        f"mean counts: ({total}{more}) / {chance.total} = {value_text(chance.mean)}"
    ]
    for part in chance.parts:
        variation = part.variation
        steps = "; ".join((part.move, *variation.written))
        likely = ""
        if chance.weighed:
            likely = f", with probability {Fraction(part.weight, chance.total)}"
        lines.append(f"  {steps}{likely}: {value_text(part.value)}")
        if variation.chance is not None and level >= LEVELS:
            lines.append(f"    a mean of {len(variation.chance.parts)} moves again")
        elif variation.chance is not None:
            below = _chance_lines(variation.chance, game, role, level + 1)
            lines += indented(below, "    ")
        else:
            lines += indented(end_sentences(variation, game, role), "    ")
    return lines


def variation_html(variation: Variation, role: str) -> str:
    """Return a line as an HTML table, with its last position and its value."""
    game = variation.start.game
    rows = [
        [str(number), ", ".join(ply.movers), ply.written, value_text(ply.value)]
        for number, ply in enumerate(variation.plies, 1)
    ]
    steps = html_table(["ply", "who", "move", "value"], rows) if rows else ""
    board = preformatted(str(variation.end))
    why = "\n".join(end_sentences(variation, game, role))
    return f"{steps}{board}{preformatted(why)}"
