"""`stats`: what is counted is right, and estimates are near what is counted."""

from __future__ import annotations

import json
from decimal import Decimal
from itertools import product

import pytest
from click.testing import CliRunner
from games import loaded

from pygame_search.cli.app import command
from pygame_search.experiments.game_size import (
    Figure,
    Sample,
    branching_factor,
    count_states,
    knuth,
    mean,
    play,
    stats,
)
from pygame_search.support.errors import InputError, LimitError

#: Nodes of the tree, its leaves, and states, from other programs (perft and others).
COUNTED = {
    "tic_tac_toe": (549_946, 255_168, 5_478),
    "hexapawn": (252, 134, 135),
    "nim(heaps=[1, 2])": (12, 5, 8),
}

#: Long enough, whatever the load.
TIME = 600.0


@pytest.mark.parametrize(
    ("call", "tier"),
    [
        pytest.param("tic_tac_toe", None, marks=pytest.mark.slow),
        ("tic_tac_toe", "native"),
        *product([*COUNTED][1:], [None, "native"]),
    ],
)
def test_a_small_game_is_counted(call: str, tier: str | None) -> None:
    found = stats(loaded(call).initial, games=20, seconds=TIME, tier=tier)
    nodes, lines, states = COUNTED[call]
    assert found.nodes == Figure(Decimal(nodes))
    assert found.lines == Figure(Decimal(lines))
    assert (found.states.number, found.states.whole) == (states, True)
    assert found.tree_branching == Decimal(nodes - 1) / (nodes - lines)
    levels = loaded(call).initial.perft(30)
    assert nodes == 1 + sum(level.nodes for level in levels)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(call, marks=pytest.mark.slow) if call == "tic_tac_toe" else call
        for call in COUNTED
    ],
)
def test_estimates_are_near_what_is_counted(call: str) -> None:
    sample = play(loaded(call).initial, 2_000, 1, "procedural")
    for estimate, exact in zip(knuth(sample), COUNTED[call], strict=False):
        assert estimate.error is not None
        assert abs(estimate.value - exact) <= 2 * estimate.error, estimate
        assert estimate.error < exact / 10


def test_an_interval_narrows_with_the_games() -> None:
    few, many = (
        knuth(play(loaded("tic_tac_toe").initial, games, 1, "native"))[0].error
        for games in (100, 1_600)
    )
    assert few is not None
    assert many is not None
    assert 3 < few / many < 5


@pytest.mark.parametrize("call", ["tic_tac_toe", "rock_paper_scissors", "pig"])
def test_the_games_are_the_same_in_every_tier(call: str) -> None:
    state = loaded(call).initial
    one, two = (play(state, 20, 7, tier) for tier in ("procedural", "native"))
    assert one == two
    assert one != play(state, 20, 8, "procedural")


def test_means_and_their_errors() -> None:
    figure = mean([2, 4, 6])
    assert figure.value == 4
    assert float(figure.error or 0) == pytest.approx(1.96 * (4 / 3) ** 0.5)
    sample = play(loaded("tic_tac_toe").initial, 500, 1, "procedural")
    sums, plies = sum(map(sum, sample.games)), sum(map(len, sample.games))
    assert float(branching_factor(sample).value) == pytest.approx(sums / plies)
    assert sum(sample.outcomes[0].values()) == len(sample.games) == 500
    assert sample.games[0][:4] == (9, 8, 7, 6)


def test_states_from_a_position() -> None:
    state = loaded("connect_four(columns=3, rows=3, in_a_row=3)").after("drop(2)")
    known, level = {state.facts}, [state]
    while level:
        after = {s.facts: s for one in level for _, s in one.successors}
        level = [s for facts, s in after.items() if facts not in known]
        known |= after.keys()
    for tier in ("procedural", "native"):
        found = count_states(state, tier, None)
        assert (found.number, found.plies) == (len(known), 8)


def test_without_time_there_is_a_lower_bound() -> None:
    found = count_states(loaded("othello").initial, "procedural", 1e-9)
    assert (found.number, found.whole) == (1, False)


def test_a_game_that_does_not_end_is_left_out() -> None:
    import pygame_search as ps

    game = ps.load_text(
        """role(p). init(at(0)).
        legal(p, stay) :- true(at(_)).
        next(at(0)) :- true(at(0)).
        terminal :- true(at(1)).
        goal(p, 0) :- true(at(_))."""
    )
    sample = play(game.initial, 3, 1, "procedural")
    assert (sample.games, len(sample.given_up)) == ((), 3)
    with pytest.raises(LimitError, match="at least 2 random games"):
        stats(game.initial, games=2, seconds=1)


@pytest.mark.parametrize("tier", ["procedural", "native"])
def test_a_tree_is_infinite_where_a_state_comes_again(tier: str) -> None:
    state = loaded("river_crossing").initial
    assert play(state, 20, 1, tier).endless
    assert count_states(state, tier, None).whole  # what it needs is prepared
    found = stats(state, games=4, seconds=2, tier=tier)
    assert (found.nodes, found.lines, found.tree_branching) == (None, None, None)
    assert (found.states.number, found.states.whole) == (10, True)
    assert found.as_json()["tree"]["infinite"]
    assert "infinite" in str(found)
    assert not play(loaded("nim").initial, 20, 1, tier).endless


def test_games_given_up_count_for_the_tree() -> None:
    sample = Sample(((2, 2),), (), given_up=((2, 2, 2),))
    nodes, leaves = knuth(sample)
    assert (nodes.value, leaves.value) == (Decimal(11), Decimal(2))


def test_bad_input() -> None:
    state = loaded("nim(heaps=[1])").initial
    for options, said in (
        ({"games": 1}, "at least 2 games, found 1"),
        ({"seconds": 0}, "a time above 0 seconds"),
        ({"seed": -1}, "a seed of 0 or more"),
        ({"tier": "gpu"}, "no tier 'gpu'"),
    ):
        with pytest.raises(InputError, match=said):
            stats(state, **options)
    with pytest.raises(InputError, match="the game is over"):
        stats(state.play("take(1, 1)"))


def test_the_command() -> None:
    words = ["stats", "hexapawn", "--games", "50", "--seed", "3"]
    printed = CliRunner().invoke(command, words).output
    assert "nodes of the tree" in printed
    assert "all counted" in printed
    data = json.loads(CliRunner().invoke(command, [*words, "--json"]).output)
    assert data["tree"]["nodes"] == Figure(Decimal(252)).as_json()
    assert data["states"] == {"number": 135, "plies": 7, "exact": True}
    assert sum(row["games"] for row in data["outcomes"]["white"]) == 50
