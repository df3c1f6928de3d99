"""Paths: both tiers find the same, and what they find is checked by other programs.

The state spaces are coded here once more, in Python, from the text of the puzzle: no
rule and no search of the package is used to check a path.
"""

from __future__ import annotations

import heapq
import random
import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from typing import Any

import pytest
from games import loaded
from hypothesis import given, settings
from hypothesis import strategies as st

import pygame_search as ps
from pygame_search.game import Game
from pygame_search.search.core.methods import ALIASES
from pygame_search.search.paths import PathResult
from pygame_search.search.state_space.path_search import BOUNDED, INFORMED, METHODS
from pygame_search.support.errors import InputError, LimitError, RulesError

TIERS = ("clauses", "procedural")

#: A node is whatever the puzzle makes of it.
Node = Any
#: The steps from a node: the move as the rules write it, the node after, the cost.
Steps = list[tuple[str, Node, int]]


@dataclass(frozen=True)
class Puzzle:
    """A state space in Python.

    Attributes:
        call: what the package calls it.
        start: the first node.
        steps: gives those from a node.
        is_goal: whether a node is a goal.
        read: gives the node that the package writes in this way.
    """

    call: str
    start: Node
    steps: Callable[[Node], Steps]
    is_goal: Callable[[Node], bool]
    read: Callable[[str], Node]


# ---- the spaces, coded once more ---------------------------------------------

DOORS = {
    ("mail_room", "lounge"): 10,
    ("mail_room", "store"): 9,
    ("mail_room", "corridor_west"): 4,
    ("office", "corridor_west"): 6,
    ("office", "store"): 5,
    ("corridor_west", "corridor_east"): 8,
    ("corridor_east", "laboratory"): 4,
    ("corridor_east", "lounge"): 7,
    ("lounge", "terrace"): 5,
    ("terrace", "laboratory"): 12,
}
ROOMS = sorted({room for door in DOORS for room in door})


def doors(room: Node) -> Steps:
    found = []
    for (a, b), metres in DOORS.items():
        for here, there in ((a, b), (b, a)):
            if here == room:
                found.append((f"{here}-{there}", there, metres))
    return found


def robot(start: str = "mail_room") -> Puzzle:
    return Puzzle("delivery_robot", start, doors, lambda n: n == "laboratory", str)


def jugs(large: int = 5, small: int = 3, wanted: int = 4) -> Puzzle:
    """Return the puzzle of two jugs; a node is the litres in each."""

    def steps(node: Node) -> Steps:
        a, b = node
        to_small, to_large = min(a, small - b), min(b, large - a)
        after = {
            (large, b),
            (a, small),
            (0, b),
            (a, 0),
            (a - to_small, b + to_small),
            (a + to_large, b - to_large),
        } - {node}
        return [(f"jugs({a}, {b})-jugs({c}, {d})", (c, d), 1) for c, d in after]

    def read(text: str) -> Node:
        a, b = re.findall(r"\d+", text)
        assert text == f"jugs({a}, {b})"
        return int(a), int(b)

    call = f"water_jugs(large={large}, small={small}, wanted={wanted})"
    return Puzzle(call, (0, 0), steps, lambda node: wanted in node, read)


CREW = frozenset({"ferryman", "wolf", "goat", "cabbage"})


def river(left: frozenset[str] = CREW) -> Puzzle:
    """Return the puzzle of the ferryman; a node is who is on the left bank."""

    def steps(node: Node) -> Steps:
        boat_left = "ferryman" in node
        here = node if boat_left else CREW - node
        found = []
        for passenger in [*sorted(here - {"ferryman"}), "nobody"]:
            moved = {"ferryman", passenger} & CREW
            stay = here - moved
            if not ({"wolf", "goat"} <= stay or {"goat", "cabbage"} <= stay):
                after = node - moved if boat_left else node | moved
                found.append((f"cross({passenger})", after, 1))
        return found

    def read(text: str) -> Node:
        banks = {who: side for side, who in re.findall(r"on\((\w+), (\w+)\)", text)}
        assert set(banks) == CREW
        assert set(banks.values()) <= {"left", "right"}
        return frozenset(who for who, side in banks.items() if side == "left")

    return Puzzle("river_crossing", left, steps, lambda n: n == frozenset(), read)


SOLVED = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def slides(node: Node) -> Steps:
    free = node.index(0)
    found = []
    for square in range(9):
        rows, columns = abs(square // 3 - free // 3), abs(square % 3 - free % 3)
        if rows + columns == 1:
            board = list(node)
            board[free], board[square] = board[square], 0
            found.append((f"slide({node[square]})", tuple(board), 1))
    return found


def eight(board: tuple[int, ...]) -> Puzzle:
    def read(text: str) -> Node:
        tiles = re.findall(r"tile\((\d), (\d), (\d)\)", text)
        places = {3 * (int(r) - 1) + int(c) - 1: int(t) for c, r, t in tiles}
        return tuple(places[i] for i in range(9))

    call = f"eight_puzzle(board={list(board)})"
    return Puzzle(call, board, slides, lambda n: n == SOLVED, read)


def scrambled(seed: int, times: int) -> tuple[int, ...]:
    source = random.Random(seed)
    board: Node = SOLVED
    for _ in range(times):
        board = source.choice(slides(board))[1]
    return tuple(board)


PUZZLES = {
    puzzle.call: puzzle
    for puzzle in (
        robot(),
        jugs(),
        jugs(7, 4, 6),
        river(),
        eight((1, 2, 3, 4, 0, 6, 7, 5, 8)),
        eight((1, 2, 3, 4, 5, 0, 7, 8, 6)),
        eight((1, 2, 0, 4, 5, 3, 7, 8, 6)),
    )
}

#: Depth first goes tens of thousands of moves deep into most boards of the puzzle.
DEEP = tuple(PUZZLES)[-2:]
SEARCHES = [
    (call, method)
    for call in PUZZLES
    for method in METHODS
    if method != "depth" or call not in DEEP
]

# ---- independent searches ----------------------------------------------------


def fewest_arcs(puzzle: Puzzle) -> int | None:
    queue = deque([(puzzle.start, 0)])
    seen = {puzzle.start}
    while queue:
        node, length = queue.popleft()
        if puzzle.is_goal(node):
            return length
        for _, after, _ in puzzle.steps(node):
            if after not in seen:
                seen.add(after)
                queue.append((after, length + 1))
    return None


def least_cost(puzzle: Puzzle) -> int | None:
    heap: list[tuple[int, int, Node]] = [(0, 0, puzzle.start)]
    done: set[Node] = set()
    serial = 0
    while heap:
        cost, _, node = heapq.heappop(heap)
        if node in done:
            continue
        if puzzle.is_goal(node):
            return cost
        done.add(node)
        for _, after, step in puzzle.steps(node):
            serial += 1
            heapq.heappush(heap, (cost + step, serial, after))
    return None


def simple_paths(puzzle: Puzzle) -> Iterator[tuple[Node, ...]]:
    """Yield all paths to goals that meet no node twice."""

    def walk(path: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
        if puzzle.is_goal(path[-1]):
            yield path
        for _, after, _ in puzzle.steps(path[-1]):
            if after not in path:
                yield from walk((*path, after))

    return walk((puzzle.start,))


@cache
def shortest(call: str) -> tuple[int | None, int | None]:
    return fewest_arcs(PUZZLES[call]), least_cost(PUZZLES[call])


# ---- what is asserted of a path ----------------------------------------------


def check(puzzle: Puzzle, path: PathResult) -> None:
    """Assert that a path that was found is one, move by move."""
    assert path.found
    assert path.stopped == "found"
    nodes = [puzzle.read(text) for text in path.states]
    assert nodes[0] == puzzle.start
    assert puzzle.is_goal(nodes[-1])
    assert len(path.moves) == len(nodes) - 1 == len(path.numbers) - 1
    cost = 0
    for (here, there), move in zip(pairwise(nodes), path.moves, strict=True):
        steps = {(m, n): c for m, n, c in puzzle.steps(here)}
        assert (move, there) in steps, f"no {move} from {here} to {there}"
        cost += steps[move, there]
    assert path.cost == cost


Told = tuple[bool, tuple[str, ...], tuple[str, ...], int | None, tuple[int, int], str]


def told(path: PathResult) -> Told:
    """Return all that both tiers must tell alike."""
    counts = path.expanded, path.frontier_max
    return path.found, path.states, path.moves, path.cost, counts, path.stopped


def left(path: PathResult) -> tuple[int, int | None, int]:
    """Return what was waiting and reached, and how many paths were found before."""
    return path.waiting, path.reached, path.earlier


def in_both_tiers(game: Game, **options: Any) -> PathResult:
    one, two = (game.path(tier=tier, **options) for tier in TIERS)
    assert told(one) == told(two)
    assert left(one) == left(two)
    return one


def all_in_both_tiers(game: Game, **options: Any) -> list[PathResult]:
    """Return all paths, without the last result, which tells that no more are left."""
    one, two = (list(game.paths(tier=tier, **options)) for tier in TIERS)
    assert [told(path) for path in one] == [told(path) for path in two]
    assert [left(path) for path in one] == [left(path) for path in two]
    assert [path.found for path in one] == [True] * (len(one) - 1) + [False]
    assert one[-1].stopped == "none"
    return one[:-1]


# ---- the four state spaces ---------------------------------------------------


@pytest.mark.parametrize(("call", "method"), SEARCHES)
def test_paths_are_paths(call: str, method: str) -> None:
    game = loaded(call)
    if method in INFORMED and not game.has_estimate:
        for tier in TIERS:
            with pytest.raises(InputError, match="needs an estimate"):
                game.path(method=method, tier=tier)
        return
    path = in_both_tiers(game, method=method)
    check(PUZZLES[call], path)
    fewest, least = shortest(call)
    if method in ("breadth", "iterative"):
        assert len(path.moves) == fewest
    if method in ("lowest_cost", "a_star", "ida_star"):
        assert path.cost == least
    assert path.expanded > 0
    assert path.frontier_max > 0


@pytest.mark.parametrize("room", ROOMS)
def test_the_robot_goes_the_cheapest_way_from_everywhere(room: str) -> None:
    text = loaded("delivery_robot").book.text
    game = ps.load_text(text.replace("start(mail_room).", f"start({room})."))
    puzzle = robot(room)
    for method in METHODS:
        path = in_both_tiers(game, method=method)
        check(puzzle, path)
        if method in ("breadth", "iterative"):
            assert len(path.moves) == fewest_arcs(puzzle)
        if method in ("lowest_cost", "a_star", "ida_star"):
            assert path.cost == least_cost(puzzle)


@pytest.mark.parametrize("method", METHODS)
def test_all_ways_of_the_robot(method: str) -> None:
    puzzle, game = robot(), loaded("delivery_robot")
    paths = all_in_both_tiers(game, method=method, prune="cycles")
    for path in paths:
        check(puzzle, path)
    assert sorted(path.states for path in paths) == sorted(simple_paths(puzzle))
    costs = [path.cost for path in paths if path.cost is not None]
    lengths = [len(path.moves) for path in paths]
    if method in ("lowest_cost", "a_star", "ida_star"):
        assert costs == sorted(costs)
    if method in ("breadth", "iterative"):
        assert lengths == sorted(lengths)


@pytest.mark.parametrize("method", METHODS)
def test_pruned_paths_come_in_the_same_order(method: str) -> None:
    paths = all_in_both_tiers(loaded("delivery_robot"), method=method, prune="paths")
    assert paths
    if method not in BOUNDED:
        assert len(paths) < len(list(simple_paths(robot())))


@pytest.mark.parametrize("method", ["breadth", "lowest_cost", "a_star"])
@pytest.mark.parametrize("tier", TIERS)
def test_of_endlessly_many_paths_the_first_ones_come(method: str, tier: str) -> None:
    """Without pruning the robot may go round for ever: `paths` is lazy."""
    game = loaded("delivery_robot")
    paths = list(islice(game.paths(method=method, prune="none", tier=tier), 40))
    for path in paths:
        check(robot(), path)
    assert len({path.states for path in paths}) == 40
    assert any(len(set(path.states)) < len(path.states) for path in paths)


@pytest.mark.parametrize("tier", TIERS)
def test_another_search_may_go_on_meanwhile(tier: str) -> None:
    game = loaded("delivery_robot")
    one = game.paths(method="breadth", prune="cycles", tier=tier)
    two = game.paths(method="lowest_cost", prune="cycles", tier=tier)
    mixed = [(next(one), next(two)) for _ in range(3)]
    alone = list(game.paths(method="breadth", prune="cycles", tier=tier))
    assert [told(a) for a, _ in mixed] == [told(a) for a in alone[:3]]
    assert [told(a) for a in one] == [told(a) for a in alone[3:]]
    assert next(two).found


@pytest.mark.parametrize("seed", range(6))
def test_eight_puzzles_are_solved_in_the_fewest_moves(seed: int) -> None:
    puzzle = eight(scrambled(seed, 6 + 3 * seed))
    least = least_cost(puzzle)
    assert least is not None
    game = loaded(puzzle.call)
    for method in ("breadth", "a_star"):
        path = in_both_tiers(game, method=method)
        check(puzzle, path)
        assert path.cost == least
    greedy = in_both_tiers(game, method="best_first")
    check(puzzle, greedy)
    assert greedy.cost is not None
    assert greedy.cost >= least


def test_h_saves_work() -> None:
    game = loaded("eight_puzzle(board=[1, 3, 6, 5, 0, 2, 4, 7, 8])")
    blind, informed = game.path(method="breadth"), game.path(method="a_star")
    assert blind.cost == informed.cost == 8
    assert informed.expanded * 5 < blind.expanded


def test_a_puzzle_without_a_solution_ends() -> None:
    game = loaded("eight_puzzle(board=[1, 2, 3, 4, 5, 6, 8, 7, 0])")
    path = game.path(limit=None)
    counts = (181_440, path.frontier_max)
    assert told(path) == (False, (), (), None, counts, "none")


@pytest.mark.parametrize("method", ["breadth", "depth", "iterative", "lowest_cost"])
@pytest.mark.parametrize("wanted", [5, 9])
def test_jugs_that_cannot_measure(wanted: int, method: str) -> None:
    game = loaded(f"water_jugs(large=6, small=4, wanted={wanted})")
    path = in_both_tiers(game, method=method)
    assert told(path)[:4] == (False, (), (), None)
    assert path.stopped == "none"


@pytest.mark.parametrize("tier", TIERS)
def test_a_search_begins_where_it_is_told(tier: str) -> None:
    game = loaded("river_crossing")
    state = game.after("cross(goat); cross(nobody); cross(wolf)")
    path = game.path(start=state, tier=tier)
    check(river(frozenset({"cabbage"})), path)
    assert len(path.moves) == 4


@pytest.mark.parametrize("tier", TIERS)
def test_the_numbers_of_a_path_are_states(tier: str) -> None:
    game = loaded("river_crossing")
    path = game.path(tier=tier)
    state = game.initial
    for move, number in zip(path.moves, path.numbers[1:], strict=True):
        state = state.play(move)
        assert state.number == number
    assert state.terminal
    assert state.goals == {"ferryman": 100}


@pytest.mark.parametrize(("short", "method"), ALIASES.items())
def test_other_names_of_the_methods(short: str, method: str) -> None:
    game = loaded("delivery_robot")
    assert told(game.path(method=short)) == told(game.path(method=method))


# ---- small graphs ------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_an_endless_graph_ends_at_the_limit(method: str) -> None:
    text = "start(0). is_goal(-1). arc(N, M) :- M is N + 1. h(_, 0)."
    limit = 40 if method in BOUNDED else 300
    path = in_both_tiers(ps.load_text(text), method=method, limit=limit)
    assert not path.found
    assert path.stopped == "limit"
    assert path.expanded == limit


@pytest.mark.parametrize("tier", TIERS)
def test_an_endless_graph_ends_with_the_time(tier: str) -> None:
    game = ps.load_text("start(0). is_goal(-1). arc(N, M) :- M is N + 1.")
    with pytest.raises(LimitError, match="time is over"):
        game.path(tier=tier, limit=None, seconds=0.1)


@pytest.mark.parametrize("method", METHODS)
def test_the_limit_is_exact(method: str) -> None:
    game = loaded("delivery_robot")
    whole = game.path(method=method)
    same = in_both_tiers(game, method=method, limit=whole.expanded)
    assert told(same) == told(whole)
    short = in_both_tiers(game, method=method, limit=whole.expanded - 1)
    assert short.stopped == "limit"
    assert short.expanded == whole.expanded - 1


DIAMOND = """
start(s). is_goal(g).
arc(s, a, 1). arc(s, b, 4). arc(a, c, 5). arc(b, c, 1). arc(c, g, 3).
"""


@pytest.mark.parametrize(
    "estimates",
    [
        pytest.param({"s": 8, "a": 8, "b": 4, "c": 3, "g": 0}, id="consistent"),
        pytest.param({"s": 0, "a": 0, "b": 4, "c": 0, "g": 0}, id="inconsistent"),
        pytest.param({"s": 8, "a": 0, "b": 4, "c": 0, "g": 0}, id="and from the start"),
    ],
)
def test_a_star_is_right_with_what_never_is_too_much(
    estimates: dict[str, int],
) -> None:
    """The second way to c is the cheaper one, found after the first."""
    hs = "\n".join(f"h({node}, {h})." for node, h in estimates.items())
    path = in_both_tiers(ps.load_text(DIAMOND + hs), method="a_star")
    assert path.cost == 8
    assert path.states == ("s", "b", "c", "g")


def test_an_estimate_that_is_too_much_misleads() -> None:
    text = DIAMOND + "h(s, 0). h(a, 0). h(b, 9). h(c, 0). h(g, 0)."
    game = ps.load_text(text)
    assert in_both_tiers(game, method="a_star").cost == 9
    assert in_both_tiers(game, method="lowest_cost").cost == 8


@pytest.mark.parametrize("method", METHODS)
def test_zero_costs_and_cycles(method: str) -> None:
    game = ps.load_text(
        """start(a). is_goal(d). h(_, 0).
        arc(a, b, 0). arc(b, a, 0). arc(b, b, 0). arc(b, c, 0). arc(c, a, 0).
        arc(c, d, 2). arc(a, d, 3)."""
    )
    path = in_both_tiers(game, method=method)
    assert (path.states[0], path.states[-1]) == ("a", "d")
    if method in ("lowest_cost", "a_star", "ida_star"):
        assert path.cost == 2
    if method in ("breadth", "iterative"):
        assert path.states == ("a", "d")


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("method", ["breadth", "depth", "lowest_cost"])
def test_a_negative_cost_is_an_error(method: str, tier: str) -> None:
    text = "start(a). is_goal(c). arc(a, b, 2). arc(b, c, -1). arc(b, d, 0)."
    with pytest.raises(RulesError, match="the cost of the arc from b to c, found -1"):
        ps.load_text(text).path(method=method, tier=tier)


@pytest.mark.parametrize("tier", TIERS)
def test_a_cost_that_is_no_number_is_an_error(tier: str) -> None:
    with pytest.raises(RulesError):
        ps.load_text("start(a). is_goal(b). arc(a, b, far).").path(tier=tier)


@pytest.mark.parametrize("method", METHODS)
def test_the_start_may_be_a_goal(method: str) -> None:
    game = ps.load_text("start(a). is_goal(a). arc(a, b). arc(b, a). h(_, 0).")
    path = in_both_tiers(game, method=method)
    assert told(path) == (True, ("a",), (), 0, (0, path.frontier_max), "found")


@pytest.mark.parametrize("method", METHODS)
def test_a_start_without_arcs(method: str) -> None:
    game = ps.load_text("start(a). is_goal(b). arc(b, a). h(_, 0).")
    path = in_both_tiers(game, method=method)
    assert path.stopped == "none"
    assert path.expanded == 1


@pytest.mark.parametrize("method", METHODS)
def test_several_goals(method: str) -> None:
    game = ps.load_text(
        """start(a). is_goal(G) :- end(G). end(x). end(y). h(_, 0).
        arc(a, b, 1). arc(b, x, 9). arc(a, c, 2). arc(c, y, 3). arc(x, y, 1)."""
    )
    path = in_both_tiers(game, method=method)
    if method in ("lowest_cost", "a_star", "ida_star"):
        assert (path.cost, path.states[-1]) == (5, "y")
    paths = all_in_both_tiers(game, method=method, prune="cycles")
    assert sorted("".join(p.states) for p in paths) == ["abx", "abxy", "acy"]


@pytest.mark.parametrize("method", METHODS)
def test_arcs_and_neighbours_may_be_mixed(method: str) -> None:
    """Arcs with costs come first, then those without, then the lists."""
    game = ps.load_text(
        """start(n(1)). is_goal(n(4)). h(_, 0).
        neighbours(n(1), [n(2), n(3)]). neighbours(n(2), []).
        arc(n(1), n(5)).
        arc(n(3), n(4), 7). arc(n(5), n(3), 0). arc(n(1), n(6), 2)."""
    )
    path = in_both_tiers(game, method=method)
    assert (path.states[0], path.states[-1]) == ("n(1)", "n(4)")
    assert path.cost == 8
    paths = all_in_both_tiers(game, method="breadth", prune="none")
    assert [p.states[1:-1] for p in paths] == [("n(3)",), ("n(5)", "n(3)")]


def test_nodes_may_be_any_terms() -> None:
    game = ps.load_text(
        """start(at('Here', [1, 2])). is_goal(at(_, [])).
        arc(at(P, [X|Xs]), at(X, Xs)) :- P \\== X."""
    )
    path = in_both_tiers(game)
    assert path.states == ("at('Here', [1, 2])", "at(1, [2])", "at(2, [])")
    assert path.moves[0] == "at('Here', [1, 2])-at(1, [2])"


@pytest.mark.parametrize("method", METHODS)
def test_of_equal_paths_the_first_in_rule_order_is_found(method: str) -> None:
    game = ps.load_text(
        """start(a). is_goal(d). h(_, 0).
        arc(a, c). arc(a, b). arc(b, d). arc(c, d)."""
    )
    assert in_both_tiers(game, method=method).states == ("a", "c", "d")


PARTIAL = "start(a). is_goal(b). arc(a, b). h(a, 1)."


@pytest.mark.parametrize("tier", TIERS)
def test_an_estimate_that_is_missing_is_told(tier: str) -> None:
    with pytest.raises(InputError, match="estimate"):
        ps.load_text(PARTIAL).path(method="a_star", tier=tier)


@pytest.mark.parametrize("tier", TIERS)
def test_an_estimate_is_asked_only_where_it_is_used(tier: str) -> None:
    assert ps.load_text(PARTIAL).path(method="breadth", tier=tier).found


@pytest.mark.parametrize("tier", TIERS)
def test_what_comes_after_a_goal_is_not_looked_at(tier: str) -> None:
    game = ps.load_text("start(a). is_goal(b). arc(a, b, 1). arc(b, c, -1).")
    assert game.path(tier=tier).found


# ---- mistakes ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "options", "message"),
    [
        ("delivery_robot", {"method": "fastest"}, "no method 'fastest'"),
        ("delivery_robot", {"prune": "some"}, "no prune 'some'"),
        ("delivery_robot", {"tier": "slow"}, "no tier 'slow'"),
        ("delivery_robot", {"limit": 0}, "limit of at least 1"),
        ("water_jugs", {"method": "a_star"}, "defines no h"),
        ("tic_tac_toe", {}, "paths are for one agent"),
    ],
)
def test_mistakes_are_told(call: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        loaded(call).path(**options)


def test_a_space_without_roles_has_no_best_move() -> None:
    with pytest.raises(InputError, match="ask for a path"):
        loaded("delivery_robot").initial.best()


# ---- random graphs -----------------------------------------------------------

Arcs = list[tuple[int, int, int]]

ARCS = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 5)),
    max_size=16,
    unique_by=lambda arc: arc[:2],
)
GOALS = st.sets(st.integers(0, 6), min_size=1, max_size=2)


def written(arcs: Arcs, goals: set[int], estimates: dict[int, int]) -> Game:
    lines = ["start(0).", *(f"is_goal({n})." for n in sorted(goals))]
    lines += [f"arc({a}, {b}, {cost})." for a, b, cost in arcs] or ["arc(9, 9, 1)."]
    lines += [f"h({n}, {estimates.get(n, 0)})." for n in range(7)]
    return ps.load_text("\n".join(lines))


def graph(arcs: Arcs, goals: set[int], start: int = 0) -> Puzzle:
    def steps(node: Node) -> Steps:
        return [(f"{a}-{b}", b, cost) for a, b, cost in arcs if a == node]

    return Puzzle("", start, steps, lambda n: n in goals, int)


@settings(max_examples=60)
@given(arcs=ARCS, goals=GOALS)
def test_random_graphs(arcs: Arcs, goals: set[int]) -> None:
    """The costs are those of Dijkstra; without h, a_star is lowest_cost."""
    puzzle, game = graph(arcs, goals), written(arcs, goals, {})
    fewest, least = fewest_arcs(puzzle), least_cost(puzzle)
    results = {method: in_both_tiers(game, method=method) for method in METHODS}
    for path in results.values():
        assert path.found == (least is not None)
        if path.found:
            check(puzzle, path)
        else:
            assert path.stopped == "none"
    if least is not None:
        assert len(results["breadth"].moves) == fewest
        assert len(results["iterative"].moves) == fewest
    assert results["lowest_cost"].cost == least
    assert told(results["a_star"]) == told(results["lowest_cost"])


@settings(max_examples=50)
@given(arcs=ARCS, goals=GOALS, seed=st.integers(0, 999))
def test_a_star_is_cheapest_with_any_estimate_not_too_large(
    arcs: Arcs, goals: set[int], seed: int
) -> None:
    source = random.Random(seed)
    exact = {node: least_cost(graph(arcs, goals, node)) for node in range(7)}
    estimates = {n: source.randint(0, cost) for n, cost in exact.items() if cost}
    path = in_both_tiers(written(arcs, goals, estimates), method="a_star")
    assert path.cost == exact[0]


@settings(max_examples=30)
@given(arcs=ARCS, goals=GOALS, prune=st.sampled_from(["paths", "cycles"]))
def test_all_paths_of_random_graphs(arcs: Arcs, goals: set[int], prune: str) -> None:
    puzzle, game = graph(arcs, goals), written(arcs, goals, {})
    simple = {tuple(map(str, path)) for path in simple_paths(puzzle)}
    for method in ("breadth", "depth", "iterative", "lowest_cost"):
        paths = all_in_both_tiers(game, method=method, prune=prune)
        found = {path.states for path in paths}
        assert len(found) == len(paths)
        if prune == "cycles" or method in BOUNDED:
            assert found == simple
        else:
            assert found <= simple
            assert bool(found) == bool(simple)


#: Asks for the first path, and forks; both processes end without another path.
UNFINISHED = """
import os
from pygame_search import load
paths = load("river_crossing").paths(tier="clauses")
next(paths)
if os.fork():
    os.wait()
"""


def test_a_search_for_more_paths_may_be_left_at_the_end_of_the_program() -> None:
    words = [sys.executable, "-W", "ignore", "-c", UNFINISHED]
    ended = subprocess.run(words, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
