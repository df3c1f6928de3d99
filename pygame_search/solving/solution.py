"""What solving a position gives.

The value of a state for a role is the goal value that it can be sure of when all the
others are against it, and know its move where all move at once: as in
`logic/game/evaluation.pl`.

Endless play is worth what a draw rule says. Call what the role can force
the end of the game to be worth its floor (the lowest value of the rules, when it cannot
force any end), and what the others can hold the end down to its ceiling (the highest
value). Then a state is worth

    floor     where that is above the draw value
    ceiling   where that is below it
    the draw  between these

and without a draw rule its floor where that is its ceiling too, and otherwise nothing.
In a game that always ends floor and ceiling are the same. Where the rules name one goal
value alone, an end is as good as a win: a state from which the role can force one is
worth that, any other nothing.

The distance orders states of the same value as `best` does: a win comes as soon as the
role can bring it about, a loss as late as it can put it off. For a value between them
the role hurries too, and the others put the end off:

    a state where the others hurry: 1 + most, over the choices, of the least, over the
                                    answers
    any other:                      1 + least, over the choices, of the most, over the
                                    answers

each over what keeps the value (without a draw rule: what the role can force; answers
after which it can force more do not count). The others hurry for the lowest value of
the rules; and, where play can go on for ever, for every value below the draw value.
There a state that is worth the draw value has no distance, unless it is an end: nobody
need end the game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from pygame_search.game import Game
from pygame_search.model.position import joint_text
from pygame_search.model.scores import value_text
from pygame_search.search.core.recording import game_call
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Shown, one_line, stacked, table

#: What may be known of a position, the least first: its value; a strategy for it too;
#: the value of every state that can be reached.
RUNGS = ("ultra-weak", "weak", "strong")


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a state.

    Attributes:
        value: the goal value that the role can be sure of; None where the game can go
            on for ever, and no rule says what that is worth.
        distance: plies to the end when all play as `best` orders them; None where it
            need not end, and in an ultra-weak solution.
        move: the role's move in its strategy, or a best one; None at the end, and
            where the role is not to move.
    """

    value: int | None
    distance: int | None
    move: str | None


class Within(NamedTuple):
    """The least and the most plies to the end, None where that is not known."""

    least: int | None = None
    most: int | None = None

    @property
    def exact(self) -> int | None:
        """The plies to the end, None if the two differ."""
        return self.least if self.least == self.most else None


#: Nothing is known of the plies to the end.
UNKNOWN = Within()

#: The same without the names.
Plies: TypeAlias = "tuple[int | None, int | None]"

#: The states, as their fluents, and what is known of them.
Entries = Callable[[], Iterator[tuple[tuple[str, ...], Entry]]]


_RUNG_WORDS = {
    "ultra-weak": "the value of the position",
    "weak": "the value of the position, and a strategy for it",
    "strong": "the value of every state that can be reached",
}


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Printed, JsonObject):
    """The proven value of a position; `print` shows it and the effort.

    Attributes:
        game: how it is called, a name in `rules/` or the path of a file.
        parameters: name and value in force.
        rules: the SHA-256 of the rule text and the parameters; see `rules_hash`.
        role: from whose point of view the entries are.
        position: the fluents of the root.
        solved: one of RUNGS.
        values: what the root is worth to each role.
        distance: plies from the root to the end, as in Entry. For a weak solution it is
            that of its strategy, which need not be the fastest: see `plies`, `within`.
        cycle: joint moves from the root into a circle and once round it, where play
            can go on for ever; None where it cannot, or was not looked for.
        lead: how many of these moves come before the circle.
        states: strong, how many states can be reached; weak, how many the longer one of
            the strategies has; None for ultra-weak.
        nodes: how many nodes a search visited.
        seconds: how long it took.
        method, tier: how it was found.
        entries: strong, every state that can be reached; weak, those that can be
            when the role keeps to its strategy; None for ultra-weak.
        draw: what a game without end is worth by the rule that was stated.
        finite: whether the game always ends; None where that is not known.
        longest: the plies of the longest play, where it is finite and that is known.
        rival: weak, of two players whose goals add up to a constant: the solution for
            the other, whose strategy shows that the role can get no more; None where
            both move at once and it does not show that.
        exact: weak, the distance when all play as `best` orders them, where that is
            known: a strategy that keeps to the value alone may take its time.
        notes: what was assumed.
        lost: whether the value is the lowest of several that the rules name, so that
            the role delays the end; None if unknown, as in a certificate.
        cycle_notation: the moves of the cycle as people write them, where the rules
            have a notation for a position.
    """

    game: str
    parameters: Mapping[str, str]
    rules: str
    role: str
    position: tuple[str, ...]
    solved: str
    values: Mapping[str, int | None]
    distance: int | None
    cycle: tuple[tuple[str, ...], ...] | None
    states: int | None
    nodes: int
    seconds: float
    method: str
    tier: str
    entries: Entries | None
    draw: int | None = None
    finite: bool | None = None
    longest: int | None = None
    lead: int = 0
    rival: Solution | None = None
    exact: int | None = None
    notes: tuple[str, ...] = ()
    lost: bool | None = None
    cycle_notation: tuple[str, ...] | None = None

    json_members = (
        "game parameters role solved value=values distance=plies "
        "distance_at_least=within.least distance_at_most=within.most states nodes "
        "seconds method tier draw finite longest cycle lead notes"
    )

    def __repr__(self) -> str:
        """Return one line with the value."""
        worth = worth_text(self.value, self.within)
        if self.value is not None and self.within == (None, None):
            worth = f"value {value_text(self.value)}"
        solved = f"{self.solved} solution of {game_call(self.game, self.parameters)}"
        return one_line(self, solved, f"{worth} for {self.role}")

    def printed(self) -> Shown:
        """Return the value for each role, whether play must end, and the effort."""
        from pygame_search.support.console import Text

        solved = f"solved: {self.solved} ({_RUNG_WORDS[self.solved]})"
        listing = table("role", "value#")
        for role, value in self.values.items():
            listing.add_row(role, "no value" if value is None else str(value))
        states = "" if self.states is None else f"{self.states:,} states, "
        effort = f"{states}{self.nodes:,} nodes, {self.seconds:.2f} s"
        lines = [] if self.within == (None, None) else [_end(self)]
        lines += [_endlessness(self), f"{self.method}, {self.tier}: {effort}"]
        return stacked(Text(solved, style="bold"), listing, *lines, *self.notes)

    @property
    def plies(self) -> int | None:
        """Plies from the root to the end with best play; None if unknown."""
        return self.exact if self.solved == "weak" else self.distance

    @property
    def within(self) -> Within:
        """The least and the most plies from the root to the end; None where unknown."""
        if self.plies is not None or self.lost is None:
            return Within(self.plies, self.plies)
        return shown_plies(self.distance, self.lost)

    @property
    def value(self) -> int | None:
        """What the root is worth to the role."""
        return self.values[self.role]

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        found = JsonObject.as_json(self) | {"seconds": round(self.seconds, 6)}
        if self.cycle_notation is not None:
            found["cycle_notation"] = list(self.cycle_notation)
        return found


def shown_plies(distance: int | None, lost: bool) -> Within:
    """Return the least and the most plies to the end that a strategy shows.

    Its role need not play the shortest win, nor the longest loss: the distance is an
    upper bound for what wins or draws, and a lower bound for what loses.
    """
    return Within(distance, None) if lost else Within(None, distance)


def rules_hash(game: Game, given: Mapping[str, str] | None = None) -> str:
    """Return the SHA-256 of the rules of a game and its parameters.

    Args:
        game: whose rules.
        given: parameters in place of those in force.
    """
    items = (game.parameters if given is None else given).items()
    parameters = json.dumps(sorted(items), ensure_ascii=False)
    text = f"{game.book.syntax}\n{parameters}\n{game.book.text}"
    return hashlib.sha256(text.encode()).hexdigest()


def worth_text(value: int | None, within: Plies) -> str:
    """Return what a state is worth, and how far the end is, in words.

    >>> worth_text(100, (3, 3)), worth_text(None, (None, None))
    ('value 100 in 3 plies', 'no value, play goes on for ever')
    """
    if value is None:
        return "no value, play goes on for ever"
    if within == (None, None):
        return f"value {value_text(value)}, play goes on for ever"
    return f"value {value_text(value)} in {plies_text(within)}"


def plies_text(within: Plies) -> str:
    """Return the bounds on the plies to the end in words; at least one is known.

    >>> plies_text((1, 1)), plies_text((None, 23)), plies_text((16, None))
    ('1 ply', 'at most 23 plies', 'at least 16 plies')
    >>> plies_text((17, 23))
    '17 to 23 plies'
    """
    least, most = within
    if least is None:
        words = f"at most {most:,}"
    elif most is None:
        words = f"at least {least:,}"
    else:
        words = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return f"{words} {'ply' if 1 in within and None not in within else 'plies'}"


def cycle_text(solution: Solution) -> str:
    """Return the moves of a cycle in words, the way to it and once round it."""
    assert solution.cycle is not None
    moves = solution.cycle_notation or tuple(map(joint_text, solution.cycle))
    round_ = f"({'; '.join(moves[solution.lead :])}) again and again"
    return "; ".join([*moves[: solution.lead], round_])


def _end(found: Solution) -> str:
    """Return when the game ends; a strategy for a value need not be the fastest."""
    if found.plies is None:
        return f"the game ends in {plies_text(found.within)}, by the strategy"
    exact = f"the game ends in {plies_text(found.within)}"
    if found.solved == "weak" and found.plies != found.distance:
        shown = shown_plies(found.distance, bool(found.lost))
        return f"{exact} with best play, by the strategy in {plies_text(shown)}"
    return exact


def _endlessness(found: Solution) -> str:
    """Return whether play must end; None where that is not known."""
    if found.cycle is not None:
        rule = "no rule says what that is worth"
        if found.draw is not None:
            rule = f"that is worth {found.draw} to {found.role}"
        return f"play can go on for ever: {cycle_text(found)}; {rule}"
    if found.longest is not None:
        return (
            f"play must end: the longest game takes {plies_text((found.longest,) * 2)}"
        )
    if found.finite:
        return "play must end"
    return "not checked whether play must end: a strong solution tells"
