"""Moves in a quiz are written as people write them, and read so and as terms."""

from __future__ import annotations

from dataclasses import replace

import pytest
from games import loaded

import pygame_search as ps

#: A position of chess with few moves.
PAWN = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"


def asked(method: str, questions: int) -> tuple[ps.Question, ...]:
    state = loaded("chess").state(PAWN)
    return ps.quiz(state, method=method, depth=2, questions=questions)


@pytest.mark.slow
def test_moves_are_those_of_the_tree() -> None:
    found = asked("alphabeta", 4)
    assert {question.kind for question in found} >= {"cut", "window"}
    for question in found:
        texts = [question.text, question.why, *question.choices, *question.after]
        assert not any("move(" in text for text in [*texts, *question.notes.values()])
        for move in question.after:
            assert f" {move} " in question.tree


def test_a_move_may_be_written_as_a_term() -> None:
    for question in asked("minimax", 3):
        assert question.terms or question.kind == "value"
        for term, choice in question.terms.items():
            assert term.startswith("move(")
            assert question.check(term) == question.check(choice)
            assert question.check(term.replace(" ", "")) == question.check(choice)


def test_where_a_move_may_be_a_number_the_choices_have_letters() -> None:
    game = loaded("connect_four")
    [question] = ps.quiz(game.initial, kinds=["next"], depth=2, questions=1)
    assert question.labels[:2] == ("a", "b")
    for label, choice in zip(question.labels, question.choices, strict=True):
        columns = choice.replace("drop(", "").replace(")", "")
        for given in (label, columns, choice):
            assert question.check(given) == question.check(choice)
    assert f"\n  a  {question.choices[0]}\n" in str(question)
    with pytest.raises(ps.InputError, match="its letter, a to"):
        question.check("99")


def test_small_and_capital_letters_are_two_moves_where_both_are_there() -> None:
    [question] = ps.quiz(loaded("hexapawn"), kinds=["move"], questions=1)
    both = replace(question, choices=("Bxc3", "bxc3", "Kd4"), answers=("bxc3",))
    assert both.check("bxc3").right
    assert not both.check("Bxc3").right
    assert both.check("kd4").answer == "bxc3"
    with pytest.raises(ps.InputError, match="its number, 1 to 3"):
        both.check("BXC3")
