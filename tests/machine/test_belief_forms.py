"""What roles know, on random games: the clauses, any machine, and the oracle."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction

import pytest
from percept_games import percept_game

from pygame_search.game import Game, State, load_text
from pygame_search.machine.belief import (
    Belief,
    Beliefs,
    ClauseBeliefs,
    ExpandedBeliefs,
    Outcome,
    view_after,
)
from pygame_search.machine.machine import Machine
from pygame_search.machine.packed_belief import PackedBeliefs
from pygame_search.model.view import Step, View, without_percepts
from pygame_search.oracle import beliefs as oracle_beliefs
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.terms import Term, ground_terms

#: What is believed: the facts of each state, and its probability.
Believed = dict[frozenset[str], Fraction]


def played(game: Game, source: random.Random) -> State:
    """Return a state of a random game, most often at its end."""
    state = game.initial
    for _ in range(source.choice([1, 2, 9])):
        if state.terminal:
            break
        state = state.play_joint(state.drawn(role, source) for role in game.roles)
    return state


def plain(machine: Machine, belief: Belief) -> Believed:
    """Return a belief by the facts of its states, without percepts."""
    found: Believed = {}
    for key, weight in belief.items():
        facts = without_percepts(machine.facts(key))
        found[frozenset(facts)] = found.get(frozenset(facts), Fraction(0)) + weight
    return found


def terms(texts: Iterable[str]) -> dict[str, Term]:
    """Return the oracle's terms of texts."""
    found = sorted(set(texts))
    return dict(zip(found, ground_terms(found, "prolog"), strict=True))


def by_oracle(
    text: str, view: View, read: dict[str, Term]
) -> dict[frozenset[Term], Fraction]:
    """Return the belief of a role by the oracle, which replays all histories."""
    steps = [
        oracle_beliefs.Step(read[step.move], tuple(read[p] for p in step.percepts))
        for step in view.steps
    ]
    return dict(oracle_beliefs.belief(Oracle(text), view.role, steps, view.over))


@pytest.mark.parametrize(
    "seed",
    [*range(300), *(pytest.param(n, marks=pytest.mark.slow) for n in range(300, 1000))],
)
def test_beliefs_agree(seed: int) -> None:
    text = percept_game(seed).text
    source = random.Random(seed)
    games = load_text(text), load_text(text, tier="native")
    state = played(games[0], source)
    assert state.line is not None
    for role in games[0].players:
        perceiving, native = (game.with_percepts() for game in games)
        view = view_after(perceiving, role, state.line)
        assert view == view_after(native, role, state.line)
        ways: list[tuple[Machine, Beliefs]] = [
            (perceiving.machine, ClauseBeliefs(perceiving)),
            (perceiving.machine, ExpandedBeliefs(perceiving.machine)),
            (native.machine, ExpandedBeliefs(native.machine)),
            (native.machine, PackedBeliefs(native.network)),
        ]
        believed = [plain(machine, beliefs.of(view)) for machine, beliefs in ways]
        assert all(other == believed[0] for other in believed)
        assert sum(believed[0].values()) == 1
        assert believed[0][frozenset(state.facts)] > 0
        read = terms(
            [fact for facts in believed[0] for fact in facts]
            + [word for step in view.steps for word in (step.move, *step.percepts)]
        )
        mine = {
            frozenset(read[fact] for fact in facts): weight
            for facts, weight in believed[0].items()
        }
        assert mine == by_oracle(text, view, read)


@pytest.mark.parametrize("seed", range(0, 300, 7))
def test_outcomes_agree(seed: int) -> None:
    """What a role may perceive after a move, by the clauses and by expansion."""
    made = percept_game(seed)
    game = load_text(made.text)
    source = random.Random(seed)
    perceiving = game.with_percepts()
    clauses, expanded = ClauseBeliefs(perceiving), ExpandedBeliefs(perceiving.machine)
    packed = PackedBeliefs(perceiving.network)

    def told(outcomes: Iterable[Outcome], machine: Machine) -> object:
        return [(o.step, o.probability, plain(machine, o.belief)) for o in outcomes]

    for role in game.players:
        belief, beyond = clauses.initial(), packed.initial()
        state = game.initial
        while not state.terminal:
            joint = [state.drawn(one, source) for one in game.roles]
            move = joint[game.roles.index(role)]
            found = clauses.outcomes(belief, role, move)
            others = {one.step: one for one in expanded.outcomes(belief, role, move)}
            assert {one.step: one for one in found} == others
            natively = packed.outcomes(beyond, role, move)
            assert told(natively, perceiving.network) == told(found, perceiving.machine)
            if not made.unknown:  # else a move may not be legal in all states
                assert sum(one.probability for one in found) == 1
            state = state.play_joint(joint)
            assert state.line is not None
            step = view_after(perceiving, role, state.line).steps[-1]
            belief = clauses.after(belief, role, step)
            assert belief == others[step].belief
            beyond = packed.after(beyond, role, step)


def test_what_cannot_be_perceived() -> None:
    """No state is possible after a percept that contradicts the rules."""
    game = load_text(percept_game(1).text).with_percepts()
    role = game.players[0]
    impossible = View(role, (Step("noop", ("never",)),))
    assert not ClauseBeliefs(game).of(impossible)
    assert not ExpandedBeliefs(game.machine).of(impossible)
    assert not PackedBeliefs(game.network).of(impossible)
