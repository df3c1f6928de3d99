"""Equilibria of games with hidden information, with their exploitability."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from typing import Any

from pygame_search.game import State
from pygame_search.model.rules import rules_hash
from pygame_search.model.view import View
from pygame_search.search.core import options
from pygame_search.search.core.recording import game_call
from pygame_search.solving.hidden.best_response import (
    best_response,
    even_plan,
    mean_goals,
    plan_of,
)
from pygame_search.solving.hidden.linear import behaviour, equilibrium_plans
from pygame_search.solving.hidden.sequence_form import SequenceForm, sequence_form
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Shown, one_line, stacked, table
from pygame_search.support.requests import Kind, Request, asked, option
from pygame_search.support.words import conjoined, counted

#: How equilibria are found.
METHODS = ("lp",)

#: The denominators with which exact probabilities are tried.
_DENOMINATORS = (10, 1_000, 100_000, 10_000_000)

#: Up to so many sequences, best responses are computed in fractions.
_EXACT = 50_000

#: How much of an even strategy the other's has where a set is otherwise not reached.
_TREMBLE = Fraction(1, 1_000_000)

#: The most information sets of a player that are printed.
SHOWN = 20


@dataclass(frozen=True, slots=True)
class Behaviour(JsonObject):
    """What a strategy does in an information set.

    Attributes:
        view: what the player knows there.
        moves: its legal moves.
        probabilities: that of each move; the sum is 1.
        reached: whether the strategy can lead there, if the others and chance let it.
    """

    view: View
    moves: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    reached: bool = True

    def as_json(self) -> dict[str, Any]:
        """Return the view, and each move with its probability."""
        pairs = zip(self.moves, self.probabilities, strict=True)
        return {
            "view": self.view.as_json(),
            "moves": [{"move": m, "probability": float(p)} for m, p in pairs],
            "reached": self.reached,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Equilibrium(Printed, JsonObject):
    """What a game with hidden information is worth, and strategies for that.

    With one player it is the best strategy. With two players whose goals add up to a
    constant, neither can gain by another strategy: `exploitability` says by how much
    that may fail.

    Attributes:
        game: a name in `rules/` or the path of a file.
        parameters: the name and value of each parameter.
        rules: the SHA-256 of the rule text and the parameters; see `rules_hash`.
        values: the mean goal of each player when all follow the strategies.
        lower: what the first player's strategy gives it at least.
        upper: what the other's strategy allows it at most.
        strategies: what each player does in each of its information sets, those where
            it has a choice.
        states: the number of states, counted once for each combination of what the
            players know there.
        method: how it was found: `lp` by linear programming, `backward` with one
            player.
        seconds: how long it took.
        notes: what was assumed.
    """

    game: str
    parameters: Mapping[str, str]
    rules: str
    values: Mapping[str, Fraction]
    lower: Fraction
    upper: Fraction
    strategies: Mapping[str, tuple[Behaviour, ...]]
    states: int
    method: str
    seconds: float
    notes: tuple[str, ...] = ()

    json_members = (
        "game parameters values=numbers exact lower=least upper=most exploitability "
        "information_sets states method seconds strategies notes"
    )

    @property
    def exploitability(self) -> float:
        """The mean of what the players can gain by a best response to the other's."""
        return float(self.upper - self.lower) / len(self.values)

    @property
    def information_sets(self) -> dict[str, int]:
        """The number of information sets of each player where it has a choice."""
        return {role: len(own) for role, own in self.strategies.items()}

    @property
    def exact(self) -> dict[str, str] | None:
        """The values as fractions; None where they are only near."""
        if self.lower != self.upper:
            return None
        return {role: str(value) for role, value in self.values.items()}

    @property
    def numbers(self) -> dict[str, float]:
        """The values as decimal numbers."""
        return {role: float(value) for role, value in self.values.items()}

    @property
    def least(self) -> float:
        """The lower bound as a decimal number."""
        return float(self.lower)

    @property
    def most(self) -> float:
        """The upper bound as a decimal number."""
        return float(self.upper)

    def __repr__(self) -> str:
        """Return one line with the values."""
        values = (f"{number_text(v)} for {r}" for r, v in self.values.items())
        return one_line(self, game_call(self.game, self.parameters), *values)

    def printed(self) -> Shown:
        """Return the values, how sure they are, and the strategies."""
        from pygame_search.support.console import Text

        alone = len(self.values) == 1
        kind = "best strategy" if alone else "equilibrium in mixed strategies"
        listing = table("role", "value#")
        for role, value in self.values.items():
            listing.add_row(role, number_text(value))
        sets = counted(
            sum(self.information_sets.values()), "information set", "information sets"
        )
        of_each = conjoined([f"{n:,} of {r}" for r, n in self.information_sets.items()])
        bounds = [] if alone else [self._bounds()]
        parts: list[Shown | str] = [
            Text(f"solved: {kind}", style="bold"), listing, *bounds,
            f"{self.method}: {sets} ({of_each}), {self.states:,} states, "
            f"{self.seconds:.2f} s",
        ]  # fmt: skip
        for role, choices in self.strategies.items():
            parts += ["", f"{role} knows, and does:", *listed(choices)]
        return stacked(*parts, *self.notes)

    def _bounds(self) -> str:
        """Return how far best responses to the strategies go."""
        if self.lower == self.upper:
            return "exploitability 0: best responses to both strategies gain nothing"
        role = next(iter(self.values))
        return (
            f"exploitability {self.exploitability:.2g}: by best responses to the "
            f"strategies, {role} gets at least {float(self.lower):.9g} and at most "
            f"{float(self.upper):.9g}"
        )


def listed(choices: Sequence[Behaviour]) -> Iterator[Shown | str]:
    """Yield the choices of a player as a table."""
    shown = sorted(choices, key=lambda one: not one.reached)[:SHOWN]
    rows = [(one.view.line, _moves(one)) for one in shown]
    yield table("", "", rows=rows)
    if len(choices) > len(shown):
        yield f"... and {len(choices) - len(shown):,} more: --json has all"


def _moves(choice: Behaviour) -> str:
    """Return the moves of a choice with their probabilities, the likeliest first."""
    pairs = sorted(
        zip(choice.probabilities, choice.moves, strict=True), key=lambda p: -p[0]
    )
    words = ", ".join(
        move if chance == 1 else f"{move} {number_text(chance)}"
        for chance, move in pairs
        if chance
    )
    return words if choice.reached else f"{words} (not reached)"


def number_text(value: Fraction) -> str:
    """Return a number as a short fraction, or with six digits.

    >>> number_text(Fraction(-1, 18)), number_text(Fraction(123457, 1000000))
    ('-1/18', '0.123457')
    """
    return str(value) if value.denominator < 10_000 else f"{float(value):.6g}"


@dataclass(frozen=True)
class EquilibriumRequest(Request):
    """What is asked of `equilibrium`."""

    SUBJECTS = ("the start of the game",)

    state: State
    _: KW_ONLY
    method: str | None = option(
        f"the method: {', '.join(METHODS)}; by default lp",
        Kind("METHOD", words=METHODS),
    )
    seconds: float | None = options.time_limit("the time limit; none by default")
    progress: Callable[[str], None] | None = option(
        "called with a text that says how far the work is"
    )


@asked(EquilibriumRequest)
def equilibrium(request: EquilibriumRequest) -> Equilibrium:
    """Return what the game is worth if each role acts by what it knows.

    With one player that is the best mean goal, with two players whose goals add up to a
    constant an equilibrium.

    Raises:
        InputError: the state is not the start, or there are more players, or two whose
            goals do not add up to a constant.
        RulesError: a role cannot know its legal moves.
        LimitError: the game is too large, may not end, or the time is over.

    >>> from pygame_search import load
    >>> load("rock_paper_scissors").initial.equilibrium().exact
    {'ann': '0', 'bob': '0'}
    """
    state, started = request.state, time.monotonic()
    must_be_start(state)
    deadline = None if request.seconds is None else started + request.seconds
    form = sequence_form(state.game, deadline=deadline, progress=request.progress)
    chances, reached = _solved(form, deadline, request.progress)
    plans = [plan_of(side, own) for side, own in zip(form.sides, chances, strict=True)]
    lower, upper = bounds(form, plans)
    means = mean_goals(form, plans)
    roles = [side.role for side in form.sides]
    strategies = {
        side.role: tuple(
            Behaviour(side.view(one.view), one.moves, tuple(own), there)
            for one, own, there in zip(side.sets, mine, hit, strict=True)
        )
        for side, mine, hit in zip(form.sides, chances, reached, strict=True)
    }
    game = state.game
    return Equilibrium(
        game=game.book.place, parameters=game.parameters, rules=rules_hash(game),
        values=dict(zip(roles, map(_short, means), strict=True)),
        lower=lower, upper=upper, strategies=strategies, states=form.states,
        method="backward" if len(form.sides) == 1 else "lp",
        seconds=time.monotonic() - started, notes=(),
    )  # fmt: skip


def must_be_start(state: State) -> None:
    """Check that a state is that at the start of its game.

    Raises:
        InputError: it is not.
    """
    if state != state.game.initial:
        raise InputError(
            "what the players know depends on the whole game so far: strategies are "
            "found from the start only"
        )


def _short(value: Fraction) -> Fraction:
    """Return a number, near it where its fraction is long."""
    return value if value.denominator < 10**12 else Fraction(float(value))


def bounds(
    form: SequenceForm, plans: Sequence[Sequence[Fraction]]
) -> tuple[Fraction, Fraction]:
    """Return the least and the most that the first player gets, by the others' best.

    Args:
        form: a game of one player, or of two whose goals add up to a constant.
        plans: those of the players.
    """
    most, _ = best_response(form, 0, plans)
    if len(plans) == 1:
        return mean_goals(form, plans)[0], most
    assert form.total is not None
    return form.total - best_response(form, 1, plans)[0], most


def must_be_solvable(form: SequenceForm) -> None:
    """Check that a game has one player, or two whose goals add up to a constant.

    Raises:
        InputError: it has not.
    """
    players = len(form.sides)
    if players == 1 or (players == 2 and form.total is not None):
        return
    found = (
        "two whose goals add up to different sums"
        if players == 2
        else f"{players} players"
    )
    raise InputError(
        "expected one player, or two whose goals always add up to the same sum, "
        f"found {found}; a best response to given strategies needs neither"
    )


#: The probabilities of the moves, by player and information set.
Chances = list[list[list[Fraction]]]


def _solved(
    form: SequenceForm,
    deadline: float | None,
    progress: Callable[[str], None] | None,
) -> tuple[Chances, list[list[bool]]]:
    """Return strategies of all players, and which sets these can reach.

    Raises:
        InputError: there are more players, or two whose goals have no constant sum.
    """
    must_be_solvable(form)
    if len(form.sides) == 1:
        _, chosen = best_response(form, 0, [()])
        own = [
            [Fraction(int(i == best)) for i in range(len(one.moves))]
            for one, best in zip(form.sides[0].sets, chosen, strict=True)
        ]
        plan = plan_of(form.sides[0], own)
        return [own], [[plan[one.parent] > 0 for one in form.sides[0].sets]]
    if progress is not None:
        sequences = sum(side.sequences for side in form.sides)
        progress(f"linear program over {sequences:,} sequences")
    left = None if deadline is None else deadline - time.monotonic()
    near = equilibrium_plans(form, left)
    for denominator in _DENOMINATORS:
        chances, reached = _filled(form, near, denominator)
        plans = [
            plan_of(side, own) for side, own in zip(form.sides, chances, strict=True)
        ]
        lower, upper = bounds(form, plans)
        if lower == upper:
            break
    else:
        chances, reached = _filled(form, near, None)
    return chances, reached


def _filled(
    form: SequenceForm, near: Sequence[Sequence[float]], denominator: int | None
) -> tuple[Chances, list[list[bool]]]:
    """Return strategies with the probabilities of plans.

    Where a strategy of its own never leads, it is a best response to the other's, in
    which each move is made with a small probability.

    Args:
        form: the game.
        near: about the probabilities of the sequences.
        denominator: the largest of a probability, before those of a set are made to
            add up to 1; None leaves them.
    """
    known = [
        behaviour(side, plan, denominator)
        for side, plan in zip(form.sides, near, strict=True)
    ]
    reached = [[own is not None for own in mine] for mine in known]
    trembling = []
    for side, mine in zip(form.sides, known, strict=True):
        even = [[Fraction(1, len(one.moves))] * len(one.moves) for one in side.sets]
        plan = plan_of(
            side, [own or level for own, level in zip(mine, even, strict=True)]
        )
        trembling.append(
            [
                p * (1 - _TREMBLE) + q * _TREMBLE
                for p, q in zip(plan, even_plan(side), strict=True)
            ]
        )
    filled: Chances = []
    for player, (side, mine) in enumerate(zip(form.sides, known, strict=True)):
        _, chosen = best_response(form, player, trembling)
        filled.append(
            [
                own or [Fraction(int(i == best)) for i in range(len(one.moves))]
                for one, own, best in zip(side.sets, mine, chosen, strict=True)
            ]
        )
    return filled, reached
