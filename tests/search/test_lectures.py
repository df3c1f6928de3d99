"""The numbers of the lectures, in both tiers."""

from __future__ import annotations

import pytest

import pygame_search as ps
from pygame_search.model.scores import score_value
from pygame_search.search.core.trace import tree

TIERS = ("clauses", "procedural")
GAMES = (
    "helen_and_stavros",
    "hexapawn",
    "othello(size=4)",
    "tic_tac_toe",
)


@pytest.fixture(scope="module")
def loaded() -> dict[str, ps.Game]:
    return {name: ps.load(name) for name in GAMES}


@pytest.mark.parametrize("tier", TIERS)
def test_hexapawn_of_cpsc_322(loaded: dict[str, ps.Game], tier: str) -> None:
    state = loaded["hexapawn"].after("move(1, 1, 1, 2)")
    found = state.best(role="black", depth=2, method="minimax", tier=tier, record=True)
    assert found.move == "move(2, 3, 1, 2)"
    assert found.value == 0
    assert [move.value for move in found.moves] == [0, -10, -10]
    replies = tree(found.events).children
    leaves = [
        sorted(
            score_value(leaf.score, -10, 10)[0]
            for leaf in reply.children
            if not isinstance(leaf.score, list | None)
        )
        for reply in replies
    ]
    assert leaves == [[0, 1, 1], [-10, -1], [-10, -1, 0]]


@pytest.mark.parametrize("tier", TIERS)
def test_helen_and_stavros_of_sp268(loaded: dict[str, ps.Game], tier: str) -> None:
    start = loaded["helen_and_stavros"].initial
    full = start.best(depth=3, method="minimax", tier=tier)
    cut = start.best(depth=3, method="alphabeta", tier=tier)
    assert (full.move, full.value, full.leaves) == ("take(c)", 10, 26)
    assert (cut.move, cut.value, full.leaves - cut.leaves) == ("take(c)", 10, 6)
    assert [move.value for move in full.moves] == [7, 7, 10]


def test_tic_tac_toe_is_a_draw(loaded: dict[str, ps.Game]) -> None:
    start = loaded["tic_tac_toe"].initial
    found = start.best(depth=9, method="minimax", tier="procedural")
    assert found.value == 0
    assert found.complete
    assert (found.nodes, found.leaves) == (549_946, 255_168)


@pytest.mark.parametrize("tier", TIERS)
def test_othello_evaluation_of_cz3005(loaded: dict[str, ps.Game], tier: str) -> None:
    game = loaded["othello(size=4)"]
    found = game.initial.best(depth=2, method="minimax", tier=tier, record=True)
    leaves = [leaf for reply in tree(found.events).children for leaf in reply.children]
    assert len(leaves) == 12
    for leaf in leaves:
        assert leaf.state is not None
        assert leaf.score == lecture_value(ps.State(game, leaf.state).facts)


def lecture_value(facts: tuple[str, ...]) -> int:
    """3(Xc - Oc) + 2(Xb - Ob) + (Xm - Om), counted on the facts."""
    value = 0
    for fact in facts:
        if fact.startswith("disc("):
            column, row, side = fact.removeprefix("disc(").rstrip(")").split(", ")
            ends = (column in "14") + (row in "14")
            value += (ends + 1) * (1 if side == "x" else -1)
    return value
