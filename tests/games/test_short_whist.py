"""Short whist against a second implementation, with minimax over open hands."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

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


def whist(ranks: int, *, shown: bool = False) -> Second:
    """Return the game as a function of the history."""
    pack = [f"{suit}-{rank}" for suit, rank in product("hs", range(1, ranks + 1))]
    deals = {
        f"deal({', '.join(own + other)})": (own, other)
        for own, other in product(combinations(pack, 2), repeat=2)
        if not {*own} & {*other}
    }

    def after(history: History) -> Turn | int:
        if not history:
            return chance(deals)
        hands, played = deals[history[0]], [move[5:-1] for move in history[1:]]
        leader, ahead = 0, 0
        for led, answer in zip(played[::2], played[1::2], strict=False):
            if answer[0] == led[0] and pack.index(answer) > pack.index(led):
                leader = 1 - leader
            ahead += 1 if leader == 0 else -1
        if len(played) == 4:
            return ahead
        who = leader if len(played) % 2 == 0 else 1 - leader
        left = [card for card in hands[who] if card not in played]
        if len(played) % 2:
            left = [card for card in left if card[0] == played[-1][0]] or left
        view = (hands if shown else hands[who], history[1:])
        return choice(who, [f"play({card})" for card in left], view)

    return after


def open_value(second: Second, history: History = ()) -> Fraction:
    """Return what ann takes on average if both see all cards, by minimax."""
    turn = second(history)
    if not isinstance(turn, Turn):
        return Fraction(turn)
    values = [open_value(second, (*history, move)) for move in turn.moves]
    if turn.who == CHANCE:
        return sum(values, Fraction()) / len(values)
    return (min if turn.who else max)(values)


@pytest.mark.parametrize(("ranks", "shown"), [(2, False), (3, False), (3, True)])
def test_both_play_the_same_game(ranks: int, shown: bool) -> None:
    call = f"short_whist(ranks={ranks}, open={'yes' if shown else 'no'})"
    assert_same_game(call, whist(ranks, shown=shown), most=150)


@pytest.mark.parametrize("ranks", [2, 3, 4])
def test_perft(ranks: int) -> None:
    found = ps.load(f"short_whist(ranks={ranks})").initial.perft(depth=6)
    assert [level.nodes for level in found] == perft(whist(ranks))


def test_value_with_hidden_hands() -> None:
    assert value(whist(3)) == pytest.approx(26 / 45)


def test_value_with_open_hands() -> None:
    """Minimax, the linear program, and our own search find the same."""
    known = open_value(whist(3))
    assert known == Fraction(2, 3)
    assert value(whist(3, shown=True)) == pytest.approx(float(known))
    found = ps.load("short_whist(open=yes)").face_up().initial.best(depth=5, role="ann")
    assert found.value == pytest.approx(float(known))
