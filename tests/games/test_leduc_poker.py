"""Leduc poker against a second implementation, which deals all cards of two suits."""

from __future__ import annotations

from itertools import permutations

import pytest
from hidden import History, Second, Turn, assert_same_game, chance, choice, perft, value

import pygame_search as ps


def leduc(ranks: int, raises: int) -> Second:
    """Return the game as a function of the history."""
    pack = [*range(1, ranks + 1)] * 2

    def after(history: History) -> Turn | int:
        if not history:
            return chance(f"deal({a}, {b})" for a, b in permutations(pack, 2))
        held = [int(card) for card in history[0][5:-1].split(", ")]
        turned = next((i for i, m in enumerate(history) if m.startswith("turn")), None)
        rounds = [history[1:turned]]
        if turned is not None:
            rounds.append(history[turned + 1 :])
        paid = [1, 1]
        for moves, step in zip(rounds, (2, 4), strict=False):
            for number, move in enumerate(moves):
                who = number % 2
                if move == "fold":
                    return paid[who] * (1 if who else -1)
                paid[who] = paid[1 - who] + (step if move == "raise" else 0)
            if len(moves) < 2 or moves[-1] == "raise":
                who = len(moves) % 2
                may = {
                    "fold": paid[who] < paid[1 - who], "call": True,
                    "raise": moves.count("raise") < raises,
                }  # fmt: skip
                its = [move for move, legal in may.items() if legal]
                return choice(who, its, view=(held[who], history[1:]))
        if turned is None:
            left = [*pack]
            for card in held:
                left.remove(card)
            return chance(f"turn({card})" for card in left)
        table = int(history[turned][5:-1])
        first, second = ((card == table, card) for card in held)
        return paid[0] * ((first > second) - (first < second))

    return after


@pytest.mark.parametrize(("ranks", "raises"), [(2, 1), (3, 2), (4, 0)])
def test_both_play_the_same_game(ranks: int, raises: int) -> None:
    call = f"leduc_poker(ranks={ranks}, raises={raises})"
    assert_same_game(call, leduc(ranks, raises), most=60)


@pytest.mark.parametrize(("ranks", "raises"), [(2, 1), (3, 2)])
def test_perft(ranks: int, raises: int) -> None:
    game = ps.load(f"leduc_poker(ranks={ranks}, raises={raises})")
    found = [level.nodes for level in game.initial.perft(depth=12)]
    assert found == perft(leduc(ranks, raises))


def test_value() -> None:
    assert value(leduc(3, 2)) == pytest.approx(-0.0856064240780, abs=1e-9)
