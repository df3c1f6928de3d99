"""Why a move is the best by what a role knows, where something is hidden.

The role thinks several states possible. A move is worth something in each of them, and
is judged by the mean. The reasons follow from what the role knows and not from the
state, so they are the same in all states that it cannot tell apart. They name a state
by the fluents in which the possible states differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import fsum
from typing import Any

from pygame_search.explanation.reasons.sentences import Sentences
from pygame_search.model.scores import value_text
from pygame_search.model.view import View
from pygame_search.render.html import html_text
from pygame_search.search.best import ChoiceRequest, best
from pygame_search.search.core.methods import METHODS, read_method
from pygame_search.search.core.result import MoveValue
from pygame_search.search.core.setup import checked_method, informed_default
from pygame_search.search.hidden.information import Informed, Possible
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import plain_text, preformatted, table
from pygame_search.support.requests import asked
from pygame_search.support.words import conjoined, counted

#: How many states, fluents of a state, moves of the table, other moves and different
#: values of a move the text names.
_STATES, _FACTS, _COLUMNS, _OTHERS, _VALUES = 6, 4, 5, 12, 3

#: The most states in JSON.
_MOST_STATES = 1_000

#: The longest denominator that is easier to read than a decimal number.
_READABLE = 9_999

#: How the values of states are found, by method.
_FOUND = {
    "belief_expectimax": "The values are exact (belief_expectimax): afterwards {role} "
    "goes on as well as it can by what it knows.",
    "pimc": "The values of each state are found with all cards face up (pimc), as if "
    "everybody saw everything from here on. So {role} may be taken to act differently "
    "in states that it cannot tell apart (strategy fusion), and its moves be worth "
    "less.",
    "ismcts": "The values are means over random games (ismcts), so they are estimates. "
    "In its tree each player acts by what it knows.",
}


@dataclass(frozen=True, slots=True, repr=False)
class BeliefReasons(Sentences, JsonObject):
    """Why a move is the best by what a role knows.

    Attributes:
        result: the result of the search, with the states that the role thinks possible.
        differences: the fluents of each of these states that do not hold in all.
    """

    result: Informed
    differences: tuple[tuple[str, ...], ...]

    @property
    def role(self) -> str:
        """The role whose best move it is."""
        return self.result.role

    @property
    def move(self) -> str | None:
        """The best move; None if the game is over."""
        return self.result.move

    @property
    def value(self) -> float | None:
        """The mean value of the best move; None if it was not found."""
        return self.result.value

    @property
    def view(self) -> View:
        """What the role knows."""
        return self.result.view

    @property
    def possible(self) -> tuple[Possible, ...]:
        """The states that the role thinks possible, the likeliest first."""
        return self.result.possible

    @property
    def found(self) -> str:
        """How the values of the states were found, and what may be wrong with them."""
        return _FOUND[read_method(self.result.method).method.name].format(
            role=self.role
        )

    def as_json(self) -> dict[str, Any]:
        """Return the moves, and the likeliest states with what they are worth there."""
        found, states = self.result, self.possible
        pairs = zip(self.differences, states[:_MOST_STATES], strict=False)
        possible = [
            {
                "facts": list(facts), "likelihood": str(state.likelihood),
                "values": dict(state.values),
            }
            for facts, state in pairs
        ]  # fmt: skip
        return {
            "role": self.role, "move": self.move, "value": self.value,
            "view": self.view.as_json(), "states": len(states), "possible": possible,
            "moves": found.moves_json(found.moves), "method": found.method,
            "found": self.found, "nodes": found.nodes,
            "simulations": found.simulations, "text": self.text(),
            "notes": list(found.notes),
        }  # fmt: skip

    def text(self) -> str:
        """Return the reasons in sentences, with a table of the likeliest states."""
        lines = [*self.view.told(), "", *self._sentences()]
        if shown := self._table():
            lines += ["", shown]
        return "\n".join([*lines, *([""] if self.move else []), *self._how()])

    def _html(self, shown: str) -> str:
        """Return the sentences, and the table as it is printed."""
        parts = [preformatted("\n".join(self.view.told()))]
        parts += [f"<p>{html_text(line)}</p>" for line in self._sentences()]
        if rows := self._table():
            parts.append(preformatted(rows))
        parts += [f"<p>{html_text(line)}</p>" for line in self._how()]
        return f"<div>{''.join(parts)}</div>"

    def _sentences(self) -> Iterator[str]:
        """Yield what is possible, and what each move is worth."""
        found = self.result
        if found.move is None:
            worth = "nothing" if found.value is None else value_text(found.value)
            if len(self.possible) > 1:
                yield self._possible_words()
            yield f"The game is over, and is worth {worth} to {self.role}."
            return
        if self.possible:
            yield self._possible_words()
        yield self._best_words()
        others = [one for one in found.moves if one is not found.best[0]]
        yield from map(self._other_words, others[:_OTHERS])
        if left := others[_OTHERS:]:
            yield f"{counted(len(left), 'more move', 'more moves')} can be made."

    def _possible_words(self) -> str:
        """Return how many states are possible, and which are the likeliest."""
        role, states = self.role, self.possible
        if len(states) == 1:
            return f"From {role}'s view 1 state is possible."
        pairs = zip(self.differences, states[:_STATES], strict=False)
        texts = [
            f"{_fact_words(facts)} ({_likelihood(state.likelihood)})"
            for facts, state in pairs
        ]
        if left := len(states) - len(texts):
            texts.append(f"{left:,} more")
        many = f"{len(states):,} states are possible"
        return f"From {role}'s view {many}: {_listed(texts)}."

    def _best_words(self) -> str:
        """Return what is said of the best move."""
        best, moves = self.result.best[0], self.result.moves
        worth = self._worth_words(best)
        if best.move == "noop" and len(moves) == 1:
            return f"{self.role} can only wait: {worth}."
        if len(moves) == 1:
            return f"{best.move} is the only legal move: {worth}."
        if best.visits is not None:
            return f"{best.move} is best, with {_games(best.visits)}: {worth}."
        return f"{best.move} is best on average: {worth}."

    def _other_words(self, one: MoveValue) -> str:
        """Return what is said of a move that was not chosen."""
        best = self.result.best
        worth = self._worth_words(one)
        if one.value is None:
            return f"{one.move} was not tried."
        if any(one is other for other in best):
            return f"{one.move} is as good: {worth}."
        worse = best[0].value is not None and one.value < best[0].value
        reason = "worse" if worse else "less sure"
        games = "" if one.visits is None else f", with {_games(one.visits)}"
        return f"{one.move} is {reason}{games}: {worth}."

    def _worth_words(self, one: MoveValue) -> str:
        """Return what a move gives in the possible states, and on average."""
        value, states = self._mean(one), self.possible
        if value is None:
            return "what it is worth was not found"
        mean = _rounded(value)
        if not states or not all(one.move in state.values for state in states):
            return f"it gives {mean} on average"
        groups: dict[float, list[int]] = {}
        for i, state in enumerate(states):
            groups.setdefault(round(state.values[one.move], 3), []).append(i)
        ordered = sorted(groups, reverse=True)
        if len(groups) == 1:
            everywhere = "" if len(states) == 1 else " in each of them"
            return f"it gives {mean}{everywhere}"
        if len(groups) > _VALUES:
            least, most = _rounded(ordered[-1]), _rounded(ordered[0])
            return f"it gives {least} to {most}, {mean} on average"
        parts = [
            f"{_rounded(value)} {self._where(groups[value], value == ordered[-1])}"
            for value in ordered
        ]
        return f"it gives {conjoined(parts)}, {mean} on average"

    def _mean(self, one: MoveValue) -> float | None:
        """Return what a move is worth on average; None if that was not found."""
        if one.value is not None or len(self.result.moves) > 1:
            return one.value
        values = [state.values.get(one.move) for state in self.possible]
        if not values or None in values:
            return None
        return fsum(
            float(state.likelihood) * state.values[one.move] for state in self.possible
        )

    def _where(self, group: Sequence[int], last: bool) -> str:
        """Return in which of the possible states a move has a value.

        Args:
            group: the places of these states.
            last: whether the other states were named before.
        """
        facts = self.differences[group[0]]
        if len(group) == 1 and len(facts) == 1 and self._names_one(facts[0]):
            return f"with {facts[0]}"
        if last:
            return "in the other" if len(group) == 1 else "in the others"
        likelihoods = (self.possible[i].likelihood for i in group)
        total = _likelihood(sum(likelihoods, Fraction(0)))
        return f"in {len(group):,} of them ({total})"

    def _names_one(self, fact: str) -> bool:
        """Return whether a fluent holds in one of the possible states alone."""
        return sum(fact in facts for facts in self.differences) == 1

    def _table(self) -> str:
        """Return a table of the likeliest states; empty if there is nothing in it."""
        states, found = self.possible, self.result
        if len(states) < 2 or not any(state.values for state in states):
            return ""
        chosen = [found.best[0], *(m for m in found.moves if m is not found.best[0])]
        moves = chosen[:_COLUMNS]
        names = [f"{one.move}#" for one in moves]
        listing = table("state", "likelihood#", *names)
        texts = map(_fact_words, self.differences)
        for text, state in zip(texts, states[:_STATES], strict=False):
            values = (state.values.get(one.move) for one in moves)
            listing.add_row(text, _likelihood(state.likelihood), *map(_cell, values))
        if left := states[_STATES:]:
            rest = sum((state.likelihood for state in left), Fraction(0))
            dots = [""] * len(moves)
            listing.add_row(f"{len(left):,} more", _likelihood(rest), *dots)
        listing.add_row("on average", "", *(_cell(self._mean(one)) for one in moves))
        return plain_text(listing)

    def _how(self) -> Iterator[str]:
        """Yield how the values were found, and what that takes for granted."""
        found = self.result
        if found.move is None:
            yield from found.notes
            return
        yield self.found
        counts = [counted(found.nodes, "node", "nodes")]
        if found.simulations is not None:
            counts = [_games(found.simulations), *counts]
        yield f"Searched by {found.method}: {', '.join(counts)}."
        yield from found.notes


@asked(ChoiceRequest)
def why_believed(request: ChoiceRequest) -> BeliefReasons:
    """Return why a move is the best by what a role knows, where something is hidden.

    The reasons are those of a search from the role's view: what each move is worth in
    the states that the role thinks possible, and on average. They are the same in all
    states with this view. The errors are those of `best`.

    Raises:
        InputError: nothing is hidden, or the method sees the whole state.

    >>> from pygame_search import load
    >>> state = load("monty_hall").after("hide(1); choose(1); open(3)")
    >>> reasons = state.why_believed()
    >>> [(str(one.likelihood), one.values) for one in reasons.possible]
    [('2/3', {'keep': 0.0, 'switch': 1.0}), ('1/3', {'keep': 1.0, 'switch': 0.0})]
    """
    game = request.state.game
    if not game.closed:
        raise InputError(
            f"in {game.name!r} each role knows the position: `why_best` gives the "
            "reasons"
        )
    default = informed_default(game, "ismcts")
    call = checked_method(game, request.method, default)
    if not call.method.informed:
        names = ", ".join(name for name, one in METHODS.items() if one.informed)
        raise InputError(
            f"{call.method.name} gives no reasons for its choice: expected one of "
            f"{names}"
        )
    found = best(**vars(request), each_world=True)
    assert isinstance(found, Informed)
    return BeliefReasons(found, _differences(found.possible))


def _differences(states: Sequence[Possible]) -> tuple[tuple[str, ...], ...]:
    """Return the fluents of each state that do not hold in all of them."""
    facts = (frozenset(state.facts) for state in states)
    common = reduce(frozenset.intersection, facts) if states else frozenset()
    return tuple(
        tuple(fact for fact in state.facts if fact not in common) for state in states
    )


def _listed(texts: Sequence[str]) -> str:
    """Return texts, which may have commas, as a list in a sentence."""
    return conjoined(texts) if len(texts) == 2 else "; ".join(texts)


def _fact_words(facts: Sequence[str]) -> str:
    """Return the fluents by which a state differs from the others."""
    if not facts:
        return "none of the others' fluents"
    left = len(facts) - _FACTS
    more = [f"{left:,} more"] if left > 0 else []
    return ", ".join([*facts[:_FACTS], *more])


def _likelihood(likelihood: Fraction) -> str:
    """Return a probability as a fraction, or a decimal number if that is shorter."""
    if likelihood.denominator <= _READABLE:
        return str(likelihood)
    return f"{float(likelihood):.3g}"


def _games(count: int) -> str:
    return counted(count, "simulation", "simulations")


def _rounded(value: float) -> str:
    """Return a value with at most three digits after the point."""
    return value_text(round(value, 3) + 0.0)


def _cell(value: float | None) -> str:
    return "-" if value is None else _rounded(value)
