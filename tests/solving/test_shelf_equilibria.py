"""The games of the shelf with hidden information, solved.

The values are in `rules/known_values.tsv`, and `tests/games/test_known_values.py` finds
them. Each is also found by a program in tests/games that shares nothing with the
package: by its own linear program, by minimax, or by dynamic programming.
"""

from __future__ import annotations

import pytest

import pygame_search as ps


def test_leduc() -> None:
    """The value to more digits than the table has, and the information sets."""
    found = ps.load("leduc_poker").initial.equilibrium()
    assert found.numbers["ann"] == pytest.approx(-0.0856064240780, abs=1e-12)
    assert found.information_sets == {"ann": 144, "bob": 144}


def test_where_all_is_open_chance_decides() -> None:
    """With open hands the equilibrium is what expectimax finds face up."""
    game = ps.load("short_whist(open=yes)")
    face_up = game.face_up().initial.best(role="ann", method="expectimax")
    assert float(face_up.value or 0) == pytest.approx(2 / 3)
