"""Matrix games: values, strategies and equilibria, alone and some plies ahead."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter

import pytest
from click.testing import CliRunner
from games import loaded
from hypothesis import given
from hypothesis import strategies as st
from sampled import COUPLE, ONCE, PENNIES, PRISONERS

from pygame_search.cli.app import command
from pygame_search.experiments.matches.choose import choose
from pygame_search.game import load_text
from pygame_search.search.simultaneous.matrix_game import pure_equilibria, solve
from pygame_search.support.errors import InputError

ENTRIES = st.integers(-9, 9)


@st.composite
def matrices(draw: st.DrawFn) -> list[list[int]]:
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    row = st.lists(ENTRIES, min_size=columns, max_size=columns)
    return draw(st.lists(row, min_size=rows, max_size=rows))


@given(matrices())
def test_neither_side_can_do_better(payoffs: list[list[int]]) -> None:
    """The strategies prove the value: each holds the other to it."""
    found = solve(payoffs)
    assert sum(found.rows) == pytest.approx(1)
    assert sum(found.columns) == pytest.approx(1)
    assert min(*found.rows, *found.columns) >= 0
    for column in zip(*payoffs, strict=True):
        got = sum(p * x for p, x in zip(found.rows, column, strict=True))
        assert got >= found.value - 1e-6
    for row in payoffs:
        got = sum(p * x for p, x in zip(found.columns, row, strict=True))
        assert got <= found.value + 1e-6


@given(ENTRIES, ENTRIES, ENTRIES, ENTRIES)
def test_two_by_two(a: int, b: int, c: int, d: int) -> None:
    """Without a saddle point the value is (ad - bc) / (a + d - b - c)."""
    found = solve([[a, b], [c, d]])
    low = max(min(a, b), min(c, d))
    high = min(max(a, c), max(b, d))
    expected = low if low == high else (a * d - b * c) / (a + d - b - c)
    assert found.value == pytest.approx(expected)


@pytest.mark.parametrize(
    ("payoffs", "value", "rows"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3),
        ([[1, -1], [-1, 1]], 0, [1 / 2] * 2),
        # Who wins with rock wins twice as much: scissors are chosen less, paper more.
        ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], 0, [1 / 4, 1 / 2, 1 / 4]),
        # Morra with two fingers (Dantzig): 7/12 and 5/12.
        ([[-2, 3], [3, -4]], 1 / 12, [7 / 12, 5 / 12]),
        ([[3, 1], [0, -2]], 1, [1, 0]),
    ],
)  # fmt: skip
def test_known_games(payoffs: list[list[int]], value: float, rows: list[float]) -> None:
    found = solve(payoffs)
    assert found.value == pytest.approx(value)
    assert found.rows == pytest.approx(rows)


def test_pure_equilibria_are_found() -> None:
    dilemma = [[3, 0], [5, 1]], [[3, 5], [0, 1]]
    assert pure_equilibria(*dilemma) == [(1, 1)]
    assert pure_equilibria([[3, 0], [0, 2]], [[2, 0], [0, 3]]) == [(0, 0), (1, 1)]
    assert pure_equilibria([[1, -1], [-1, 1]], [[-1, 1], [1, -1]]) == []


def test_matching_pennies() -> None:
    state = load_text(PENNIES).initial
    for role in ("a", "b"):
        found = state.best(role=role, method="matrix(depth=9)")
        assert (found.value, found.complete, found.depth) == (0, True, 1)
        assert [move.probability for move in found.moves] == [0.5, 0.5]
        other = "b" if role == "a" else "a"
        assert found.notes == (
            f"{other}'s optimal strategy gives {role} no more: heads 0.5, tails 0.5",
        )
    source = random.Random(1)
    drawn = Counter(choose(state, "a", "matrix", source=source) for _ in range(40))
    assert set(drawn) == {"heads", "tails"}


def test_where_goals_have_no_constant_sum() -> None:
    """The value is what the role can be sure of; equilibria stand beside it."""
    found = load_text(PRISONERS).initial.best(method="matrix")
    assert (found.move, found.value) == ("defect", 1)
    assert found.notes[-1] == "pure equilibria: [defect, defect] worth 1 and 1"
    found = load_text(COUPLE).initial.best(method="matrix")
    assert found.value == pytest.approx(6 / 5)
    assert [m.probability for m in found.moves] == pytest.approx([2 / 5, 3 / 5])
    assert found.notes[-1] == (
        "pure equilibria: [opera, opera] worth 3 and 2; "
        "[football, football] worth 2 and 3"
    )


def test_goofspiel_is_even() -> None:
    """Who draws his card is sure of a draw; who says it first is not."""
    state = loaded("goofspiel(cards=3)").initial
    for role in ("ann", "bob"):
        found = state.best(role=role, method="matrix(depth=9)")
        assert found.complete
        assert found.value == pytest.approx(0, abs=1e-6)
    told = loaded("goofspiel").initial.best(method="minimax", depth=9).value
    assert told == -2


def test_at_the_limit_features_count() -> None:
    state = loaded("goofspiel").initial
    one = state.best(method="matrix(depth=1)")
    assert (one.depth, one.stopped, one.complete) == (1, "depth", False)
    assert one.value == 0  # both bid 4: no points
    assert one.move == "bid(4)"
    zero = state.best(method="matrix(depth=1, evaluation=zero)")
    assert {move.value for move in zero.moves} == {0}


@pytest.mark.parametrize(
    ("call", "method"),
    [("tic_tac_toe", "minimax"), ("nim", "minimax"),
     ("pig(turns=1, target=6)", "expectimax")],
)  # fmt: skip
def test_by_turns_it_is_minimax(call: str, method: str) -> None:
    state = loaded(call).initial
    plain = state.best(method=method, depth=3, tier="procedural")
    found = state.best(method="matrix(depth=3)")
    assert found.value == pytest.approx(plain.value)
    for mine, other in zip(found.moves, plain.moves, strict=True):
        assert mine.value == pytest.approx(other.value)


def test_three_roles_are_too_many() -> None:
    with pytest.raises(
        InputError, match="matrix is for two roles, found ann, bob, cat"
    ):
        loaded("coins_in_a_row").initial.best(method="matrix")


def test_the_clock_ends_it_with_an_answer() -> None:
    found = loaded("connect_four").initial.best(method="matrix", seconds=0.3)
    assert found.stopped == "time"
    assert found.depth


def test_play_without_end_is_looked_at_as_far_as_can_be() -> None:
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(400)
    try:
        found = loaded("river_crossing").initial.best(method="matrix", seconds=60)
    finally:
        sys.setrecursionlimit(usual)
    assert (found.move, found.value) == ("cross(goat)", 100)
    assert found.stopped == "depth"


def test_the_command_shows_the_strategy() -> None:
    state = "rock_paper_scissors"
    text = CliRunner().invoke(command, ["best", state, "--method", "matrix"]).output
    assert "move      probability  value" in text
    assert "bob's optimal strategy gives ann no more: rock 0.3333, paper 0.3333" in text
    found = CliRunner().invoke(command, ["best", state, "--method", "matrix", "--json"])
    data = json.loads(found.stdout)
    assert [move["move"] for move in data["moves"]] == ["rock", "paper", "scissors"]
    assert all(move["probability"] == pytest.approx(1 / 3) for move in data["moves"])
    assert data["notes"]


def test_a_row_may_have_any_number_of_answers() -> None:
    text = f"{ONCE}\npays(up, N, N, M) :- between(1, 4, N), M is 0 - N."
    found = load_text(text).initial.best(role="b", method="matrix")
    assert (found.move, found.value) == ("1", -1)


@pytest.mark.parametrize(
    ("method", "tier", "said"),
    [
        ("deepening", "clauses", True),
        ("deepening", "procedural", True),
        ("deepening", "native", True),
        ("alphabeta", "clauses", True),
        ("alphabeta", "native", True),
        ("proof_number", "procedural", True),
        ("uct(simulations=100)", "procedural", False),
        ("uct(simulations=100)", "native", False),
        ("maxn", "clauses", False),
        ("maxn", "procedural", False),
        ("matrix", "procedural", False),
    ],
)
def test_it_is_said_that_the_others_know_the_move(
    method: str, tier: str, said: bool
) -> None:
    found = load_text(PENNIES).initial.best(method=method, tier=tier)
    assert any("the others know each move of" in note for note in found.notes) == said
    assert any("the method matrix" in note for note in found.notes) == said


@pytest.mark.parametrize("game", ["tic_tac_toe", "nannon", "coins_in_a_row"])
def test_nothing_is_said_where_one_moves_at_a_time(game: str) -> None:
    method = "expectimax" if game == "nannon" else "alphabeta"
    assert not loaded(game).initial.best(method=method, depth=2).notes


def test_no_matrix_is_named_for_three_players() -> None:
    three = PENNIES + "role(third). legal(third, watch). legal(third, sleep)."
    [note] = load_text(three).initial.best(method="alphabeta", depth=1).notes
    assert note.endswith("the others know each move of a.")


def test_to_wait_may_be_a_choice() -> None:
    """Both choose, although the line has `noop`."""
    rules = """
        role(a). role(b). init(start).
        legal(a, x) :- true(start). legal(a, y) :- true(start).
        legal(b, noop) :- true(start). legal(b, z) :- true(start).
        next(made(X, Y)) :- does(a, X), does(b, Y). terminal :- true(made(_, _)).
        goal(a, 1) :- true(made(x, noop)). goal(a, -1) :- true(made(y, noop)).
        goal(a, 2) :- true(made(x, z)). goal(a, 3) :- true(made(y, z)).
        goal(b, V) :- goal(a, W), V is 0 - W.
    """
    found = load_text(rules).initial.best(role="a")
    assert found.value == 1
    assert found.pv == ("[x, noop]",) or found.pv == ("x",)
    assert "the others know each move of a" in found.notes[0]
