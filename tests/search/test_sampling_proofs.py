"""Proof numbers from random games, and conspiracy numbers by their definition."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import inf

import pytest
from click.testing import CliRunner
from games import loaded
from sampled import ROUND, positions, values

from pygame_search.cli.app import command
from pygame_search.game import State, load_text
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.scores import WIN
from pygame_search.search.core.heuristics import all_weights
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.setup import new_task
from pygame_search.search.proof import conspiracy, mcpns
from pygame_search.support.errors import InputError

# ---- Monte Carlo proof-number search ------------------------------------------

CALLS = (
    ("tic_tac_toe", 10, 2, 6),
    ("hexapawn", 8, 0, 3),
    ("hexapawn(columns=4, rows=4)", 3, 5, 8),
    ("nim(heaps=[2, 3])", 8, 0, 2),
    ("connect_four(columns=4, rows=4)", 3, 9, 11),
    ("coins_in_a_row", 6, 0, 3),
    ("goofspiel(cards=3)", 4, 0, 1),
)


def moves_must_be_worth(
    found: SearchResult,
    state: State,
    role: str,
    worth: Callable[[int, int], float | Fraction],
) -> None:
    """Check the value of each move: the worst of its answers, or a bound above it."""
    index = state.game.roles.index(role)
    for move in found.moves:
        least_of_it = min(
            worth(state.play(f"[{', '.join(joint)}]").number, index)
            for joint in joints(state.legal, role, move.move)
        )
        assert move.value is not None
        assert least_of_it <= move.value
        if move.bound == "exact":
            assert least_of_it == move.value


@pytest.mark.parametrize(("call", "number", "least", "most"), CALLS)
def test_the_proven_value_is_that_of_minimax(
    call: str, number: int, least: int, most: int
) -> None:
    for state in positions(call, number, 3, least, most):
        worth = values(state.game)
        for index, role in enumerate(state.game.roles):
            found = state.best(role=role, method="mcpns(seconds=60)")
            assert (found.complete, found.stopped) == (True, "complete")
            assert found.value == worth(state.number, index)
            moves_must_be_worth(found, state, role, worth)
            assert found.move in [m.move for m in found.moves if m.bound == "exact"]


def joints(
    legal: dict[str, tuple[str, ...]], role: str, move: str
) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [()]
    for name, moves in legal.items():
        found = [(*j, m) for j in found for m in ((move,) if name == role else moves)]
    return found


def test_numbers_of_an_and_or_tree() -> None:
    """The least of sums, as in Allis's trees; a proven answer needs nothing."""

    def leaf(proof: float, disproof: float) -> mcpns.Node:
        return mcpns.Node(0, proof, disproof)

    assert mcpns.proof([leaf(1, 1), leaf(2, 1), leaf(0, inf)]) == 3
    assert mcpns.proof([leaf(0.1, 1)] * 10) == 1  # in every version of Python
    assert mcpns.disproof([leaf(1, 4), leaf(2, 3), leaf(0, inf)]) == 3
    two = [[leaf(1, 1), leaf(2, 2)], [leaf(2, 5)]]
    root = mcpns.Node(0, 1, 1, two)
    assert mcpns.most_proving(root) == [root, two[1][0]]


@pytest.mark.parametrize("nodes", [1, 20])
def test_what_is_proven_so_far_is_told(nodes: int) -> None:
    found = loaded("connect_four").initial.best(method=f"mcpns(nodes={nodes})")
    assert (found.stopped, found.complete, found.bound) == ("nodes", False, "upper")
    assert found.value == 1
    assert "to be sure of 1 has the proof number" in found.notes[0]
    assert found.nodes >= nodes


def test_a_game_that_need_not_end_has_no_value() -> None:
    """Who cannot make it end is sure of nothing; who can, of what the end gives."""
    state = load_text(ROUND).initial
    found = state.best(role="ann", method="mcpns")
    assert (found.move, found.value, found.complete) == ("go", None, False)
    assert found.notes == ("the others can keep ann from ending the game: no value",)
    found = state.best(role="bob", method="mcpns")
    assert (found.value, found.complete) == (0, True)
    shown = CliRunner().invoke(command, ["best", "nim", "--method", "mcpns"])
    assert "value: 1 (proven)" in shown.output


def test_proofs_know_no_chance() -> None:
    for method in ("mcpns", "conspiracy"):
        with pytest.raises(InputError, match="does not support chance"):
            loaded("pig").initial.best(method=method)


# ---- conspiracy numbers ------------------------------------------------------


def leaves(node: conspiracy.Node) -> list[conspiracy.Node]:
    if node.choices is None:
        return [node]
    return [n for answers in node.choices for after in answers for n in leaves(after)]


def backed_up(node: conspiracy.Node, changed: dict[int, float]) -> float:
    if node.choices is None:
        return changed.get(id(node), node.score)
    return max(
        min(backed_up(after, changed) for after in answers) for answers in node.choices
    )


def conspirators(root: conspiracy.Node, value: float, up: bool) -> float:
    """Return the conspiracy number of a value, by McAllester's definition.

    That is how many leaves have to change their scores at least, to any that they may
    have, for the root to come to the value or beyond it.
    """
    free = [leaf for leaf in leaves(root) if not leaf.terminal]
    for number in range(len(free) + 1):
        for chosen in combinations(free, number):
            changed = {
                id(leaf): (WIN - leaf.ply - 1) * (1.0 if up else -1.0)
                for leaf in chosen
            }
            reached = backed_up(root, changed)
            if reached >= value if up else reached <= value:
                return number
    return inf


TREES = ("hexapawn", "tic_tac_toe", "nim(heaps=[1, 2])", "goofspiel(cards=2)")


@pytest.mark.parametrize("call", TREES)
@pytest.mark.parametrize("seed", range(4))
def test_conspiracy_numbers_are_those_of_the_definition(call: str, seed: int) -> None:
    source = random.Random(seed)
    game = loaded(call)
    method = read_method("conspiracy")
    weights = all_weights(game, None)
    request = SearchRequest(game.initial, game.players[0], method, weights=weights)
    task = new_task(request)
    root = conspiracy.leaf(task, game.initial.number, 0)
    paths = [[root]]
    while len(leaves(root)) < 7:
        open_ = [path for path in paths if path[-1].choices is None]
        open_ = [path for path in open_ if not path[-1].terminal]
        if not open_:
            break
        path = source.choice(open_)
        conspiracy.expand(task, path)
        for answers in path[-1].choices or ():
            paths += [[*path, after] for after in answers]
    assert root.score == backed_up(root, {})
    scores = {leaf.score for leaf in leaves(root)}
    near = {score + step for score in scores for step in (-1, 0, 1)}
    for score in sorted(near | {WIN, -WIN, WIN - 2, 2 - WIN}):
        rises = conspiracy.needed(root.rises, score)
        falls = conspiracy.needed(root.falls, -score)
        assert rises == conspirators(root, score, True)
        assert falls == conspirators(root, score, False)


SURE = (
    ("tic_tac_toe", 6, 3, 6),
    ("hexapawn", 6, 0, 3),
    ("nim(heaps=[2, 3])", 6, 0, 2),
    ("coins_in_a_row", 4, 0, 3),
    ("goofspiel(cards=3)", 3, 0, 1),
)


@pytest.mark.parametrize(("call", "number", "least", "most"), SURE)
def test_what_no_conspiracy_can_change_is_exact(
    call: str, number: int, least: int, most: int
) -> None:
    for state in positions(call, number, 5, least, most):
        worth = values(state.game)
        for index, role in enumerate(state.game.roles):
            found = state.best(
                role=role, method="conspiracy(threshold=100000, nodes=1000000)"
            )
            assert (found.stopped, found.complete) == ("complete", True)
            assert found.value == worth(state.number, index)
            exact = state.best(role=role, method="alphabeta", depth=12)
            assert found.distance in (None, exact.distance)
            moves_must_be_worth(found, state, role, worth)
            assert found.best[0].bound == "exact"
            assert (found.best[0].move, found.best[0].value) == (
                found.move, found.value,
            )  # fmt: skip


def test_a_threshold_is_reached() -> None:
    state = loaded("othello(size=4)").initial
    nodes = []
    for threshold in (1, 2):
        found = state.best(method=f"conspiracy(threshold={threshold}, nodes=99999)")
        assert (found.stopped, found.complete) == ("threshold", False)
        numbers = [
            int(n) for n in found.notes[0].replace(",", "").split() if n.isdigit()
        ]
        assert min(numbers) > threshold
        assert len(found.line) + 1 == len(found.states)
        nodes.append(found.nodes)

    assert nodes[0] < nodes[1]


def test_a_width_asks_for_less() -> None:
    state = loaded("othello(size=4)").initial
    narrow = state.best(method="conspiracy(threshold=5, nodes=3000)")
    wide = state.best(method="conspiracy(threshold=5, width=1000000, nodes=3000)")
    assert wide.nodes <= narrow.nodes
    assert state.best(method="conspiracy(nodes=50)").nodes >= 50


def test_only_leaves_that_can_rise_are_expanded() -> None:
    """One state of the tree is expanded at a time, and not one that is over."""
    game = loaded("hexapawn")
    method = read_method("conspiracy")
    task = new_task(SearchRequest(game.initial, "white", method))
    root = conspiracy.leaf(task, game.initial.number, 0)
    conspiracy.expand(task, [root])
    search = conspiracy.Conspiracies(task, root, 2, 0)
    machine = ClauseMachine(game, memo=True)
    while True:
        path = search.conspirator()
        if path is None:
            break
        assert not machine.look(path[-1].state).terminal
        conspiracy.expand(task, path)
    assert search.settled() or min(search.to_rise(), search.to_fall()) > 2
