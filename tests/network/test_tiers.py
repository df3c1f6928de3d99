"""The tiers agree in random games; `sh scripts/tiers` compares them in many more."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import tiers
from games.random_rules import random_rules
from tiers import compared

from pygame_search.experiments.conformance import Comparison, machine_of
from pygame_search.explanation.proofs import explain
from pygame_search.game import Game, State, load, load_text
from pygame_search.machine import game_code
from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.network.machine_code import MachineCode
from pygame_search.oracle.interpreter import Oracle
from pygame_search.search.core.result import SearchResult
from pygame_search.search.monte_carlo.playouts import playouts
from pygame_search.support.errors import InputError, RulesError
from pygame_search.support.resources import logic_folder


@pytest.mark.parametrize("call", ["hexapawn", "goofspiel", "skirmish"])
def test_the_tiers_agree(call: str) -> None:
    found = compared(partial(load, call), 30, 1, 60)
    assert (found.differ, found.notes, found.skipped) == ([], [], "")
    assert found.code == "words"
    assert found.states == found.clauses == found.oracle == 30
    assert found.expanded > 5
    assert sum(found.searches) > 5


def test_changes_are_compared_where_words_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_code, "lift", lambda game, **_: None)
    found = compared(partial(load, "skirmish"), 30, 1, 60)
    assert (found.differ, found.code, found.states) == ([], "changes", 30)


@pytest.mark.parametrize("call", ["leduc_poker", "small_2048", "blackjack_small"])
@pytest.mark.parametrize("code", ["words", "changes"])
def test_the_weights_of_chance_agree(
    monkeypatch: pytest.MonkeyPatch, call: str, code: str
) -> None:
    if code == "changes":
        monkeypatch.setattr(game_code, "lift", lambda game, **_: None)
    found = compared(partial(load, call), 30, 1, 60)
    assert (found.differ, found.code, found.states) == ([], code, 30)


def test_wrong_weights_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game_code.lift(load("leduc_poker"))  # compares the functions when it makes them
    right = MachineCode.function

    def function(self: MachineCode, asked: str, count: int) -> Any:
        wrong = asked == "game_weight"
        return (lambda *_: 7) if wrong else right(self, asked, count)

    monkeypatch.setattr(MachineCode, "function", function)
    assert "weights" in compared(partial(load, "leduc_poker"), 30, 1, 60).differ[0]


@pytest.mark.parametrize(
    ("name", "wrong", "what"),
    [
        ("game_terminal", lambda *_: 1, "terminal"),
        ("game_goal", lambda *_: 7, "goals"),
        ("game_value", lambda *_: 7, "features"),
        ("game_quiet", lambda *_: 1, "quiet"),
        ("game_legal", lambda *_: 0, "moves"),
        ("game_noisy", lambda *_: 1, "noisy"),
        ("game_step", lambda *_: 0, "after"),
    ],
)
def test_a_wrong_function_is_told(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any, what: str
) -> None:
    game_code.lift(load("hexapawn"))  # compares the functions when it makes them
    right = MachineCode.function

    def function(self: MachineCode, asked: str, count: int) -> Any:
        return wrong if asked == name else right(self, asked, count)

    monkeypatch.setattr(MachineCode, "function", function)
    found = compared(partial(load, "hexapawn"), 30, 1, 60)
    assert what in found.differ[0]
    assert found.clauses == 0


@pytest.mark.parametrize(
    ("name", "wrong", "what"),
    [
        ("terminal", lambda *_: True, "terminal"),
        ("goals", lambda *_: (7, None), "goals"),
        ("moves", lambda *_: ((0,), (1,)), "moves"),
        ("facts", lambda *_: ("nothing",), "fluents"),
        ("features", lambda *_: ({"pawns": 100}, {}), "features"),
        ("holds", lambda *_: True, "quiet"),
        ("noisy", lambda *_: {(0, 0)}, "noisy"),
        ("after", lambda _, state, *__: (state,), "after"),
    ],
)
def test_a_difference_is_told(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any, what: str
) -> None:
    monkeypatch.setattr(KernelEvaluator, name, wrong)
    found = compared(partial(load, "hexapawn"), 30, 1, 60)
    assert what in found.differ[0]


def test_a_wrong_value_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    right: Any = State.best

    def best(state: State, **options: Any) -> SearchResult:
        found: SearchResult = right(state, **options)
        return replace(found, nodes=found.nodes + (options["tier"] == "native"))

    monkeypatch.setattr(State, "best", best)
    found = compared(partial(load, "hexapawn"), 30, 1, 60)
    assert "minimax to depth 3" in found.differ[0]


@pytest.mark.parametrize("name", ["terminal", "goals", "legal", "successor"])
def test_a_difference_from_the_oracle_is_told(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(Oracle, name, lambda *_: {})
    found = compared(partial(load, "hexapawn"), 30, 1, 60)
    assert "the oracle" in found.differ[0]


def test_what_takes_too_long_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "GAMES_TIMES", 1e9)
    found = compared(partial(load, "hexapawn"), 50, 1, 1e-6)
    assert (found.differ, found.states, found.oracle) == ([], 50, 0)
    assert found.notes == ["clauses: time", "searches: time", "oracle: time"]


def test_a_game_that_keeps_many_states_is_loaded_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded = []

    def load_hexapawn() -> Game:
        loaded.append(load("hexapawn"))
        return loaded[-1]

    monkeypatch.setattr(tiers, "MOST_STATES", 0)
    found = compared(load_hexapawn, 10, 1, 60)
    assert (found.differ, found.clauses) == ([], 10)
    assert len(loaded) > 2


COIN = """role(p). role(random). init(on). legal(p, wait).
legal(random, heads). legal(random, tails).
next(fell(X)) :- does(random, X). terminal :- true(fell(_)).
goal(p, 50). goal(random, 100) :- true(fell(heads)).
goal(random, 0) :- true(fell(tails)).
"""


def test_goals_of_chance_are_those_of_the_rules() -> None:
    found = compared(partial(load_text, COIN), 9, 1, 60)
    assert (found.differ, found.skipped, found.clauses) == ([], "", 3)
    game = load_text(COIN)
    assert game.after("[wait, heads]").goals == {"p": 50, "random": 100}
    for tier in ("clauses", "procedural", "native"):
        means = playouts(game.initial, games=60, seed=1, tier=tier).goals
        assert means["p"] == 50
        assert 20 < means["random"] < 80
    fact = load_text(COIN[: COIN.index("goal(random")] + "goal(random, 100).")
    for tier in ("clauses", "native"):
        reference = {"initial_goals": [50, 100]}
        assert Comparison(fact, reference, machine_of(fact, tier)).goals() is None


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
def test_chance_needs_no_goal(tier: str) -> None:
    game = load_text(COIN[: COIN.index("goal(random, 0)")])
    assert playouts(game.initial, games=30, seed=1, tier=tier).goals == {"p": 50}
    with pytest.raises(InputError, match="random is chance and has no goal"):
        game.initial.best(role="random", tier=tier)


@pytest.mark.parametrize("seed", range(8))
def test_the_tiers_agree_on_random_rules_with_chance(seed: int) -> None:
    rules = random_rules(random.Random(seed), chance=True)
    assert "random" in load_text(rules).roles
    outcome = compared(partial(load_text, rules), 20, seed, 60)
    assert outcome.differ == []
    assert outcome.clauses == outcome.oracle == outcome.states > 0


def test_a_goal_may_ask_for_the_goal_of_another() -> None:
    """Where that ends; the tiers, a proof and the values tell the same."""
    rules = """role(a). role(b). role(c). init(n(0)). init(turn(a)).
        legal(P, add(K)) :- true(turn(P)), between(1, 2, K).
        next(n(M)) :- does(_, add(K)), true(n(N)), M is N + K, M =< 8.
        next(turn(b)) :- true(turn(a)). next(turn(c)) :- true(turn(b)).
        next(turn(a)) :- true(turn(c)). terminal :- true(n(N)), N >= 5.
        goal(a, V) :- true(n(N)), count(P, (true(turn(P)), N > 4), C), V is 10 * N + C.
        goal(b, V) :- goal(a, W), V is 100 - W.
        goal(c, V) :- goal(a, W), goal(b, X), V is W - X.
    """
    found = compared(partial(load_text, rules), 50, 1, 60)
    assert (found.differ, found.skipped) == ([], "")
    assert found.clauses == found.states > 3
    end = load_text(rules).after("add(2); add(2); add(2)")
    assert end.goals == {"a": 61, "b": 39, "c": 22}
    proof = explain(end, "goal(c, V)").text()
    assert proof.startswith("goal(c, 22)")
    assert "goal(b, 39)" in proof


def test_what_has_no_network_is_left_out() -> None:
    assert compared(partial(load, "water_jugs"), 1, 1, 60).skipped


#: Relations, a move and a fluent of one name.
NAMED = """
{n}(1). {n}(2). {n}(3).
{n}(X, Y) :- true(at(X)), {n}(Y).
{n}(P, X, M) :- does(P, M), true(at(X)), {n}(X).
legal(p, {n}(Y)) :- {n}(X, Y), true(at(X)).
legal(p, {n}(N, N)) :- true({n}(N, {n})), {n}(N).
next({n}(Y, {n})) :- {n}(p, _, {n}(Y)).
"""
STEPS = """
role(p). init(at(1)).
next(at(Y)) :- does(p, _), true(at(X)), Y is X + 1, Y =< 3.
terminal :- true(at(3)).
goal(p, 1) :- true(at(3)).
"""


@pytest.mark.parametrize(
    "file",
    [
        "export/clingo_syntax",
        "export/rule_decomposition",
        pytest.param("compiler/compile_slots", marks=pytest.mark.slow),
        pytest.param("export/clingo_program", marks=pytest.mark.slow),
        pytest.param("compiler/compile_lists", marks=pytest.mark.slow),
    ],
)
def test_a_relation_may_be_called_like_one_of_ours(file: str) -> None:
    """What the clauses that translate the rules call theirs is no affair of a game."""
    source = (logic_folder() / f"{file}.pl").read_text(encoding="utf-8")
    names = {*re.findall(r"(?<![\w'$])([a-z]\w*)(?=\()", source), "can", "may", "part"}
    ours = []
    for name in sorted(names):
        with suppress(RulesError):  # some names are of the language
            load_text(STEPS + NAMED.format(n=name))
            ours.append(NAMED.format(n=name))
    assert len(ours) > 0.8 * len(names)
    for i in range(0, len(ours), 16):
        rules = STEPS + "".join(ours[i : i + 16])
        outcome = compared(partial(load_text, rules), 3, 1, 1)
        assert outcome.differ == []


#: Two heaps: the move that was just made may not be made again.  The rules of `next`
#: ask for the move by a relation with a rule for each heap.
NOT_AGAIN = """
role(p). role(q). other(p, q). other(q, p).
init(heap(1, 2)). init(heap(2, 4)). init(control(p)).
legal(P, take(I, K)) :-
    true(control(P)), true(heap(I, N)), between(1, N, K), \\+ true(last(I, K)).
taken(1, K) :- does(_, take(1, K)).
taken(2, K) :- does(_, take(2, K)).
touched(I) :- taken(I, _).
next(heap(I, M)) :- true(heap(I, N)), taken(I, K), M is N - K.
next(heap(I, N)) :- true(heap(I, N)), \\+ touched(I).
next(last(I, K)) :- taken(I, K).
next(control(Q)) :- true(control(P)), other(P, Q).
terminal :- \\+ can_move.
can_move :- true(heap(I, N)), between(1, N, K), \\+ true(last(I, K)).
goal(P, 0) :- true(control(P)).
goal(P, 1) :- other(P, Q), true(control(Q)).
"""


def not_again(depth: int) -> list[int]:
    """Count the states of each depth of that game, without its rules."""
    level: list[tuple[int, int, tuple[int, int]]] = [(2, 4, (0, 0))]
    counts = []
    for _ in range(depth):
        level = [
            (heaps[0] - k * (i == 1), heaps[1] - k * (i == 2), (i, k))
            for *heaps, last in level
            for i in (1, 2)
            for k in range(1, heaps[i - 1] + 1)
            if (i, k) != last
        ]
        counts.append(len(level))
    return counts


@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_a_relation_of_the_move_with_a_rule_for_each_constant(tier: str) -> None:
    levels = load_text(NOT_AGAIN).initial.perft(5, tier=tier)
    assert [level.nodes for level in levels] == not_again(5)
