"""A feature that is a number: every tier gives it the same value."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import pygame_search as ps
from pygame_search.game import State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.network import NetworkMachine
from pygame_search.oracle.interpreter import Oracle

#: Levels from -3 to 4; `has` is an instance, and sometimes numbers beside it.
LEVELS = """
role(a).  role(b).
other(a, b).  other(b, a).
init(turn(a)).  init(level(a, 0)).  init(level(b, 0)).
legal(R, add(K)) :- true(turn(R)), between(-1, 2, K).
legal(R, noop) :- role(R), \\+ true(turn(R)).
next(turn(S)) :- true(turn(R)), other(R, S).
next(level(R, M)) :- true(level(R, N)), does(R, add(K)), M is max(-3, min(4, N + K)).
next(level(R, N)) :- true(level(R, N)), \\+ does(R, add(_)).
terminal :- true(level(_, 4)).
goal(R, 100) :- true(level(R, 4)).
goal(R, 0) :- role(R), \\+ true(level(R, 4)).
feature(R, has, x) :- true(level(R, N)), N > 0.
feature_value(R, has, N) :- true(level(R, 2)), ( N = 3 ; N = 5 ; N = none ).
feature_value(R, has, 3) :- true(level(R, N)), N > 1.
feature_value(R, level, N) :- true(level(R, N)).
feature_value(R, both, S) :- role(R), sum(N, Q, true(level(Q, N)), S).
weight(level, 2).  weight(has, 1).  weight(both, -1).
"""


def by_the_oracle(oracle: Oracle, state: State) -> dict[str, dict[str, int]]:
    """Return the features of each role, from what the rules say."""
    oracle._set(frozenset(oracle_facts(state)))
    found: dict[str, dict[str, int]] = {role: {} for role in state.game.roles}
    for role, name, _ in set(oracle.instances("feature", None, None, None)):
        found[str(role)][str(name)] = found[str(role)].get(str(name), 0) + 1
    for role, name, number in set(oracle.instances("feature_value", None, None, None)):
        if isinstance(number, int):
            its = found[str(role)]
            its[str(name)] = its.get(str(name), 0) + number
    return found


def oracle_facts(state: State) -> list[tuple[Any, ...]]:
    facts = list[tuple[Any, ...]]()
    for fact in state.position.facts:
        name, _, rest = fact.partition("(")
        parts = [
            int(p) if p.lstrip("-").isdigit() else p for p in rest[:-1].split(", ")
        ]
        facts.append((name, *parts))
    return facts


def test_all_tiers_give_the_same_features() -> None:
    game = ps.load_text(LEVELS)
    clauses, oracle = ClauseMachine(game), Oracle(LEVELS)
    network = NetworkMachine(game, memo=True)
    source = random.Random(5)
    for _ in range(20):
        state = game.initial
        while not state.terminal:
            expected = by_the_oracle(oracle, state)
            assert dict(
                zip(game.roles, clauses.features(state.number), strict=True)
            ) == (expected)
            key = network.of_facts(state.position.facts)
            assert dict(zip(game.roles, network.features(key), strict=True)) == expected
            state = state.play(source.choice(state.legal_moves))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_searches_weigh_them_alike(depth: int) -> None:
    states = [ps.load_text(LEVELS).initial]
    states += [states[0].play("add(1)"), states[0].play("add(2)").play("add(-1)")]
    for state in states:
        found = [
            state.best(depth=depth, tier=tier, method="minimax")
            for tier in ("clauses", "procedural", "native")
        ]
        assert len({(one.value, one.move) for one in found}) == 1


def test_an_evaluation_is_weight_times_number() -> None:
    state = ps.load_text(LEVELS).initial.play("add(2)")
    # a: level 2, has 1 + 3 + 5, both 2: 4 + 9 - 2 = 11; b: level 0, both 2: -2.
    assert state.best(depth=1, method="minimax", tier="clauses").value is not None
    features = ClauseMachine(state.game).features(state.number)
    assert features[0] == {"has": 9, "level": 2, "both": 2}
    assert features[1] == {"level": 0, "both": 2}


def test_learning_reads_them() -> None:
    game = ps.load("kalah(houses=2, seeds=1)")
    learned = ps.learn(game, games=4, seed=1)
    assert set(learned.weights) == {"seed"}
    assert np.isfinite(learned.weights["seed"])
