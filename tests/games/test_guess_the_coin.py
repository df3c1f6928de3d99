"""Guess the coin against a second implementation."""

from hidden import History, Turn, assert_same_game, chance, choice, perft, value

import pygame_search as ps


def coin(history: History) -> Turn | int:
    """Return the turn after a history, or what the guesser gets."""
    if len(history) == 2:
        toss, say = history
        return 100 if toss == say.replace("say", "toss") else 0
    if history:
        return choice(0, ["say(heads)", "say(tails)"], view=())
    return chance(["toss(heads)", "toss(tails)"])


def test_both_play_the_same_game() -> None:
    assert_same_game("guess_the_coin", coin)


def test_perft() -> None:
    found = ps.load("guess_the_coin").initial.perft(depth=3)
    assert [level.nodes for level in found] == perft(coin)


def test_who_does_not_see_the_coin_is_right_half_of_the_time() -> None:
    assert abs(value(coin) - 50) < 1e-9


def test_a_search_that_sees_it_is_always_right() -> None:
    found = ps.load("guess_the_coin").face_up().after("toss(tails)").best()
    assert (found.move, found.value) == ("say(tails)", 100)
