"""Goofspiel with hidden bids: what both know, and the value, by a second program."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import product

import pytest
from hidden import History, Place, Second, Turn, choice, oracle_of, played, value


def goofspiel(cards: int) -> Second:
    """Return the game as a function of the history.

    Ann bids first there, and bob, who has not seen it, second: it is the same for both.
    """

    def after(history: History) -> Turn | int:
        bids = [int(move[4:-1]) for move in history]
        rounds = [*zip(bids[::2], bids[1::2], strict=False)]
        if len(rounds) == cards:
            prizes = zip(range(cards, 0, -1), rounds, strict=True)
            return sum(prize * ((a > b) - (a < b)) for prize, (a, b) in prizes)
        who = len(bids) % 2
        left = {*range(1, cards + 1)} - {*bids[who::2]}
        return choice(who, [f"bid({card})" for card in left], known(who, history))

    return after


def known(who: int, history: History) -> Hashable:
    """Return what a player knows: his bids, and which of both was higher."""
    pairs = zip(history[::2], history[1::2], strict=False)
    return tuple((pair[who], pair[0] > pair[1], pair[0] < pair[1]) for pair in pairs)


@pytest.mark.parametrize(("cards", "sets"), [(3, 8), (4, 81)])
def test_both_know_their_bids_and_who_won(cards: int, sets: int) -> None:
    """OpenSpiel has as many information sets, with prizes from the highest down."""
    oracle, second = oracle_of(f"goofspiel_hidden(cards={cards})"), goofspiel(cards)
    views: tuple[dict[Hashable, Hashable], ...] = ({}, {})
    level = [Place((), oracle.initial)]
    for _ in range(cards - 1):  # the last card is no choice
        for place in level:
            for who, ours in enumerate(place.known):
                theirs = known(who, place.history)
                assert views[who].setdefault(ours, theirs) == theirs
        level = [
            played(oracle, place, {"ann": own, "bob": other})
            for place in level
            for own, other in product(*both_may(second, place.history))
        ]
    for its in views:
        assert len(its) == len({*its.values()}) == sets


def both_may(second: Second, history: History) -> list[list[str]]:
    """Return the bids of both."""
    first = second(history)
    assert isinstance(first, Turn)
    then = second((*history, *list(first.moves)[:1]))
    assert isinstance(then, Turn)
    return [[*first.moves], [*then.moves]]


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_neither_side_is_better(cards: int) -> None:
    assert value(goofspiel(cards)) == pytest.approx(0)
