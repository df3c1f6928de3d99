"""The games of the shelf with hidden information, solved.

Each value is also found by a program in tests/games that shares nothing with the
package: by its own linear program, by minimax, or by dynamic programming.
"""

from __future__ import annotations

import pytest

import pygame_search as ps

#: What the first player gets.
VALUES = {
    "guess_the_coin": "50",
    "monty_hall": "2/3",
    "kuhn_poker": "-1/18",
    "liars_dice(faces=3)": "1/9",
    "liars_dice(faces=4)": "1/16",
    "goofspiel_hidden(cards=3)": "0",
    "short_whist": "26/45",
    "short_whist(open=yes)": "2/3",
    "mastermind": "-7/3",
    "minesweeper_small": "1/2",
    "battleships_small": "3/8",
    "kriegspiel_tic_tac_toe(columns=2, rows=2, in_a_row=2)": "1",
    "blind_tic_tac_toe(columns=2, rows=2, in_a_row=2)": "0",
}


@pytest.mark.parametrize("call", VALUES)
def test_exact_values(call: str) -> None:
    found = ps.load(call).initial.equilibrium()
    assert found.exact is not None
    assert next(iter(found.exact.values())) == VALUES[call]


def test_leduc() -> None:
    """Southey and others, 2005: -0.0856 to who begins."""
    found = ps.load("leduc_poker").initial.equilibrium()
    assert found.numbers["ann"] == pytest.approx(-0.0856064240780, abs=1e-12)
    assert found.exploitability < 1e-9
    assert found.information_sets == {"ann": 144, "bob": 144}


def test_where_all_is_open_chance_decides() -> None:
    """With open hands the equilibrium is what expectimax finds face up."""
    game = ps.load("short_whist(open=yes)")
    face_up = game.face_up().initial.best(role="ann", method="expectimax")
    assert float(face_up.value or 0) == pytest.approx(2 / 3)
