"""The numbers of the lectures, in both tiers, and the twins side by side."""

from __future__ import annotations

import random

import pytest

import pygame_search as ps
from pygame_search.model.scores import score_value
from pygame_search.search.core.trace import tree
from pygame_search.search.perft import perft

TIERS = ("clauses", "procedural")
METHODS = ("minimax", "alphabeta")
GAMES = (
    "connect_four(columns=5, rows=4)",
    "helen_and_stavros",
    "hexapawn",
    "hexapawn(columns=4, rows=4)",
    "nim",
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


@pytest.mark.parametrize("tier", TIERS)
def test_tic_tac_toe_is_a_draw(loaded: dict[str, ps.Game], tier: str) -> None:
    found = loaded["tic_tac_toe"].initial.best(depth=9, method="minimax", tier=tier)
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


def positions(game: ps.Game, count: int, seed: int) -> list[ps.State]:
    source = random.Random(seed)
    found: list[ps.State] = []
    while len(found) < count:
        state = game.initial
        for _ in range(source.randrange(8)):
            if state.terminal:
                break
            joint = [source.choice(moves) for moves in state.legal.values()]
            state = state.play(f"[{', '.join(joint)}]")
        if not state.terminal:
            found.append(state)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_pruning_changes_nothing_and_both_tiers_do_the_same(
    loaded: dict[str, ps.Game], name: str
) -> None:
    source = random.Random(name)
    for state in positions(loaded[name], 72, seed=len(name)):
        depth = source.randint(1, 3 if "othello" in name else 4)
        role = source.choice(state.game.roles)
        results = {
            (method, tier): state.best(
                role=role, depth=depth, method=method, tier=tier, record=True
            )
            for method in METHODS
            for tier in TIERS
        }
        for method in METHODS:
            one, other = (results[method, tier] for tier in TIERS)
            assert one.events == other.events
            assert (one.value, one.pv) == (other.value, other.pv)
            assert one.moves == other.moves
            assert (one.nodes, one.leaves, one.cutoffs) == (
                other.nodes,
                other.leaves,
                other.cutoffs,
            )
        full, cut = (results[method, "clauses"] for method in METHODS)
        assert cut.value == full.value
        assert cut.move == full.move
        assert cut.distance == full.distance
        assert cut.nodes <= full.nodes
        tied = state.best(role=role, depth=depth, all_best=True)
        assert [m.move for m in tied.best] == [m.move for m in full.best]


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("tic_tac_toe", [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
        ("hexapawn", [3, 10, 28, 56, 70, 64, 20]),
        ("hexapawn(columns=4, rows=4)", [4, 16, 66, 280, 1170, 4548, 16684]),
        (
            "hexapawn(columns=3, rows=4)",
            [3, 9, 28, 88, 256, 650, 1418, 2502, 2916, 1832],
        ),
        ("connect_four", [7, 49, 343, 2401, 16807, 117649]),
        ("othello", [4, 12, 56, 244, 1396, 8200]),
        (
            "othello(size=4)",
            [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540],
        ),
    ],
)
def test_perft(name: str, levels: list[int]) -> None:
    start = ps.load(name).initial
    assert [level.nodes for level in perft(start, len(levels))] == levels
    shallow = perft(start, min(5, len(levels)), tier="procedural")
    assert [level.nodes for level in shallow] == levels[:5]


def test_the_five_rule_player_is_beaten(loaded: dict[str, ps.Game]) -> None:
    from pygame_search.experiments.matches.choose import choose

    state = loaded["tic_tac_toe"].initial
    for move in ("mark(1, 1)", "mark(3, 3)", "mark(3, 1)", "mark(3, 2)"):
        state = state.play(move)
        if not state.terminal:
            state = state.play(choose(state, "o", "advice"))
    assert state.goals == {"x": 1, "o": -1}
