"""Liar's dice against a second implementation."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hidden import History, Second, Turn, assert_same_game, chance, choice, perft, value

import pygame_search as ps


def liars(faces: int, dice: int = 1) -> Second:
    """Return the game as a function of the history."""
    numbers = range(1, faces + 1)
    rolls = {f"roll({a}, {b})": (a, b) for a, b in product(numbers, repeat=2)}
    quantities = range(1, 2 * dice + 1)
    bids = {f"bid({n}, {f})": (n, f) for n, f in product(quantities, numbers)}

    def after(history: History) -> Turn | int:
        if len(history) < dice:
            return chance(rolls)
        rolled, said = [rolls[roll] for roll in history[:dice]], history[dice:]
        who = len(said) % 2
        if "doubt" in said:
            least, face = bids[said[-2]]
            found = sum(pair.count(f) for pair in rolled for f in {face, faces})
            return 1 if (found >= least) == (who == 0) else -1
        own = tuple(sorted(pair[who] for pair in rolled))
        left = list(bids)
        if said:
            left = [*left[left.index(said[-1]) + 1 :], "doubt"]
        return choice(who, left, view=(own, said))

    return after


@pytest.mark.parametrize(("faces", "dice"), [(2, 1), (3, 1), (6, 1), (2, 2)])
def test_both_play_the_same_game(faces: int, dice: int) -> None:
    call = f"liars_dice(faces={faces}, dice={dice})"
    assert_same_game(call, liars(faces, dice), most=60)


@pytest.mark.parametrize(("faces", "dice"), [(3, 1), (2, 2)])
def test_perft(faces: int, dice: int) -> None:
    game = ps.load(f"liars_dice(faces={faces}, dice={dice})")
    found = [level.nodes for level in game.initial.perft(depth=20)]
    assert found == perft(liars(faces, dice))


@pytest.mark.parametrize(
    ("faces", "known"),
    [
        (3, Fraction(1, 9)),
        (4, Fraction(1, 16)),
        pytest.param(5, Fraction(1, 125), marks=pytest.mark.slow),
        pytest.param(6, Fraction(-7, 258), marks=pytest.mark.slow),
    ],
)
def test_value(faces: int, known: Fraction) -> None:
    assert value(liars(faces)) == pytest.approx(float(known), abs=1e-9)


@pytest.mark.parametrize(("face", "best"), [(1, {"bid(2, 1)"}), (2, {"bid(2, 2)"})])
def test_first_bid_with_three_faces(face: int, best: set[str]) -> None:
    """Any other one costs ann 2/9 or more on average, counted over all her rolls."""
    second = liars(3)

    def bidding(bid: str) -> Second:
        def after(history: History) -> Turn | int:
            turn = second(history)
            if isinstance(turn, Turn) and turn.view == ((face,), ()):
                return choice(0, [bid], turn.view)
            return turn

        return after

    first = second(("roll(1, 1)",))
    assert isinstance(first, Turn)
    losses = {bid: 1 / 9 - value(bidding(bid)) for bid in first.moves}
    assert {bid for bid, loss in losses.items() if loss < 1e-9} == best
    assert all(loss > 2 / 9 - 1e-9 for bid, loss in losses.items() if bid not in best)
