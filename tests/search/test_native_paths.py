"""Paths of the native tier: as short as those of the others, and real ones."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner
from games import loaded

from pygame_search.cli.app import command
from pygame_search.game import Game, State, load_text
from pygame_search.search.paths import PathResult
from pygame_search.search.state_space.path_search import PRUNINGS
from pygame_search.support.errors import InputError, LimitError, RulesError, TierError

#: Several ends, of which some are goals, and several ways to the same state.
MAZE = """
role(walker).
init(at(0)).
legal(walker, to(M)) :- true(at(N)), way(N, M).
legal(walker, jump(M)) :- true(at(N)), way(N, M), M > 6.
next(at(M)) :- does(walker, to(M)).
next(at(M)) :- does(walker, jump(M)).
way(N, M) :- between(0, 12, N), between(1, 3, K), M is N * K + K, M < 40.
terminal :- true(at(N)), N > 12.
goal(walker, 100) :- true(at(N)), N mod 7 =:= 0, N > 12.
goal(walker, 0) :- true(at(N)), \\+ goal_here(N).
goal_here(N) :- between(13, 40, N), N mod 7 =:= 0.
"""


def check(path: PathResult, start: State) -> None:
    """Check that a path is one, by making its moves."""
    state = start
    assert path.numbers[0] == start.number
    for move, number in zip(path.moves, path.numbers[1:], strict=True):
        state = state.play(move)
        assert state.number == number
    assert state.terminal
    assert path.cost == len(path.moves) == len(path.states) - 1
    assert list(path.states) == [
        f"[{', '.join(State(start.game, n).facts)}]" for n in path.numbers
    ]


def shuffled(source: random.Random, moves: int) -> Game:
    """Return the eight puzzle on a board that so many moves have made."""
    board = [1, 2, 3, 4, 5, 6, 7, 8, 0]
    for _ in range(moves):
        here = board.index(0)
        there = source.choice(
            [
                i
                for i in range(9)
                if abs(i // 3 - here // 3) + abs(i % 3 - here % 3) == 1
            ]
        )
        board[here], board[there] = board[there], board[here]
    return loaded(f"eight_puzzle(board={board})")


@pytest.mark.parametrize(
    "method", [pytest.param("breadth", marks=pytest.mark.slow), "lowest_cost"]
)
def test_paths_are_as_short_as_those_of_the_clauses(method: str) -> None:
    source = random.Random(method)
    games = [shuffled(source, moves) for moves in (1, 6, 12, 14)]
    for game in [loaded("river_crossing"), load_text(MAZE), *games]:
        path = game.path(method=method, tier="native")
        expected = game.path(method=method)
        assert (path.found, path.cost) == (True, expected.cost)
        check(path, game.initial)


@pytest.mark.parametrize("method", ["depth", "iterative", "breadth", "lowest_cost"])
@pytest.mark.parametrize("prune", PRUNINGS)
def test_in_python_the_paths_are_the_same(method: str, prune: str) -> None:
    if method in ("breadth", "lowest_cost") and prune == "paths":
        prune = "cycles"
    for game in (loaded("river_crossing"), load_text(MAZE)):
        if prune == "none" and method == "depth" and game.name == "river_crossing":
            continue
        one, two = (
            list(islice(game.paths(method=method, prune=prune, tier=tier), 12))
            for tier in ("native", "procedural")
        )
        assert len(one) == len(two) > 1
        for found, expected in zip(one, two, strict=True):
            assert (found.moves, found.states) == (expected.moves, expected.states)
            assert (found.expanded, found.frontier_max, found.stopped) == (
                expected.expanded, expected.frontier_max, expected.stopped,
            )  # fmt: skip


def test_all_goals_are_found_at_their_least_distance() -> None:
    game = load_text(MAZE)
    one, two = (
        list(game.paths(prune="paths", tier=tier)) for tier in ("native", "procedural")
    )
    ends = [
        {(path.states[-1], path.cost) for path in paths[:-1]} for paths in (one, two)
    ]
    assert ends[0] == ends[1]
    assert len(ends[0]) == len(one) - 1 > 1
    assert [path.cost for path in one[:-1]] == [path.cost for path in two[:-1]]
    assert (one[-1].stopped, one[-1].expanded) == ("none", two[-1].expanded)
    assert one[-1].reached == two[-1].reached
    for path in one[:-1]:
        check(path, game.initial)


def test_a_puzzle_without_a_solution() -> None:
    game = loaded("eight_puzzle(board=[1, 2, 3, 4, 5, 6, 8, 7, 0])")
    path = game.path(tier="native")
    assert (path.found, path.stopped, path.moves, path.cost) == (
        False,
        "none",
        (),
        None,
    )
    assert path.expanded == path.reached == 181_440


def test_the_farthest_board() -> None:
    game = loaded("eight_puzzle(board=[8, 6, 7, 2, 5, 4, 3, 0, 1])")
    path = game.path(tier="native")
    check(path, game.initial)
    assert path.cost == 31


def test_a_search_stops_at_its_limit() -> None:
    game = shuffled(random.Random(5), 40)
    whole = game.path(tier="native")
    assert whole.found
    same = game.path(tier="native", limit=whole.expanded)
    assert (same.moves, same.expanded) == (whole.moves, whole.expanded)
    short = game.path(tier="native", limit=whole.expanded - 1)
    assert (short.found, short.stopped) == (False, "limit")
    assert short.expanded == whole.expanded - 1


def test_a_search_stops_in_its_time() -> None:
    text = """
        role(p).
        init(on(0)).
        bit(B) :- between(1, 40, B).
        legal(p, flip(B)) :- bit(B).
        next(on(B)) :- true(on(B)), \\+ does(p, flip(B)).
        next(on(B)) :- does(p, flip(B)), \\+ true(on(B)).
        terminal :- count(B, true(on(B)), 41).
        goal(p, 1) :- terminal.
    """
    with pytest.raises(LimitError, match="time is over"):
        load_text(text).path(tier="native", seconds=0.2, limit=None)


def test_a_search_begins_where_it_is_told() -> None:
    game = loaded("river_crossing")
    state = game.after("cross(goat); cross(nobody); cross(wolf)")
    path = game.path(start=state, tier="native")
    check(path, state)
    assert path.cost == 4


def test_the_start_may_be_a_goal() -> None:
    game = loaded("eight_puzzle(board=[1, 2, 3, 4, 5, 6, 7, 8, 0])")
    path = game.path(tier="native")
    assert (path.found, path.moves, path.cost, path.expanded) == (True, (), 0, 0)


def test_an_end_without_a_goal_value() -> None:
    game = load_text("""
        role(p). init(at(0)).
        legal(p, go(1)). legal(p, go(2)).
        next(at(N)) :- does(p, go(N)).
        terminal :- true(at(1)).
        terminal :- true(at(2)).
        goal(p, 100) :- true(at(2)).
    """)
    for tier in ("clauses", "procedural", "native"):
        with pytest.raises(RulesError, match="no goal value is defined"):
            game.path(tier=tier)
    with pytest.raises(RulesError, match="no goal value is defined"):
        game.path(tier="native", method="depth")


def test_what_has_no_network_is_told() -> None:
    with pytest.raises(TierError, match="knows games of one role: 'delivery_robot'"):
        loaded("delivery_robot").path(tier="native")
    with pytest.raises(TierError, match="no estimate h, and a_star needs one"):
        loaded("eight_puzzle").path(tier="native", method="a_star")
    with pytest.raises(InputError, match="paths are for one agent"):
        loaded("nim").path(tier="native")
    done = CliRunner().invoke(command, ["path", "water_jugs", "--tier", "native"])
    assert done.exit_code == 1
    assert "water_jugs" in done.output


def test_at_the_command_line() -> None:
    words = ["path", "river_crossing", "--tier", "native"]
    done = CliRunner().invoke(command, [*words, "--json"])
    assert done.exit_code == 0
    answer = json.loads(done.stdout)
    assert (answer["found"], answer["cost"]) == (True, 7)
    done = CliRunner().invoke(command, [*words, "--why"])
    assert done.exit_code == 0
    assert "cross(goat)" in done.stdout
    done = CliRunner().invoke(command, [*words, "--all", "--prune", "paths"])
    assert done.exit_code == 0


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
@pytest.mark.parametrize(
    ("goal", "least", "steps"),
    [
        ("goal(walker, 0).", 0, 2),
        ("goal(walker, 5) :- true(at(3)). goal(walker, 7) :- true(at(4)).", 7, 2),
        ("goal(walker, V) :- true(at(N)), V is 3 - N.", 1, None),
        ("goal(walker, V) :- true(at(N)), V is N - 3.", 1, 2),
    ],
)
def test_which_end_is_a_goal(
    tier: str, goal: str, least: int, steps: int | None
) -> None:
    game = load_text(
        f"""role(walker). init(at(0)). legal(walker, by(K)) :- between(1, 2, K).
        next(at(M)) :- does(walker, by(K)), true(at(N)), M is N + K, between(0, 5, M).
        terminal :- true(at(N)), N > 2. {goal}"""
    )
    found = game.path(tier=tier)
    assert game.least_goal == least
    assert (len(found.moves) if found.found else None) == steps


def test_a_goal_that_is_reckoned_is_told(tmp_path: Path) -> None:
    file = tmp_path / "sum.pl"
    file.write_text(
        "role(p). init(n(1)). legal(p, up). next(n(2)) :- does(p, up). "
        "terminal :- true(n(2)). goal(p, V) :- true(n(N)), V is N - 1.",
        encoding="utf-8",
    )
    told = CliRunner().invoke(command, ["path", str(file)]).output
    assert "any end that is worth more than 0 is a goal" in told
    told = CliRunner().invoke(command, ["path", "eight_puzzle"]).output
    assert "any end" not in told
