"""Monty Hall against a second implementation."""

from fractions import Fraction

from hidden import History, Turn, assert_same_game, chance, choice, perft, value

import pygame_search as ps

DOORS = ("1", "2", "3")


def monty(history: History) -> Turn | int:
    """Return the turn after a history, or 1 if the candidate has got the car."""
    car, chosen, goat, last = (*(move[-2] for move in history), "", "", "", "")[:4]
    if not car:
        return chance(f"hide({door})" for door in DOORS)
    if not chosen:
        return choice(0, [f"choose({door})" for door in DOORS], view=())
    if not goat:
        return chance(f"open({door})" for door in DOORS if door not in (car, chosen))
    if not last:
        return choice(0, ["keep", "switch"], view=(chosen, goat))
    return int((chosen == car) == (history[3] == "keep"))


def test_both_play_the_same_game() -> None:
    assert_same_game("monty_hall", monty)


def test_perft() -> None:
    found = ps.load("monty_hall").initial.perft(depth=5)
    assert [level.nodes for level in found] == perft(monty)


def test_the_value_is_that_of_switching() -> None:
    """And keeping brings the car in a third of all games."""

    def mean(last: str, history: History = ()) -> Fraction:
        turn = monty(history)
        if not isinstance(turn, Turn):
            return Fraction(turn)
        moves = turn.moves if len(history) != 3 else [last]
        ends = [mean(last, (*history, move)) for move in moves]
        return sum(ends, Fraction()) / len(ends)

    assert (mean("keep"), mean("switch")) == (Fraction(1, 3), Fraction(2, 3))
    assert abs(value(monty) - 2 / 3) < 1e-9


def test_the_host_has_no_choice_unless_the_first_door_is_right() -> None:
    game = ps.load("monty_hall")
    assert len(game.after("hide(1); choose(1)").legal_moves) == 2
    assert game.after("hide(1); choose(2)").legal_moves == ("open(3)",)
