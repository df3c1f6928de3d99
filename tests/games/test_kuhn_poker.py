"""Kuhn poker against a second implementation, and its equilibria (Kuhn 1950)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product

import pytest
from hidden import (
    CHANCE,
    History,
    Second,
    Turn,
    assert_same_game,
    chance,
    choice,
    perft,
    value,
)

import pygame_search as ps


def kuhn(cards: int) -> Second:
    """Return the game as a function of the history."""
    deals = {f"deal({a}, {b})": (a, b) for a, b in permutations(range(1, cards + 1), 2)}

    def after(history: History) -> Turn | int:
        if not history:
            return chance(deals)
        held, play = deals[history[0]], history[1:]
        if "fold" in play:
            return -1 if len(play) == 3 else 1
        if "call" in play or play == ("check", "check"):
            return (2 if "call" in play else 1) * (1 if held[0] > held[1] else -1)
        moves = ["fold", "call"] if "bet" in play else ["check", "bet"]
        return choice(len(play) % 2, moves, view=(held[len(play) % 2], play))

    return after


@pytest.mark.parametrize("cards", [2, 3, 5])
def test_both_play_the_same_game(cards: int) -> None:
    assert_same_game(f"kuhn_poker(cards={cards})", kuhn(cards))


@pytest.mark.parametrize("cards", [3, 4])
def test_perft(cards: int) -> None:
    found = ps.load(f"kuhn_poker(cards={cards})").initial.perft(depth=6)
    assert [level.nodes for level in found] == perft(kuhn(cards))


def test_value() -> None:
    assert value(kuhn(3)) == pytest.approx(-1 / 18)


#: How likely a player bets or calls with cards 1, 2 and 3.
Row = tuple[Fraction | int, Fraction | int, Fraction | int]

#: How likely a player with a card bets or calls, after the moves before.
Strategy = Mapping[tuple[int, History], Fraction | int]

#: After which moves ann may bet and call, and bob.
POINTS: tuple[tuple[History, History], ...] = (
    ((), ("check", "bet")),
    (("check",), ("bet",)),
)


def strategy(who: int, bets: Row, calls: Row) -> Strategy:
    """Return a strategy from how likely a bet and a call are with cards 1, 2 and 3."""
    rows = zip(POINTS[who], (bets, calls), strict=True)
    return {
        (card, before): likely
        for before, row in rows
        for card, likely in zip((1, 2, 3), row, strict=True)
    }


def mean(ann: Strategy, bob: Strategy, history: History = ()) -> Fraction:
    """Return what ann wins on average."""
    turn = kuhn(3)(history)
    if not isinstance(turn, Turn):
        return Fraction(turn)
    likely = {move: p or Fraction() for move, p in turn.moves.items()}
    if turn.who != CHANCE:
        bold = Fraction((ann, bob)[turn.who][turn.view])
        likely = dict(zip(turn.moves, (1 - bold, bold), strict=True))
    means = [p * mean(ann, bob, (*history, move)) for move, p in likely.items() if p]
    return sum(means, Fraction())


def pure(who: int) -> list[Strategy]:
    """Return the strategies of a player that leave nothing to chance."""
    many = product((0, 1), repeat=6)
    return [strategy(who, (a, b, c), (d, e, f)) for a, b, c, d, e, f in many]


@pytest.mark.parametrize("a", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_the_family_at_the_head_of_the_file_is_best_for_ann(a: Fraction) -> None:
    ann = strategy(0, bets=(a, 0, 3 * a), calls=(0, a + Fraction(1, 3), 1))
    assert min(mean(ann, bob) for bob in pure(1)) == Fraction(-1, 18)


def test_the_strategy_at_the_head_of_the_file_is_best_for_bob() -> None:
    third = Fraction(1, 3)
    bob = strategy(1, bets=(third, 0, 1), calls=(0, third, 1))
    assert max(mean(ann, bob) for ann in pure(0)) == Fraction(-1, 18)
