"""Recursion that counts an argument which callers bind down or up to a number."""

from __future__ import annotations

import pytest
from oracle_check import differences, each_way

import pygame_search as ps
from pygame_search.oracle.interpreter import Oracle
from pygame_search.support.errors import RulesError

GAME = """
role(a). role(b).
init(n(3)). init(control(a)).
legal(P, take(K)) :- true(control(P)), true(n(N)), between(1, 2, K), sum_to(K, S),
    S =< N.
next(n(M)) :- true(n(N)), does(_, take(K)), sum_to(K, S), M is N - S, M >= 0.
next(control(Q)) :- role(Q), \\+ true(control(Q)).
terminal :- true(n(N)), up(N, 2).
goal(P, V) :- role(P), true(control(P)), true(n(N)), ray(1, 1, N, V).
goal(P, 0) :- role(P), \\+ true(control(P)).
sum_to(0, 0).
sum_to(N, S) :- N > 0, M is N - 1, sum_to(M, T), S is N + T.
ray(C, D, 0, C1) :- C1 is C + D.
ray(C, D, N, C1) :- N > 0, M is N - 1, between(0, 8, M), ray(C, D, M, C0), C1 is C0 + D.
up(N, N).
up(N, M) :- N < 2, K is N + 1, up(K, M).
"""


def test_every_tier_says_what_the_oracle_says() -> None:
    assert differences(Oracle(GAME), each_way(GAME), 1, plies=4) == {}


@pytest.mark.parametrize(
    "rule",
    [
        "f(N) :- M is N - 1, f(M).",  # no limit
        "f(N) :- N > 0, M is N + 1, f(M).",  # away from the limit
        "f(N) :- N < 9, M is N - 1, f(M).",
        "f(N) :- N > 0, M is N - 0, f(M).",  # nothing changes
        "f(N) :- N > 0, M is 1 - N, f(M).",  # back and forth
        "f(N) :- N =\\= 0, M is N - 2, f(M).",  # past the limit
        "f(N) :- (N > 0 ; true(s)), M is N - 1, f(M).",  # a limit in one branch
        "f(N) :- \\+ N > 0, M is N - 1, f(M).",
        "f(N) :- M is N - 1, K is N + 1, K > 0, f(M).",  # of another number
        "f(N) :- N > 0, M is N - 1, f(M). f(N) :- N < 9, M is N + 1, f(M).",
        "f(N) :- N > 0, M is N - 1, g(M). g(N) :- N < 9, M is N + 1, f(M).",
    ],
)
def test_counting_that_may_not_end_is_refused(rule: str) -> None:
    rules = f"""role(a). init(s). init(n(3)).
    legal(a, go) :- true(s). next(e) :- does(a, go). terminal :- true(e).
    goal(a, 1) :- true(n(N)), f(N). goal(a, 0) :- true(e).
    f(0). {rule}"""
    with pytest.raises(RulesError, match="can go on for ever"):
        ps.load_text(rules)


@pytest.mark.parametrize("step", ["N - 1", "N + 0"])
def test_many_arguments_are_looked_at_one_by_one(step: str) -> None:
    """Not in each of the 4^13 ways to choose some, which would take for ever."""
    others = ", ".join(f"X{i}" for i in range(12))
    given = ", ".join("1" for _ in range(12))
    rules = f"""role(a). init(s). init(n(3)).
    legal(a, go) :- true(s). next(e) :- does(a, go). terminal :- true(e).
    goal(a, 1) :- true(n(N)), f({given}, N). goal(a, 0) :- true(e).
    f({others}, 0) :- true(e), {", ".join(f"X{i} > 0" for i in range(12))}.
    f({others}, N) :- N > 0, M is {step}, f({others}, M)."""
    if step == "N - 1":
        assert ps.load_text(rules).initial.legal == {"a": ("go",)}
    else:
        with pytest.raises(RulesError, match="can go on for ever"):
            ps.load_text(rules)
