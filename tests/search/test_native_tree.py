"""The native tier tells the same events, and so draws the same trees."""

from __future__ import annotations

import random
from typing import Any

import pytest
from click.testing import CliRunner
from games import loaded
from twins import CHANCE, EXACT, OTHERS, depth_for, difference, positions

from pygame_search.cli.app import command
from pygame_search.game import Game, load_text
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.evaluator import Evaluator
from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.machine.native_game import native
from pygame_search.machine.network import NetworkMachine
from pygame_search.machine.reference_evaluator import ReferenceEvaluator
from pygame_search.support.errors import InputError, TierError

GAMES = (
    "connect_four",
    "goofspiel",
    "helen_and_stavros",
    "hexapawn",
    "nim",
    "coins_in_a_row",
    "pig",
    "skirmish",
    "tic_tac_toe",
    "uniform_tree",
)

#: Those that ask for advice are refused.
METHODS = [method for method in (*EXACT, *OTHERS) if "advice" not in method]


@pytest.mark.parametrize("call", GAMES)
def test_the_events_are_the_same(call: str) -> None:
    game, source = loaded(call), random.Random(call)
    methods = CHANCE if game.chance is not None else (*METHODS, *CHANCE)
    for state in positions(game, 3, source):
        role = source.choice(game.players)
        depth = min(3, depth_for(state))
        for template in source.sample(methods, 2):
            options: dict[str, Any] = {
                "role": role,
                "method": template.format(f"depth={depth}"),
                "exact": source.random() < 0.3,
                "record": True,
            }
            expected = state.best(tier="procedural", **options)
            found = state.best(tier="native", **options)
            assert difference(found, expected) is None


def both_orders(
    game: Game, plies: int, kind: type[Evaluator] = KernelEvaluator
) -> None:
    """Check that the moves stand in the same order in both machines."""
    clauses = ClauseMachine(game, memo=True)
    network = NetworkMachine(game, memo=True, evaluator=kind(native(game)))
    states = {game.initial.number}
    for _ in range(plies):
        following: set[int] = set()
        for state in sorted(states):
            expected, key = clauses.expand(state), network.numbered(state)
            found = network.expand(key)
            assert found.terminal == expected.terminal
            assert found.values == expected.values
            assert tuple(map(network.number, found.successors)) == expected.successors
            assert clauses.texts(expected.moves) == network.texts(found.moves)
            for index, after in enumerate(found.successors):
                assert network.after(key, found.joint(index)) == after
                joint = expected.joint(index)
                assert clauses.after(state, joint) == expected.successors[index]
            following.update(expected.successors)
        states = set(
            random.Random(1).sample(sorted(following), min(12, len(following)))
        )


@pytest.mark.parametrize(
    "call",
    [
        *GAMES,
        pytest.param("othello", marks=pytest.mark.slow),
        "eight_puzzle",
        "river_crossing",
    ],
)
@pytest.mark.parametrize("kind", [KernelEvaluator, ReferenceEvaluator])
def test_moves_are_in_rule_order(call: str, kind: type[Evaluator]) -> None:
    both_orders(loaded(call), 4, kind)


def test_the_order_may_depend_on_the_state() -> None:
    game = load_text("""
        role(p). init(at(2)). init(dir(up)).
        step(1). step(2). step(3).
        legal(p, to(N)) :- true(dir(up)), step(N).
        legal(p, to(3)) :- true(dir(down)).
        legal(p, to(1)) :- true(dir(down)).
        next(at(N)) :- does(p, to(N)).
        next(dir(down)) :- does(p, to(1)).
        next(dir(up)) :- does(p, to(N)), N \\== 1.
        terminal :- true(at(7)).
        goal(p, 0).
    """)
    both_orders(game, 5)


@pytest.mark.parametrize("form", ["text", "events", "dot"])
def test_the_drawn_trees_are_the_same(form: str) -> None:
    drawn = []
    for tier in ("clauses", "native"):
        words = ["tree", "tic_tac_toe", "--after", "mark(2, 2)", "--depth", "2"]
        words += ["--method", "alphabeta", "--format", form, "--tier", tier]
        done = CliRunner().invoke(command, words)
        assert done.exit_code == 0, done.output
        drawn.append(done.stdout)
    assert drawn[0] == drawn[1]
    assert drawn[0].count("mark(") > 20


def test_deepening_tells_its_events_too() -> None:
    state = loaded("hexapawn").initial
    one, two = (
        state.best(method="deepening(depth=4)", tier=tier, record=True)
        for tier in ("clauses", "native")
    )
    assert difference(one, two) is None
    assert ["deepen", 4] in one.events


def test_what_is_no_part_of_the_network_is_refused() -> None:
    state = loaded("tic_tac_toe").initial
    with pytest.raises(TierError, match="does not support advice"):
        state.best(
            method="alphabeta(depth=2, order=advice)", tier="native", record=True
        )
    with pytest.raises(InputError, match="rule file alone, found mobility"):
        state.best(depth=2, weights={"mobility": 1}, tier="native", record=True)
