"""The lectures' searches, as clauses and as functions, beside the engine's.

On every small game, from random positions and to several depths: the same move, value
and line, and the same leaves in the same order.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import forms
import pytest
from click.testing import CliRunner
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.knowledge_forms import OF_KNOWLEDGE
from pygame_search.experiments.lecture_forms import (
    LECTURES,
    PATH_LECTURES,
    SAMPLED,
    compare_lecture,
    compare_path_lecture,
)
from pygame_search.game import Game, State
from pygame_search.lectures import relations
from pygame_search.programs.program import lecture, lectures, start
from pygame_search.render.sources import rows as source_rows
from pygame_search.search.core.methods import PATH_METHODS, read_method, read_search
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.trace import expanded_nodes
from pygame_search.support.resources import logic_folder

#: How the engine is asked for what a lecture's search does.
ENGINE = LECTURES

GAMES = (
    "hexapawn", "hexapawn(columns=4)", "tic_tac_toe", "nim", "nim(heaps=[2, 2])",
    "chomp", "connect_four(columns=4, rows=3)", "othello(size=4)",
    "uniform_tree", "skirmish", "pig", "coins_in_a_row",
)  # fmt: skip

#: The methods for each game; the others are for two players without chance.
ONLY = {
    "pig": ("expectimax",),
    "coins_in_a_row": ("maxn", "minimax", "alphabeta"),
    "skirmish": ("minimax", "alphabeta", "quiescence"),
}


def methods(game: str) -> tuple[str, ...]:
    usual = tuple(name for name in ENGINE if name != "quiescence")
    return ONLY.get(game, usual)


def positions(game: Game, seed: int, number: int = 4) -> Iterator[State]:
    """Yield the start and random positions in which one role moves."""
    source = random.Random(seed)
    yield game.initial
    while number:
        state = game.initial
        for _ in range(source.randrange(1, 7)):
            if state.terminal:
                break
            state = source.choice([after for _, after in state.successors])
        if not state.terminal and len(state.to_move) == 1:
            number -= 1
            yield state


def node(rules: relations.Rules, state: State) -> relations.Node:
    return relations.Node(rules, state.number)


def text(rules: relations.Rules, state: State, move: relations.Move) -> str:
    """Return the text of a move of the role that moves."""
    if not isinstance(move, int):
        return str(move)
    return rules.machine.texts([(move,)])[0][0]


def engine(state: State, role: str, depth: int, method: str) -> SearchResult:
    return state.best(role=role, depth=depth, method=ENGINE[method], tier="clauses")


CASES = [(game, method) for game in GAMES for method in methods(game)]


@pytest.mark.parametrize(("call", "method"), CASES)
def test_move_value_and_leaves(call: str, method: str) -> None:
    game = loaded(call)
    game.goal_sum  # noqa: B018
    clauses, functions = (
        lecture(method),
        import_module(f"pygame_search.lectures.{method}"),
    )
    for seed, state in enumerate(positions(game, seed=1)):
        depth = 1 + seed % 3
        [mover] = state.to_move
        for role in game.players:
            expected = engine(state, role, depth, method)
            told = clauses.ask("best", state, role=role, depth=depth)
            assert told is not None
            rules = relations.Rules(game)
            move, value = functions.best(node(rules, state), role, depth)
            assert told.value == pytest.approx(float(value))
            assert told.value == pytest.approx(expected.value)
            assert told.move == text(rules, state, move)
            if mover != "random":
                place = game.roles.index(mover)
                assert told.move == expected.line[0][place]
            if method != "maxn":  # which asks each leaf once for all roles
                assert list(told.looked_at) == rules.looked_at
                if method != "deepening" or not expected.complete:  # which then ends
                    assert len(told.looked_at) == expected.leaves
            worth = clauses.ask("value", state, role=role, depth=depth)
            assert worth is not None
            assert worth.value == told.value


@pytest.mark.parametrize("call", GAMES[:9])
@pytest.mark.parametrize("method", ["minimax", "alphabeta"])
def test_the_line(call: str, method: str) -> None:
    """Asked again after each move, a lecture's search plays the line of the engine."""
    game = loaded(call)
    game.goal_sum  # noqa: B018
    clauses = lecture(method)
    for state in positions(game, seed=2, number=2):
        [role] = state.to_move
        line = engine(state, role, 3, method).line
        for depth, joint in zip((3, 2, 1), line, strict=False):
            told = clauses.ask("best", state, role=role, depth=depth)
            assert told is not None
            [mover] = state.to_move
            assert told.move == joint[game.roles.index(mover)]
            state = state.play(told.move)


@pytest.mark.parametrize(
    "call", ["hexapawn", "nim(heaps=[1, 2])", "chomp(columns=3, rows=2)"]
)
def test_proof_numbers(call: str) -> None:
    game = loaded(call)
    clauses, functions = (
        lecture("proof_number"),
        import_module("pygame_search.lectures.proof_number"),
    )
    for role, worths in zip(game.roles, game.worths, strict=True):
        value = game.initial.best(role=role, method="minimax").value
        assert value is not None
        for worth in worths:
            proved = clauses.ask("proved", game.initial, role=role, depth=worth)
            assert (proved is not None) == (value >= worth)
            rules = relations.Rules(game)
            assert functions.proved(node(rules, game.initial), role, worth) == (
                value >= worth
            )
            if proved is not None:
                assert list(proved.looked_at) == rules.looked_at


ESTIMATED = ("delivery_robot", "eight_puzzle")
SPACES = (
    "delivery_robot", "water_jugs", "water_jugs(large=7, small=4, wanted=6)",
    "river_crossing", "eight_puzzle",
)  # fmt: skip

PATHS = {name: method for method, name in PATH_LECTURES.items()}


#: All pairs but those that need an estimate which the space does not have, and a path
#: of thousands of steps.
ROUTES = [
    (space, method)
    for space in SPACES
    for method in PATHS
    if (method not in ("best_first", "a_star", "ida_star") or space in ESTIMATED)
    and (space, method) != ("eight_puzzle", "depth_first")
]


@pytest.mark.parametrize(("space", "method"), ROUTES)
def test_paths(space: str, method: str) -> None:
    """The path of the engine that leaves out the same paths, those with a cycle."""
    game = loaded(space)
    expected = game.path(
        method=PATHS[method], prune="cycles", tier="clauses", record=True
    )
    told = lecture(method).ask("path", start(game))
    assert told is not None
    rules = relations.Rules(game)
    found = import_module(f"pygame_search.lectures.{method}").path(
        relations.initial(rules)
    )
    assert [state.number for state in told.states] == list(expected.numbers)
    assert [state.number for state in found] == list(expected.numbers)
    assert list(told.looked_at) == rules.expanded == expanded_nodes(expected.events)


def graphs(count: int) -> Iterator[Game]:
    """Yield random graphs with costs from 0 and any estimates; some have no path."""
    source = random.Random(7)
    for _ in range(count):
        size = source.randrange(2, 7)
        arcs = {(source.randrange(size), source.randrange(size)) for _ in range(9)}
        clauses = [f"start(0). is_goal({size - 1})."]
        clauses += [f"arc({a}, {b}, {source.randrange(6)})." for a, b in arcs]
        clauses += [f"h({n}, {source.randrange(9)})." for n in range(size)]
        yield ps.load_text(" ".join(clauses))


@pytest.mark.parametrize("method", PATH_METHODS)
def test_paths_of_random_graphs(method: str) -> None:
    """The same path, and the same paths expanded in the same order."""
    none = 0
    for game in graphs(40):
        found = compare_path_lecture(game, read_search(PATH_LECTURES[method]))
        assert found.same, (game.book.text, found.rows)
        none += found.rows[0][1] == "none"
    assert none


@pytest.mark.parametrize(
    ("call", "method"),
    [
        (game, method)
        for game in GAMES
        for method in SAMPLED
        if method != "uct" or game not in ("coins_in_a_row", "uniform_tree")
    ],
)
def test_random_games(call: str, method: str) -> None:
    """The same games, drawn from the same numbers: the same move, mean and ends."""
    game = loaded(call)
    for seed, state in enumerate(positions(game, seed=3, number=2), 1):
        [role] = state.to_move
        if role == "random":
            continue
        found = compare_lecture(
            state, read_method(f"{method}(simulations=20, seed={seed})"),
            role=role, depth=1,
        )  # fmt: skip
        assert found.same, (call, found.rows)


def test_a_program_draws_the_same_again() -> None:
    """As often as it is asked, and other numbers with another seed."""
    game, clauses = loaded("tic_tac_toe"), lecture("montecarlo")
    one, same, other = (
        clauses.ask("best", game.initial, role="x", depth=5, seed=seed)
        for seed in (4, 4, 5)
    )
    assert one == same
    assert one != other


def test_an_end_by_two_rules_has_its_value_once() -> None:
    """Two lines at once are one win: expectimax and random games count it once."""
    game = ps.load_text(
        "role(a). role(random). init(turn(a)). legal(a, go) :- true(turn(a)). "
        "legal(random, X) :- true(turn(random)), member_of(X). member_of(l). "
        "member_of(r). legal(a, noop) :- true(turn(random)). "
        "legal(random, noop) :- true(turn(a)). next(turn(random)) :- does(a, go). "
        "next(at(X)) :- does(random, X), member_of(X). terminal :- true(at(_)). "
        "goal(a, 9) :- true(at(l)), one. goal(a, 9) :- true(at(l)), two. one. two. "
        "goal(a, 0) :- true(at(r))."
    )
    told = lecture("expectimax").ask("value", game.initial, role="a", depth=2)
    assert told is not None
    assert told.value == 4.5


def test_every_lecture_is_tested() -> None:
    alone = {"proof_number", *SAMPLED, *OF_KNOWLEDGE}  # see test_knowledge_forms.py
    assert set(lectures()) == {*ENGINE, *PATHS, *alone}


@pytest.mark.parametrize("method", LECTURES)
def test_compare_shows_the_lecture(method: str) -> None:
    game = "skirmish" if method == "quiescence" else "hexapawn"
    words = ["compare", method, game, "--depth", "2"]
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    assert f"logic/lectures/{method}.pl" in result.output
    assert f"pygame_search/lectures/{method}.py" in result.output
    assert "the three agree, 2 plies deep" in result.output
    engine = CliRunner().invoke(command, [*words, "--engine"])
    searched = "minimax" if method == "quiescence" else method
    assert f"logic/search/{searched}.pl" in engine.output


@pytest.mark.parametrize("name", lectures())
def test_compare_knows_each_lecture_by_its_name(name: str) -> None:
    game = {"quiescence": "skirmish", "belief": "monty_hall"}.get(name, "hexapawn")
    words = ["compare", name, "delivery_robot" if name in PATHS else game]
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    assert f"logic/lectures/{name}.pl" in result.output
    assert f"pygame_search/lectures/{name}.py" in result.output


@pytest.mark.parametrize("method", PATH_METHODS)
def test_compare_shows_the_lecture_of_a_path_search(method: str) -> None:
    words = ["compare", method, "delivery_robot"]
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    assert f"logic/lectures/{PATH_LECTURES[method]}.pl" in result.output
    assert "the three agree" in result.output
    engine = CliRunner().invoke(command, [*words, "--engine"])
    assert engine.exit_code == 0
    assert "logic/search/path_search.pl" in engine.output
    assert re.search(r"the same \d+ events", engine.output)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["a_star", "river_crossing"], "needs an estimate"),
        (["a_star", "hexapawn"], "paths are for one agent"),
        (["bfs", "delivery_robot", "--depth", "2"], "--depth: not for a path search"),
        (["proof_number", "hexapawn", "--depth", "2"], "proof_number has no depth"),
        (["uct", "hexapawn", "--depth", "2"], "uct has no depth"),
        (["mcpns", "hexapawn"], "mcpns is not written twice: expected one of minimax"),
        (["legal", "hexapawn"], "quiescence, montecarlo, uct, or a search for a path"),
        (["quiescence", "hexapawn"], "do not define quiet/0, which quiescence needs"),
        (["quiescence", "chess"], "define noisy/2, and quiescence as lectures write"),
        (["quiescence(x=1)", "skirmish"], "minimax has no parameter 'x'"),
        (["uct", "rock_paper_scissors"], "for positions in which one role moves"),
        (["minimax", "delivery_robot"], "is a state space: expected one of breadth"),
        (["bfs(prune=all)", "delivery_robot"], "expected one of paths, cycles, none"),
    ],
)
def test_what_cannot_be_compared(words: list[str], says: str) -> None:
    result = CliRunner().invoke(command, ["compare", *words])
    assert result.exit_code == 2
    assert says in result.stderr


@pytest.mark.parametrize("call", ["hexapawn", "nim(heaps=[1, 2])"])
def test_compare_shows_the_lecture_of_proof_numbers(call: str) -> None:
    result = CliRunner().invoke(command, ["compare", "proof_number", call])
    assert result.exit_code == 0, result.output
    assert "logic/lectures/proof_number.pl" in result.output
    worths = loaded(call).worths[0]
    assert all(f"{worth} or more" in result.output for worth in worths)
    one = ["compare", f"proof_number(threshold={worths[-1]})", call]
    only = CliRunner().invoke(command, one).output
    assert len(re.findall(r"^-?\d+ or more", only, re.MULTILINE)) == 1
    assert "the three agree" in only


def test_moves_at_once_are_for_the_engine() -> None:
    result = CliRunner().invoke(command, ["compare", "minimax", "goofspiel"])
    assert result.exit_code == 2
    assert "--engine shows the engine's forms" in result.stderr


#: A slide of 16:9 with clauses at left and functions at right.
COLUMNS, LINES = 72, 24


@pytest.mark.parametrize("name", lectures())
def test_a_predicate_and_its_function_fit_on_a_slide(name: str) -> None:
    clauses = (logic_folder() / "lectures" / f"{name}.pl").read_text("utf-8")
    module = import_module(f"pygame_search.lectures.{name}")
    assert module.__file__ is not None
    functions = Path(module.__file__).read_text("utf-8")
    for line in (clauses + functions).splitlines():
        assert len(line) <= COLUMNS, line
    (_, _), *slides = source_rows(clauses, functions)
    for slide in slides:
        for piece in filter(None, slide):
            assert len(piece.text.splitlines()) <= LINES, piece.text


@pytest.mark.parametrize("name", lectures())
def test_a_function_has_the_name_of_its_predicate(name: str) -> None:
    """And both stand in the same order; a predicate may be a built-in of Python."""
    clauses = (logic_folder() / "lectures" / f"{name}.pl").read_text("utf-8")
    file = import_module(f"pygame_search.lectures.{name}").__file__
    assert file is not None
    predicates = [*dict.fromkeys(re.findall(r"^([a-z]\w*)\(", clauses, re.M))]
    functions = re.findall(r"^def (\w+)\(", Path(file).read_text("utf-8"), re.M)
    assert functions == [one for one in predicates if one in functions]


def test_the_clauses_are_few() -> None:
    """At most 14, with at most 7 arguments."""
    for name in lectures():
        clauses = (logic_folder() / "lectures" / f"{name}.pl").read_text("utf-8")
        number, _ = forms.clauses(clauses)
        assert number <= 14, name
        for head in re.findall(r"^[a-z]\w*\(.*", clauses, re.M):
            assert arity(head) <= 7, head


def arity(clause: str) -> int:
    """How many arguments the first term of a text has."""
    depth, number = 0, 1
    for character in clause:
        depth += (character in "([") - (character in ")]")
        number += character == "," and depth == 1
        if character == ")" and depth == 0:
            break
    return number
