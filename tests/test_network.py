"""Networks mean what their ground programs mean."""

from __future__ import annotations

import random

import numpy as np
from ground_programs import grounds, least_model
from hypothesis import given, settings
from hypothesis import strategies as st

from pygame_search.network.build import build
from pygame_search.network.ground import Ground
from pygame_search.network.network import Network
from pygame_search.network.reference import evaluate, literals

#: The first example compiles the kernels.
relaxed = settings(deadline=None, max_examples=300)


def facts_of(network: Network, state: np.ndarray) -> set[str]:
    held = {network.fluents[at] for at in np.flatnonzero(state)}
    return held | set(network.always)


def walk(ground: Ground, network: Network, seed: int, plies: int = 8) -> None:
    """Follow random legal moves in both, and compare all that can be asked."""
    rng = random.Random(seed)
    full = [int(bit) for bit in ground.initial]
    bits = network.initial.copy()
    no_moves = [0] * len(ground.moves)
    for _ in range(plies):
        holds = least_model(ground, full, no_moves)
        values = evaluate(network, bits)
        expected = {ground.fluents[at] for at, bit in enumerate(full) if bit}
        assert facts_of(network, bits) == expected
        legal = {
            move
            for move, atom in zip(ground.moves, ground.legal, strict=True)
            if holds[atom]
        }
        shown = literals(values, network.legal)
        assert {network.moves[at] for at in np.flatnonzero(shown)} == legal
        wanted = np.array([network.terminal], np.int32)
        assert bool(literals(values, wanted)[0]) == holds[ground.terminal]
        goals = literals(values, network.goal_literal)
        assert {
            (int(network.goal_role[at]), int(network.goal_value[at]))
            for at in np.flatnonzero(goals)
        } == {(role, value) for role, value, atom in ground.goals if holds[atom]}
        features = literals(values, network.feature_literal)
        assert sorted(
            network.feature_names[network.feature_name[at]]
            for at in np.flatnonzero(features)
        ) == sorted(name for _, name, atom in ground.features if holds[atom])
        if ground.quiet:
            wanted = np.array([network.quiet], np.int32)
            assert bool(literals(values, wanted)[0]) == holds[ground.quiet]
        else:
            assert network.quiet == -1
        choices = [
            [move for move in sorted(legal) if move[0] == role]
            for role in range(len(ground.roles))
        ]
        if not all(choices):
            return
        joint = {rng.choice(moves) for moves in choices}
        made = [int(move in joint) for move in ground.moves]
        after = least_model(ground, full, made)
        values = evaluate(
            network, bits, np.array([move in joint for move in network.moves], np.uint8)
        )
        bits = literals(values, network.next)
        full = [int(after[atom]) for atom in ground.next]


@relaxed
@given(grounds(), st.integers(0, 1000))
def test_a_network_agrees_with_the_least_model(ground: Ground, seed: int) -> None:
    walk(ground, build(ground), seed)


@relaxed
@given(grounds())
def test_the_same_program_gives_the_same_network(ground: Ground) -> None:
    assert build(ground) == build(ground)
