"""Beliefs over networks where something is wrong, or large."""

from __future__ import annotations

import pytest

from pygame_search.game import load_text
from pygame_search.machine.belief import ClauseBeliefs
from pygame_search.machine.packed_belief import PackedBeliefs
from pygame_search.model.view import Step, View
from pygame_search.support.errors import LimitError, RulesError

#: The move c of chance has no weight.
WEIGHTLESS = """\
role(ann). role(random).
init(start).
legal(ann, m).
legal(random, a). legal(random, b). legal(random, c).
weight(random, a, 1). weight(random, b, 2).
next(got(X)) :- does(random, X).
sees(ann, c) :- does(random, c).
terminal :- true(got(z)).
goal(ann, 1).
"""


@pytest.mark.parametrize("percepts", [(), ("c",)])
def test_a_missing_weight(percepts: tuple[str, ...]) -> None:
    """Both forms say which move of chance has none."""
    game = load_text(WEIGHTLESS, tier="native").with_percepts()
    view = View("ann", (Step("m", percepts),))
    for beliefs in (ClauseBeliefs(game), PackedBeliefs(game.network)):
        with pytest.raises(RulesError, match="the move c of random has no weight"):
            beliefs.of(view)


def crowd(roles: int) -> str:
    """Return a game in which so many roles choose among two moves at once."""
    return "".join(f"role(r{i}).\n" for i in range(roles)) + (
        "init(s).\nlegal(R, a) :- role(R).\nlegal(R, b) :- role(R).\nnext(t).\n"
        "sees(r0, X) :- does(r1, X).\nterminal :- true(t).\ngoal(R, 1) :- role(R).\n"
    )


@pytest.mark.parametrize("roles", [22, 63, 64])
def test_too_many_joint_moves(roles: int) -> None:
    """They are counted without an overflow, before there is room for them."""
    game = load_text(crowd(roles), tier="native").with_percepts()
    view = View("r0", (Step("a", ("a",), True),))
    with pytest.raises(LimitError, match="more than 1,000,000 joint moves"):
        PackedBeliefs(game.network).of(view)


def test_standard_order_of_outcomes() -> None:
    """p(9) comes before p(10)."""
    text = """\
role(ann). role(random).
init(start).
legal(ann, m).
legal(random, N) :- between(9, 10, N).
next(got(N)) :- does(random, N).
sees(ann, p(N)) :- does(random, N).
terminal :- true(got(_)).
goal(ann, 1).
"""
    game = load_text(text, tier="native").with_percepts()
    packed, clauses = PackedBeliefs(game.network), ClauseBeliefs(game)
    steps = [
        [one.step for one in beliefs.outcomes(beliefs.initial(), "ann", "m")]
        for beliefs in (packed, clauses)
    ]
    assert steps[0] == steps[1]
    assert [step.percepts for step in steps[0]] == [("p(9)",), ("p(10)",)]
