"""Rules for `sees` that are wrong, or would blow up, get a clear answer in time."""

from __future__ import annotations

import pytest

import pygame_search as ps
from pygame_search.model.view import MOST_PERCEPTS

GAME = r"""
role(ann). role(bob).
init(step(1)).
legal(ann, say(N)) :- true(step(1)), few(N).
legal(bob, guess(N)) :- true(step(2)), few(N).
next(said(N)) :- does(ann, say(N)).
next(said(N)) :- true(said(N)).
next(guessed(N)) :- does(bob, guess(N)).
next(step(2)) :- true(step(1)).
next(step(3)) :- true(step(2)).
terminal :- true(step(3)).
goal(bob, 1) :- right.
goal(bob, 0) :- \+ right.
goal(ann, 0) :- right.
goal(ann, 1) :- \+ right.
right :- true(said(N)), true(guessed(N)).
few(1). few(2).
"""

SHEET = """
(role ann) (role bob) (init (step 1)) (few 1) (few 2)
(<= (legal ann (say ?n)) (true (step 1)) (few ?n))
(<= (legal ann noop) (not (true (step 1))))
(<= (legal bob (guess ?n)) (true (step 2)) (few ?n))
(<= (legal bob noop) (not (true (step 2))))
(<= (next (said ?n)) (does ann (say ?n)))
(<= (next (said ?n)) (true (said ?n)))
(<= (next (guessed ?n)) (does bob (guess ?n)))
(<= (next (step 2)) (true (step 1)))
(<= (next (step 3)) (true (step 2)))
(<= terminal (true (step 3)))
(<= right (true (said ?n)) (true (guessed ?n)))
(<= (goal bob 100) right) (<= (goal bob 0) (not right))
(<= (goal ann 0) right) (<= (goal ann 100) (not right))
"""

DEEP = "s(" * 100_000 + "z" + ")" * 100_000


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("sees(bob, X) :- does(ann, say(_)).", "unbound"),
        ("sees(R, x) :- does(ann, say(_)).", "unbound"),
        ("sees(bob, N) :- next(said(N)).", "head_only"),
        (
            "sees(bob, x) :- does(ann, _). sees(bob, s(X)) :- sees(bob, X).",
            "unbounded_recursion",
        ),
        (
            "sees(bob, X) :- t(X), does(ann, _). t(a). t(s(X)) :- t(X).",
            "unbounded_recursion",
        ),
        (f"sees(bob, {DEEP}) :- does(ann, say(_)).", "too_deep"),
    ],
    ids=lambda value: value[:30],
)
def test_wrong_rules(rules: str, code: str) -> None:
    with pytest.raises(ps.RulesError) as caught:
        ps.load_text(GAME + rules + "\n")
    assert code in [one.code for one in caught.value.diagnostics]
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("(<= (sees bob ?x) (does ann (say ?n)))", "unbound"),
        ("(<= (sees ?r x) (does ann (say ?n)))", "unbound"),
        ("(<= (sees bob ?n) (next (said ?n)))", "head_only"),
        ("(<= (sees bob (s ?x)) (sees bob ?x)) (sees bob x)", "unbounded_recursion"),
        ("(<= (sees bob) (does ann (say ?n)))", "arity"),
    ],
)
def test_wrong_sheets(rules: str, code: str) -> None:
    with pytest.raises(ps.RulesError) as caught:
        ps.load_text(SHEET + rules, syntax="kif")
    assert code in [one.code for one in caught.value.diagnostics]


@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_too_many_percepts(tier: str) -> None:
    """Each question is refused in one sentence; play goes on, as it needs none."""
    side = 101
    rules = f"""n(N) :- between(1, {side}, N).
        sees(bob, p(A, B)) :- does(ann, say(_)), n(A), n(B).
        """
    assert side**2 > MOST_PERCEPTS
    game = ps.load_text(GAME + rules, tier=tier)
    state = game.initial.play("say(1)")
    said = "a role perceives more than 10,000 things in one step"
    for ask in (
        lambda: state.view("bob"),
        lambda: state.best(role="bob", method="ismcts(simulations=10)"),
        lambda: game.initial.equilibrium(),
    ):
        with pytest.raises(ps.RulesError, match=said):
            ask()
    assert state.play("guess(1)").terminal


@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_what_no_role_perceives_is_left_out(tier: str) -> None:
    game = ps.load_text(GAME + "sees(carl, x) :- does(ann, say(_)).\n", tier=tier)
    state = game.initial.play("say(1)")
    assert state.view("bob").line == "nothing yet"
    told = str(state.ask("believed(bob, S, P)"))
    assert told.count("1/2") == 2
    assert "seen now" not in told
