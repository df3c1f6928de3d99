"""The result of solving a position.

The value of a state for a role is the goal value that it can secure against all others
together; with simultaneous moves the others know its move. `logic/game/evaluation.pl`
uses the same definition.

A draw rule gives the value of endless play. The *floor* of a state is the highest value
at which the role can force the game to end, or the lowest value of the rules if it
cannot force an end. The *ceiling* is the lowest value at which the others can force it
to end, or the highest value of the rules if they cannot. Then a state is worth

    floor     if it is above the draw value
    ceiling   if it is below the draw value
    the draw  otherwise

Without a draw rule, a state has a value only if its floor equals its ceiling. In a game
that always ends, the two are equal. If the rules name only one goal value, any end
counts as a win: a state from which the role can force an end has that value, and any
other state has none.

Among states of the same value, the distance decides, as in `best`: the role wins as
soon as it can, and delays a loss as long as it can. For a value in between, the role
hurries too, and the others delay the end:

    a state where the others hurry: 1 + most, over the choices, of the least, over the
                                    answers
    any other:                      1 + least, over the choices, of the most, over the
                                    answers

Only choices and answers that keep the value count. (Without a draw rule: the value that
the role can force; answers after which it can force more do not count.) The others
hurry for the lowest value of the rules and, if play can go on for ever, for every value
below the draw value. In that case a state worth the draw value has no distance, unless
it is an end: nobody has to end the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from pygame_search.model.position import joint_text
from pygame_search.model.scores import value_text
from pygame_search.search.core.recording import game_call
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Shown, one_line, stacked, table

#: What may be known of a position, in ascending order: its value; also a strategy; the
#: values of all reachable states.
RUNGS = ("ultra-weak", "weak", "strong")


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a state.

    Attributes:
        value: the goal value that the role can secure; None where the game can go on
            for ever and no draw rule gives that a value.
        distance: plies to the end when all play as `best` orders them; None where it
            need not end, and in an ultra-weak solution.
        move: the role's move in its strategy, or a best one; None at the end, and
            where the role is not to move.
    """

    value: int | None
    distance: int | None
    move: str | None


class Within(NamedTuple):
    """The least and the most plies to the end; None where unknown."""

    least: int | None = None
    most: int | None = None

    @property
    def exact(self) -> int | None:
        """The plies to the end, None if the two differ."""
        return self.least if self.least == self.most else None


#: Nothing is known of the plies to the end.
UNKNOWN = Within()

#: The same, without the names of the fields.
Plies: TypeAlias = "tuple[int | None, int | None]"

#: The states, as their fluents, and what is known of them.
Entries = Callable[[], Iterator[tuple[tuple[str, ...], Entry]]]


#: Who says what endless play is worth, in words.
_FROM = {"rules": ", as the rules say", "request": ", as was asked", None: ""}

_RUNG_WORDS = {
    "ultra-weak": "the value of the position",
    "weak": "the value of the position, and a strategy for it",
    "strong": "the value of every state that can be reached",
}


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Printed, JsonObject):
    """The proven value of a position; `print` shows it and the effort.

    Attributes:
        game: a name in `rules/` or the path of a file.
        parameters: the name and value of each parameter.
        rules: the SHA-256 of the rule text and the parameters; see `rules_hash`.
        role: from whose point of view the entries are.
        position: the fluents of the root.
        solved: one of RUNGS.
        values: the value of the root for each role.
        distance: plies from the root to the end, as in Entry. For a weak solution, the
            strategy's, which need not be the fastest: see `plies`, `within`.
        cycle: joint moves from the root to a cycle and once around it, if play can go
            on for ever; None if it cannot, or if no cycle was searched for.
        lead: how many of these moves come before the circle.
        states: strong: the number of reachable states; weak: the number of states of
            the longer strategy; None for ultra-weak.
        nodes: the number of nodes a search visited.
        seconds: how long it took.
        method, tier: how it was found.
        entries: strong: all reachable states; weak: those that can be reached when the
            role follows its strategy; None for ultra-weak.
        draw: the value of endless play, by the given draw rule.
        draw_from: where that is from: `rules`, `request`, or None if there is none, or
            if it is not known, as in a certificate.
        finite: whether the game always ends; None if unknown.
        longest: the plies of the longest play, if the game is finite and it is known.
        rival: weak, two players whose goals add up to a constant: the solution for the
            other player, whose strategy shows that the role can get no more; None
            where both move at once and it does not show that.
        exact: weak: the distance when all play as `best` orders them, if known; a
            strategy that only keeps the value may take longer.
        notes: what was assumed.
        lost: whether the value is the lowest of several in the rules, so that the role
            delays the end; None if unknown, as in a certificate.
        cycle_notation: the moves of the cycle in the usual notation, if the rules
            define one.
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
    draw_from: str | None = None

    json_members = (
        "game parameters role solved value=values distance=plies "
        "distance_at_least=within.least distance_at_most=within.most states nodes "
        "seconds method tier draw draw_from finite longest cycle lead notes"
    )

    def __repr__(self) -> str:
        """Return one line with the value."""
        solved = f"{self.solved} solution of {game_call(self.game, self.parameters)}"
        return one_line(self, solved, f"{root_worth(self)} for {self.role}")

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
        """The value of the root for the role."""
        return self.values[self.role]

    def as_json(self) -> dict[str, Any]:
        """Return the solution as `--json` prints it."""
        found = JsonObject.as_json(self) | {"seconds": round(self.seconds, 6)}
        if self.cycle_notation is not None:
            found["cycle_notation"] = list(self.cycle_notation)
        return found


def shown_plies(distance: int | None, lost: bool) -> Within:
    """Return the least and the most plies to the end that a strategy shows.

    The strategy need not play the shortest win or the longest loss: its distance is an
    upper bound for a win or draw, and a lower bound for a loss.
    """
    return Within(distance, None) if lost else Within(None, distance)


def plies_from(solved: str, entry: Entry, goals: tuple[int, int]) -> Within:
    """Return the least and the most plies from a state to the end.

    Args:
        solved: how much the solution knows, one of RUNGS.
        entry: what it knows of the state, which is not the end.
        goals: the lowest and the highest goal value of the role of the entry.
    """
    if solved == "strong":
        return Within(entry.distance, entry.distance)
    low, high = goals
    return shown_plies(entry.distance, low != high and entry.value == low)


def root_worth(found: Solution) -> str:
    """Return what the root is worth to the role, in words."""
    if found.value is not None and found.within == (None, None):
        return f"value {value_text(found.value)}"
    return worth_text(found.value, found.within)


def worth_text(value: int | None, within: Plies) -> str:
    """Return the value of a state and its distance from the end, in words.

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
    >>> plies_text((17, 23)), plies_text((1, 5))
    ('17 to 23 plies', '1 to 5 plies')
    """
    least, most = within
    if least is None:
        words = f"at most {most:,}"
    elif most is None:
        words = f"at least {least:,}"
    else:
        words = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return f"{words} {'ply' if within == (1, 1) else 'plies'}"


def cycle_text(solution: Solution) -> str:
    """Return the moves of a cycle in words: the moves to it and once around it."""
    assert solution.cycle is not None
    moves = solution.cycle_notation or tuple(map(joint_text, solution.cycle))
    round_ = f"({'; '.join(moves[solution.lead :])}) again and again"
    return "; ".join([*moves[: solution.lead], round_])


def _end(found: Solution) -> str:
    """Return when the game ends, in words; a strategy need not be the fastest."""
    if found.plies is None:
        return f"the game ends in {plies_text(found.within)}, by the strategy"
    exact = f"the game ends in {plies_text(found.within)}"
    if found.solved == "weak" and found.plies != found.distance:
        shown = plies_text(shown_plies(found.distance, bool(found.lost)))
        return f"{exact} if all play best, in {shown} by the strategy of {found.role}"
    return exact if found.cycle is None else f"with best play {exact}"


def _endlessness(found: Solution) -> str:
    """Return whether play must end; None if unknown."""
    if found.cycle is not None:
        rule = "no rule says what that is worth; --draw VALUE does"
        if found.draw is not None:
            rule = f"that is worth {found.draw} to {found.role}{_FROM[found.draw_from]}"
        ends = found.within != (None, None)
        can = "the rules also allow endless play" if ends else "play can go on for ever"
        return f"{can}: {cycle_text(found)}; {rule}"
    if found.longest is not None:
        return (
            f"play must end: the longest game takes {plies_text((found.longest,) * 2)}"
        )
    if found.finite:
        return "play must end"
    return "not checked whether play must end: a strong solution tells"
