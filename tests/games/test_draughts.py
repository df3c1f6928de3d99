"""English draughts, held against published counts."""

from __future__ import annotations

import pytest

from pygame_search import load

#: The moves of each length from the start: A. Bik, Computing deep perft and divide
#: numbers for checkers, 2012. A move with several jumps is one.
PUBLISHED = (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680)


@pytest.mark.parametrize(
    ("tier", "depth"), [("clauses", 4), ("procedural", 4), ("native", 9)]
)
def test_perft_is_as_published(tier: str, depth: int) -> None:
    levels = load("draughts").initial.perft(depth, tier=tier)
    assert tuple(level.nodes for level in levels) == PUBLISHED[:depth]
