"""Paths of the native tier: as short as those of the others, and real ones."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import Game, State, load_text
from pygame_search.machine import game_code as game_codes
from pygame_search.machine.native_game import native
from pygame_search.search.paths import PathResult
from pygame_search.search.state_space import native_paths
from pygame_search.search.state_space.path_search import BOUNDED, INFORMED, PRUNINGS
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

FAR = "h(H) :- true(at(N)), far(N, H)."


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
    if method == "iterative":
        prune = "none"
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


def graph(
    source: random.Random, estimates: str = "h(H) :- true(at(N)), far(N, H)."
) -> Game:
    """Return a random graph, with estimates that may be too high."""
    ways = sorted(
        {
            (n, source.randrange(30))
            for n in range(30)
            for _ in range(source.randint(1, 4))
        }
    )
    facts = [f"way({n}, {m})." for n, m in ways]
    facts += [f"far({n}, {source.randint(-2, 6)})." for n in range(30)]
    return load_text(
        f"""
        role(p). init(at(0)).
        legal(p, to(M)) :- true(at(N)), way(N, M).
        next(at(M)) :- does(p, to(M)).
        terminal :- true(at(N)), N > 25.
        goal(p, 1) :- true(at(N)), N > 27.
        goal(p, 0) :- true(at(N)), N < 28.
        {estimates} {" ".join(facts)}
        """
    )


def same(one: PathResult, other: PathResult) -> bool:
    """Return whether two searches have done the same, but for paths that wait."""
    return (one.moves, one.cost, one.expanded, one.stopped) == (
        other.moves, other.cost, other.expanded, other.stopped,
    )  # fmt: skip


@pytest.mark.parametrize("method", ["a_star", "best_first"])
def test_informed_searches_select_the_same_paths(method: str) -> None:
    """States are reached anew where another path is cheaper."""
    source, found, cheaper = random.Random(method), 0, 0
    for _ in range(16):
        game = graph(source)
        one, two = (
            list(game.paths(method=method, tier=tier))
            for tier in ("native", "procedural")
        )
        assert len(one) == len(two)
        assert all(map(same, one, two))
        for path in one[:-1]:
            check(path, game.initial)
        found += len(one) - 1
        cheaper += two[-1].expanded > (two[-1].reached or 0)
    assert found > 8
    assert cheaper > 0


@pytest.mark.parametrize(
    "call", ["missionaries", "knights_tour", "sokoban", "rubik_2x2"]
)
def test_paths_by_a_star_cost_what_those_of_the_clauses_cost(call: str) -> None:
    game = loaded(call)
    path = game.path(method="a_star", tier="native")
    assert path.cost == game.path(method="a_star", tier="clauses").cost
    check(path, game.initial)


def test_a_star_finds_the_farthest_board_in_an_array_that_grows() -> None:
    game = loaded("eight_puzzle(board=[8, 6, 7, 2, 5, 4, 3, 0, 1])")
    path = game.path(method="a_star", tier="native")
    check(path, game.initial)
    assert (path.cost, path.expanded) == (31, 20_290)
    short = game.path(method="a_star", tier="native", limit=20_289)
    assert (short.found, short.stopped, short.expanded) == (False, "limit", 20_289)
    assert short.waiting > 0


@pytest.mark.parametrize("convention", ["", "convention(gdl)."])
def test_a_state_without_moves_is_no_end_of_the_search(convention: str) -> None:
    """State 2 is not terminal, and has no move."""
    game = load_text(
        f"""role(p). init(at(0)). way(0, 1). way(1, 2). way(0, 3). way(3, 5). way(5, 4).
        legal(p, to(M)) :- true(at(N)), way(N, M). next(at(M)) :- does(p, to(M)).
        terminal :- true(at(4)). goal(p, 1) :- true(at(4)). h(1). {convention}"""
    )
    for method in INFORMED:
        path = game.path(method=method, tier="native")
        assert path.moves == ("to(3)", "to(5)", "to(4)")
        assert same(path, game.path(method=method, tier="procedural"))


def test_any_number_is_a_limit_or_a_worth() -> None:
    game = loaded("missionaries")
    path = game.path(method="a_star", tier="native", limit=1 << 70)
    assert path.found
    for worth in (1 << 70, -(1 << 70)):
        one, two = (
            game.path(method="a_star", tier=tier, worth=worth)
            for tier in ("native", "procedural")
        )
        assert (one.found, one.cost) == (two.found, two.cost)


@pytest.mark.parametrize("call", ["eight_puzzle", "missionaries", "sokoban"])
def test_games_that_are_not_lifted_have_the_same_paths(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lifted = ps.load(call).path(method="a_star", tier="native")
    game = ps.load(call)
    monkeypatch.setitem(game_codes._LIFTED, game, {True: None})
    assert same(game.path(method="a_star", tier="native"), lifted)


def test_the_network_of_other_searches_has_no_estimate() -> None:
    """An estimate may have millions of instances, and others do not read it."""
    game = load_text(
        """role(p). init(at(0)). legal(p, add(K)) :- between(1, 2, K).
        next(at(M)) :- true(at(N)), does(p, add(K)), M is N + K.
        terminal :- true(at(N)), N > 8. goal(p, 1) :- true(at(9)).
        goal(p, 0) :- true(at(N)), N =\\= 9.
        h(H) :- between(0, 4000, X), between(0, 4000, Y), true(at(N)),
            H is X * Y + N."""
    )
    assert game.path(tier="native").cost == 5
    assert "h" not in native(game).network.outputs


def test_a_star_stops_in_its_time_and_where_memory_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = loaded("sliding_puzzle(columns=4, rows=4)")
    with pytest.raises(LimitError, match="time is over"):
        game.path(method="a_star", tier="native", seconds=0.2, limit=None)
    monkeypatch.setattr(native_paths, "MEMORY", 1 << 20)
    with pytest.raises(LimitError, match=r"memory is full: .* states take"):
        game.path(method="a_star", tier="native", limit=None)


@pytest.mark.parametrize(
    "estimates",
    [
        "h(0) :- true(at(0)).",
        "h(0) :- true(at(N)), N < 9. h(1) :- true(at(N)), N < 5. h(2) :- true(at(_)).",
    ],
)
def test_a_state_has_one_estimate(estimates: str) -> None:
    game = graph(random.Random(6), estimates)
    with pytest.raises(TierError, match="exactly one estimate h in each state"):
        game.path(method="a_star", tier="native")
    with pytest.raises(TierError, match="exactly one estimate h in each state"):
        game.path(method="a_star", prune="cycles", tier="native")


@pytest.mark.parametrize("method", BOUNDED)
def test_searches_within_a_bound_are_the_same(method: str) -> None:
    """The frontier is, too; in later rounds no path is found again."""
    source = random.Random(method)
    for _ in range(16):
        game = graph(source)
        one, two = (
            [
                (path.moves, path.cost, path.expanded, path.frontier_max, path.waiting,
                 path.reached, path.stopped)
                for path in islice(game.paths(method=method, tier=tier, limit=1500), 6)
            ]
            for tier in ("native", "procedural")
        )  # fmt: skip
        assert one == two
        moves = [path[0] for path in one if path[-1] == "found"]
        assert len({*moves}) == len(moves)


def test_ida_star_finds_the_farthest_board_with_little_memory() -> None:
    game = loaded("eight_puzzle(board=[8, 6, 7, 2, 5, 4, 3, 0, 1])")
    path = game.path(method="ida_star", tier="native")
    check(path, game.initial)
    assert path.cost == 31
    assert path.frontier_max < 40


def test_a_long_path_takes_more_room() -> None:
    game = load_text(
        """role(p). init(at(0)). legal(p, step). next(at(M)) :- true(at(N)), M is N + 1.
        terminal :- true(at(200)). goal(p, 1) :- terminal.
        h(H) :- true(at(N)), H is 90 - N."""
    )
    for method in BOUNDED:
        path = game.path(method=method, tier="native")
        check(path, game.initial)
        assert path.cost == 200


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
