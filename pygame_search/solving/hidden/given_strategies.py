"""Given strategies, held against the information sets of a game."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pygame_search.model.view import View
from pygame_search.solving.hidden.behaviours import Behaviour
from pygame_search.solving.hidden.sequence_form import InformationSet, Side
from pygame_search.support.errors import InputError


class StrategyError(InputError):
    """A strategy that does not fit the game; the text says where."""


def chances_of(side: Side, behaviours: Iterable[Behaviour]) -> list[list[Fraction]]:
    """Return the probability of each move, for each information set of a player.

    Args:
        side: the player.
        behaviours: what it does in each of its information sets, in any order.

    Raises:
        StrategyError: a set is missing, occurs twice or cannot be reached; or its moves
            are not the legal ones; or their probabilities do not add up to 1.
    """
    given: dict[View, Behaviour] = {}
    for one in behaviours:
        if given.setdefault(one.view, one) is not one:
            raise StrategyError(f"twice, where {_words(one.view)}")
    found = []
    for each in side.sets:
        view = side.view(each.view)
        own = given.pop(view, None)
        if own is None:
            raise StrategyError(f"expected what is done where {_words(view)}")
        found.append(_ordered(each, own))
    for view in given:
        raise StrategyError(
            f"{view.role} never has a choice where {_words(view)}: no play leads there "
            "to two legal moves or more"
        )
    return found


def _ordered(each: InformationSet, own: Behaviour) -> list[Fraction]:
    """Return the probabilities in the order of the moves of an information set."""
    where = f"where {_words(own.view)}"
    chances = dict(zip(own.moves, own.probabilities, strict=True))
    if sorted(own.moves) != sorted(each.moves):
        raise StrategyError(
            f"expected the legal moves {', '.join(each.moves)}, found "
            f"{', '.join(own.moves) or 'none'}, {where}"
        )
    below = [move for move, chance in chances.items() if chance < 0]
    if below:
        raise StrategyError(f"the probability of {below[0]} is below 0, {where}")
    total = sum(chances.values(), Fraction(0))
    if total != 1:
        raise StrategyError(
            f"expected probabilities that add up to 1, found {total}, {where}"
        )
    return [chances[move] for move in each.moves]


def _words(view: View) -> str:
    """Return what a player knows, in words."""
    return f"{view.role} knows: {view.line}"
