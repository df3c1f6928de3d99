"""Heuristics for any game: their values, counted again here, and their weights."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import Game, State
from pygame_search.model.scores import WIN
from pygame_search.search.core.heuristics import HEURISTICS, RoleHeuristics
from pygame_search.support.errors import InputError

SHARED = Path(__file__).parents[3] / "shared" / "gdl" / "games"
TIERS = ("clauses", "procedural")

GAMES = (
    "connect_four(columns=4, rows=4)",
    "eight_puzzle",
    "hexapawn",
    "hexapawn(columns=4, rows=4)",
    "nim",
    "othello(size=4)",
    "river_crossing",
    "tic_tac_toe",
)

#: One role, two, three; turns and all at once; goals before the end and not.
SHEETS = (
    "games__3pttc__v1__3pttc",
    "games__connectFour__connectFour",
    "games__gt_chicken__gt_chicken",
    "games__hanoi__hanoi",
    "games__nim1__nim1",
    "games__ticTacToe__ticTacToe",
)

#: A feature that has the name of a heuristic, and one of that name without a weight.
SHADOWS = """
role(p). role(q).
init(at(0)). init(turn(p)).
legal(P, go(N)) :- true(turn(P)), between(1, 3, N).
next(at(N)) :- does(_, go(N)).
next(turn(q)) :- true(turn(p)).
next(turn(p)) :- true(turn(q)).
terminal :- true(at(3)).
goal(p, N) :- true(at(N)).
goal(q, 5) :- role(q).
feature(p, mobility, x).
feature(p, focus, x).
weight(mobility, 100).
"""


@cache
def the(name: str) -> Game:
    if name == "shadows":
        return ps.load_text(SHADOWS)
    return ps.load(SHARED / f"{name}.kif") if name in SHEETS else loaded(name)


def joints(state: State) -> list[str]:
    return [f"[{', '.join(ms)}]" for ms in product(*state.position.legal)]


def play(state: State, source: random.Random) -> State:
    return state.play(source.choice(joints(state)))


def positions(name: str, count: int, plies: int = 6) -> Iterator[State]:
    """Yield states of random games that are not over."""
    source = random.Random(name)
    while count:
        state = the(name).initial
        for _ in range(source.randrange(plies)):
            if not state.terminal:
                state = play(state, source)
        if not state.terminal:
            count -= 1
            yield state


def values(state: State) -> list[dict[str, Any]]:
    return [{f.name: f.value for f in role.features} for role in state.heuristics()]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, words)
    return result.exit_code, result.output


# ---- values --------------------------------------------------------------------


def test_percentages_are_those_of_the_feasible_moves() -> None:
    """As Genesereth's lecture has it: 100 * legal / feasible."""
    for call, moves, feasible in (
        ("tic_tac_toe", 5, 9),
        ("connect_four", 7, 7),
        ("nim(heaps=[3, 4, 5])", 11, 12),
    ):
        state = loaded(call).initial
        for _ in range(4 if call == "tic_tac_toe" else 1):
            state = state.successors[0][1]
        role = state.to_move[0]
        [found] = [one for one in state.heuristics() if one.role == role]
        value = {feature.name: feature.value for feature in found.features}
        assert value["mobility"] == moves
        assert value["mobility_percent"] == 100 * moves // feasible
        assert value["focus_percent"] == 100 - 100 * moves // feasible


@pytest.mark.slow
def test_without_a_list_of_moves_there_are_no_percentages() -> None:
    game = ps.load_text(
        """role(p). init(at(1)). legal(p, go(N)) :- true(at(N)).
        next(at(M)) :- does(p, go(N)), M is N + 1.
        terminal :- true(at(0)). goal(p, 1) :- role(p)."""
    )
    names = {feature.name for feature in game.initial.heuristics()[0].features}
    assert names == {"mobility", "focus", "proximity", "goal"}
    with pytest.raises(ps.InputError, match="a list of all moves that may be legal"):
        game.initial.best(depth=1, weights={"mobility_percent": 1})


@pytest.mark.parametrize("name", GAMES)
def test_mobility_counts_the_moves_that_there_are(name: str) -> None:
    for state in positions(name, 5):
        for role, found in zip(state.game.roles, values(state), strict=True):
            moves = set(state.legal[role]) - {"noop"}
            assert found["mobility"] == len(moves)
            assert found["focus"] == -len(moves)


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"no rule sheets in {SHARED}")
@pytest.mark.parametrize("name", SHEETS)
def test_in_a_rule_sheet_a_noop_is_a_move(name: str) -> None:
    for state in positions(name, 3):
        for moves, found in zip(state.position.legal, values(state), strict=True):
            assert found["mobility"] == len(moves)


@pytest.mark.parametrize("name", ["othello(size=4)", "tic_tac_toe", "nim"])
def test_goal_is_the_goal_value_before_the_end(name: str) -> None:
    for state in positions(name, 5):
        goals = [value or 0 for value in state.position.goals]
        assert [found["goal"] for found in values(state)] == goals


def test_goal_is_0_where_it_is_not_defined() -> None:
    state = loaded("hexapawn").initial
    assert state.position.goals == (None, None)
    assert [found["goal"] for found in values(state)] == [0, 0]


def test_proximity_to_the_one_goal_state() -> None:
    """The tiles in place: a puzzle has one goal state, which a game at random finds."""
    game = loaded("eight_puzzle")
    home = "[tile(1,1,1), tile(2,1,2), tile(3,1,3), tile(1,2,4), tile(2,2,5), "
    home += "tile(3,2,6), tile(1,3,7), tile(2,3,8), tile(3,3,0)]"
    goal = game.state(home)
    assert goal.terminal
    for state in positions("eight_puzzle", 8):
        common = len(set(state.facts) & set(goal.facts))
        assert values(state)[0]["proximity"] == 100 * common // 9
    near = game.after("slide(5); slide(8)")
    assert near == goal
    assert values(game.after("slide(5)"))[0]["proximity"] == 77


def test_proximity_to_the_nearest_of_all_goal_states() -> None:
    """Of nim's end there are two states: who is to move has lost."""
    game = loaded("nim(heaps=[2, 1])")
    ends = {"first": "second", "second": "first"}
    for state in positions("nim(heaps=[2, 1])", 10, plies=3):
        for role, found in zip(game.roles, values(state), strict=True):
            goal = {"heap(1, 0)", "heap(2, 0)", f"control({ends[role]})"}
            assert found["proximity"] == 100 * len(goal & set(state.facts)) // 3


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four(columns=4, rows=4)"])
def test_a_state_one_move_from_a_known_goal_is_nearest(name: str) -> None:
    """Goal states are ends of games: no state before the end can be one."""
    for state in positions(name, 10, plies=9):
        for found in values(state):
            assert 0 <= found["proximity"] < 100


def test_the_goal_states_known_are_those_of_the_highest_value() -> None:
    for name in GAMES:
        for one in the(name).initial.heuristics():
            [high] = {the(name).ranges[the(name).roles.index(one.role)][1]}
            assert one.goal_value == high
            assert 0 < one.goal_states <= 50


def test_the_sample_is_the_same_at_all_times() -> None:
    def known(game: Game) -> tuple[RoleHeuristics, ...]:
        return game.initial.heuristics()

    assert known(ps.load("hexapawn")) == known(ps.load("hexapawn"))
    assert known(ps.load("hexapawn", form="lists")) == known(loaded("hexapawn"))
    assert known(ps.load("hexapawn", form="meaning")) == known(loaded("hexapawn"))


def test_there_may_be_no_goal_state() -> None:
    """Who never gets more than the least has none to come near to."""
    game = ps.load_text(
        """role(p). init(at(0)). legal(p, wait(N)) :- true(at(N)).
        next(at(N)) :- does(p, wait(M)), N is M + 1. terminal :- true(at(3)).
        goal(p, 0) :- true(at(N)), N < 9. goal(p, 100) :- true(at(9))."""
    )
    [one] = game.initial.heuristics()
    assert (one.goal_states, one.goal_value) == (0, None)
    assert values(game.initial)[0]["proximity"] == 0


# ---- whether the goal value falls ----------------------------------------------


@pytest.mark.parametrize("name", ["nim", "othello(size=4)"])
def test_a_fall_can_be_replayed(name: str) -> None:
    game = the(name)
    for role, one in zip(game.roles, game.initial.heuristics(), strict=True):
        fall = one.course.fall
        assert fall is not None
        before, after = (game.after(m) for m in (fall.moves[:-1], fall.moves))
        assert (before.goals[role], after.goals[role]) == (fall.before, fall.after)
        assert fall.after < fall.before


def test_a_goal_that_rises_is_monotone() -> None:
    game = ps.load_text(
        """role(p). init(at(0)). legal(p, N) :- between(1, 3, N).
        next(at(N)) :- true(at(M)), does(p, K), N is M + K.
        terminal :- true(at(N)), N > 9. goal(p, N) :- true(at(N))."""
    )
    [one] = game.initial.heuristics()
    assert one.course.fall is None
    assert (one.course.defined, one.course.always) == (True, None)
    assert one.course.games == 50


def test_a_goal_that_tells_nothing() -> None:
    one, _ = loaded("hexapawn").initial.heuristics()
    assert not one.course.defined
    one, _ = loaded("tic_tac_toe").initial.heuristics()
    assert (one.course.defined, one.course.always) == (True, 0)


# ---- weights -------------------------------------------------------------------

WEIGHTS = (
    {"mobility": 2, "proximity": 1, "goal": 1},
    {"focus": 1, "mobility_percent": 3, "focus_percent": 1},
    {"mobility": 3, "goal": -2},
    {"proximity": 5},
    {"focus": 2, "proximity": 1},
    {"mobility": 1, "proximity": 1},
    {"goal": 1, "focus": 3},
)
METHODS = (
    "minimax",
    "alphabeta",
    "alphabeta(quiescence=1, swing=3)",
    "pvs",
    "deepening",
    "maxn",
    "expectimax",
)


def same_in_both_tiers(name: str) -> None:
    for i, state in enumerate(positions(name, 4)):
        role = state.game.roles[i % len(state.game.roles)]
        for weights, method in zip(WEIGHTS, METHODS, strict=True):
            one, two = (
                state.best(
                    role=role, depth=2, method=method, weights=weights, tier=tier,
                    record=True,
                )
                for tier in TIERS
            )  # fmt: skip
            assert one.events == two.events
            assert (one.moves, one.line) == (two.moves, two.line)


@pytest.mark.parametrize("name", GAMES)
def test_both_tiers_tell_the_same_events(name: str) -> None:
    same_in_both_tiers(name)


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"no rule sheets in {SHARED}")
@pytest.mark.parametrize("name", SHEETS)
def test_both_tiers_tell_the_same_of_a_rule_sheet(name: str) -> None:
    same_in_both_tiers(name)


def test_chance_has_no_heuristics() -> None:
    game = loaded("pig")
    assert [one.role for one in game.initial.heuristics()] == ["ann", "bob"]
    for moves in ("throw; face(3)", "throw; face(1); throw"):
        one, two = (
            game.after(moves).best(
                depth=2, weights={"mobility": 1, "proximity": 2}, tier=tier, record=True
            )
            for tier in TIERS
        )
        assert one.events == two.events
        assert one.moves == two.moves


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", GAMES)
def test_an_estimate_is_the_weighted_sum(name: str, tier: str) -> None:
    """One ply deep: for the role, less for its rival where there is one."""
    weights = dict.fromkeys(HEURISTICS, 1) | {"mobility": 2, "focus_percent": -1}
    for state in positions(name, 2):
        game = state.game
        index = game.roles.index(state.to_move[0])
        found = state.best(depth=1, method="minimax", tier=tier, weights=weights)
        for move in found.moves:
            after = state.play(move.move)
            if after.terminal:
                assert move.value == after.position.goals[index]
                continue
            assert move.value is not None
            worths = [
                sum((game.weights | weights)[n] * v for n, v in one.items())
                for one in values(after)
            ]
            rival = worths[1 - index] if len(worths) == 2 else 0
            assert move.value == worths[index] - rival
            assert move.value < WIN // 2


@pytest.mark.parametrize("tier", TIERS)
def test_without_a_weight_they_weigh_nothing(tier: str) -> None:
    state = loaded("tic_tac_toe").initial
    for weights in (None, {}, {"mobility": 0, "goal": 0}):
        found = state.best(depth=2, method="minimax", tier=tier, weights=weights)
        assert {move.value for move in found.moves} == {0}
    zero = "minimax(evaluation=zero)"
    with pytest.raises(
        InputError, match="weights has no effect without a method with an evalu"
    ):
        state.best(depth=1, method=zero, tier=tier, weights={"focus": 1})


@pytest.mark.parametrize("tier", TIERS)
def test_the_rule_file_s_own_name_comes_first(tier: str) -> None:
    state = the("shadows").initial
    for weights, value in (({}, 100), ({"mobility": 7}, 7), ({"mobility": 0}, 0)):
        found = state.best(role="p", depth=1, tier=tier, weights=weights)
        assert found.moves[0].value == value
    # In the file focus has no weight: it is the heuristic. Then q has three moves.
    found = state.best(
        role="p", depth=1, tier=tier, weights={"mobility": 0, "focus": 1}
    )
    assert found.moves[0].value == 0 - -3


def test_own_names_are_listed_once() -> None:
    one, _ = the("shadows").initial.heuristics()
    assert [(f.name, f.value, f.weight, f.own) for f in one.features] == [
        ("mobility", 1, 100, True),
        ("focus", -3, 0, False),
        ("proximity", 50, 0, False),
        ("goal", 0, 0, False),
        ("mobility_percent", 100, 0, False),
        ("focus_percent", 0, 0, False),
    ]


@pytest.mark.parametrize(
    ("name", "weights", "message"),
    [
        ("nim", {"mobilty": 1}, "no feature 'mobilty': expected one of those for any "
         "game, mobility, focus, proximity, goal, mobility_percent, focus_percent; "
         r"did you mean mobility\?"),
        ("hexapawn", {"queen": 1}, "no feature 'queen': expected one of its own, pawn, "
         "clear_path, or of those for any game, mobility, focus, proximity, goal"),
        ("nim", {"goal": 1 / 3}, "point, as the weight of goal, found 0.333"),
        ("nim", {"goal": "3"}, "point, as the weight of goal, found '3'"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("tier", TIERS)
def test_wrong_weights(
    name: str, weights: dict[str, Any], message: str, tier: str
) -> None:
    with pytest.raises(InputError, match=message):
        loaded(name).initial.best(depth=1, weights=weights, tier=tier)


# ---- the command line ----------------------------------------------------------


def test_weights_on_the_command_line() -> None:
    words = ["--depth", "1", "--json", "--weight", "mobility=3", "--weight", "focus=1"]
    code, out = run("best", "nim", *words)
    assert code == 0
    assert json.loads(out)["value"] == -2 * 7  # 12 stones, of which 5 are taken
    code, out = run("best", "nim", "--depth", "1", "--weight", "mobility")
    assert code == 2
    assert "expected a weight as in name=3 or name=0.5" in out
    code, out = run("tree", "nim", "--depth", "1", "--weight", "stones=1")
    assert code == 2
    assert "expected one of those for any game, mobility, focus" in out


def test_the_command_in_json() -> None:
    code, out = run("heuristics", "hexapawn", "--after", "move(1, 1, 1, 2)", "--json")
    assert code == 0
    data = json.loads(out)
    assert data["terminal"] is False
    black = data["roles"]["black"]
    assert list(black["features"]) == ["pawn", "clear_path", *HEURISTICS]
    assert black["features"]["pawn"] == {"value": 3, "weight": 1, "own": True}
    assert black["features"]["mobility"] == {"value": 3, "weight": 0, "own": False}
    assert (black["goal_states"], black["goal_value"]) == (18, 10)
    assert black["goal"]["games"] == 50
    assert black["goal"]["defined"] is False


def test_the_command_tells_a_fall() -> None:
    code, out = run("heuristics", "nim")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split() == ["role", "feature", "value", "weight"]
    assert lines[1].split() == ["first", "mobility", "12", "0"]
    assert "1 goal state known, of value 1; goal not monotone, from 1 to -1" in out
    code, out = run("heuristics", "nim", "--json")
    fall = json.loads(out)["roles"]["second"]["goal"]["fall"]
    assert (len(fall["moves"]), fall["before"], fall["after"]) == (1, 1, -1)


def test_the_command_when_the_game_is_over() -> None:
    way = "take(1, 3); take(2, 4); take(3, 5)"
    code, out = run("heuristics", "nim", "--after", way)
    assert code == 0
    assert "The game is over, and its goal counts: first wins" in out
    code, out = run("heuristics", "nim", "--after", way, "--json")
    data = json.loads(out)
    assert data["terminal"] is True
    assert data["roles"]["first"]["features"]["goal"]["value"] is None


def test_the_command_for_a_state_space() -> None:
    code, out = run("heuristics", "water_jugs")
    assert code == 2
    assert "state space" in out
