"""Playing a game with hidden information: each person sees what its role knows."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hidden_texts import CARDS

from pygame_search.cli.app import command

#: A board with a row for each player.
DRAWN = (
    CARDS
    + """\
draw(1, 1, A) :- true(holds(ann, A)).
draw(1, 2, B) :- true(holds(bob, B)).
"""
)


@pytest.fixture
def cards(tmp_path: Path) -> str:
    path = tmp_path / "cards.pl"
    path.write_text(DRAWN, encoding="utf-8")
    return str(path)


def played(cards: str, *words: str, answers: str) -> tuple[str, str]:
    """Return what is printed before and after the end of the game."""
    given = ["play", cards, "--time", "0.1", "--seed", "1", *words]
    result = CliRunner().invoke(command, given, input=answers)
    assert result.exit_code == 0, result.output
    before, _, after = result.stdout.partition("The game was:")
    return before, after


def test_a_person_sees_its_own_card_alone(cards: str) -> None:
    before, after = played(cards, answers="bet\n")
    assert "deal(" not in before
    assert before.count("perceived card(") == 1
    assert "?" in before
    assert "random plays deal(" in after
    assert "The game is over" in after


def test_two_persons_pass_the_screen(cards: str) -> None:
    before, _ = played(cards, "--player", "bob=human", answers="\nbet\n\nfold\n")
    first, second = before.split("pass the screen to bob, then press Enter")
    assert "pass the screen to ann" in first
    assert "deal(" not in before
    assert "perceived bet" in second
    assert first.count("card(") == second.count("card(") == 1


def test_nothing_is_taken_back(cards: str) -> None:
    before, _ = played(cards, answers="undo\nboard\nhint\nbet\n")
    assert "cannot be taken back" in before
    assert before.count("perceived card(") == 2
    assert "ismcts would play" in before


def test_face_up_all_is_shown(cards: str) -> None:
    words = "--open", "--player", "bob=random"
    given = ["play", cards, "--seed", "1", *words]
    result = CliRunner().invoke(command, given, input="bet\n")
    assert "random plays deal(" in result.stdout
    assert "The game was:" not in result.stdout
